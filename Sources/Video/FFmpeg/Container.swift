import CFFmpeg

/// What is peculiar to the container of an open file; everything that depends on its format asks here.
struct Container: Hashable, Sendable {
  /// FFmpeg's names of the format, such as `mov,mp4,m4a,3gp,3g2,mj2`.
  let names: String
  /// Whether timestamps may start anew in the middle of the file, as in transport and program streams.
  let mayJump: Bool
  /// Whether the format has no timestamps for each picture (`AVFMT_NOTIMESTAMPS`).
  private let hasNoTimestamps: Bool

  init(_ context: UnsafePointer<AVFormatContext>) {
    let format = context.pointee.iformat
    let flags = format?.pointee.flags ?? 0
    names = format?.pointee.name.map { String(cString: $0) } ?? ""
    mayJump = flags & AVFMT_TS_DISCONT != 0
    hasNoTimestamps = flags & AVFMT_NOTIMESTAMPS != 0
  }

  /// The first of its names, which is the usual one.
  var name: Substring { names.prefix { $0 != "," } }

  /// Whether the index of all packets, or of those before any fragment, is read before the first of them: ISO base media
  /// files.
  var hasIndexFirst: Bool { name == "mov" }

  /// Whether the timestamps are made up from the order of packets: raw streams and AVI have none for each picture.
  ///
  /// FFmpeg's demuxer of raw MPEG-1 and MPEG-2 does not say so of itself.
  var inventsTimestamps: Bool { hasNoTimestamps || name == "avi" || name == "mpegvideo" }

  /// Whether the timestamps are those that a parser works out of the pictures' own, which start anew with each stream that
  /// was joined: raw MPEG-4.
  var guessesTimestamps: Bool { name == "m4v" }

  /// Whether packets are kept as they were made. Out of other containers FFmpeg cuts a stream of bytes into packets, some of
  /// which may hold no more than what ends a sequence.
  var keepsPacketsWhole: Bool {
    ["mov", "matroska", "flv", "live_flv", "avi", "asf", "nut", "gif", "ivf"].contains(name)
  }

  /// Whether every packet claims to be a keyframe without being one, as FFmpeg's parsers of these raw streams have it.
  var flagsEverything: Bool { name == "h263" || name == "h261" }

  /// Whether the decoder's configuration may change in the middle without being repeated after a seek.
  var mayChangeSettings: Bool { name == "flv" || name == "live_flv" }

  /// Whether nothing is heard before t = 0 of the file, whatever its timestamps say (RFC 3533, granule positions).
  var startsSoundAtZero: Bool { name == "ogg" }

  /// Whether the header counts frames, and empty packets, which let the picture before them stay, count as well: AVI.
  var countsPlaces: Bool { name == "avi" }

  /// Whether the stream is cut into packets of one length, so that half of one tells a file that is cut off.
  var hasPacketsOfOneLength: Bool { name == "mpegts" }

  /// Whether the file is one large element that says where it ends: Matroska and WebM.
  var isOneElement: Bool { name == "matroska" }
}

import CFFmpeg
import Timeline

/// Properties of the container format of an open file; all code that depends on the format uses this type.
struct Container: Hashable, Sendable {
  /// FFmpeg's names of the format, such as `mov,mp4,m4a,3gp,3g2,mj2`.
  let names: String
  /// The first of them, the usual one.
  let name: String
  /// Whether timestamps may start anew in the middle of the file, as in transport and program streams.
  let mayJump: Bool
  /// Whether the format has no timestamps for each picture (`AVFMT_NOTIMESTAMPS`).
  private let hasNoTimestamps: Bool
  /// How long each packet of a format with packets of one length is, with what stands before it
  /// (`AVFormatContext.packet_size`); 0 in others.
  private let packetSize: UInt32

  init(_ context: UnsafePointer<AVFormatContext>) {
    let format = context.pointee.iformat
    let flags = format?.pointee.flags ?? 0
    names = format?.pointee.name.map { String(cString: $0) } ?? ""
    name = String(names.prefix { $0 != "," })
    mayJump = flags & AVFMT_TS_DISCONT != 0
    hasNoTimestamps = flags & AVFMT_NOTIMESTAMPS != 0
    packetSize = context.pointee.packet_size
  }

  /// Whether files may be joined by putting one behind the other, each with a clock of its own.
  var mayBeJoined: Bool { ["mpegts", "mpeg", "matroska"].contains(name) }

  /// Whether the index of all packets, or of those before any fragment, is read before the first packet: ISO base media
  /// files.
  var hasIndexFirst: Bool { name == "mov" }

  /// Whether FFmpeg takes the end from the last packet that is there, and the header says none: NUT, Ogg, GIF, YUV4MPEG2.
  var endsAsFound: Bool { ["nut", "ogg", "gif", "yuv4mpegpipe"].contains(name) }

  /// Whether the timestamps are derived from packet order: raw streams and AVI do not store one for each picture, and GXF
  /// stores the number of a field.
  ///
  /// FFmpeg's demuxers of raw MPEG-1, MPEG-2, H.261, H.263, Dirac and GXF do not declare this.
  var inventsTimestamps: Bool {
    hasNoTimestamps || countsPeriods || ["avi", "mpegvideo", "dirac", "gxf"].contains(name)
  }

  /// Whether FFmpeg makes up the timestamps of this codec's pictures: in raw MPEG-4 they start anew with each
  /// concatenated stream, in raw Dirac they are picture numbers, MPEG video in GXF gets one field for each picture, and the
  /// first picture of raw H.261 and H.263 1/25 s.
  func guessesTimestamps(of codec: AVCodecID?) -> Bool {
    let isMPEG = codec == AV_CODEC_ID_MPEG1VIDEO || codec == AV_CODEC_ID_MPEG2VIDEO
    return countsPeriods || ["m4v", "dirac"].contains(name) || name == "gxf" && isMPEG
  }

  /// Whether only the coded pictures tell the frame rate. FFmpeg's average is 25 for any raw H.264 or HEVC file since
  /// version 7, that of fields in GXF, and in ASF that of a few timestamps in milliseconds.
  var takesRateFromPictures: Bool { isRawH26x || countsPeriods || ["gxf", "asf"].contains(name) }

  /// The rate of pictures that tell none: 25 in raw H.264 and HEVC, as FFmpeg's demuxers have it. Before version 7 its
  /// average is that of the first few packets, and wrong where some of them hold a frame and others a field.
  var untoldRate: Rational? { isRawH26x ? Rational(25) : nil }

  private var isRawH26x: Bool { ["h264", "hevc"].contains(name) }

  /// Whether only the pictures tell when they are shown, by the periods of a clock, which has 30000/1001 of them in a second
  /// if the stream states no other: raw H.261 and H.263.
  var countsPeriods: Bool { ["h261", "h263"].contains(name) }

  /// Whether a tick of a video is a frame: the edit unit of MXF. FFmpeg guesses an average rate where the file is cut off.
  var countsFrames: Bool { name == "mxf" }

  /// Whether FFmpeg cannot compute the times of the last page (Ogg), whose position says less than how many pictures it
  /// has: after a seek to it, the first keyframe would get the time that was sought.
  var guessesTimesOfLastPage: Bool { name == "ogg" }

  /// Whether packets are stored as the encoder made them. From other containers FFmpeg cuts a byte stream into packets,
  /// some of which may hold only the end of a sequence.
  var keepsPacketsWhole: Bool {
    ["mov", "matroska", "flv", "live_flv", "avi", "asf", "nut", "gif", "ivf"].contains(name)
  }

  /// Whether the index of a frame costs no more than the frame: all packets are listed, or everything before it is read
  /// anyway. In other formats, all packets before it must be read.
  var numbersFrames: Bool {
    !["matroska", "mpegts", "mpeg", "avi", "asf", "nut", "ogg", "mxf"].contains(name)
  }

  /// Whether the decoder's configuration may change in the middle without being repeated after a seek.
  var mayChangeSettings: Bool { name == "flv" || name == "live_flv" }

  /// Whether packets can be found again by seeking: not among concatenated pictures, whose positions and times FFmpeg
  /// counts from where reading started, nor in NSV, where it counts from the approximate table of the header.
  var leadsToPackets: Bool { !name.hasSuffix("_pipe") && name != "nsv" }

  /// Whether FFmpeg reads all packets before a moment to find it: IVF, which has no index. Looking it up saves nothing, and
  /// would miss that a clock starts anew on the way.
  var isReadUpToMoments: Bool { name == "ivf" }

  /// Whether nothing is heard before t = 0 of the file, whatever its timestamps are (RFC 3533, granule positions).
  var startsSoundAtZero: Bool { name == "ogg" }

  /// Whether decode timestamps come from the file and can stand in for presentation timestamps: in AVI they are
  /// positions, in ASF milliseconds.
  var placesPackets: Bool { countsPlaces || name == "asf" }

  /// Whether the times behind lost bytes are not known: those of Ogg, which are counted from the end of a page.
  var losesTimes: Bool { name == "ogg" }

  /// Whether the header counts frames including empty packets, which repeat the picture before them: AVI.
  var countsPlaces: Bool { name == "avi" }

  /// The format of a decoded picture as it is meant: in uncompressed pictures of AVI, the fourth byte of a pixel is not
  /// used (`BITMAPINFOHEADER`, BI_RGB), where FFmpeg has alpha.
  func meant(_ format: AVPixelFormat, of parameters: borrowing AVCodecParameters) -> AVPixelFormat {
    guard name == "avi", format == AV_PIX_FMT_BGRA, parameters.codec_id == AV_CODEC_ID_RAWVIDEO else { return format }
    return parameters.codec_tag == 0 ? AV_PIX_FMT_BGR0 : format
  }

  /// Whether a packet that the end of the file cuts off is completed with bytes of an earlier one: raw DV.
  var completesPackets: Bool { name == "dv" }

  /// Whether the stream consists of packets of one length, so that an incomplete one means a cut-off file.
  var hasPacketsOfOneLength: Bool { name == "mpegts" }

  /// Whether the file is one large element with a known end: Matroska and WebM.
  var isOneElement: Bool { name == "matroska" }

  /// Whether a stream may end anywhere, with nothing that marks its end: then only a damaged last picture shows that it
  /// is cut off.
  var mayEndAnywhere: Bool {
    ["h264", "hevc", "vvc", "m4v", "mpegvideo", "h261", "h263", "vc1", "cavsvideo", "dirac", "obu"].contains(name)
  }

  /// Whether this status means the end of the file: FFmpeg's demuxer of GXF returns −1 there, that of raw VC-1 with
  /// lengths `AVERROR(EIO)`.
  func endsBy(_ status: Int32) -> Bool { name == "gxf" && status == -1 || name == "vc1test" && status == -EIO }

  /// The name of a codec that FFmpeg cannot decode although it opens the file; nil if none is known.
  func unreadableCodec(_ parameters: borrowing AVCodecParameters, reading read: MovieBoxes.Read) -> String? {
    let known = [AV_CODEC_ID_H264, AV_CODEC_ID_HEVC, AV_CODEC_ID_VP9, AV_CODEC_ID_AV1]
    if parameters.codec_id == AV_CODEC_ID_WEBP, parameters.width <= 0 {
      return UnreadableCodec.isAnimatedWebP(reading: read) ? "WebP with an animation" : nil
    }
    guard name == "flv", !known.contains(parameters.codec_id) else { return nil }
    return UnreadableCodec.ofEnhancedFLV(reading: read).map { "\($0) (enhanced FLV)" }
  }

  /// Whether the file ends as its header says, so that reading to its end meets the last packet: ASF.
  func endsAsStated(_ tail: ContainerTail) -> Bool { name == "asf" && tail.endsWithASFIndexes }

  /// Whether the file lacks what its format has at the end.
  ///
  /// - Parameters:
  ///   - tail: reads the file's bytes.
  ///   - position: where the last packet starts.
  ///   - claimedEnd: the end that the header gives, in seconds; nil if unknown.
  func lacksEnd(_ tail: ContainerTail, lastPacket position: Int64?, claimedEnd: Rational?) -> Bool {
    switch name {
    case "yuv4mpegpipe": return position.map { tail.isYUV4MPEGCut(from: $0, packetSize: packetSize) } ?? false
    case "ogg": return tail.isOggCut
    case "mpeg": return tail.isProgramStreamCut
    case "mjpeg", "jpeg_pipe": return position.map { tail.isJPEGCut(from: $0) } ?? false
    case "dirac": return tail.isDiracCut
    case "apng": return tail.isPNGCut
    case "gif": return position.map { tail.isGIFCut(from: $0) } ?? false
    case "asf": return tail.isASFCut
    case "gxf": return tail.isGXFCut
    case "mxf": return tail.isMXFCut
    case "nut": return tail.isNUTCut
    case "rm": return tail.isRealMediaCut
    case "flv":
      guard let latest = tail.lastFLVTime else { return true }
      guard let claimedEnd else { return tail.isFLVShort }
      func ends(_ rest: Int64) -> Bool { Rational(latest + rest, 1000).map { $0 >= claimedEnd } ?? true }
      // Within a second, the rest may be the length of the last pictures and sounds. A wrong size, such as that of the file
      // which a recorded stream was sent from, is none if the last picture lasts until the end, rounded to a millisecond.
      guard ends(1000) else { return true }
      return tail.isFLVShort && !(tail.stepOfFLV.map { $0 == 0 || ends($0 + 1) } ?? false)
    default: return false
    }
  }
}

import CFFmpeg
public import Files
public import Packing

/// The file, its state, the stream, and the versions of the program and libraries: an index is valid for nothing else.
public struct IndexKey: Hashable, Sendable {
  /// The number of the stream.
  public let stream: Int
  /// Whether the streams were probed.
  public let isProbed: Bool
  /// The part that does not change while a file is written to: a newer state's index has the same file name as an older
  /// one's.
  let place: [UInt8]
  /// The whole key.
  let bytes: [UInt8]
  /// Whether any later change of the file gets another timestamp.
  public let isSettled: Bool

  /// Makes the key of a video.
  ///
  /// - Parameters:
  ///   - identity: the file, as it was after `time`.
  ///   - stream: the number of the stream, from 0.
  ///   - isProbed: whether the streams were probed, which may change the packets' values.
  ///   - limits: the limits with which it was opened, which may end an index early.
  ///   - program: the version of the program, since the kept data depends on its rules.
  ///   - time: when the file was about to be opened.
  public init(
    _ identity: FileIdentity, stream: Int, isProbed: Bool, limits: Limits, program: String, openedAfter time: WallTime
  ) {
    (self.stream, self.isProbed) = (stream, isProbed)
    var packing = VarintWriter()
    // The time limit does not affect the result.
    packing.append(
      identity.device, identity.inode, stream, isProbed, limits.pixels, limits.allocation, Int64(limits.streams),
      limits.probeBytes, limits.probeMicroseconds, limits.bytesWithoutPacket, program)
    // One version of FFmpeg may be built in more than one way.
    packing.append(String(cString: av_version_info()), String(cString: avformat_configuration()))
    for library in LibraryVersions.ffmpeg { packing.append(library.running) }
    place = packing.bytes
    packing.append(
      identity.size, identity.modificationSeconds, identity.modificationNanoseconds, identity.changeSeconds,
      identity.changeNanoseconds)
    bytes = packing.bytes
    isSettled =
      time.isClear(ofStamp: identity.modificationSeconds, identity.modificationNanoseconds)
      && time.isClear(ofStamp: identity.changeSeconds, identity.changeNanoseconds)
  }
}

/// A wall-clock time, to be compared with timestamps of files.
public struct WallTime: Hashable, Sendable {
  /// Since 1970, UTC.
  public let seconds: Int64
  /// The nanoseconds that follow the whole seconds.
  public let nanoseconds: Int64

  /// Makes a time.
  public init(seconds: Int64, nanoseconds: Int64) {
    (self.seconds, self.nanoseconds) = (seconds, nanoseconds)
  }

  /// The current time.
  public static var now: WallTime {
    let (seconds, nanoseconds) = SystemClock.calendar.time
    return WallTime(seconds: seconds, nanoseconds: nanoseconds)
  }

  /// Whether a file that is written to from this moment on gets another timestamp than this one.
  ///
  /// The resolution of timestamps is at most 10 ms if they have fractions of a second, otherwise at most 2 s.
  func isClear(ofStamp seconds: Int64, _ nanoseconds: Int64) -> Bool {
    let (whole, overflow) = self.seconds.subtractingReportingOverflow(seconds)
    // The timestamp is in the distant past or in the distant future.
    guard !overflow, whole > -1000, whole < 1000 else { return true }
    let passed = (whole * 1_000_000_000) &+ (self.nanoseconds &- nanoseconds)
    return passed > (nanoseconds == 0 ? 2_000_000_000 : 20_000_000)
  }
}

extension WallTime: Packed {
  /// Appends both numbers.
  public func pack(into packing: inout VarintWriter) { packing.append(seconds, nanoseconds) }

  /// Reads them.
  public init(unpacking packing: inout VarintReader) throws(VarintError) {
    (seconds, nanoseconds) = try packing.values()
  }
}

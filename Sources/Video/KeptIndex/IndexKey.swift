import CFFmpeg
import Files

/// Which file in which state, which stream of it, and read by what: an index that was kept holds for nothing else.
struct IndexKey: Hashable {
  /// What does not change while a file is written to: an index of an older state gives its name to that of a newer one.
  let place: [UInt8]
  /// All of it.
  let bytes: [UInt8]
  /// Whether a change of the file from now on cannot leave its time stamps as they are.
  let isSettled: Bool

  /// - Parameters:
  ///   - identity: the file, as it was after `time`.
  ///   - isProbed: whether the streams were looked into, which may change what packets say.
  ///   - program: the version of the program, since its rules are in what is kept.
  ///   - time: when the file was about to be opened.
  init(
    _ identity: FileIdentity, stream: Int, isProbed: Bool, limits: Limits, program: String, openedAfter time: WallTime
  ) {
    var packing = VarintWriter()
    packing.append(identity.device)
    packing.append(identity.inode)
    packing.append(count: stream)
    packing.append(isProbed)
    // Time is no limit of what is found.
    packing.append(signed: limits.pixels)
    packing.append(count: limits.allocation)
    packing.append(signed: Int64(limits.streams))
    packing.append(signed: limits.probeBytes)
    packing.append(signed: limits.probeMicroseconds)
    packing.append(signed: limits.bytesWithoutPacket)
    packing.append(program)
    // One version of FFmpeg may be built in more than one way.
    packing.append(String(cString: av_version_info()))
    packing.append(String(cString: avformat_configuration()))
    for library in LibraryVersions.ffmpeg { packing.append(library.running) }
    place = packing.bytes
    packing.append(signed: identity.size)
    packing.append(signed: identity.modificationSeconds)
    packing.append(signed: identity.modificationNanoseconds)
    packing.append(signed: identity.changeSeconds)
    packing.append(signed: identity.changeNanoseconds)
    bytes = packing.bytes
    isSettled =
      time.isClear(ofStamp: identity.modificationSeconds, identity.modificationNanoseconds)
      && time.isClear(ofStamp: identity.changeSeconds, identity.changeNanoseconds)
  }
}

/// A moment of the clock on the wall, to be compared with time stamps of files.
struct WallTime: Hashable {
  /// Since 1970, UTC.
  let seconds: Int64
  let nanoseconds: Int64

  /// This moment.
  static var now: WallTime {
    let (seconds, nanoseconds) = SystemClock.calendar.time
    return WallTime(seconds: seconds, nanoseconds: nanoseconds)
  }

  /// Whether a file that is written to from this moment on gets another stamp than this one.
  ///
  /// Stamps move in steps: of at most 10 ms where they have fractions of a second, of at most 2 s where they have none.
  func isClear(ofStamp seconds: Int64, _ nanoseconds: Int64) -> Bool {
    let (whole, overflow) = self.seconds.subtractingReportingOverflow(seconds)
    // One of the far past is long gone, and one of the far future is not reached.
    guard !overflow, whole > -1000, whole < 1000 else { return true }
    let passed = (whole * 1_000_000_000) &+ (self.nanoseconds &- nanoseconds)
    return passed > (nanoseconds == 0 ? 2_000_000_000 : 20_000_000)
  }
}

import CFFmpeg
import Files
import Synchronization

/// FFmpeg's log, kept instead of printed: the last complaint tells the story of an error, and the number of complaints
/// is the only sign of some kinds of damage.
public enum FFmpegLog {
  private struct State {
    var complaints = 0
    /// Those that may be about any decoder, and those that are about one, by its number.
    var anybodys = 0
    var byDecoder: [Int: Int] = [:]
    /// Of references that were to be dropped and are not there, by the decoder's number.
    var missingReferences: [Int: Int] = [:]
    /// Of numbers missing between reference pictures, by the decoder's number.
    var gaps: [Int: Int] = [:]
    var lastDecoder = 0
    /// The newest complaints, the last one last.
    var recent: [String] = []
    var echo: (@Sendable (String) -> Void)?
  }

  private static let state = Mutex(State())

  /// Takes over FFmpeg's log (`av_log_set_callback`); every line also goes to `echo` when there is one.
  public static func capture(echo: (@Sendable (String) -> Void)? = nil) {
    state.withLock { $0.echo = echo }
    if echo != nil { av_log_set_level(AV_LOG_VERBOSE) }
    fg_capture_log { owner, level, line in
      guard let line else { return }
      let bytes = UnsafeRawBufferPointer(start: line, count: fg_length(line))
      let end = bytes.lastIndex { $0 != 0x0A && $0 != 0x20 }.map { $0 + 1 } ?? 0
      FFmpegLog.take(printable(bytes[..<end]), level: level, owner: owner)
    }
  }

  private static func take(_ line: String, level: Int32, owner: Int) {
    let echo = state.withLock { state in
      // The first picture of a stream of H.261 is none that FFmpeg takes for a keyframe: that is no complaint.
      if line.hasPrefix("warning: first frame is no keyframe") { return state.echo }
      if line.hasPrefix("Frame num gap ") {
        state.gaps[owner]? += 1
        return level <= av_log_get_level() ? state.echo : nil
      }
      // What a decoder covers up for lack of data is damage, though FFmpeg says so without raising its voice.
      if level <= AV_LOG_ERROR || line.hasPrefix("concealing ") {
        state.complaints += 1
        if owner == 0 { state.anybodys += 1 }
        if line.hasPrefix("mmco: unref short failure") {
          state.missingReferences[owner]? += 1
        } else {
          state.byDecoder[owner]? += 1
        }
        if !line.isEmpty { state.recent.append(line) }
        if state.recent.count > 8 { state.recent.removeFirst() }
      }
      return state.echo
    }
    if let echo, !line.isEmpty { echo(line) }
  }

  /// A number for a decoder whose complaints are to be counted, from 1 on; none is given twice.
  static func addDecoder() -> Int {
    state.withLock { state in
      state.lastDecoder += 1
      state.byDecoder[state.lastDecoder] = 0
      state.missingReferences[state.lastDecoder] = 0
      state.gaps[state.lastDecoder] = 0
      return state.lastDecoder
    }
  }

  /// Forgets what was counted for a decoder that is closed.
  static func removeDecoder(_ number: Int) {
    state.withLock { state in
      state.byDecoder[number] = nil
      state.missingReferences[number] = nil
      state.gaps[number] = nil
    }
  }

  /// The number of complaints so far that are, or may be, about this decoder; another one's damage is not its own.
  ///
  /// A decoder that starts at an open GOP of H.264 is told to drop references that were before its start, and complains
  /// that they are not there: no sign of damage, unless `countsMissingReferences`.
  static func complaints(aboutDecoder number: Int, countsMissingReferences: Bool) -> Int {
    state.withLock { state in
      state.anybodys + state.byDecoder[number, default: 0]
        + (countsMissingReferences ? state.missingReferences[number, default: 0] : 0)
    }
  }

  /// How often this decoder found numbers missing between reference pictures of H.264: pictures that are not there.
  static func gaps(inDecoder number: Int) -> Int { state.withLock { $0.gaps[number, default: 0] } }

  /// The number of lines at error level so far.
  static var complaints: Int { state.withLock { $0.complaints } }

  /// FFmpeg's name for a status and its last complaint since `mark`, in one phrase.
  static func words(for status: Int32, since mark: Int) -> String {
    let name = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 128) { buffer in
      guard let base = buffer.baseAddress, av_strerror(status, base, 128) >= 0 else { return "error \(status)" }
      return String(cString: base)
    }
    let complaint = state.withLock { $0.complaints > mark ? $0.recent.last ?? "" : "" }
    return complaint.isEmpty ? name : "\(name) (\(complaint))"
  }

  /// Whether one of the newest complaints since `mark` has these words in it, for the few facts that FFmpeg only logs.
  static func complains(of words: String, since mark: Int) -> Bool {
    state.withLock { state in
      state.recent.suffix(max(0, state.complaints - mark)).contains { $0.contains(words) }
    }
  }
}

import Arguments
import Files
import FrameGrabbing
import Synchronization
import Timeline

/// The progress line on standard error; it never mixes with other lines.
final class ProgressLine: Sendable {
  private struct State {
    /// The number of columns that the terminal's line uses now.
    var width = 0
    /// When the first frame was done, and how many were done by then.
    var first: (time: ContinuousClock.Instant, done: Int)?
    /// When the line was last shown.
    var shown: ContinuousClock.Instant?
    /// Whether it last showed how much was read.
    var showsReading = false
  }

  private let start = ContinuousClock.now
  private let isTerminal: Bool
  private let state = Mutex(State())

  /// Progress is only shown in runs that take longer than this, unless it is requested.
  private let patience: Duration

  /// Makes the line; nil if none is shown. `isHeard`: whether messages other than errors are printed.
  init?(_ choice: ProgressChoice, isHeard: Bool) {
    // A terminal that cannot move its cursor gets lines, like a file.
    isTerminal = standardErrorIsTerminal && Environment.variable("TERM") != "dumb"
    patience = choice == .always ? .zero : .milliseconds(500)
    guard choice == .always || choice == .auto && isTerminal && isHeard else { return nil }
  }

  /// Shows the progress, unless it was shown a moment ago.
  func show(_ progress: GrabProgress) {
    let now = ContinuousClock.now
    state.withLock { state in
      let first = state.first ?? (now, progress.done)
      state.first = first
      // The first frame is shown at once, in place of the progress of reading.
      if state.showsReading { state.shown = nil }
      state.showsReading = false
      show(at: now, &state) { Self.text(progress, since: first.done, in: now - first.time) }
    }
  }

  /// Shows how much of a file was read, in per cent, no more often than that.
  func show(reading path: Path, percent: Int) {
    state.withLock { state in
      state.showsReading = true
      show(at: .now, &state) { "reading \(path.lastComponent): \(percent) %" }
    }
  }

  /// Shows a text, no more often than that.
  func show(_ words: @autoclosure () -> String) {
    state.withLock { show(at: .now, &$0, words) }
  }

  private func show(at now: ContinuousClock.Instant, _ state: inout State, _ text: () -> String) {
    let pause = isTerminal ? Duration.milliseconds(100) : .seconds(1)
    guard now - start >= patience, state.shown.map({ now - $0 >= pause }) ?? true else { return }
    state.shown = now
    let text = "framegrab: " + text()
    guard isTerminal else { return writeMessage(text + "\n") }
    // A line that reaches the last column would wrap, and could not be replaced.
    let line = Self.cut(text, columns: standardErrorColumns.map { $0 - 1 } ?? .max)
    writeMessage("\r" + line.text + String(repeating: " ", count: max(0, state.width - line.columns)))
    state.width = line.columns
  }

  /// As much of a text as fits; characters outside ASCII are taken to be two columns wide.
  static func cut(_ text: String, columns: Int) -> (text: String, columns: Int) {
    var (kept, used) = ("", 0)
    for character in text {
      let width = character.isASCII ? 1 : 2
      guard used + width <= columns else { break }
      kept.append(character)
      used += width
    }
    return (kept, used)
  }

  /// Erases the line, so that another one can be printed.
  func clear() {
    state.withLock { Self.clear(&$0) }
  }

  private static func clear(_ state: inout State) {
    guard state.width > 0 else { return }
    writeMessage("\r" + String(repeating: " ", count: state.width) + "\r")
    state.width = 0
  }

  /// The text: frames, and as soon as they are known the rate and the time left.
  static func text(_ progress: GrabProgress, since first: Int, in duration: Duration) -> String {
    var text = "\(progress.done) of \(progress.total) frames"
    let (seconds, attoseconds) = duration.components
    let milliseconds = seconds * 1000 + attoseconds / 1_000_000_000_000_000
    let done = Int64(progress.done - first)
    guard done > 0, milliseconds > 0 else { return text }
    let rate = done * 10_000 / milliseconds
    text += rate >= 100 ? ", \(rate / 10) a second" : ", \(rate / 10).\(rate % 10) a second"
    let (product, overflows) = milliseconds.multipliedReportingOverflow(by: Int64(progress.total - progress.done))
    guard !overflows else { return text }
    let left = (product / done + 999) / 1000
    let hours = left >= 3600 ? "\(left / 3600):\((left / 60 % 60).padded(to: 2))" : "\(left / 60)"
    return text + ", \(hours):\((left % 60).padded(to: 2)) left"
  }
}

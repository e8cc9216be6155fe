import Arguments
import Files
import FrameGrabbing
import Synchronization
import Timeline

/// The progress line on standard error; it never mixes with other lines.
final class ProgressLine: Sendable {
  private struct State {
    /// The number of characters now on the terminal's line.
    var width = 0
    /// When the first frame was done, and how many were done by then.
    var first: (time: ContinuousClock.Instant, done: Int)?
    /// When the line was last shown.
    var shown: ContinuousClock.Instant?
  }

  private let start = ContinuousClock.now
  private let isTerminal: Bool
  private let state = Mutex(State())

  /// Progress is only shown in runs that take longer than this, unless it is requested.
  private let patience: Duration

  /// Makes the line, or nil if none is shown. `isHeard`: whether more messages than errors are wanted.
  init?(_ choice: ProgressChoice, isHeard: Bool) {
    isTerminal = standardErrorIsTerminal
    patience = choice == .always ? .zero : .milliseconds(500)
    guard choice == .always || choice == .auto && isTerminal && isHeard else { return nil }
  }

  /// Shows the progress, if the last time is long enough ago.
  func show(_ progress: GrabProgress) {
    let now = ContinuousClock.now
    state.withLock { state in
      let first = state.first ?? (now, progress.done)
      state.first = first
      let pause = isTerminal ? Duration.milliseconds(100) : .seconds(1)
      guard now - start >= patience, state.shown.map({ now - $0 >= pause }) ?? true else { return }
      state.shown = now
      let text = "framegrab: " + Self.text(progress, since: first.done, in: now - first.time)
      guard isTerminal else { return StandardError.emit(text + "\n") }
      StandardError.emit("\r" + text + String(repeating: " ", count: max(0, state.width - text.count)))
      state.width = text.count
    }
  }

  /// Erases the line, so that another one can be printed.
  func clear() {
    state.withLock { Self.clear(&$0) }
  }

  /// The same from a thread that must not block on a lock.
  func clearIfPossible() {
    _ = state.withLockIfAvailable { Self.clear(&$0) }
  }

  private static func clear(_ state: inout State) {
    guard state.width > 0 else { return }
    StandardError.emit("\r" + String(repeating: " ", count: state.width) + "\r")
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

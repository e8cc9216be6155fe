import FrameGrabbing

/// The codes of what failed in a run or a job, and the exit code that follows from them.
struct FailureCodes {
  /// In the order of the failures.
  private(set) var all: [ExitCode] = []
  /// The code of the first failure that is about the whole call, not about a moment.
  private var whole: ExitCode?

  /// Adds a failure.
  mutating func add(_ code: ExitCode, isWhole: Bool) {
    all.append(code)
    if isWhole { whole = whole ?? code }
  }

  /// The exit code; nil if nothing failed.
  ///
  /// It is 1 if any of several moments failed. A failure of the whole call keeps its own code; so does that of the only
  /// moment if it asked for one frame, or for pictures joined in one output of which nothing was made.
  func exitCode(of named: NamedGrab, succeeded: Int) -> ExitCode? {
    guard let first = all.first else { return nil }
    if let whole { return whole }
    // Sheets are written even if some of their tiles are missing.
    let isNothing = named.options.joinsPictures && (named.options.pixels.sheet == nil || succeeded == 0)
    return named.moments.count == 1 && (isNothing || all.count + succeeded == 1) ? first : .someFailed
  }
}

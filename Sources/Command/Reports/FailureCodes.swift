import FrameGrabbing

/// The codes of what failed in a run or a job, and the exit code that follows from them.
struct FailureCodes {
  /// In the order of the failures.
  private(set) var all: [ExitCode] = []
  /// That of the whole call, if it is not moments that failed.
  private var whole: ExitCode?

  /// Adds a failure.
  mutating func add(_ code: ExitCode, isWhole: Bool) {
    all.append(code)
    if isWhole { whole = whole ?? code }
  }

  /// The exit code; nil if nothing failed.
  ///
  /// It is 1 when any of several moments failed. The whole call has its own code, and so has a single moment that gave a
  /// single frame, or pictures that are one whole, of which there is nothing.
  func exitCode(of named: NamedGrab, succeeded: Int) -> ExitCode? {
    guard let first = all.first else { return nil }
    if let whole { return whole }
    // Sheets are there although tiles are missing.
    let isNothing = named.options.joinsPictures && (named.options.pixels.sheet == nil || succeeded == 0)
    return named.moments.count == 1 && (isNothing || all.count + succeeded == 1) ? first : .someFailed
  }
}

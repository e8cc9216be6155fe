import Files
import FrameGrabbing
import Workers

/// Reads the jobs that come through a pipe, in windows of limited size.
struct JobWindows {
  /// The most lines of a window.
  private static let most = 10_000
  /// The most bytes of a window, after which no line is added.
  private static let mostBytes = 64 << 20

  private var lines = StandardInputLines(atMost: JobTextKind.longest)
  private var number = 1

  /// The next lines: as many as there are now, and at least one; nil at the end, or when the run is to end.
  ///
  /// - Parameter tick: called before each wait; returns the nanoseconds until its next call, nil for none.
  /// - Throws: `GrabError` when standard input cannot be read.
  mutating func next(
    _ stops: StopSignals, tick: () -> Int64?
  ) throws(GrabError) -> HeldJobs? {
    var texts = HeldJobs(.requests, firstNumber: number)
    while texts.count < Self.most, texts.byteCount < Self.mostBytes {
      if let line = lines.nextRead() {
        texts.append(line)
        continue
      }
      // A window ends when no line follows soon, so that a slow writer does not delay lines that it has written.
      if lines.isEnded || texts.count > 0 && !Readiness.await([0], atMost: Self.patience)[0] { break }
      let ready = Readiness.await([stops.descriptor, 0].compactMap { $0 }, atMost: tick())
      guard stops.noted == nil else { return nil }
      guard ready.last == true else { continue }
      try blaming(.standardInput, GrabError.Fault.input) { () throws(FileError) in try lines.readMore() }
    }
    number += texts.count
    return texts.count == 0 ? nil : texts
  }

  /// How long to wait for another line, in nanoseconds.
  private static let patience: Int64 = 100_000_000
}

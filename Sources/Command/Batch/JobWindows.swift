import Files
import FrameGrabbing
import Workers

/// The jobs that come through a pipe, so many at a time.
struct JobWindows {
  /// The most lines of a window.
  private static let most = 10_000
  /// A window with so many bytes has no more lines.
  private static let mostBytes = 64 << 20

  private var lines = StandardInputLines(atMost: JobTextKind.longest)
  private var number = 1

  /// The next lines: as many as there are now, and at least one; nil at the end, or when the run is to end.
  ///
  /// - Parameter tick: is called before each wait, and returns after how many nanoseconds again; nil for never.
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
      // Whatever comes later is for another window, so that a slow writer does not hold up what it has written.
      if lines.isEnded || texts.count > 0 && !Readiness.await([0], atMost: Self.patience)[0] { break }
      let ready = Readiness.await([stops.descriptor, 0].compactMap { $0 }, atMost: tick())
      guard stops.noted == nil else { return nil }
      guard ready.last == true else { continue }
      try blaming(.standardInput, GrabError.Fault.input) { () throws(FileError) in try lines.readMore() }
    }
    number += texts.count
    return texts.count == 0 ? nil : texts
  }

  /// Nanoseconds of waiting for more lines.
  private static let patience: Int64 = 100_000_000
}

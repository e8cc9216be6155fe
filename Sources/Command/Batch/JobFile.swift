import Files
import FrameGrabbing

/// The jobs in a regular file, which is read twice: once as a whole, and then each job when it starts.
///
/// Only its position, 8 bytes, is kept of each job. A file that changes meanwhile is an error.
final class JobFile: JobTexts {
  let kind: JobTextKind
  let firstNumber = 1
  private let file: InputFile
  /// The byte that ends each text.
  private let end: UInt8
  /// Where the texts that may be read again start, in bytes from the start of the file.
  private var starts: [Int64] = []

  /// - Parameter file: lines, or names of videos that are ended by NUL if there is one.
  /// - Throws: `GrabError` when it cannot be read.
  init(_ kind: JobTextKind, _ file: consuming InputFile) throws(GrabError) {
    let hasNUL = kind == .videos ? try Self.hasNUL(file) : false
    (self.kind, end) = (kind, hasNUL ? 0 : 0x0A)
    self.file = file
  }

  var identity: FileIdentity? { file.identity }

  func readAll(_ take: (Int, JobText) throws(GrabError) -> Bool) throws(GrabError) {
    var lines = FileLines(atMost: JobTextKind.longest, endedBy: end)
    var (place, isKept) = (0, true)
    while let (start, line) = try next(&lines) {
      // Empty names are left out.
      if kind == .videos, line == .bytes([]) { continue }
      // Places are kept in 4 bytes.
      guard place < Int(Int32.max) else {
        throw GrabError(file.path, .input(FileError(path: file.path, fault: .readsTooMuch)))
      }
      if isKept { starts.append(start) }
      isKept = try take(place, line) && isKept
      place += 1
    }
    try check()
  }

  func text(at place: Int) throws(GrabError) -> JobText {
    guard starts.indices.contains(place) else { throw .changedJobs(file.path) }
    let span = place + 1 < starts.count ? starts[place + 1] - starts[place] : 4096
    var lines = FileLines(
      atMost: JobTextKind.longest, endedBy: end, from: starts[place], piece: Int(min(span, 256 << 10)))
    let line = try next(&lines)
    try check()
    guard let line else { throw .changedJobs(file.path) }
    return line.line
  }

  private func next(_ lines: inout FileLines) throws(GrabError) -> (start: Int64, line: JobText)? {
    let next = try blaming(file.path, GrabError.Fault.input) { () throws(FileError) in try lines.next(in: file) }
    guard kind == .videos, end != 0, let next, case .bytes(let bytes) = next.line else { return next }
    return (next.start, .bytes(JobTextKind.name(onLine: bytes, isFirst: next.start == 0)))
  }

  private static func hasNUL(_ file: borrowing InputFile) throws(GrabError) -> Bool {
    try blaming(file.path, GrabError.Fault.input) { () throws(FileError) in try file.contains(0) }
  }

  /// Refuses a file that was changed since it was opened, judging by its size and time.
  private func check() throws(GrabError) {
    let now = try blaming(file.path, GrabError.Fault.input) { () throws(FileError) in try file.currentIdentity() }
    guard let identity, now.hasSameContents(as: identity) else { throw .changedJobs(file.path) }
  }
}

extension GrabError {
  /// The error of a file of jobs that is not what it was when it was checked.
  static func changedJobs(_ path: Path) -> GrabError {
    let words = "\(path): was changed while its jobs were read, so no more were begun; run again with --resume"
    return GrabError(path, .relayed(RelayedError(line: words, code: ExitCode.usage.rawValue)))
  }
}

import Broker
import Files
import FrameGrabbing
import JSON
import Synchronization

/// The output to people, on standard error, and to machines, on standard output.
struct Terminal: Sendable {
  typealias Level = NoteLevel

  let level: Level
  /// The progress line, nil if progress is not shown.
  var progress: ProgressLine?
  /// Collects all output while a screen is shown; nil if there is never a screen.
  var held: HeldOutput?
  /// The messages that were already printed; nil if repetitions are printed, too.
  var said: SaidLines?

  /// Prints one line for people, after the program's name.
  func say(_ line: String, from least: Level = .normal) {
    guard level >= least, said?.insert(line) ?? true else { return }
    fail(line)
  }

  /// Prints an error, even with `-q`.
  func fail(_ line: String) {
    progress?.clear()
    emit("framegrab: \(line)\n")
  }

  private func emit(_ text: String) {
    if held?.holdBack(error: text) != true { writeMessage(text) }
  }

  /// Prints an error in a text that the user typed, with a mark under it on a terminal.
  func fail(_ line: String, in text: String, at fault: Range<Int>) {
    fail(line)
    guard standardErrorIsTerminal, !text.isEmpty,
      text.unicodeScalars.allSatisfy({ !$0.properties.isDefaultIgnorableCodePoint }),
      printable(text) == text
    else { return }
    let marks = String(repeating: " ", count: fault.lowerBound) + String(repeating: "^", count: max(1, fault.count))
    emit("    \(text)\n    \(marks)\n")
  }

  /// Writes a line for machines.
  ///
  /// - Throws: `GrabError` when writing to standard output fails.
  func print(_ line: String) throws(GrabError) {
    try print(bytes: Array((line + "\n").utf8))
  }

  /// A line with a path, after a hash if there is one: byte for byte, but escaped on a terminal, which control
  /// characters in a name could command.
  func line(_ path: Path, after hash: String? = nil, end: UInt8 = 0x0A) -> [UInt8] {
    let prefix = hash.map { Array("\($0)  ".utf8) } ?? []
    let name = standardOutputIsTerminal ? Array(printable(path.bytes, limit: .max).utf8) : path.bytes
    return prefix + name + [end]
  }

  /// Writes bytes for machines as they are.
  func print(bytes: [UInt8]) throws(GrabError) {
    if standardOutputIsTerminal {
      progress?.clear()
      if held?.holdBack(output: bytes) == true { return }
    }
    try blaming(.standardOutput, GrabError.Fault.output) { () throws(FileError) in
      try bytes.withUnsafeBufferPointer { bytes throws(FileError) in
        try writeStandardOutput(UnsafeRawBufferPointer(bytes))
      }
    }
  }
}

extension Terminal {
  /// Shows the times of a run's stages, even with `-q`, since they were requested.
  func show(_ timings: Timings, asJSON: Bool) {
    writeMessage(asJSON ? timings.json + "\n" : timings.lines.map { "framegrab: \($0)\n" }.joined())
  }

  /// Shows a text of several lines to people.
  func show(_ text: String) {
    writeMessage(text)
  }
}

/// Buffers lines for standard output, so that a million of them do not take a million system calls.
struct LineBuffer {
  private let terminal: Terminal
  private var bytes: [UInt8] = []

  init(_ terminal: Terminal) {
    self.terminal = terminal
  }

  mutating func add(_ line: String) throws(GrabError) {
    bytes += line.utf8
    try end()
  }

  mutating func add(_ line: JSONText) throws(GrabError) {
    line.append(to: &bytes)
    try end()
  }

  private mutating func end() throws(GrabError) {
    bytes.append(0x0A)
    if bytes.count >= 1 << 16 { try flush() }
  }

  mutating func flush() throws(GrabError) {
    if !bytes.isEmpty { try terminal.print(bytes: bytes) }
    bytes.removeAll(keepingCapacity: true)
  }
}

/// The messages of a run over many videos, so that each is printed only once.
final class SaidLines: Sendable {
  /// The most messages that are remembered; later ones may be repeated.
  private static let most = 100_000

  private let hashes = Mutex<Set<Int>>([])

  /// Notes a line; returns whether it is new.
  func insert(_ line: String) -> Bool {
    hashes.withLock { $0.count >= Self.most || $0.insert(line.hashValue).inserted }
  }
}

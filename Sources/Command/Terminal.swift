import Files
import FrameGrabbing

/// What is said to people, on standard error, and to machines, on standard output.
struct Terminal: Sendable {
  /// How much people want to hear.
  enum Level: Int, Comparable, Sendable {
    case quiet
    case normal
    case verbose
    case all

    static func < (left: Level, right: Level) -> Bool { left.rawValue < right.rawValue }
  }

  let level: Level
  /// The line that says how far a run has come, nil when nobody is told.
  var progress: ProgressLine?

  /// Prints one line for people, behind the program's name.
  func say(_ line: String, from least: Level = .normal) {
    guard level >= least else { return }
    progress?.clear()
    StandardError.emit("framegrab: \(line)\n")
  }

  /// Prints a failure: it is said even when people want quiet.
  func fail(_ line: String) {
    progress?.clear()
    StandardError.emit("framegrab: \(line)\n")
  }

  /// Prints a fault in a text that somebody typed, with a mark under it when a person is watching.
  func fail(_ line: String, in text: String, at fault: Range<Int>) {
    fail(line)
    guard standardErrorIsTerminal, !text.isEmpty,
      text.unicodeScalars.allSatisfy({ !$0.properties.isDefaultIgnorableCodePoint }),
      printable(text) == text
    else { return }
    let marks = String(repeating: " ", count: fault.lowerBound) + String(repeating: "^", count: max(1, fault.count))
    StandardError.emit("    \(text)\n    \(marks)\n")
  }

  /// Writes a line for machines.
  ///
  /// - Throws: `GrabError` when standard output does not take it.
  func print(_ line: String) throws(GrabError) {
    try print(bytes: Array((line + "\n").utf8))
  }

  /// Writes bytes for machines as they are.
  func print(bytes: [UInt8]) throws(GrabError) {
    if let progress, standardOutputIsTerminal { progress.clear() }
    do throws(FileError) {
      try bytes.withUnsafeBufferPointer { bytes throws(FileError) in
        try writeStandardOutput(UnsafeRawBufferPointer(bytes))
      }
    } catch {
      throw GrabError(.standardOutput, .output(error))
    }
  }
}

extension Terminal {
  /// Answers a question about the tool on standard output.
  func answer(_ question: Question) -> ExitCode {
    do throws(GrabError) {
      try print(bytes: Array(question.answer.utf8))
      return .success
    } catch {
      if case .output(let fault) = error.fault, fault.isBrokenPipe { return .output }
      fail(error.description)
      return .output
    }
  }

  /// Shows what the stages of a run took, even to those who want quiet: they asked for it.
  func show(_ timings: Timings, asJSON: Bool) {
    StandardError.emit(asJSON ? timings.json + "\n" : timings.lines.map { "framegrab: \($0)\n" }.joined())
  }

  /// Shows a text of several lines to people.
  func show(_ text: String) {
    StandardError.emit(text)
  }
}

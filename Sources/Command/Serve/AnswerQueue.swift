import Files
import FrameGrabbing
import JSON

/// The answers of a service, printed in the order of their requests or as they come.
struct AnswerQueue {
  private let terminal: Terminal
  private let isOrdered: Bool
  private var answers: [Int: Answer] = [:]
  private var next = 0
  /// Whether a request failed.
  private(set) var hasFailure = false

  init(_ terminal: Terminal, isOrdered: Bool) {
    (self.terminal, self.isOrdered) = (terminal, isOrdered)
  }

  /// How many answers wait for an earlier one, and the bytes of their pictures.
  var waiting: Int { answers.count }
  private(set) var waitingBytes = 0

  mutating func enqueue(_ answer: Answer, number: Int) {
    waitingBytes += answer.byteCount
    // Unordered answers are numbered as they come.
    answers[isOrdered ? number : next + answers.count] = answer
  }

  /// Prints the answers whose turn it is; returns false if standard output cannot be written to.
  mutating func print() -> Bool {
    while let answer = answers.removeValue(forKey: next) {
      next += 1
      waitingBytes -= answer.byteCount
      if answer.isFailure { hasFailure = true }
      do throws(GrabError) {
        try terminal.print(answer.object.description)
        for piece in answer.payload { try terminal.print(bytes: piece) }
      } catch {
        if case .output(let fault) = error.fault, !fault.isBrokenPipe { terminal.fail(error.description) }
        return false
      }
    }
    return true
  }
}

import Files
import FrameGrabbing
import JSON

/// The answers of a service, printed in the order of their requests.
struct AnswerQueue {
  private let terminal: Terminal
  private var answers: [Int: Answer] = [:]
  private var next = 0
  /// The exit code so far.
  private(set) var code = ExitCode.success

  init(_ terminal: Terminal) {
    self.terminal = terminal
  }

  /// How many answers wait for an earlier one.
  var waiting: Int { answers.count }

  mutating func add(_ answer: Answer, number: Int) { answers[number] = answer }

  /// Prints the answers whose turn it is; returns false when standard output takes no more.
  mutating func print() -> Bool {
    while let answer = answers.removeValue(forKey: next) {
      next += 1
      if answer.isFailure { code = .someFailed }
      do throws(GrabError) {
        try terminal.print(answer.object.description)
      } catch {
        if case .output(let fault) = error.fault, !fault.isBrokenPipe { terminal.fail(error.description) }
        return false
      }
    }
    return true
  }
}

import Files
import FrameGrabbing
import JSON

/// The first members of an answer, which tell a client which request it is about.
struct AnswerHead {
  /// The request's `id`, exactly as it was written; nil if it has none.
  let id: JSONText?
  /// The number of the request's line, from 1; nil if the answer does not give it.
  let line: Int?

  fileprivate var object: JSONObjectWriter {
    var object = JSONObjectWriter()
    if let id { object.add("id", id) }
    if let line { object.add("line", .integer(Int64(line))) }
    return object
  }
}

/// An answer of a service: a JSON object in one line, followed by the bytes of pictures that it announces.
struct Answer {
  let object: JSONText
  /// In pieces.
  let payload: [[UInt8]]
  let byteCount: Int
  let isFailure: Bool

  /// The result of a request; that of a series is a list, and pictures may follow it.
  init(_ head: AnswerHead, _ result: JobResult, isSeries: Bool, hasPictures: Bool = false) {
    var object = head.object
    if let failure = result.failure {
      object.add("error", .string(failure.line))
      object.add("code", .integer(Int64(failure.code.rawValue)))
      if failure.isCutOff { object.add("cutOff", .boolean(true)) }
      if !result.frames.isEmpty { object.add("frames", .array(result.frames)) }
    } else if let description = result.description {
      object.addMembers(of: description)
    } else if isSeries {
      object.add("frames", .array(result.frames))
      result.sheets?.addMembers(to: &object)
    } else {
      result.single?.addMembers(to: &object)
    }
    payload = result.payload
    byteCount = payload.reduce(0) { $0 + $1.count }
    if hasPictures { object.add("payload", .integer(Int64(byteCount))) }
    (self.object, isFailure) = (object.finished(), !result.codes.isEmpty)
  }
}

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

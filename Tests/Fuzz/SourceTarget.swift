import Files
import Sourcing

extension FuzzTarget {
  /// What a helper of `--source` writes, in pieces, and the messages about its objects; also as its command.
  static let source = FuzzTarget(
    name: "source", longest: 2048,
    words: [
      "{\"id\":1,\"size\":", "{\"id\":2,\"length\":4}\n", "\"version\":", "\"error\":", "\"retry\":true}", "null", "\n",
    ]
  ) { bytes in
    try talk(bytes)
    if let command = try? HelperCommand(parsing: String(decoding: bytes, as: UTF8.self)) {
      try FuzzFault.unless(!(command.words.first?.isEmpty ?? true), "a command without a name")
      try FuzzFault.unless(command.words.allSatisfy { !$0.utf8.contains(0) }, "a word with NUL")
    }
    if let question = LentFile.Question(bytes) {
      try FuzzFault.unless(question.message == bytes, "a question that is not its message")
    }
    if case .bytes(let part)? = LentFile.Answer(bytes[...]) {
      try FuzzFault.unless(part.elementsEqual(bytes.dropFirst()), "other bytes")
    }
  }

  private static func talk(_ bytes: [UInt8]) throws {
    var fuzzed = FuzzedBytes(bytes)
    let size = 1 + fuzzed.below(64)
    var talk = HelperTalk()
    let questions: [Int: HelperTalk.Question] = [
      1: .open("a"), 2: .read("a", at: 0, count: 4), 3: .read("b", at: 1 << 40, count: 300), 4: .open("b"),
    ]
    for (number, question) in questions { _ = talk.ask(question, number: number) }
    var answered: Set<Int> = []
    var fault: FuzzFault?
    func check(_ number: Int, _ answer: HelperTalk.Answer) {
      let isFit =
        switch (questions[number], answer) {
        case (.read(_, _, let count)?, .bytes(let bytes)): bytes.count == count
        case (.open?, .opened(let size, _)): size >= 0
        case (_?, .failed): true
        default: false
        }
      if !isFit || !answered.insert(number).inserted { fault = FuzzFault(description: "\(number): \(answer)") }
    }
    for start in stride(from: 1, to: bytes.count, by: size) {
      do { try talk.take(bytes[start..<min(bytes.count, start + size)], check) } catch { break }
    }
    if let fault { throw fault }
    try FuzzFault.unless(answered.isDisjoint(with: talk.questions.keys), "an answered question is open")
  }
}

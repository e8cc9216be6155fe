import Foundation
import Sourcing
import Testing

/// Questions to a helper, and what its answers mean.
@Suite struct HelperTalkTests {
  private func line(_ text: String) -> [UInt8] { Array((text + "\n").utf8) }

  /// Hands everything over in pieces of a size.
  private func take(
    _ talk: inout HelperTalk, _ bytes: [UInt8], by size: Int
  ) throws -> [(number: Int, answer: HelperTalk.Answer)] {
    var answers: [(Int, HelperTalk.Answer)] = []
    for start in stride(from: 0, to: bytes.count, by: size) {
      try talk.take(bytes[start..<min(bytes.count, start + size)]) { answers.append(($0, $1)) }
    }
    return answers.map { ($0.0, $0.1) }
  }

  @Test func `questions are lines of JSON`() throws {
    var talk = HelperTalk()
    let open = talk.ask(.open("s3://b/ä \"x\"\n.mp4"), number: 1)
    let read = talk.ask(.read("k", at: 1 << 40, count: 65536), number: 2)
    #expect(open.last == 0x0A && open.filter { $0 == 0x0A }.count == 1)
    let first = try #require(try JSONSerialization.jsonObject(with: Data(open)) as? [String: Any])
    #expect(first["id"] as? Int == 1 && first["open"] as? String == "s3://b/ä \"x\"\n.mp4" && first.count == 2)
    let second = try #require(try JSONSerialization.jsonObject(with: Data(read)) as? [String: Any])
    #expect(second["id"] as? Int == 2 && second["read"] as? String == "k" && second.count == 4)
    #expect(second["at"] as? Int64 == 1_099_511_627_776 && second["length"] as? Int == 65536)
    #expect(talk.questions == [1: .open("s3://b/ä \"x\"\n.mp4"), 2: .read("k", at: 1 << 40, count: 65536)])
  }

  @Test(arguments: 1...60)
  func `answers in any order, cut anywhere`(_ size: Int) throws {
    var talk = HelperTalk()
    for (number, name) in [(1, "a"), (2, "b"), (4, "d"), (5, "e")] { _ = talk.ask(.open(name), number: number) }
    _ = talk.ask(.read("a", at: 0, count: 5), number: 3)
    _ = talk.ask(.read("a", at: 9, count: 1), number: 6)
    // Bytes that look like lines, and one that is a line's end.
    let bytes =
      line(#"{"id": 3, "length": 5}"#) + Array("{\n}\n\n".utf8)
      + line(#" {"version": "\"9b2c\"", "size": 2831155200, "id": 1, "more": [1]} "#)
      + line(#"{"id": 6, "length": 1}"#) + [0x0A]
      + line(#"{"id": 4, "error": "503 slow down", "retry": true}"#) + line(#"{"id":2,"size":0,"version":null}"#)
      + line(#"{"id": 5, "error": "404"}"#)
    let answers = try take(&talk, bytes, by: size)
    #expect(answers.map(\.number) == [3, 1, 6, 4, 2, 5])
    let expected: [HelperTalk.Answer] = [
      .bytes(Array("{\n}\n\n".utf8)), .opened(size: 2_831_155_200, version: "\"9b2c\""), .bytes([0x0A]),
      .failed("503 slow down", mayBeRetried: true), .opened(size: 0, version: nil), .failed("404", mayBeRetried: false),
    ]
    #expect(answers.map(\.answer) == expected)
    #expect(talk.questions.isEmpty)
  }

  @Test(arguments: [
    "", "{", "[]", "null", "200 OK", #"{"size": 1}"#, #"{"id": "1", "size": 1}"#, #"{"id": 3, "size": 1}"#,
    #"{"id": 1.5, "size": 1}"#, #"{"id": 1}"#, #"{"id": 1, "size": -1}"#, #"{"id": 1, "size": 1e3}"#,
    #"{"id": 1, "size": 1152921504606846977}"#, #"{"id": 1, "size": 9223372036854775808}"#, #"{"id": 1, "size": "1"}"#,
    #"{"id": 1, "size": 1, "size": 2}"#,
    #"{"id": 1, "size": 1, "version": 7}"#, #"{"id": 1, "error": 404}"#, #"{"id": 2, "size": 1}"#,
    #"{"id": 2, "length": 9}"#, #"{"id": 2, "length": 11}"#, #"{"id": 2, "length": "10"}"#,
    "\u{FEFF}{\"id\": 1, \"size\": 1}",
  ])
  func `lines that are no answers`(_ text: String) {
    var talk = HelperTalk()
    _ = talk.ask(.open("a"), number: 1)
    _ = talk.ask(.read("a", at: 0, count: 10), number: 2)
    #expect(throws: HelperTalk.Nonsense.self) { try talk.take(line(text)[...]) { _, _ in } }
  }

  @Test func `an answer may come once`() {
    var talk = HelperTalk()
    _ = talk.ask(.open("a"), number: 1)
    var count = 0
    #expect(throws: HelperTalk.Nonsense.self) {
      try talk.take((line(#"{"id": 1, "size": 1}"#) + line(#"{"id": 1, "size": 1}"#))[...]) { _, _ in count += 1 }
    }
    #expect(count == 1)
  }

  @Test func `a line ends after 64 KiB at the latest`() throws {
    var talk = HelperTalk()
    _ = talk.ask(.open("a"), number: 1)
    _ = talk.ask(.open("b"), number: 2)
    func padded(_ number: Int, to count: Int) -> [UInt8] {
      let text = "{\"id\": \(number), \"size\": 1}"
      return Array(text.utf8) + [UInt8](repeating: 0x20, count: count - text.utf8.count) + [0x0A]
    }
    #expect(try take(&talk, padded(1, to: 65536), by: 7777).count == 1)
    #expect(throws: HelperTalk.Nonsense.self) { try take(&talk, padded(2, to: 65537), by: 7777) }
  }
}

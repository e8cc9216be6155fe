import Testing
import Workers

struct ProcessArgumentsTests {
  @Test func `they are the bytes that Swift has as text`() {
    let words = ProcessArguments.words.map { String(decoding: $0, as: UTF8.self) }
    #expect(words == Array(CommandLine.arguments.dropFirst()))
    #expect(!ProcessArguments.words.isEmpty)
  }
}

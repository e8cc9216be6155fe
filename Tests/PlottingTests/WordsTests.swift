import Testing

@testable import Plotting

struct WordsTests {
  private func escaped(_ text: String) -> String {
    var markup = Markup()
    markup.add(escaping: text)
    return String(decoding: markup.bytes, as: UTF8.self)
  }

  @Test func `special characters of XML are escaped`() {
    #expect(escaped("a<b>&\"c'") == "a&lt;b&gt;&amp;&quot;c&#39;")
    #expect(escaped("½× → 漢 😀") == "½× → 漢 😀")
  }

  @Test func `characters that XML does not allow are replaced`() {
    #expect(escaped("a\u{0}b\u{1F}c\u{FFFE}d\u{FFFF}e\u{7F}f") == "a\u{FFFD}b\u{FFFD}c\u{FFFD}d\u{FFFD}e\u{FFFD}f")
    // White space becomes a space; characters that change the text direction are replaced.
    #expect(escaped("a\nb\tc\u{2028}d") == "a b c d")
    #expect(escaped("a\u{202E}b\u{2066}c") == "a\u{FFFD}b\u{FFFD}c")
  }

  @Test func `long texts are truncated with an ellipsis and fit`() {
    let text = String(repeating: "words and more ", count: 20)
    let fitted = TextMetrics.fitted(text, size: 10, width: 200)
    #expect(fitted.hasSuffix("…") && fitted.hasPrefix("words and more"))
    #expect(TextMetrics.width(fitted, size: 10) <= 200 && TextMetrics.width(fitted, size: 10) > 180)
    #expect(TextMetrics.fitted("short", size: 10, width: 200) == "short")
    #expect(TextMetrics.fitted("short", size: 10, width: 0) == "…")
  }

  @Test func `lines are broken at spaces and hold the whole text`() {
    let lines = TextMetrics.wrapped("one two three four five", size: 10, width: 70, lines: 9)
    #expect(lines.joined(separator: " ") == "one two three four five" && lines.count > 1)
    #expect(lines.allSatisfy { TextMetrics.width($0, size: 10) <= 70 })
    // A word that is wider than a line is broken anyway.
    let broken = TextMetrics.wrapped("abcdefghijklmnop", size: 10, width: 30, lines: 9)
    #expect(broken.joined() == "abcdefghijklmnop" && broken.count > 2)
    #expect(TextMetrics.wrapped("one two three four five", size: 10, width: 70, lines: 2).last?.hasSuffix("…") == true)
  }

  @Test func `bold is wider, and so are wide letters`() {
    #expect(TextMetrics.width("abc", size: 10, isBold: true) > TextMetrics.width("abc", size: 10))
    #expect(TextMetrics.width("mmm", size: 10) > TextMetrics.width("iii", size: 10))
  }
}

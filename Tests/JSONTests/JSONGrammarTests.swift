import JSON
import Testing

/// The error of a text that must be rejected.
func refusal(of text: String, depth: Int = 32) -> JSONError? {
  refusal(of: Array(text.utf8), depth: depth)
}

func refusal(of bytes: [UInt8], depth: Int = 32) -> JSONError? {
  do throws(JSONError) {
    _ = try JSONDocument(parsing: bytes, maximumDepth: depth)
    return nil
  } catch {
    return error
  }
}

func root(of text: String, depth: Int = 32) throws -> JSONValue {
  try JSONDocument(parsing: Array(text.utf8), maximumDepth: depth).root
}

@Suite struct JSONGrammarTests {
  @Test(arguments: [
    "0", "-0", "1", "-1", "10", "0.5", "-0.0", "1e5", "1E5", "1e+5", "1e-5", "1.25e02", "1e00",
    "123456789012345678901234567890",
    "1e-400", "0e999999999999999999999", "1.7976931348623157e308", "true", "false", "null", "\"\"", "[]", "{}", " [ ] ",
    "\t{\n}\r\n",
    "[1]", "[1,2]", "[ 1 , 2 ]", "[[],[[]],{}]", #"{"a":1}"#, #"{"":0}"#, #"{"a":{"a":{"a":[]}}}"#,
    #"[{"a":1},{"a":1}]"#,
    #""\"\\\/\b\f\n\r\t""#, #""\u0000\u001F\uABCD\uabcd""#, #""\ud834\udd1e""#, "\"\u{7F}\u{2028}\u{10FFFF}\"",
    "\"é漢🎬\"",
  ])
  func `text that RFC 8259 allows is accepted`(text: String) {
    #expect(refusal(of: text) == nil)
  }

  @Test(arguments: [
    "", " ", "\n\n", "[", "]", "{", "}", ",", ":", "[1", "[1,", #"{"a""#, #"{"a":"#, #"{"a":1"#, #"{"a":1,"#, "\"",
    "\"abc", "\"\\", "\"\\\"",
    "[1,]", #"{"a":1,}"#, "[,]", "[,1]", "[1,,2]", "{,}", #"{"a":1,,"b":2}"#, "[1 2]", #"{"a" 1}"#, #"{"a":1 "b":2}"#,
    #"{"a"::1}"#, "{1:2}",
    "{a:1}", "{null:1}", "['a']", "[1}", #"{"a":1]"#, "[1]]", "1 2", "{}{}", "[]x", "nul", "truE", "True", "NULL",
    "truefalse", "tru",
    "NaN", "Infinity", "-Infinity", "-NaN", "nan", "inf", "+1", "-", "--1", "- 1", "01", "-01", "00", "1.", ".5", "-.5",
    "1.e5", "1e",
    "1e+", "1e-", "1.2.3", "1e5.5", "0x10", "1_000", "1,0", "1f", "0b1", "1e999", "-1e309", "1.7976931348623159e308",
    "// c\n1", "/* c */1", "1 // c", "# c\n1", "[1, // c\n2]", #"{"a":1 /* c */}"#, #"{/**/"a":1}"#,
    #""\a""#, #""\'""#, #""\x41""#, #""\u12""#, #""\u123g""#, #""\U0041""#, #""\u{41}""#, #""\ud800""#, #""\ud800x""#,
    #""\ud800\n""#,
    #""\ud800\ud800""#, #""\ud800\u0041""#, #""\udc00""#, #""\udc00\ud800""#, "\"\t\"", "\"\n\"", "\"\u{0}\"",
    "\"\u{1F}\"",
    #"{"a":1,"a":1}"#, #"{"a":1,"b":2,"a":3}"#, #"{"a":1,"\u0061":2}"#, #"[{"x":{"k":[],"k":{}}}]"#, "\u{FEFF}{}",
    "\u{A0}1", "\u{B}1", "1\u{0}",
    "[1]\u{C}", "{\"a\":\u{2003}1}",
  ])
  func `text that RFC 8259 does not allow is rejected`(text: String) {
    #expect(refusal(of: text)?.kind == .syntax)
  }

  @Test(
    arguments: [
      [0x80], [0xFF], [0xC0, 0x80], [0xC1, 0xBF], [0xE0, 0x80, 0x80], [0xE0, 0x9F, 0xBF], [0xED, 0xA0, 0x80],
      [0xED, 0xBF, 0xBF],
      [0xF0, 0x80, 0x80, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xC3], [0xE2, 0x82],
      [0xF0, 0x9F, 0x8E], [0xC3, 0x28],
      [0xE2, 0x28, 0xA1], [0xE2, 0x82, 0x28], [0xF8, 0x88, 0x80, 0x80, 0x80],
    ] as [[UInt8]])
  func `invalid UTF-8 in a string is rejected at its position`(bytes: [UInt8]) {
    // `[`, `"` and `é` are three characters, so that the invalid byte is in column 4.
    let error = refusal(of: Array("[\"é".utf8) + bytes + Array("\"]".utf8))
    #expect(error?.kind == .syntax)
    #expect(error?.location == JSONLocation(line: 1, column: 4))
    #expect(error?.pointer == "/0")
    #expect(error?.reason.contains("UTF-8") == true)
  }

  @Test func `bytes truncated in the middle of a scalar are rejected`() {
    #expect(refusal(of: [0x22, 0xF0, 0x9F]) != nil)
    #expect(refusal(of: [0x22, 0xC3]) != nil)
    #expect(refusal(of: [0xC3]) != nil)
  }

  @Test(arguments: [[0xFF, 0xFE, 0x7B, 0], [0xFE, 0xFF, 0, 0x7B]] as [[UInt8]])
  func `the error for UTF-16 names it`(text: [UInt8]) {
    #expect(refusal(of: text)?.description == "1:1: the text is UTF-16; save it as UTF-8")
  }

  @Test func `the error for a byte order mark names it`() {
    let error = refusal(of: "\u{FEFF}{}")
    #expect(error?.description.hasPrefix("1:1: a byte order mark") == true)
  }

  @Test func `depth counts nested containers`() {
    let deepest = String(repeating: "[", count: 32) + String(repeating: "]", count: 32)
    #expect(refusal(of: deepest) == nil)
    // The 33rd bracket is too deep; everything before it is its pointer: 32 times the first element.
    let error = refusal(of: "[" + deepest + "]")
    #expect(error?.kind == .limit)
    #expect(error?.location == JSONLocation(line: 1, column: 33))
    #expect(error?.pointer == String(repeating: "/0", count: 32))
    #expect(refusal(of: "1", depth: 0) == nil)
    #expect(refusal(of: "{}", depth: 0)?.kind == .limit)
    #expect(refusal(of: "[{},[],{}]", depth: 2) == nil)
  }

  @Test func `extreme depth does not overflow the call stack`() {
    let text = String(repeating: "[", count: 1_000_000)
    #expect(refusal(of: text, depth: 2_000_000)?.reason.contains("ends") == true)
  }

  @Test func `a duplicate key is found among many`() {
    // 2 000 keys are compared by hash; key 700 is repeated near the end, as the first of the duplicates.
    let keys = (0..<2_000).map { #""key\#($0)":{"a":[\#($0)]}"# }
    #expect(refusal(of: "{" + keys.joined(separator: ",") + "}") == nil)
    let repeated = keys + [#""ke\u0079700":0"#, #""key3":1"#]
    let error = refusal(of: "{" + repeated.joined(separator: ",\n") + "}")
    #expect(error?.location == JSONLocation(line: 2_001, column: 1))
    #expect(error?.pointer == "/key700")
  }

  @Test func `keys are duplicates only when their scalars are the same`() {
    // Composed and decomposed é are equal Swift strings and different keys.
    #expect(refusal(of: "{\"\u{E9}\":1,\"e\u{301}\":2}") == nil)
    let many = (0..<20).map { "\"k\($0)\":0" } + ["\"\u{E9}\":1", "\"e\u{301}\":2"]
    #expect(refusal(of: "{" + many.joined(separator: ",") + "}") == nil)
    #expect(refusal(of: #"{"a":1,"A":2}"#) == nil)
  }

  @Test func `the first duplicate in the text is the one that is reported`() {
    let error = refusal(of: #"{"a":0,"b":0,"b":0,"a":0}"#)
    #expect(error?.pointer == "/b")
    #expect(error?.location.column == 14)
  }
}

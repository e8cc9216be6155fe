import JSON
import Testing

@Suite struct JSONTextTests {
  @Test func `an object keeps the order of its members`() {
    var writer = JSONObjectWriter()
    #expect(writer.finished().description == "{}")
    writer.add("z", .integer(-3))
    writer.add("a", .string("x"))
    writer.add("list", .array([.number(0.1), .null, .boolean(true)]))
    writer.add("inner", .object(["k": JSONText(raw: "[1]"), "b": .boolean(nil)]))
    #expect(writer.finished().description == #"{"z":-3,"a":"x","list":[0.1,null,true],"inner":{"k":[1],"b":null}}"#)
  }

  @Test func `nil is written as null`() {
    #expect(JSONText.string(nil) == .null)
    #expect(JSONText.number(nil) == .null)
    #expect(JSONText.integer(nil) == .null)
    #expect(JSONText.array([]).description == "[]")
  }

  @Test(
    arguments: [
      (5, "5.0"), (0.1, "0.1"), (-0.0, "-0.0"), (1e-7, "1e-07"), (1.0 / 3, "0.3333333333333333"),
      (.leastNonzeroMagnitude, "5e-324"),
      (.infinity, "null"), (-.infinity, "null"), (.nan, "null"), (.greatestFiniteMagnitude, "1.7976931348623157e+308"),
    ] as [(Double, String)])
  func `doubles are written so that they read back identical`(value: Double, text: String) throws {
    let written = JSONText.number(value).description
    #expect(written == text)
    if value.isFinite {
      #expect(try root(of: written).number?.double == value)
    }
  }

  @Test func `whole numbers cover the whole range of Int64`() {
    #expect(JSONText.integer(.min).description == "-9223372036854775808")
    #expect(JSONText.integer(.max).description == "9223372036854775807")
  }

  @Test func `strings are escaped and read back`() throws {
    let text = "\"\\/\u{0}\u{1}\u{8}\t\n\u{C}\r\u{1F} \u{7F}\u{80}\u{9F}é\u{2028}\u{2029}\u{202E}\u{2066}\u{FEFF}🎬"
    let written = JSONText.string(text).description
    #expect(
      written
        == #""\"\\/\u0000\u0001\b\t\n\f\r\u001f \u007f\u0080\u009fé\u2028\u2029\u202e\u2066\ufeff🎬""#)
    #expect(try root(of: written).string.map { Array($0.unicodeScalars) } == Array(text.unicodeScalars))
    #expect(JSONText.object(["a\"\n": .null]).description == #"{"a\"\n":null}"#)
  }
}

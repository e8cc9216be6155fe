import JSON
import Testing

@Suite struct JSONPlaceTests {
  @Test(arguments: [
    // Something missing, wrong or in excess, and where: line, column, pointer.
    ("", 1, 1, ""), ("\n  ", 2, 3, ""), ("[1,\n 2,\n]", 2, 3, ""), ("{\"a\": 1,\n}", 1, 8, ""),
    ("[1 2]", 1, 4, ""), ("{\"a\":{\"b\":[0,1,x]}}", 1, 16, "/a/b/2"), ("{\"a\":[[],[0],{\"c\" 1}]}", 1, 19, "/a/2/c"),
    ("{\"a\":1 \"b\":2}", 1, 8, ""), ("{\"a\":[1", 1, 8, "/a"), ("[\"ab\\q\"]", 1, 5, "/0"), ("[\"abc", 1, 2, "/0"),
    ("[0]\n\n ,", 3, 2, ""), ("{\"a\":{\"k\":1,\n\t\"k\":2}}", 2, 2, "/a/k"), ("{\"x\":01}", 1, 6, "/x"),
    ("[0,1e999]", 1, 4, "/1"),
    ("{\"a/b~c\":{\"d\":-}}", 1, 15, "/a~1b~0c/d"), ("{\"\":[nope]}", 1, 6, "//0"), ("{\"\\u0061\":'}", 1, 11, "/a"),
  ])
  func `an error has a location and a pointer`(text: String, line: Int, column: Int, pointer: String) {
    let error = refusal(of: text)
    #expect(error?.location == JSONLocation(line: line, column: column))
    #expect(error?.pointer == pointer)
  }

  @Test func `a description omits an empty pointer`() {
    #expect(refusal(of: "[] []")?.description.hasPrefix("1:4: nothing may follow") == true)
    #expect(refusal(of: "{\"a\":}")?.description.hasPrefix("1:6: /a: a value is missing") == true)
  }

  @Test(arguments: ["\n", "\r", "\r\n"])
  func `every kind of line end is one line end`(end: String) throws {
    let object = try root(of: ["{", "", "  \"a\":", "\t\t[1, 2]", "}"].joined(separator: end))
    let member = try #require(object.members.first { _ in true })
    #expect(member.keyLocation == JSONLocation(line: 3, column: 3))
    #expect(member.value.location == JSONLocation(line: 4, column: 3))
    #expect(Array(member.value.elements).last?.location == JSONLocation(line: 4, column: 7))
  }

  @Test func `line ends of all kinds in one text are counted`() throws {
    // 1: [  2: empty (LF CR are two ends)  3: empty?  "[\n\r\r\n\r1]": ends are \n, \r, \r\n, \r, so 1 is on line 5.
    #expect(try root(of: "[\n\r\r\n\r1]").elements.first { _ in true }?.location == JSONLocation(line: 5, column: 1))
  }

  @Test func `columns count scalars`() throws {
    // `["é漢🎬e + combining accent", ` : [ 1, " 2, é 3, 漢 4, 🎬 5, e 6, accent 7, " 8, comma 9, tab 10, 5 at 11.
    let array = try root(of: "[\"é漢🎬e\u{301}\",\t5]")
    #expect(Array(array.elements)[1].location == JSONLocation(line: 1, column: 11))
    // U+2028 and U+0085 are not line ends in JSON editors.
    let other = try root(of: "[\"\u{2028}\u{85}\",5]")
    #expect(Array(other.elements)[1].location == JSONLocation(line: 1, column: 7))
  }

  @Test func `a line end inside a string is an error on the line of the string`() {
    let error = refusal(of: "[\r\n\"ab\r\ncd\"]")
    #expect(error?.location == JSONLocation(line: 2, column: 4))
  }

  @Test func `every value has its pointer`() throws {
    let value = try root(of: #"{"a":[10,{"b/c":[true],"d~":null,"":{"e":"x"}}],"z":0}"#)
    #expect(value.pointer == "")
    let array = try #require(value["a"])
    #expect(array.pointer == "/a")
    let elements = Array(array.elements)
    #expect(elements.map(\.pointer) == ["/a/0", "/a/1"])
    #expect(elements[1]["b/c"]?.elements.map(\.pointer) == ["/a/1/b~1c/0"])
    #expect(elements[1]["d~"]?.pointer == "/a/1/d~0")
    #expect(elements[1][""]?["e"]?.pointer == "/a/1//e")
    #expect(value["z"]?.pointer == "/z")
    #expect(value["y"] == nil)
    #expect(array["a"] == nil)
  }

  @Test(arguments: [
    ("", ""), ("a", "a"), ("a/b", "a~1b"), ("m~n", "m~0n"), ("~1", "~01"), ("~/~", "~0~1~0"), ("é", "é"),
  ])
  func `reference tokens are escaped as in RFC 6901`(key: String, token: String) {
    #expect(JSONPointer.escaping(key) == token)
  }
}

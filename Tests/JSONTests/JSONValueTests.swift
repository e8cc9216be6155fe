import Foundation
import JSON
import TestSupport
import Testing

@Suite struct JSONValueTests {
  @Test func `values have their kind and content`() throws {
    let value = try root(of: #"{"o":{},"a":[1,[2,3],4],"s":"x","n":-1.5,"t":true,"f":false,"z":null}"#)
    #expect(value.members.map(\.key) == ["o", "a", "s", "n", "t", "f", "z"])
    #expect(value.members.map(\.value.kind) == [.object, .array, .string, .number, .boolean, .boolean, .null])
    #expect(value["s"]?.string == "x")
    #expect(value["n"]?.number?.double == -1.5)
    #expect(value["t"]?.boolean == true)
    #expect(value["f"]?.boolean == false)
    #expect(value["z"]?.isNull == true)
    let array = try #require(value["a"])
    #expect(array.elements.count == 3)
    #expect(array.elements.map { $0.number?.double } == [1, nil, 4])
    #expect(array.string == nil)
    #expect(array.number == nil)
    #expect(array.boolean == nil)
    #expect(value["s"]?.elements.count == 0)
    #expect(value["s"]?.members.map(\.key) == [])
  }

  @Test func `escapes are decoded`() throws {
    #expect(try root(of: #""\"\\\/\b\f\n\r\tA\u00e9\ud83c\uDFAC\u0000z""#).string == "\"\\/\u{8}\u{C}\n\r\tAé🎬\u{0}z")
    let object = try root(of: #"{"\u0061\/":1}"#)
    #expect(object.members.map(\.key) == ["a/"])
    #expect(object["a/"]?.number?.double == 1)
    #expect(object.members.map(\.value.pointer) == ["/a~1"])
  }

  @Test func `keys are found by their scalars`() throws {
    let object = try root(of: "{\"e\u{301}\":1,\"\u{E9}\":2,\"ab\":3}")
    #expect(object["\u{E9}"]?.number?.double == 2)
    #expect(object["e\u{301}"]?.number?.double == 1)
    #expect(object["a"] == nil)
    #expect(object["abc"] == nil)
  }

  @Test func `mutated texts are parsed or rejected, and valid ones are valid for Foundation`() throws {
    let source = Array(
      #"{"a":[0,-1.5e3,"x\u00e9\ud83c\udfac\n é漢",true,false,null,{"b":{}, "c":[[]]}],"d~/":1e-7,"":"\\" }"#.utf8)
    var mutations = SeededNumbers(seed: 1)
    var accepted = 0
    for _ in 0..<30_000 {
      let bytes = mutations.changed(source)
      guard let document = try? JSONDocument(parsing: bytes, maximumDepth: 32) else { continue }
      accepted += 1
      // Strict JSON must be valid for Foundation too.
      #expect((try? JSONSerialization.jsonObject(with: Data(bytes), options: [.fragmentsAllowed])) != nil)
      for member in document.root.members {
        #expect(document.root[member.key] != nil)
        _ = member.value.pointer
      }
    }
    // Some mutated texts must be valid, or nothing was tested.
    #expect(accepted > 1_000)
  }

  @Test func `random bytes never trap`() {
    var mutations = SeededNumbers(seed: 2)
    let letters = Array("{}[]\",:0123456789-+.eE\\utrufalsn \n".utf8) + [0xC3, 0xA9, 0xFF]
    for _ in 0..<20_000 {
      let bytes = (0..<mutations.below(24)).map { _ in letters[mutations.below(letters.count)] }
      _ = try? JSONDocument(parsing: bytes, maximumDepth: 4)
    }
  }

  @Test func `a value is replaced and every other byte stays`() throws {
    let text = "{ \"a\" : [1, 2.50 ,\"x\"],\t\"b\":true }\n"
    let value = try root(of: text)
    let elements = try #require(value["a"]).elements.map { $0 }
    let replaced = elements.map { $0.replaced(by: .number(-0.25)).map { String(decoding: $0, as: UTF8.self) } }
    let rest = "],\t\"b\":true }\n"
    #expect(
      replaced == [
        "{ \"a\" : [-0.25, 2.50 ,\"x\"" + rest, "{ \"a\" : [1, -0.25 ,\"x\"" + rest,
        "{ \"a\" : [1, 2.50 ,-0.25" + rest,
      ])
    #expect(
      value["b"]?.replaced(by: .null).map { String(decoding: $0, as: UTF8.self) }
        == text.replacing("true", with: "null"))
    #expect(value.replaced(by: .null) == nil && value["a"]?.replaced(by: .null) == nil)
  }
}

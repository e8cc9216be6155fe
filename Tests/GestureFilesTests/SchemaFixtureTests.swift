import GestureFiles
import JSON
import Testing

/// The schema tested with every example file, valid and invalid.
@Suite struct SchemaFixtureTests {
  private let schema: JSONSchema

  init() throws {
    schema = try JSONSchema(parsing: Array(GestureSchema.text.utf8))
  }

  /// The fields of the lines of a table.
  private func lines(of table: String) throws -> [[String]] {
    String(decoding: try Fixtures.bytes("refused/\(table)"), as: UTF8.self).split(separator: "\n")
      .map { $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init) }
  }

  /// The violations of a file by the schema; nil if it is not JSON.
  private func violations(in path: String) throws -> [JSONSchema.Violation]? {
    // Deeper than a gesture may be, since depth is not a JSON error.
    guard let document = try? JSONDocument(parsing: try Fixtures.bytes(path), maximumDepth: 512) else { return nil }
    return try schema.violations(in: document.root)
  }

  @Test func `the module has the same schema as the file, byte by byte`() throws {
    #expect(try Fixtures.bytes("gesture.schema.json") == Array(GestureSchema.text.utf8))
  }

  @Test func `every example is valid`() throws {
    let names = try Fixtures.names(in: "gestures")
    #expect(names.count >= 28)
    for name in names {
      let violations = try violations(in: "gestures/\(name)")
      #expect(violations?.isEmpty == true, "\(name): \(String(describing: violations))")
    }
  }

  @Test func `every rejected file violates the schema, or there is a reason why a schema cannot detect it`() throws {
    let table = try lines(of: "beyond-schema.tsv")
    for line in table {
      #expect(line.count == 2 && !(line.last ?? "").isEmpty, "\(line)")
    }
    let names = table.compactMap(\.first)
    #expect(Set(names).count == names.count)
    let refused = try Fixtures.names(in: "refused")
    #expect(Set(names).isSubset(of: refused))
    for name in refused {
      let isAccepted = try violations(in: "refused/\(name)")?.isEmpty == true
      #expect(isAccepted == names.contains(name), "\(name)")
    }
  }

  @Test func `the schema reports an error at the same place as the parser`() throws {
    for line in try lines(of: "expected.tsv") {
      let name = try #require(line.first)
      guard let violations = try violations(in: "refused/\(name)"), !violations.isEmpty else { continue }
      let pointer = line[2].split(separator: " ").dropFirst().first?.dropLast() ?? ""
      // Missing or excess elements are reported at the array or object around them.
      let isNear = violations.contains { violation in
        violation.pointer == pointer || pointer.hasPrefix(violation.pointer + "/")
          || violation.pointer.hasPrefix(pointer + "/")
      }
      #expect(isNear, "\(name) at \(pointer): \(violations)")
    }
  }

  @Test func `a schema with an unknown keyword is an error`() {
    for text in [
      #"{"unevaluatedProperties":false}"#, #"{"properties":{"a":{"format":"uri"}}}"#, #"{"then":{"required":["a"]}}"#,
      #"{"maxContains":1}"#, #"{"allOf":[{"multipleOf":2}]}"#, "[]",
    ] {
      #expect(throws: JSONSchema.Unsupported.self, "\(text)") { try JSONSchema(parsing: Array(text.utf8)) }
    }
  }
}

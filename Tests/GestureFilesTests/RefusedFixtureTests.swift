import Foundation
import GestureFiles
import Testing

@Suite struct RefusedFixtureTests {
  struct Expectation {
    let name: String
    let exitCode: Int
    let prefix: String
    let phrase: String
  }

  private func expectations() throws -> [Expectation] {
    let table = String(decoding: try Fixtures.bytes("refused/expected.tsv"), as: UTF8.self)
    return try table.split(separator: "\n").map { line in
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      try #require(fields.count == 4, "\(line)")
      return Expectation(
        name: fields[0], exitCode: try #require(Int(fields[1])), prefix: fields[2], phrase: fields[3])
    }
  }

  @Test func `every invalid file has an expectation and vice versa`() throws {
    #expect(try expectations().map(\.name).sorted() == Fixtures.names(in: "refused"))
    #expect(try expectations().count >= 45)
  }

  @Test func `every invalid file is rejected at its location for its reason`() throws {
    for expectation in try expectations() {
      let error = refusal(of: try Fixtures.bytes("refused/\(expectation.name)"))
      let description = error?.description ?? "accepted"
      #expect(description.hasPrefix(expectation.prefix), "\(expectation.name): \(description)")
      #expect(error?.reason.contains(expectation.phrase) == true, "\(expectation.name): \(description)")
      #expect(error?.isLimit == (expectation.exitCode == 6), "\(expectation.name)")
      // A reason starts right after the location in the table.
      #expect(description == expectation.prefix + (error?.reason ?? ""), "\(expectation.name)")
      #expect(!description.contains("\n"), "\(expectation.name)")
    }
  }
}

import Foundation
import TestSupport
import Testing

/// Every file of Fixtures/refused, run through the command line.
@Suite struct RefusedGestureTests {
  /// A row of the table: the file, the exit code, the position and a phrase of the reason.
  struct Refusal: Sendable, CustomTestStringConvertible {
    let name: String
    let status: Int32
    let place: String
    let phrase: String

    var testDescription: String { name }
  }

  private static let folder = Fixture.folder.appending(component: "refused")

  static let all: [Refusal] = {
    let table = (try? String(contentsOf: folder.appending(component: "expected.tsv"), encoding: .utf8)) ?? ""
    return table.split(separator: "\n").compactMap { line in
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      guard fields.count == 4, let status = Int32(fields[1]) else { return nil }
      return Refusal(name: fields[0], status: status, place: fields[2], phrase: fields[3])
    }
  }()

  @Test func `the table is not empty`() {
    #expect(Self.all.count > 100)
  }

  @Test(arguments: all) func `an invalid gesture is refused with its position`(refusal: Refusal) throws {
    let bench = try Bench()
    let bytes = try Data(contentsOf: Self.folder.appending(component: refusal.name))
    try bench.write(bytes, to: refusal.name)
    // Both read the file in the same way: a part of the files is enough for the second.
    let isTraced = refusal.name.utf8.reduce(0) { $0 + Int($1) } % 4 == 0
    for words in [["-o", "a.png"]] + (isTraced ? [["--trace"]] : []) {
      // A gesture without a lift is shown before it is refused.
      if words == ["--trace"], refusal.phrase == "--allow-unfinished" { continue }
      let result = try bench.framegrab([Fixture.h264Faststart.path, "--gesture", refusal.name] + words)
      result.expectFailure(refusal.status, "framegrab: \(refusal.name):\(refusal.place)", refusal.phrase)
    }
    #expect(bench.names == [refusal.name])
  }
}

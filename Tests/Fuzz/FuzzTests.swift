import Foundation
import TestSupport
import Testing

/// The targets of `make fuzz` in an ordinary build: all inputs of Fixtures/fuzz, among them every one that once failed,
/// and changed copies of them.
struct FuzzTests {
  private static func inputs(_ folder: String) throws -> [(name: String, bytes: [UInt8])] {
    let folder = Fixture.folder.appending(path: folder)
    return try FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false)).sorted()
      .map { ($0, Array(try Data(contentsOf: folder.appending(component: $0)))) }
  }

  private static func expectSound(_ target: FuzzTarget, _ bytes: [UInt8], _ words: String) {
    do {
      try target.run(bytes)
    } catch {
      Issue.record("\(target.name), \(words): \(error)\n\(Data(bytes).base64EncodedString())")
    }
  }

  @Test(arguments: FuzzTarget.all)
  func `every kept input is handled`(_ target: FuzzTarget) throws {
    let inputs = try Self.inputs("fuzz/" + target.name)
    #expect(!inputs.isEmpty)
    for input in inputs {
      #expect(input.bytes.count <= target.longest, "libFuzzer would cut \(input.name)")
      Self.expectSound(target, input.bytes, input.name)
    }
  }

  @Test(arguments: FuzzTarget.all)
  func `changed inputs are handled`(_ target: FuzzTarget) throws {
    let inputs = try (["fuzz/" + target.name] + target.folders).flatMap { try Self.inputs($0).map(\.bytes) }
    var numbers = SeededNumbers(seed: 1)
    for number in 0..<target.mutations {
      let bytes = Self.changed(inputs[numbers.below(inputs.count)], by: inputs, &numbers)
      Self.expectSound(target, bytes, "change \(number)")
    }
  }

  @Test func `every folder of inputs belongs to a target`() throws {
    let folder = Fixture.folder.appending(component: "fuzz").path(percentEncoded: false)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
    #expect(Set(names) == Set(FuzzTarget.all.map(\.name)))
  }

  /// A copy with one to four changes: bytes replaced, flipped, left out or doubled, or a piece of another input.
  private static func changed(_ bytes: [UInt8], by others: [[UInt8]], _ numbers: inout SeededNumbers) -> [UInt8] {
    var bytes = bytes
    for _ in 0...numbers.below(4) {
      guard !bytes.isEmpty else { return bytes }
      let place = numbers.below(bytes.count)
      let end = min(bytes.count, place + 1 + numbers.below(16))
      switch numbers.below(6) {
      case 0: bytes[place] = UInt8(truncatingIfNeeded: numbers.next())
      case 1: bytes[place] ^= 1 << UInt8(numbers.below(8))
      case 2: bytes[place] = [0, 1, 0x7F, 0x80, 0xFF][numbers.below(5)]
      case 3: bytes.removeSubrange(place..<end)
      case 4: bytes.insert(contentsOf: bytes[place..<end], at: end)
      default:
        let other = others[numbers.below(others.count)]
        let start = numbers.below(other.count)
        bytes.insert(contentsOf: other[start...].prefix(1 + numbers.below(32)), at: place)
      }
    }
    return bytes
  }
}

import Foundation
import Testing

@testable import Screen

struct KittyTests {
  /// The commands of output, each as its keys and its data.
  private static func commands(_ bytes: [UInt8]) throws -> [(keys: [String: String], data: String)] {
    let text = String(decoding: bytes, as: UTF8.self)
    try #require(text.hasPrefix("\u{1B}_G") && text.hasSuffix("\u{1B}\\"))
    return text.components(separatedBy: "\u{1B}\\").dropLast().map { command in
      let parts = command.dropFirst(3).split(separator: ";", maxSplits: 1, omittingEmptySubsequences: false)
      let keys = parts[0].split(separator: ",").map { $0.split(separator: "=").map(String.init) }
      return (Dictionary(uniqueKeysWithValues: keys.map { ($0[0], $0[1]) }), parts.count > 1 ? String(parts[1]) : "")
    }
  }

  @Test(arguments: [1, 2, 3, 3071, 3072, 3073, 6144, 6145, 10_000])
  func `a file comes whole in chunks of 4096`(_ size: Int) throws {
    let png = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }
    let commands = try Self.commands(KittyPicture.show(png: png, columns: 71, rows: 20))
    // 3 bytes are 4 digits, so 3072 fill a chunk.
    #expect(commands.count == (size + 3071) / 3072)
    #expect(Data(base64Encoded: commands.map(\.data).joined()).map(Array.init) == png)
    for (number, command) in commands.enumerated() {
      #expect(command.data.utf8.count <= 4096)
      #expect(command.keys["m"] == (commands.count == 1 ? nil : number + 1 < commands.count ? "1" : "0"))
      if number > 0 { #expect(command.keys.count == 1) }
    }
    let keys = try #require(commands.first).keys
    let expected = [
      "a": "T", "f": "100", "i": "1", "p": "1", "C": "1", "q": "2", "c": "71", "r": "20",
      "m": commands.count == 1 ? nil : "1",
    ]
    #expect(keys == expected.compactMapValues { $0 })
  }

  @Test(arguments: [(0, [0]), (1, [1]), (4095, [4095]), (4096, [4096]), (4097, [4096, 1]), (8192, [4096, 4096])])
  func `no chunk is longer than 4096 and only the last is shorter`(_ count: Int, _ lengths: [Int]) throws {
    let data = Array(repeating: UInt8(ascii: "A"), count: count)
    #expect(try Self.commands(KittyPicture.commands("a=T", data: data)).map(\.data.utf8.count) == lengths)
  }

  @Test func `nothing is shown of no file, and no picture has no cells`() throws {
    #expect(KittyPicture.show(png: [], columns: 1, rows: 1) == [])
    let keys = try #require(try Self.commands(KittyPicture.show(png: [0], columns: 0, rows: Int.min)).first).keys
    #expect(keys["c"] == "1" && keys["r"] == "1")
  }

  @Test func `the picture and its data are deleted`() {
    #expect(KittyPicture.delete == Array("\u{1B}_Ga=d,d=I,i=1,q=2\u{1B}\\".utf8))
  }
}

import Packing
import Testing

struct PackedTests {
  private enum Kind: Int, Packed {
    case first, second
  }

  private struct Example: Packed, Equatable {
    var flag = true
    var count = Int.max
    var number: Int64 = .min
    var short: Int32 = -1
    var words: String? = "ähm"
    var kinds: [Kind] = [.second, .first]
    var bytes: [UInt8]?

    init() {}

    func pack(into packing: inout VarintWriter) { packing.append(flag, count, number, short, words, kinds, bytes) }

    init(unpacking packing: inout VarintReader) throws(VarintError) {
      (flag, count, number, short, words, kinds, bytes) = try packing.values()
    }
  }

  private func read<Value: Packed>(_ bytes: [UInt8], as kind: Value.Type = Value.self) throws -> Value {
    var packing = VarintReader(bytes)
    let value: Value = try packing.values()
    try packing.finish()
    return value
  }

  @Test func `values are read back as they were written`() throws {
    var packing = VarintWriter()
    packing.append(Example(), PackedPair(1, [[2 as UInt8], []]))
    var unpacking = VarintReader(packing.bytes)
    let (example, pair): (Example, PackedPair<Int, [[UInt8]]>) = try unpacking.values()
    try unpacking.finish()
    #expect(example == Example() && pair.values == (1, [[2], []]))
  }

  @Test func `bytes are packed as other elements are, after their count`() throws {
    var packing = VarintWriter()
    packing.append([7, 8] as [UInt8], [true, false], "ab", nil as Int?)
    #expect(packing.bytes == [2, 7, 8, 2, 1, 0, 2, 0x61, 0x62, 0])
  }

  @Test func `what no such value is throws`() throws {
    let ten = [UInt8](repeating: 0xFF, count: 9) + [1]
    #expect(throws: VarintError.self) { try read([2], as: Bool.self) }
    #expect(throws: VarintError.self) { try read(ten, as: Int.self) }
    #expect(throws: VarintError.self) { try read(ten, as: Int32.self) }
    #expect(throws: VarintError.self) { try read([1, 0xFF], as: String.self) }
    #expect(throws: VarintError.self) { try read([3, 0x61, 0x61], as: String.self) }
    #expect(throws: VarintError.self) { try read([2], as: Kind.self) }
    #expect(throws: VarintError.self) { try read([2, 1], as: Int?.self) }
    #expect(throws: VarintError.self) { try read([3, 1, 1], as: [Bool].self) }
    #expect(throws: VarintError.self) { try read(ten, as: [Bool].self) }
    #expect(throws: VarintError.self) { try read(ten, as: [UInt8].self) }
  }
}

/// Values taken from the front of an input; after its end, every value is 0.
///
/// The same bytes always give the same values, so that libFuzzer, which changes bytes, changes values.
struct FuzzedBytes {
  private(set) var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { rest = bytes[...] }

  mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }

  /// From 0 up to, not including, `bound`, which is at most 256.
  mutating func below(_ bound: Int) -> Int { Int(byte()) % max(1, bound) }

  mutating func flag() -> Bool { byte() & 1 != 0 }

  /// Two bytes, the high one first.
  mutating func short() -> Int { Int(byte()) << 8 | Int(byte()) }

  /// Any number, small ones and the limits more often: a byte says how many bytes follow.
  mutating func integer() -> Int64 {
    let kind = byte()
    switch kind & 0x0F {
    case 0...8:
      var number: UInt64 = 0
      for _ in 0..<kind & 0x0F { number = number << 8 | UInt64(byte()) }
      return kind & 0x10 == 0 ? Int64(bitPattern: number) : 0 &- Int64(bitPattern: number)
    case 9: return .max
    case 10: return .min
    case 11: return .max - Int64(byte())
    case 12: return .min + Int64(byte())
    case 13: return 1 << 32 - Int64(byte())
    default: return Int64(kind >> 4)
    }
  }

  mutating func take(_ count: Int) -> [UInt8] {
    defer { rest = rest.dropFirst(count) }
    return Array(rest.prefix(count))
  }
}

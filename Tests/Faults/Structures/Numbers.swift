extension [UInt8] {
  /// The unsigned number of `width` bytes at `place`, most significant first; nil outside the bytes.
  package func big(_ width: Int, at place: Int) -> UInt64? {
    guard place >= 0, width <= 8, place <= count - width else { return nil }
    return self[place..<(place + width)].reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// The unsigned number of `width` bytes at `place`, least significant first; nil outside the bytes.
  package func little(_ width: Int, at place: Int) -> UInt64? {
    guard place >= 0, width <= 8, place <= count - width else { return nil }
    return self[place..<(place + width)].reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// The four letters at `place`; nil outside the bytes or when they are not ASCII.
  package func letters(at place: Int) -> String? {
    guard place >= 0, place <= count - 4 else { return nil }
    let letters = self[place..<(place + 4)]
    guard letters.allSatisfy({ (0x20...0x7E).contains($0) || $0 == 0xA9 }) else { return nil }
    return letters.map { String(UnicodeScalar($0)) }.joined()
  }

  /// Writes the low bytes of a number, most significant first.
  package mutating func putBig(_ value: UInt64, _ width: Int, at place: Int) {
    for index in 0..<width where place + index < count {
      self[place + index] = UInt8(truncatingIfNeeded: value >> UInt64(8 * (width - 1 - index)))
    }
  }

  /// Writes the low bytes of a number, least significant first.
  package mutating func putLittle(_ value: UInt64, _ width: Int, at place: Int) {
    for index in 0..<width where place + index < count {
      self[place + index] = UInt8(truncatingIfNeeded: value >> UInt64(8 * index))
    }
  }

  /// The low bytes of a number, most significant first.
  static func big(_ value: Int, _ width: Int) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: width)
    bytes.putBig(UInt64(bitPattern: Int64(value)), width, at: 0)
    return bytes
  }

  /// The low bytes of a number, least significant first.
  static func little(_ value: Int, _ width: Int) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: width)
    bytes.putLittle(UInt64(bitPattern: Int64(value)), width, at: 0)
    return bytes
  }
}

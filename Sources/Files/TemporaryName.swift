import LibC

extension Path {
  /// A hidden, unpredictable name that contains the final one: ".NAME.RANDOM.tmp" in at most 255 bytes.
  static func temporary(for name: Path) -> Path {
    let digits = Array("0123456789abcdefghijklmnopqrstuv".utf8)
    var random = UInt64.random(in: .min ... .max)
    var ending = Array(".".utf8)
    for _ in 0..<12 {
      ending.append(digits[Int(random & 31)])
      random >>= 5
    }
    ending += Array(".tmp".utf8)
    var beginning = Array(".".utf8) + name.bytes.prefix(254 - ending.count)
    // Some file systems only accept well-formed UTF-8, so a character that would be cut is dropped as a whole.
    if beginning.count <= name.bytes.count, name.bytes[beginning.count - 1] & 0xC0 == 0x80 {
      while let last = beginning.last, last & 0xC0 == 0x80 { beginning.removeLast() }
      if let last = beginning.last, last >= 0xC0 { beginning.removeLast() }
    }
    return Path(bytes: beginning + ending)
  }

  /// Tries random names for a file that gets its own later until `make` succeeds with one that does not exist.
  static func withTemporary<Made: ~Copyable>(
    for name: Path, _ make: (Path) throws(SystemError) -> Made
  ) throws(SystemError) -> Made {
    var attempts = 1
    while true {
      do {
        return try make(.temporary(for: name))
      } catch {
        guard error.number == EEXIST, attempts < 100 else { throw error }
        attempts += 1
      }
    }
  }
}

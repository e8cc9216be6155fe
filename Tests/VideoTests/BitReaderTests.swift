import Testing
@testable import Video

struct BitReaderTests {
  private func reading<Result>(
    _ bytes: [UInt8], skipsEmulation: Bool = false, _ body: (inout BitReader) -> Result
  ) -> Result {
    bytes.withUnsafeBytes { buffer in
      var reader = BitReader(buffer[...], skipsEmulation: skipsEmulation)
      return body(&reader)
    }
  }

  @Test func `bits come most significant first`() {
    // A5 is 1010 0101, 3C is 0011 1100.
    reading([0xA5, 0x3C]) { reader in
      #expect(reader.readBit() == 1 && reader.read(3) == 0b010 && reader.read(6) == 0b010100)
      #expect(reader.read(6) == 0b111100 && reader.readBit() == nil)
    }
  }

  @Test func `a number of no bits is 0`() {
    reading([]) { reader in #expect(reader.read(0) == 0) }
  }

  @Test func `reading past the end gives nil`() {
    reading([]) { reader in #expect(reader.readBit() == nil && reader.read(8) == nil && !reader.skip(1)) }
    reading([0xFF]) { reader in
      #expect(reader.read(9) == nil)
      #expect(reader.readBit() == nil)
    }
    reading([0xFF]) { reader in #expect(reader.skip(8) && !reader.skip(1)) }
    reading([0xFF]) { reader in #expect(reader.skip(0) && !reader.skip(9)) }
  }

  @Test func `thirty-two bits`() {
    reading([0xFF, 0xFF, 0xFF, 0xFE]) { reader in #expect(reader.read(32) == 0xFFFF_FFFE) }
  }

  @Test func `the first Exp-Golomb codes are those of the standard's table`() {
    // ITU-T H.264, table 9-2: 1, 010, 011, 00100, 00101, 00110, 00111, 0001000.
    var bits = MadeBits()
    bits.add("1 010 011 00100 00101 00110 00111 0001000")
    reading(bits.bytes) { reader in
      #expect((0...7).map { _ in reader.readExpGolomb() } == [0, 1, 2, 3, 4, 5, 6, 7])
    }
  }

  @Test(arguments: [0, 1, 14, 15, 254, 255, 65_534, 65_535, (1 << 31) - 1, (1 << 32) - 2])
  func `a number is read back from its Exp-Golomb code`(_ value: Int) {
    var bits = MadeBits()
    bits.add("101")
    bits.addExpGolomb(value)
    bits.addExpGolomb(3)
    reading(bits.bytes) { reader in
      #expect(reader.skip(3) && reader.readExpGolomb() == value && reader.readExpGolomb() == 3)
    }
  }

  @Test func `an Exp-Golomb code that is cut off or endless gives nil`() {
    reading([0x00]) { reader in #expect(reader.readExpGolomb() == nil) }
    // 0001 and then only 4 bits where 3 + 0 would be enough: 00010110 is complete, 00000001 lacks its 7 bits.
    reading([0x16]) { reader in #expect(reader.readExpGolomb() == 10) }
    reading([0x01]) { reader in #expect(reader.readExpGolomb() == nil) }
    reading([UInt8](repeating: 0, count: 1000) + [1]) { reader in #expect(reader.readExpGolomb() == nil) }
    reading([]) { reader in #expect(reader.readExpGolomb() == nil) }
  }

  @Test func `an emulation prevention byte is skipped`() {
    // ITU-T H.264, 7.4.1: 00 00 03 means 00 00.
    reading([0, 0, 3, 1], skipsEmulation: true) { reader in
      #expect(reader.read(24) == 1 && reader.readBit() == nil)
    }
    reading([0, 0, 3, 0, 0, 3, 2], skipsEmulation: true) { reader in
      #expect(reader.read(32) == 0 && reader.read(8) == 2)
    }
    reading([0, 0, 3], skipsEmulation: true) { reader in #expect(reader.read(16) == 0 && reader.readBit() == nil) }
    reading([0, 0, 3, 3], skipsEmulation: true) { reader in #expect(reader.read(24) == 3) }
  }

  @Test func `a 3 without two zeros before it is data`() {
    reading([0, 3, 0, 3], skipsEmulation: true) { reader in #expect(reader.read(32) == 0x0003_0003) }
    reading([0, 0, 3, 1], skipsEmulation: false) { reader in #expect(reader.read(32) == 0x301) }
    reading([0, 0, 1, 3], skipsEmulation: true) { reader in #expect(reader.read(32) == 0x103) }
  }

  @Test func `a number across an emulation prevention byte`() {
    // 1 and fourteen zeros, then (after the skipped byte) a one.
    reading([0x80, 0, 0, 3, 0x40], skipsEmulation: true) { reader in
      #expect(reader.readBit() == 1 && reader.read(24) == 0 && reader.readBit() == 1)
    }
  }
}

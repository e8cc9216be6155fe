import TestSupport
import Testing

@Test func `the checksums of the tests agree with published values`() {
  // The check value of CRC-32 for "123456789", and RFC 1950's sum computed by hand for "abc": low 1+97+98+99 = 295,
  // high 98 + 196 + 295 = 589.
  #expect(crc32("123456789".utf8) == 0xCBF4_3926)
  #expect(adler32("abc".utf8) == 589 << 16 | 295)
}

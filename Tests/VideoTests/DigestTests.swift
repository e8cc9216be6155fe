import Testing
import Video

@Suite struct DigestTests {
  private func hexadecimal(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789abcdef")
    return String(bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
  }

  // FIPS 180-4, as in the examples of NIST.
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
  ]) func `SHA-256 is as in the standard`(_ text: String, _ digest: String) throws {
    #expect(try hexadecimal(#require(SHA256.digest(of: Array(text.utf8)))) == digest)
  }

  @Test func `SHA-256 of a million letters`() throws {
    let digest = try #require(SHA256.digest(of: [UInt8](repeating: UInt8(ascii: "a"), count: 1_000_000)))
    #expect(hexadecimal(digest) == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
  }

  @Test func `SHA-256 of an array and what follows it is that of both`() {
    let bytes = (0..<200).map { UInt8(truncatingIfNeeded: $0 * 7) }
    for cut in [0, 1, 64, 199, 200] {
      #expect(SHA256.digest(of: Array(bytes[..<cut]), bytes[cut...]) == SHA256.digest(of: bytes))
    }
  }

  // The check value of CRC-32 in the catalogue of parametrised CRC algorithms; of no bytes, and of one zero.
  @Test(arguments: [("123456789", 0xCBF4_3926), ("", 0), ("\0", 0xD202_EF8D)])
  func `CRC-32 is that of PNG`(_ text: String, _ value: UInt32) {
    var sum = CRC32()
    Array(text.utf8).withUnsafeBytes { sum.update($0) }
    #expect(sum.value == value)
  }

  @Test func `CRC-32 of parts is that of the whole`() {
    let bytes = (0..<1000).map { UInt8(truncatingIfNeeded: $0 * 7) }
    var whole = CRC32()
    bytes.withUnsafeBytes { whole.update($0) }
    for cut in [0, 1, 3, 500, 999, 1000] {
      var parts = CRC32()
      Array(bytes[..<cut]).withUnsafeBytes { parts.update($0) }
      Array(bytes[cut...]).withUnsafeBytes { parts.update($0) }
      #expect(parts.value == whole.value)
    }
  }
}

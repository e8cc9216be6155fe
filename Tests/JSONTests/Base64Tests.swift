import Packing
import Testing

@Suite struct Base64Tests {
  @Test(arguments: [
    // RFC 4648, section 10.
    ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
    ("foobar", "Zm9vYmFy"),
  ]) func `bytes are encoded as in the RFC`(bytes: String, letters: String) {
    #expect(String(decoding: Base64.encode(Array(bytes.utf8)), as: UTF8.self) == letters)
  }

  @Test func `all 64 letters are used`() {
    #expect(String(decoding: Base64.encode([0xFB, 0xEF, 0xFF]), as: UTF8.self) == "++//")
  }

  @Test(arguments: [
    ("", ""), ("Zg==", "f"), ("Zm8=", "fo"), ("Zm9v", "foo"), ("Zm9vYg==", "foob"), ("Zm9vYmE=", "fooba"),
    ("Zm9vYmFy", "foobar"),
  ]) func `letters are decoded as in the RFC`(letters: String, bytes: String) {
    #expect(Base64.decode(letters) == Array(bytes.utf8))
  }

  @Test(arguments: [
    "Z", "Zg", "Zg=", "Zm9", "Zm9vY", "=", "====", "=Zg=", "Z===", "Zg==Zg==", "Zm 8", "Zm8=\n", "Zm-_", "Zm8\u{0}",
    "Zé8=", "Zm9v=", "==Zg",
  ]) func `what is not Base64 has no bytes`(letters: String) {
    #expect(Base64.decode(letters) == nil)
  }

  @Test func `all bytes come back`() {
    for count in 0..<70 {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 37 + count) }
      #expect(Base64.decode(String(decoding: Base64.encode(bytes), as: UTF8.self)) == bytes)
    }
  }
}

import JSON
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
}

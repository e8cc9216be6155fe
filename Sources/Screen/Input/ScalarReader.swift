/// Decodes UTF-8 byte by byte and drops invalid bytes (RFC 3629).
struct ScalarReader {
  private var value: UInt32 = 0
  private var remaining = 0
  /// The range of the next byte; it excludes overlong forms. Surrogates and values above U+10FFFF are rejected when
  /// they are complete.
  private var allowed: ClosedRange<UInt8> = 0x80...0xBF

  /// Takes a byte, and returns the scalar that it completes.
  mutating func read(_ byte: UInt8) -> Unicode.Scalar? {
    if remaining > 0, allowed.contains(byte) {
      value = value << 6 | UInt32(byte & 0x3F)
      remaining -= 1
      allowed = 0x80...0xBF
      return remaining == 0 ? Unicode.Scalar(value) : nil
    }
    return start(byte)
  }

  /// Drops an incomplete scalar.
  mutating func reset() { remaining = 0 }

  private mutating func start(_ byte: UInt8) -> Unicode.Scalar? {
    remaining = 0
    allowed = 0x80...0xBF
    switch byte {
    case 0...0x7F: return Unicode.Scalar(byte)
    case 0xC2...0xDF: (value, remaining) = (UInt32(byte & 0x1F), 1)
    case 0xE0...0xEF:
      (value, remaining) = (UInt32(byte & 0x0F), 2)
      if byte == 0xE0 { allowed = 0xA0...0xBF }
    case 0xF0...0xF4:
      (value, remaining) = (UInt32(byte & 0x07), 3)
      if byte == 0xF0 { allowed = 0x90...0xBF }
    default: break
    }
    return nil
  }

  /// The text of all the bytes.
  static func text(_ bytes: some Sequence<UInt8>) -> String {
    var reader = ScalarReader()
    var scalars = String.UnicodeScalarView()
    for byte in bytes {
      if let scalar = reader.read(byte) { scalars.append(scalar) }
    }
    return String(scalars)
  }
}

import Timeline

/// A reader of digits and signs from the front of an untrusted text, byte by byte; text that does not match is not
/// consumed.
struct DigitReader {
  private let bytes: [UInt8]
  private var position = 0

  /// Longer texts are truncated: no date or place needs so many characters.
  init(_ text: String) {
    bytes = Array(text.utf8.prefix(256))
  }

  var isAtEnd: Bool { position == bytes.count }

  /// Consumes the next character if it is one of these.
  mutating func consume(anyOf characters: String) -> String? {
    guard position < bytes.count, characters.utf8.contains(bytes[position]) else { return nil }
    position += 1
    return String(UnicodeScalar(bytes[position - 1]))
  }

  /// Consumes exactly `digits` digits.
  mutating func number(digits: Int) -> Int64? {
    let start = position
    let read = self.digits()
    guard read.count >= digits, let value = Self.value(read.prefix(digits)) else {
      position = start
      return nil
    }
    position = start + digits
    return value
  }

  /// Consumes all digits at the current position.
  mutating func digits() -> ArraySlice<UInt8> {
    let start = position
    while position < bytes.count, (0x30...0x39).contains(bytes[position]) { position += 1 }
    return bytes[start..<position]
  }

  /// Consumes the digits after a decimal point, at least one, as a fraction below 1; only the first twelve count.
  mutating func fraction() -> Rational? {
    let read = digits().prefix(12)
    guard !read.isEmpty, let above = Self.value(read) else { return nil }
    return Rational(above, read.reduce(Int64(1)) { power, _ in power * 10 })
  }

  /// Skips everything before the next of these characters, or to the end.
  mutating func skip(upTo character: String) {
    while position < bytes.count, !character.utf8.contains(bytes[position]) { position += 1 }
  }

  /// Consumes these characters if they come next; returns whether they did.
  mutating func consume(word: String) -> Bool {
    guard bytes[position...].starts(with: word.utf8) else { return false }
    position += word.utf8.count
    return true
  }

  /// The value of at most twelve digits.
  static func value(_ digits: ArraySlice<UInt8>) -> Int64? {
    guard digits.count <= 12 else { return nil }
    return digits.reduce(0) { $0 * 10 + Int64($1 - 0x30) }
  }
}

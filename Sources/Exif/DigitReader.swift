import Timeline

/// Reads digits and signs from the front of a foreign text, byte by byte; what is not as asked is left where it is.
struct DigitReader {
  private let bytes: [UInt8]
  private var position = 0

  /// Longer texts are cut: no date and no place takes so many characters.
  init(_ text: String) {
    bytes = Array(text.utf8.prefix(256))
  }

  var isAtEnd: Bool { position == bytes.count }

  /// Takes the next character if it is one of these.
  mutating func take(of characters: String) -> String? {
    guard position < bytes.count, characters.utf8.contains(bytes[position]) else { return nil }
    position += 1
    return String(UnicodeScalar(bytes[position - 1]))
  }

  /// Takes exactly so many digits.
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

  /// Takes all digits that stand here.
  mutating func digits() -> ArraySlice<UInt8> {
    let start = position
    while position < bytes.count, (0x30...0x39).contains(bytes[position]) { position += 1 }
    return bytes[start..<position]
  }

  /// Takes the digits behind a point, at least one, as a fraction below 1; what is beyond twelve of them is cut off.
  mutating func fraction() -> Rational? {
    let read = digits().prefix(12)
    guard !read.isEmpty, let above = Self.value(read) else { return nil }
    return Rational(above, read.reduce(Int64(1)) { power, _ in power * 10 })
  }

  /// Skips everything before the next of these characters, or to the end.
  mutating func skip(upTo character: String) {
    while position < bytes.count, !character.utf8.contains(bytes[position]) { position += 1 }
  }

  /// Whether the text goes on with these characters, which are then taken.
  mutating func take(word: String) -> Bool {
    guard bytes[position...].starts(with: word.utf8) else { return false }
    position += word.utf8.count
    return true
  }

  /// The number that at most twelve digits stand for.
  static func value(_ digits: ArraySlice<UInt8>) -> Int64? {
    guard digits.count <= 12 else { return nil }
    return digits.reduce(0) { $0 * 10 + Int64($1 - 0x30) }
  }
}

/// One word of the command line, as bytes: a file name need not be UTF-8.
public struct Word: Hashable, Sendable {
  /// The bytes as the system gave them, without a terminating zero.
  public let bytes: [UInt8]

  /// Makes a word from bytes.
  public init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Makes a word from the UTF-8 form of a text.
  public init(_ text: String) {
    bytes = Array(text.utf8)
  }

  /// The word as text, with each byte that is not part of valid UTF-8 shown as `\xnn`.
  ///
  /// For messages and for values that are text; a path is made from `bytes`.
  public var text: String {
    Word.text(of: bytes[...])
  }

  static func text(of bytes: ArraySlice<UInt8>) -> String {
    var text = String.UnicodeScalarView()
    var parser = Unicode.UTF8.ForwardParser()
    var unread = bytes.makeIterator()
    var index = bytes.startIndex
    while true {
      switch parser.parseScalar(from: &unread) {
      case .valid(let encoded):
        text.append(Unicode.UTF8.decode(encoded))
        index += encoded.count
      case .error(let length):
        for byte in bytes[index...].prefix(length) {
          text.append(contentsOf: hexadecimal(byte).unicodeScalars)
        }
        index += length
      case .emptyInput:
        return String(text)
      }
    }
  }

  private static func hexadecimal(_ byte: UInt8) -> String {
    (byte < 0x10 ? "\\x0" : "\\x") + String(byte, radix: 16)
  }
}

extension Word {
  /// Whether the word starts an option: a dash and a character that is not a digit.
  ///
  /// `-` alone is a value, and so is a dash with a digit, so that `--at -3s` and `--frame -1` can be typed.
  var isOption: Bool {
    guard bytes.count > 1, bytes[0] == ASCII.dash else { return false }
    return !(ASCII.zero...ASCII.nine).contains(bytes[1])
  }

  /// Whether this is the `--` that ends the options.
  var endsOptions: Bool {
    bytes == [ASCII.dash, ASCII.dash]
  }

  /// Whether the word starts with two dashes.
  var hasTwoDashes: Bool {
    bytes.starts(with: [ASCII.dash, ASCII.dash])
  }

  /// The character offsets in `text` that correspond to a range of byte offsets.
  func characters(_ range: Range<Int>) -> Range<Int> {
    // Counted on prefixes, and clamped: a combining mark after the cut merges two characters into one.
    let all = text.count
    let lower = min(Word.text(of: bytes.prefix(range.lowerBound)).count, all)
    let upper = range.upperBound >= bytes.count ? all : min(Word.text(of: bytes.prefix(range.upperBound)).count, all)
    return lower..<max(lower, upper)
  }
}

/// The bytes with a special meaning on a command line.
enum ASCII {
  static let dash = UInt8(ascii: "-")
  static let equals = UInt8(ascii: "=")
  static let zero = UInt8(ascii: "0")
  static let nine = UInt8(ascii: "9")
}

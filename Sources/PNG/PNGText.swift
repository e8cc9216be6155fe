/// A named text in a PNG, written as an uncompressed iTXt chunk without language.
public struct PNGText: Hashable, Sendable {
  /// The name, such as "Source": 1 to 79 printable Latin-1 characters, without spaces at the ends or in a row.
  ///
  /// A keyword that breaks the rules (PNG, 11.3.4.2, keywords and text strings) is rejected when encoding.
  public var keyword: String

  /// The text, written as UTF-8. A NUL, which PNG does not allow, is written as U+FFFD; line ends are written as given.
  public var text: String

  /// Makes a text with a keyword.
  public init(keyword: String, text: String) {
    self.keyword = keyword
    self.text = text
  }

  /// The keyword's Latin-1 bytes.
  func keywordBytes() throws(PNGError) -> [UInt8] {
    var bytes: [UInt8] = []
    for scalar in keyword.unicodeScalars {
      guard bytes.count < 79 else { throw .badKeyword(keyword, .tooLong) }
      switch scalar.value {
      case 32...126, 161...255: bytes.append(UInt8(truncatingIfNeeded: scalar.value))
      default: throw .badKeyword(keyword, .unprintable)
      }
    }
    let space = UInt8(ascii: " ")
    guard let first = bytes.first, let last = bytes.last else { throw .badKeyword(keyword, .empty) }
    guard first != space, last != space, !zip(bytes, bytes.dropFirst()).contains(where: { $0 == space && $1 == space })
    else { throw .badKeyword(keyword, .misplacedSpace) }
    return bytes
  }

  /// The content of the iTXt chunk (PNG, 11.3.4.5, international textual data).
  func chunkContent() throws(PNGError) -> [UInt8] {
    var bytes = try keywordBytes()
    // After the keyword's end: not compressed, method 0, no language, no translated keyword.
    bytes += [0, 0, 0, 0, 0]
    for byte in text.utf8 {
      if byte == 0 {
        bytes += [0xEF, 0xBF, 0xBD]
      } else {
        bytes.append(byte)
      }
    }
    guard bytes.count <= ChunkList.longestContent else { throw .textTooLong(keyword: keyword) }
    return bytes
  }
}

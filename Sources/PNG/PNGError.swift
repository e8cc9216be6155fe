/// Why a picture cannot be written as a PNG.
public enum PNGError: Error, Hashable, Sendable {
  /// The width or the height, in pixels, is outside ``PNGImage/sizeRange``.
  case sizeOutOfRange(width: Int, height: Int)
  /// The distance between rows is less than a row of pixels, both in bytes.
  case rowTooShort(bytesPerRow: Int, needed: Int)
  /// The picture's size in bytes overflows; width and height in pixels.
  case tooManyBytes(width: Int, height: Int)
  /// The buffer of pixels has fewer bytes than the picture.
  case pixelsTooShort(count: Int, needed: Int)
  /// A value of the metadata is outside what its chunk can hold.
  case valueOutOfRange(field: String, value: Int64, lowest: Int64, highest: Int64)
  /// A text's keyword breaks PNG's rules.
  case badKeyword(String, KeywordFault)
  /// An Exif block does not start as a TIFF file.
  case badExif
  /// An Exif block does not fit into a chunk of 2³¹ − 1 bytes.
  case exifTooLong
  /// A text does not fit into a chunk of 2³¹ − 1 bytes.
  case textTooLong(keyword: String)
  /// The pixels could not be compressed; the reason.
  case compressionFailed(message: String)
  /// There is not enough memory.
  case outOfMemory
  /// It was stopped, since it took longer than allowed.
  case stopped
  /// libpng failed; its error message, and the warnings before it.
  case libraryFailed(message: String, warnings: String)

  /// Why the keyword of a text is rejected.
  public enum KeywordFault: Hashable, Sendable {
    /// It has no characters.
    case empty
    /// It has more than 79 characters.
    case tooLong
    /// It has a character outside printable Latin-1 (32–126 and 161–255).
    case unprintable
    /// A space is its first or last character, or follows another.
    case misplacedSpace
  }
}

extension PNGError: CustomStringConvertible {
  /// A message that continues a sentence.
  public var description: String {
    switch self {
    case .sizeOutOfRange(let width, let height):
      return "picture size out of range: \(width)x\(height); a PNG has 1 to 2147483647 pixels each way"
    case .rowTooShort(let bytesPerRow, let needed):
      return "rows too short: \(bytesPerRow) bytes from one to the next, but a row of pixels has \(needed)"
    case .tooManyBytes(let width, let height):
      return "picture too large: the bytes of \(width)x\(height) pixels cannot be counted"
    case .pixelsTooShort(let count, let needed):
      return "pixels missing: \(count) bytes are there, the picture has \(needed)"
    case .valueOutOfRange(let field, let value, let lowest, let highest):
      let allowed = lowest == highest ? "only \(lowest) is allowed" : "\(lowest) to \(highest) is allowed"
      return "PNG value out of range: \(field) is \(value), \(allowed)"
    case .badKeyword(let keyword, let fault):
      return "PNG keyword refused: \(shown(keyword)) \(fault.description)"
    case .badExif: return "Exif block refused: it starts neither with II*\\0 nor with MM\\0*"
    case .exifTooLong: return "Exif block too long: it has more than 2147483647 bytes"
    case .textTooLong(let keyword):
      return "PNG text too long: \(shown(keyword)) has more than 2147483647 bytes; shorten it"
    case .compressionFailed(let message): return "PNG not written: \(message)"
    case .outOfMemory: return "PNG not written: out of memory"
    case .stopped: return "PNG not written: it was stopped"
    case .libraryFailed(let message, let warnings):
      let before = warnings.isEmpty ? "" : ", after warning \(shown(warnings))"
      return "PNG not written: libpng says \(shown(message))\(before)"
    }
  }

  /// The beginning of a string in quotes, without control characters for terminals or changes of text direction.
  private func shown(_ string: String) -> String {
    var quoted = "\""
    for scalar in string.unicodeScalars.prefix(100) {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned:
        quoted += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      default:
        quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + (string.unicodeScalars.count > 100 ? "…\"" : "\"")
  }
}

extension PNGError.KeywordFault: CustomStringConvertible {
  /// A message that continues a sentence about a keyword.
  public var description: String {
    switch self {
    case .empty: "is empty; give it 1 to 79 characters"
    case .tooLong: "is longer than 79 characters"
    case .unprintable: "has a character that is not printable Latin-1"
    case .misplacedSpace: "has a space at an end, or two in a row"
    }
  }
}

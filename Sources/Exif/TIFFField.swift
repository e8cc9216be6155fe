/// One field of a TIFF directory: its tag, its type, and its values as big-endian bytes.
struct TIFFField: Hashable {
  /// The types of values that are written here (TIFF 6.0, section 2; Exif 2.32, 4.6.2).
  enum Kind: UInt16 {
    case byte = 1
    case ascii = 2
    case long = 4
    case rational = 5
    case undefined = 7

    /// The size of one value in bytes.
    var size: Int {
      switch self {
      case .byte, .ascii, .undefined: 1
      case .long: 4
      case .rational: 8
      }
    }
  }

  let tag: UInt16
  let kind: Kind
  let values: [UInt8]

  /// The number of values.
  var count: UInt32 { UInt32(truncatingIfNeeded: values.count / kind.size) }

  static func bytes(_ tag: UInt16, _ values: [UInt8]) -> TIFFField {
    TIFFField(tag: tag, kind: .byte, values: values)
  }

  /// A text with a terminating NUL. Exif requires ASCII; other characters are written as UTF-8, as readers expect.
  static func text(_ tag: UInt16, _ text: String) -> TIFFField {
    TIFFField(tag: tag, kind: .ascii, values: text.utf8.filter { $0 != 0 } + [0])
  }

  static func undefined(_ tag: UInt16, _ text: String) -> TIFFField {
    TIFFField(tag: tag, kind: .undefined, values: Array(text.utf8))
  }

  static func long(_ tag: UInt16, _ value: UInt32) -> TIFFField {
    TIFFField(tag: tag, kind: .long, values: value.bigEndianBytes)
  }

  static func rationals(_ tag: UInt16, _ values: [UnsignedFraction]) -> TIFFField {
    TIFFField(
      tag: tag, kind: .rational,
      values: values.flatMap { $0.numerator.bigEndianBytes + $0.denominator.bigEndianBytes })
  }
}

extension FixedWidthInteger {
  /// The number's bytes in big-endian order.
  var bigEndianBytes: [UInt8] {
    stride(from: Self.bitWidth - 8, through: 0, by: -8).map { UInt8(truncatingIfNeeded: self >> $0) }
  }
}

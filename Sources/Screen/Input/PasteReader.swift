/// Collects pasted bytes up to `CSI 201 ~`.
struct PasteReader {
  /// A longer paste is dropped.
  static let mostBytes = 65_536

  private static let end: [UInt8] = [0x1B, 0x5B, 0x32, 0x30, 0x31, 0x7E]

  private var bytes: [UInt8] = []
  private var isTooLong = false
  /// How many bytes of the end have come.
  private var matched = 0

  var heldBytes: Int { bytes.count }

  enum Progress: Equatable {
    case goesOn
    /// The end came; nil for a paste that was too long.
    case ended(String?)
  }

  mutating func read(_ byte: UInt8) -> Progress {
    // ESC is only the first byte of the end, so a byte that does not match can only begin it anew.
    matched = byte == Self.end[matched] ? matched + 1 : byte == Self.end[0] ? 1 : 0
    if !isTooLong { bytes.append(byte) }
    if matched == Self.end.count {
      return .ended(isTooLong ? nil : ScalarReader.text(bytes.dropLast(Self.end.count)))
    }
    if bytes.count - matched > Self.mostBytes {
      isTooLong = true
      bytes = []
    }
    return .goesOn
  }
}

/// What a terminal reads at a time: a character or a whole control sequence.
public enum TerminalToken: Hashable, Sendable {
  /// A printable character.
  case character(Unicode.Scalar)
  /// A control character of C0 other than ESC.
  case control(UInt8)
  /// `CSI`: what stands before the last byte, and the last byte.
  case sequence(body: [UInt8], end: UInt8)
  /// A string that ends with ST: `P` for DCS, `_` for APC, `]` for OSC and so on, and its bytes.
  case string(kind: Unicode.Scalar, [UInt8])
  /// ESC and another byte.
  case escape(UInt8)
  /// Bytes that no terminal understands, in words.
  case fault(String)
}

/// Cuts a program's output into tokens (ECMA-48), strictly: whatever is torn or unfinished is a fault.
public struct TerminalTokenizer: Sendable {
  private enum State: Hashable {
    case ground
    case escape
    case sequence
    case string(Unicode.Scalar)
    case stringEscape(Unicode.Scalar)
    /// ESC in a sequence or a character that is not complete.
    case tornEscape
    case character(left: Int, value: UInt32, least: UInt32)
  }

  private var state = State.ground
  private var bytes: [UInt8] = []

  /// A reader at the beginning of the output.
  public init() {}

  /// Whether no sequence is unfinished.
  public var isAtRest: Bool { state == .ground }

  /// The token that this byte completes; nil if more bytes belong to it.
  public mutating func read(_ byte: UInt8) -> TerminalToken? {
    switch state {
    case .ground: ground(byte)
    case .escape: escape(byte)
    case .sequence: sequence(byte)
    case .string(let kind): string(byte, kind)
    case .stringEscape(let kind): stringEscape(byte, kind)
    case .tornEscape: tornEscape(byte)
    case .character(let left, let value, let least): character(byte, left, value, least)
    }
  }

  private mutating func ground(_ byte: UInt8) -> TerminalToken? {
    switch byte {
    case 0x1B: state = .escape
    case 0..<0x20, 0x7F: return .control(byte)
    case 0x20..<0x7F: return .character(Unicode.Scalar(byte))
    case 0xC2..<0xE0: state = .character(left: 1, value: UInt32(byte & 0x1F), least: 0xA0)
    case 0xE0..<0xF0: state = .character(left: 2, value: UInt32(byte & 0x0F), least: 0x800)
    case 0xF0..<0xF5: state = .character(left: 3, value: UInt32(byte & 0x07), least: 0x10000)
    default: return .fault("the byte \(byte) does not start a character of UTF-8")
    }
    return nil
  }

  private mutating func character(_ byte: UInt8, _ left: Int, _ value: UInt32, _ least: UInt32) -> TerminalToken? {
    if byte == 0x1B {
      state = .tornEscape
      return nil
    }
    guard byte & 0xC0 == 0x80 else {
      state = .ground
      return .fault("a character of UTF-8 is torn")
    }
    let value = value << 6 | UInt32(byte & 0x3F)
    guard left == 1 else {
      state = .character(left: left - 1, value: value, least: least)
      return nil
    }
    state = .ground
    // The control characters of C1, from U+0080 to U+009F, start sequences in some terminals.
    guard value >= least, let scalar = Unicode.Scalar(value) else {
      return .fault("U+\(String(value, radix: 16)) is no printable character")
    }
    return .character(scalar)
  }

  private mutating func escape(_ byte: UInt8) -> TerminalToken? {
    bytes = []
    switch byte {
    case UInt8(ascii: "["): state = .sequence
    case UInt8(ascii: "P"), UInt8(ascii: "_"), UInt8(ascii: "]"), UInt8(ascii: "^"), UInt8(ascii: "X"):
      state = .string(Unicode.Scalar(byte))
    default:
      state = .ground
      return .escape(byte)
    }
    return nil
  }

  private mutating func sequence(_ byte: UInt8) -> TerminalToken? {
    switch byte {
    case 0x20..<0x40:
      bytes.append(byte)
      return nil
    case 0x1B:
      state = .tornEscape
      return nil
    case 0x40..<0x7F:
      state = .ground
      return .sequence(body: bytes, end: byte)
    default:
      state = .ground
      return .fault("a sequence is torn: CSI \(String(decoding: bytes, as: UTF8.self)) and the byte \(byte)")
    }
  }

  /// A program that is ended in the middle of a sequence cancels it by ST.
  private mutating func tornEscape(_ byte: UInt8) -> TerminalToken? {
    state = .ground
    return byte == UInt8(ascii: "\\") ? .escape(byte) : .fault("a sequence is torn by ESC and the byte \(byte)")
  }

  private mutating func string(_ byte: UInt8, _ kind: Unicode.Scalar) -> TerminalToken? {
    switch byte {
    case 0x1B: state = .stringEscape(kind)
    case 0x20..<0x7F: bytes.append(byte)
    default:
      state = .ground
      return .fault("a string of kind \(kind) holds the byte \(byte)")
    }
    return nil
  }

  private mutating func stringEscape(_ byte: UInt8, _ kind: Unicode.Scalar) -> TerminalToken? {
    state = .ground
    guard byte == UInt8(ascii: "\\") else { return .fault("a string of kind \(kind) does not end with ST") }
    return .string(kind: kind, bytes)
  }
}

import Files

/// Makes sure that a worker's lines for standard output cannot control a terminal or forge other lines.
enum TextCheck {
  /// The bytes unchanged, if they are ASCII without control characters, or text as JSON writes it; else with escapes.
  static func checked(_ lines: [UInt8]) -> [UInt8] {
    if lines.allSatisfy({ (0x20...0x7E).contains($0) || $0 == 0x0A || $0 == 0x09 }) { return lines }
    if let text = String(validating: lines, as: UTF8.self), text.unicodeScalars.allSatisfy(isHarmless) { return lines }
    let parts = lines.split(separator: 0x0A, omittingEmptySubsequences: false)
    return Array(parts.map { Array(printable($0, limit: .max).utf8) }.joined(separator: [0x0A]))
  }

  /// Whether JSON may hold the character as it is: no control character but tab and line feed, and none that changes the
  /// direction of a line.
  private static func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A: true
    case 0..<0x20, 0x7F..<0xA0, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF: false
    default: true
    }
  }
}

/// The number of columns of a character in a terminal, where terminals agree about it.
enum GlyphWidth {
  /// 0 for combining marks and invisible characters, 2 for wide and fullwidth ones (Unicode's UAX #11), nil for control
  /// characters and unassigned ones, 1 for all others.
  ///
  /// Ambiguous ones such as ▀ count as 1; `TerminalFacts.isWide` says whether this terminal gives ▀ two columns.
  static func columns(_ scalar: Unicode.Scalar) -> Int? {
    // A shortcut for the characters that fill most of a screen: ASCII, lines and blocks.
    let value = scalar.value
    if (0x20...0x7E).contains(value) || (0x2500...0x259F).contains(value) || (0x1FB00...0x1FB3B).contains(value) {
      return 1
    }
    switch scalar.properties.generalCategory {
    case .control, .surrogate, .lineSeparator, .paragraphSeparator, .unassigned: return nil
    // Format characters include direction marks, which could reorder the whole line.
    case .format, .nonspacingMark, .enclosingMark: return 0
    default: break
    }
    return wide.contains { $0.contains(scalar.value) } ? 2 : 1
  }

  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x231A...0x231B, 0x23E9...0x23EC, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF,
    0x4E00...0xA4CF, 0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F,
    0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18CFF, 0x1AFF0...0x1B2FF, 0x1F300...0x1F64F, 0x1F680...0x1F6FF,
    0x1F900...0x1F9FF, 0x20000...0x3FFFD,
  ]
}

/// Terminals that draw block glyphs themselves, whatever their fonts have.
///
/// A terminal can be asked for a glyph's width but not whether it has the glyph, so all others are given only ▀.
enum KnownTerminals {
  /// Terminals that draw sextants (U+1FB00 to U+1FB3B): how their answer to XTVERSION starts, and the first version.
  private static let sextants: [(name: String, since: [Int])] = [
    ("kitty(", [0, 20]), ("foot(", [1, 8]), ("wezterm ", [20_210_814]), ("ghostty ", [1]), ("contour ", [0, 3]),
    // GNOME Terminal and many others: 0.62.
    ("vte(", [6200]),
  ]

  /// Whether the terminal of this name draws sextants.
  static func drawsSextants(_ name: String) -> Bool {
    let name = name.lowercased()
    guard let known = sextants.first(where: { name.hasPrefix($0.name) }) else { return false }
    let version = name.dropFirst(known.name.count).prefix { $0.isNumber || $0 == "." }
    let numbers = version.split(separator: ".").map { Int($0) ?? 0 }
    return !numbers.lexicographicallyPrecedes(known.since)
  }

  /// Whether a terminal draws quadrants (U+2596 to U+259F): Alacritty, which does not answer XTVERSION.
  static func drawsQuadrants(term: String) -> Bool { term.hasPrefix("alacritty") }
}

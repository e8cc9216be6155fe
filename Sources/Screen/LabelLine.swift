/// A line of parts, of which as many are shown as fit.
public struct LabelLine: Hashable, Sendable {
  /// A piece of text that is shown whole or not at all.
  public struct Part: Hashable, Sendable {
    /// What it says; an empty part is left out.
    public let text: String
    /// Parts with a lower priority are left out first; of equal ones that further to the right.
    public let priority: Int
    /// Whether it stands in reverse video.
    public let isReversed: Bool
  }

  /// The parts from left to right.
  public let parts: [Part]

  /// Makes a line of its parts from left to right.
  public init(_ parts: [(text: String, priority: Int, isReversed: Bool)]) {
    self.parts = parts.map { Part(text: $0.text, priority: $0.priority, isReversed: $0.isReversed) }
  }

  /// The cells of the line, as many as `width`, filled up with blanks; between parts are two blanks.
  ///
  /// Parts are left out until the others fit; the last one left is cut.
  public func cells(width: Int) -> [Cell] {
    let width = max(0, width)
    var pieces = parts.map { (priority: $0.priority, cells: CellGrid.cells(of: $0.text, reversed: $0.isReversed)) }
    pieces.removeAll { $0.cells.isEmpty }
    while pieces.count > 1, Self.width(pieces.map(\.cells.count)) > width {
      let least = pieces.map(\.priority).min()
      guard let place = pieces.lastIndex(where: { $0.priority == least }) else { break }
      pieces.remove(at: place)
    }
    let gap = [Cell.blank, .blank]
    var cells = Array(pieces.map(\.cells).joined(separator: gap).prefix(width))
    // Half of a wide glyph is no glyph.
    if let end = cells.last, end.columns == 2 { cells[cells.count - 1].glyph = " " }
    return cells + Array(repeating: .blank, count: width - cells.count)
  }

  private static func width(_ counts: [Int]) -> Int { counts.reduce(2 * (counts.count - 1), +) }
}

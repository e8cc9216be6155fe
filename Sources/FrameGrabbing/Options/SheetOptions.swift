import Video

/// The grid of sheets, if pictures are tiles.
public struct SheetOptions: Hashable, Sendable {
  /// Tiles across, 1 or more.
  public let columns: Int
  /// Tiles down, 1 or more; nil for as many as there are.
  public let rows: Int?
  /// Whether a WebVTT index names the tiles; the output's name is then the index's.
  public var hasIndex = false
  /// Whether each tile has its frame's time in a corner.
  public var isStamped = false
  /// Whether the grid shrinks so that no side of a sheet is longer than players support.
  private let isBounded: Bool

  /// Makes a choice.
  public init(columns: Int, rows: Int?) { (self.columns, self.rows, isBounded) = (columns, rows, false) }

  /// 10 × 10 tiles, or fewer: what an index has by default.
  public init() { (columns, rows, isBounded) = (10, 10, true) }

  /// The most pixels along a side of a sheet of this kind.
  private static let longestSide = 4096
  /// The width in pixels of a sheet whose tiles were given no size.
  private static let usualWidth = 1600

  /// The most tiles across and down for tiles of this size.
  func most(_ tile: PictureSize) -> (columns: Int, rows: Int?) {
    guard isBounded else { return (columns, rows) }
    return (
      min(columns, max(1, Self.longestSide / tile.width)), rows.map { min($0, max(1, Self.longestSide / tile.height)) }
    )
  }

  /// The most pixels across a tile that was given no size.
  var usualTileWidth: Int { max(1, Self.usualWidth / columns) }
}

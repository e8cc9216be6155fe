/// The layout of a screen: the picture, its ruler, the slider, its marks, the label line and the hint line.
///
/// Cells are counted from 1. A cell is 8 × 16 points, whatever its pixels, so that the zones of the slider models keep
/// their published sizes.
public struct ScreenLayout: Hashable, Sendable {
  /// The width of a cell in points.
  public static let cellWidth = 8.0
  /// The height of a cell in points.
  public static let cellHeight = 16.0

  /// Cells across, 1 to 10 000.
  public let columns: Int
  /// Cells down, 1 to 10 000.
  public let rows: Int

  /// Makes the layout of a screen; sizes out of range are limited to it.
  public init(columns: Int, rows: Int) {
    self.columns = min(max(1, columns), 10_000)
    self.rows = min(max(1, rows), 10_000)
  }

  /// Whether there is only room for the label line: below 20 × 6.
  public var isOnlyLabel: Bool { columns < 20 || rows < 6 }

  /// The row of the slider, 0 without one.
  public var sliderRow: Int { isOnlyLabel ? 0 : rows - 3 }
  /// The row of the keyframes' marks, 0 without one.
  public var marksRow: Int { isOnlyLabel ? 0 : rows - 2 }
  /// The row of the label line, which is always there.
  public var labelRow: Int { isOnlyLabel ? rows : rows - 1 }
  /// The row of the hint line, 0 without one.
  public var hintRow: Int { isOnlyLabel ? 0 : rows }

  /// Cells to the left of the slider.
  public var left: Int { 2 }
  /// Cells of the slider, at least 1.
  public var sliderCells: Int { max(1, columns - 4) }

  /// Cells to the left of the picture, in which the ruler is.
  public var pictureLeft: Int { 6 }
  /// Cells across of the area for the picture, 0 without one.
  public var pictureColumns: Int { isOnlyLabel ? 0 : columns - 6 }
  /// Cells down of the area for the picture, 0 without one.
  public var pictureRows: Int { isOnlyLabel ? 0 : rows - 4 }

  /// The height of a row in points: 16, or as many more whole ones as bring the slowest speed into the top row.
  ///
  /// - Parameter lastDistance: The last distance of the slider's speed table in points, 0 without one.
  public func rowHeight(lastDistance: Double) -> Double {
    guard !isOnlyLabel, lastDistance.isFinite else { return Self.cellHeight }
    return max(Self.cellHeight, ((lastDistance + 10) / Double(sliderRow - 1)).rounded(.up))
  }

  /// The cells of a picture with square pixels that is as large as the area allows: its size, at least 1 × 1 and rounded to
  /// nearest, and its first column and row.
  public func fit(width: Int, height: Int) -> (columns: Int, rows: Int, left: Int, top: Int) {
    let (width, height) = (Double(max(1, width)), Double(max(1, height)))
    let scale = min(
      Double(pictureColumns) * Self.cellWidth / width, Double(pictureRows) * Self.cellHeight / height)
    // Neither product can be much larger than the area, so both fit an Int.
    let across = Int(exactly: (width * scale / Self.cellWidth).rounded()) ?? 1
    let down = Int(exactly: (height * scale / Self.cellHeight).rounded()) ?? 1
    return (
      max(1, min(across, pictureColumns)), max(1, min(down, pictureRows)), pictureLeft + 1, 1
    )
  }

  /// For each slower zone the lowest row whose middle is at least the zone's distance above the middle of the slider's row.
  ///
  /// Nil for distances that no row has and for those that are not positive.
  ///
  /// - Parameters:
  ///   - distances: The distances of the zones in points.
  ///   - lastDistance: As for ``rowHeight(lastDistance:)``.
  public func rulerRows(distances: [Double], lastDistance: Double) -> [Int?] {
    let height = rowHeight(lastDistance: lastDistance)
    return distances.map { distance in
      guard distance > 0, distance <= Double(sliderRow - 1) * height else { return nil }
      return (1..<sliderRow).last { Double(sliderRow - $0) * height >= distance }
    }
  }
}

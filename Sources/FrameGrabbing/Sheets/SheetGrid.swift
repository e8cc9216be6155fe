import Video

/// The layout of tiles on sheets, which are filled row by row, one sheet after the other.
///
/// Tiles have one size, and cells are counted from 0 over all sheets.
public struct SheetGrid: Hashable, Sendable {
  let tile: PictureSize
  let columns: Int
  let rows: Int
  /// How many cells there are, 1 or more.
  let count: Int

  /// Makes the grid for tiles of one size; a sheet takes as many rows as `sheet` says, or as it may have.
  ///
  /// - Throws: `PictureTooLarge` for a sheet with more pixels than a picture may have.
  init(_ sheet: SheetOptions, tile: PictureSize, count: Int, pixelLimit: Int64) throws(PictureTooLarge) {
    let most = sheet.most(tile)
    (self.tile, self.count, columns) = (tile, count, most.columns)
    if let rows = most.rows {
      self.rows = rows
    } else {
      // As many rows as there are tiles for, and as a picture may have.
      let row = Int64(min(columns, count)).multipliedReportingOverflow(by: Int64(tile.width))
      let pixels = row.partialValue.multipliedReportingOverflow(by: Int64(tile.height))
      let fitting = row.overflow || pixels.overflow ? 1 : pixelLimit / max(1, pixels.partialValue)
      let allowed = min(Int(clamping: fitting), PictureSizing.sideLimit / max(1, tile.height))
      rows = max(1, min((count - 1) / columns + 1, allowed))
    }
    let (across, down) = (min(columns, count), min(rows, (count - 1) / columns + 1))
    let width = across.multipliedReportingOverflow(by: tile.width)
    let height = down.multipliedReportingOverflow(by: tile.height)
    let area = Int64(width.partialValue).multipliedReportingOverflow(by: Int64(height.partialValue))
    let isSide = { (side: (partialValue: Int, overflow: Bool)) in
      !side.overflow && side.partialValue <= PictureSizing.sideLimit
    }
    guard isSide(width), isSide(height), !area.overflow, area.partialValue <= pixelLimit else {
      throw PictureTooLarge(
        width: width.overflow ? .max : width.partialValue, height: height.overflow ? .max : height.partialValue,
        allowed: pixelLimit)
    }
  }

  /// The cells of a sheet.
  var capacity: Int { columns * rows }
  /// How many sheets there are.
  var sheets: Int { (count - 1) / capacity + 1 }

  /// The size of a sheet: the last one has fewer rows if it needs fewer, and a single row has no empty cells.
  func size(ofSheet sheet: Int) -> PictureSize {
    let cells = min(capacity, count - sheet * capacity)
    return PictureSize(width: min(columns, cells) * tile.width, height: ((cells - 1) / columns + 1) * tile.height)
  }

  /// The left upper corner of a cell in its sheet.
  func corner(of cell: Int) -> (x: Int, y: Int) {
    let place = cell % capacity
    return (place % columns * tile.width, place / columns * tile.height)
  }

  /// How many sheets may be in memory: one more than there are decoders, as long as they take no more than 256 MiB.
  func mostOpen(decoders: Int) -> Int {
    let size = size(ofSheet: 0)
    return max(1, min(decoders + 1, (256 << 20) / (3 * size.width * size.height)))
  }
}

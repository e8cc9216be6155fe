public import Packing
public import Video

/// What the writer of a run's sheets must know: the tiles' size and number, and the pieces of the timeline.
public struct SheetOrder: Hashable, Sendable {
  /// The size of each tile.
  public let tile: PictureSize
  /// How many cells there are.
  public let count: Int
  /// The borders of the pieces in milliseconds from t = 0, one more than there are cells; empty without an index.
  public let borders: [Int64]

  init(tile: PictureSize, count: Int, borders: [Int64]) {
    (self.tile, self.count, self.borders) = (tile, count, borders)
  }

  /// The most cells.
  public static let mostCells = 1 << 22
  /// The most bytes of an order in a message.
  public static let mostBytes = (mostCells + 8) * VarintWriter.mostBytes

  /// The bytes of a message.
  public var packed: [UInt8] {
    var packing = VarintWriter()
    packing.append(tile.width, tile.height, count, borders.count)
    var last: Int64 = 0
    for border in borders {
      packing.append(UInt64(clamping: border - last))
      last = border
    }
    return packing.bytes
  }

  /// Reads them.
  ///
  /// - Throws: `VarintError` for what no sheets are.
  public init(_ bytes: [UInt8]) throws(VarintError) {
    var packing = VarintReader(bytes)
    let side = 1...PictureSizing.sideLimit
    let (width, height): (Int, Int) = try packing.values()
    let most: Int
    (count, most) = try packing.values()
    guard side.contains(width), side.contains(height), (1...Self.mostCells).contains(count), most <= count + 1 else {
      throw VarintError()
    }
    tile = PictureSize(width: width, height: height)
    var borders: [Int64] = []
    for _ in 0..<most {
      let (sum, overflows) = (borders.last ?? 0).addingReportingOverflow(Int64(clamping: try packing.number()))
      guard !overflows else { throw VarintError() }
      borders.append(sum)
    }
    self.borders = borders
    try packing.finish()
  }
}

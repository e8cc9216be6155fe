import Timeline
import Video

/// The sheets of one run: the cell of each request, and the piece of the timeline that each cell is for.
struct SheetPlan {
  let grid: SheetGrid
  /// The size of tiles; pictures of another shape are fitted into it.
  let sizing: PictureSizing
  /// The cell of each request, by its number; -1 for none.
  private let cells: [Int]
  /// The request whose picture each cell shows: the last one of those with the same piece, which stays on screen.
  private let owners: [Int]
  /// Whether cells are in the order of the requests.
  let isInOrder: Bool
  /// The start of each cell's piece, and the end of the last one, in seconds from t = 0; empty without an index.
  private let borders: [Rational]
  /// The end that the container states, if the last piece ends with the video.
  private let statedEnd: Rational?
  /// How many sheets are in progress at a time.
  private let mostOpen: Int

  /// Gives each request a cell, in request order; with an index in the order of pieces, of which equal ones share one.
  ///
  /// - Parameters:
  ///   - count: How many requests there are.
  ///   - pieces: The start of each request's piece, nil if it has none, and the end of the last one; nil without an
  ///     index.
  /// - Throws: `PictureTooLarge` for a sheet that is too large. Nil if there is no cell.
  init?(
    _ sheet: SheetOptions, _ options: GrabOptions, _ shown: ShownPicture, count: Int,
    pieces: (starts: [Rational?], end: Rational, statedEnd: Rational?)?
  ) throws(PictureTooLarge) {
    if let pieces {
      var cells = Array(repeating: -1, count: count)
      var borders: [Rational] = []
      var owners: [Int] = []
      // Frames may start before t = 0, but an index cannot say so.
      let order = pieces.starts.indices.compactMap { number in
        pieces.starts[number].map { (start: max($0, .zero), number: number) }
      }.sorted { ($0.start, $0.number) < ($1.start, $1.number) }
      for (start, number) in order {
        if start != borders.last {
          borders.append(start)
          owners.append(number)
        }
        owners[borders.count - 1] = number
        cells[number] = borders.count - 1
      }
      guard let last = borders.last else { return nil }
      (self.cells, self.owners) = (cells, owners)
      isInOrder = zip(order, order.dropFirst()).allSatisfy { $0.number < $1.number }
      self.borders = borders + [max(last, pieces.end)]
    } else {
      guard count > 0 else { return nil }
      (cells, owners, borders, isInOrder) = (Array(0..<count), Array(0..<count), [], true)
    }
    statedEnd = pieces?.statedEnd
    var sizing = options.pixels.sizing
    if case .stored = sizing.request {
      sizing.request = .width(min(sheet.usualTileWidth, try shown.size(sizing).width))
    }
    self.sizing = sizing
    grid = try SheetGrid(
      sheet, tile: try shown.size(sizing), count: borders.isEmpty ? count : borders.count - 1,
      pixelLimit: sizing.pixelLimit)
    mostOpen = grid.mostOpen(decoders: options.workers)
  }

  /// The cell of a request by its number among all; nil if it has none.
  func cell(_ number: Int) -> Int? { cells.indices.contains(number) && cells[number] >= 0 ? cells[number] : nil }

  /// The tile of a request by its number among all; nil if it has none.
  func place(_ number: Int) -> SheetPlace? {
    cell(number).map { cell in
      SheetPlace(
        cell: cell, piece: cell + 1 < borders.count ? (borders[cell], borders[cell + 1]) : nil,
        isShown: owners[cell] == number)
    }
  }

  /// The cells of the sheets to be made next, if this is the first cell without a result.
  func window(from cell: Int) -> Range<Int> {
    let start = cell / grid.capacity * grid.capacity
    return start..<(start + mostOpen * grid.capacity)
  }

  /// The plan as the writer of the sheets needs it.
  var order: SheetOrder {
    // Borders are rounded up, so that a frame which starts there is already on screen.
    var times = borders.map(Self.milliseconds)
    if let end = statedEnd.map(Self.milliseconds), let last = times.last { times[times.count - 1] = max(last, end) }
    return SheetOrder(tile: grid.tile, count: grid.count, borders: times)
  }

  private static func milliseconds(_ time: Rational) -> Int64 {
    max(0, time.multiplied(by: Rational(1000))?.ceiling ?? .max)
  }
}

/// A line through any number of values, in steps or slopes, thinned without losing spikes.
///
/// All values within half a pixel of time become one vertical stroke: from the first through the smallest and the
/// largest to the last of them.
struct StepLine {
  private struct Column {
    let index: Int
    let x: Double
    let first: Double
    let isSlope: Bool
    var last: Double
    var low: Double
    var high: Double
    var isLowFirst = true
  }

  private(set) var path = PathData()
  private var column: Column?
  /// The pen's y coordinate in hundredths of a pixel; nil when it is lifted.
  private var pen: Int?
  private var farthest = -Double.infinity
  /// Where the line is to stop, unless it continues within the same half pixel.
  private var gap: Double?

  /// Adds a value at `x`, to which a step or a slope leads; an `x` left of earlier ones counts as the latest of them.
  mutating func addValue(x: Double, y: Double, isSlope: Bool = false) {
    farthest = max(farthest, x)
    let index = Int((min(max(farthest, -NumberText.farthestPixel), NumberText.farthestPixel) * 2).rounded(.down))
    if var column, column.index == index {
      gap = nil
      column.last = y
      if y < column.low {
        column.low = y
        column.isLowFirst = false
      }
      if y > column.high {
        column.high = y
        column.isLowFirst = true
      }
      self.column = column
      return
    }
    flush()
    column = Column(index: index, x: farthest, first: y, isSlope: isSlope, last: y, low: y, high: y)
  }

  /// Begins a gap: the line continues to `x` and stops there. A gap of less than half a pixel is ignored.
  mutating func lift(at x: Double) {
    guard column != nil, gap == nil else { return }
    farthest = max(farthest, x)
    gap = farthest
  }

  /// Ends the line at `x`, unless it has already stopped.
  mutating func finish(at x: Double) {
    lift(at: x)
    flush()
  }

  private mutating func flush() {
    guard let column else { return }
    if pen == nil {
      path.move(column.x, column.first)
      pen = NumberText.hundredths(of: column.first)
    } else if column.isSlope {
      path.line(column.x, column.first)
      pen = NumberText.hundredths(of: column.first)
    } else {
      path.horizontal(column.x)
      go(to: column.first)
    }
    go(to: column.isLowFirst ? column.low : column.high)
    go(to: column.isLowFirst ? column.high : column.low)
    go(to: column.last)
    self.column = nil
    if let gap {
      path.horizontal(gap)
      pen = nil
      self.gap = nil
    }
  }

  private mutating func go(to y: Double) {
    let height = NumberText.hundredths(of: y)
    guard height != pen else { return }
    path.vertical(y)
    pen = height
  }
}

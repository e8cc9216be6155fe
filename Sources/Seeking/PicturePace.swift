/// Limits the pictures sent to the terminal: one at a time, and at most 25 a second on the way to the wanted one.
struct PicturePace: Sendable {
  /// The least time between two pictures on the way, in microseconds: 25 a second.
  static let interval: Int64 = 40_000

  /// Whether the terminal has not taken the last picture yet.
  private(set) var isDrawing = false

  private var latest: Int64?

  mutating func draw(at time: Int64) {
    isDrawing = true
    latest = time
  }

  mutating func drawn() {
    isDrawing = false
  }

  /// The earliest time for a picture on the way; nil if any time will do.
  var nextOnTheWay: Int64? {
    guard let latest else { return nil }
    let (time, isOverflow) = latest.addingReportingOverflow(Self.interval)
    return isOverflow ? .max : time
  }
}

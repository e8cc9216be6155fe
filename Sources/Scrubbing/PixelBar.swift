/// Media3's bar with its rounding: whole pixels from the view's corner, and whole milliseconds.
///
/// Android computes locations and the density as `float`, and truncates towards 0.
struct PixelBar: Hashable, Sendable {
  /// The length of the range, rounded down.
  let milliseconds: Int64
  private let length: Double
  private let frame: ControlGeometry.Frame
  private let density: Float
  private let left: Int64
  private let right: Int64
  private let top: Int64
  private let bottom: Int64
  /// The finger is far above the bar if its row is less than this.
  private let threshold: Int64

  init(_ geometry: ControlGeometry, density: Double, length: RangeLength) throws(GestureFault) {
    guard density.isFinite, density > 0, Float(density).isFinite, Float(density) > 0 else {
      throw .notFinite("density")
    }
    self.density = Float(density)
    frame = geometry.frame
    (self.length, milliseconds) = (length.seconds * 1_000, max(0, length.milliseconds))
    left = Self.whole(((geometry.track.x - frame.x) * density).rounded())
    right = Self.whole(((geometry.track.x + geometry.track.width - frame.x) * density).rounded())
    guard left < right else { throw .noWidth("track in pixels") }
    let height = Self.pixels(26, self.density)
    top = (Self.whole((frame.height * density).rounded()) - height) / 2
    bottom = top + height
    threshold = Self.pixels(-50, self.density)
  }

  /// The default distance of the track from both ends of the frame, in points: half the knob's pixels.
  static func inset(density: Double) -> Double { Double((pixels(16, Float(density)) + 1) / 2) / density }

  private static func pixels(_ points: Float, _ density: Float) -> Int64 { whole(Double(points * density + 0.5)) }

  /// Truncates towards 0 and saturates at 32 bits, as Java's conversion does; NaN becomes 0.
  private static func whole(_ value: Double) -> Int64 {
    value.isNaN ? 0 : Int64(max(Double(Int32.min), min(value, Double(Int32.max))))
  }

  /// The column of pixels at an x.
  func column(_ x: Double) -> Int64 { Self.whole(Double(Float((x - frame.x) * Double(density)))) }

  /// The row of pixels at a y.
  func row(_ y: Double) -> Int64 { Self.whole(Double(Float((y - frame.y) * Double(density)))) }

  /// Whether a touch in a row is on the bar.
  func takes(_ row: Int64) -> Bool { row >= top && row < bottom }

  /// Whether a finger in this row is so far above that it moves the value at a third of the speed.
  func isFine(_ row: Int64) -> Bool { row < threshold }

  /// Full speed, and a third of it from the threshold on.
  var speeds: SpeedTable {
    let distance = Double(1 - threshold) / Double(density)
    return (try? SpeedTable([.init(speed: 1, distance: 0), .init(speed: 1.0 / 3, distance: distance)])) ?? .fullSpeed
  }

  /// The share of the range at a column of pixels, in whole milliseconds.
  func share(at column: Int64) -> Double {
    let done = max(left, min(column, right)) - left
    // The product may need 128 bits, but the quotient is at most the length.
    return share(atTime: (right - left).dividingFullWidth(done.multipliedFullWidth(by: milliseconds)).quotient)
  }

  /// The share of the range after a move by a part of it, in whole milliseconds.
  func share(adjusting share: Double, by part: Double) -> Double {
    guard length > 0 else { return share }
    var time = Self.long(share * length)
    // The share may be a rounding error below that of its whole milliseconds.
    if self.share(atTime: time + 1) <= share.nextUp { time += 1 }
    let change = milliseconds / max(1, Self.long((1 / abs(part)).rounded()))
    return self.share(atTime: max(0, min(time + (part < 0 ? -change : change), milliseconds)))
  }

  private static func long(_ value: Double) -> Int64 { value.isNaN ? 0 : Int64(max(0, min(value, 9e15))) }

  private func share(atTime time: Int64) -> Double { length > 0 ? Double(time) / length : 0 }
}

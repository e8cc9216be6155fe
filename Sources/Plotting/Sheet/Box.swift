import Scrubbing

/// A rectangle whose numbers are limited so that adding and multiplying them stays finite.
struct Box: Hashable {
  /// Coordinates are clamped to this magnitude.
  static let farthest = 1e12

  var minX: Double
  var minY: Double
  var maxX: Double
  var maxY: Double

  init(minX: Double, minY: Double, maxX: Double, maxY: Double) {
    self.minX = minX
    self.minY = minY
    self.maxX = maxX
    self.maxY = maxY
  }

  init(_ rectangle: ControlGeometry.Frame) {
    minX = Box.tamed(rectangle.x)
    minY = Box.tamed(rectangle.y)
    maxX = Box.tamed(minX + max(0, Box.tamed(rectangle.width)))
    maxY = Box.tamed(minY + max(0, Box.tamed(rectangle.height)))
  }

  static func tamed(_ value: Double) -> Double {
    value.isNaN ? 0 : min(max(value, -farthest), farthest)
  }

  var width: Double { maxX - minX }
  var height: Double { maxY - minY }
  var midX: Double { minX + width / 2 }
  var midY: Double { minY + height / 2 }

  mutating func include(x: Double, y: Double) {
    minX = min(minX, x)
    maxX = max(maxX, x)
    minY = min(minY, y)
    maxY = max(maxY, y)
  }

  mutating func include(_ other: Box) {
    include(x: other.minX, y: other.minY)
    include(x: other.maxX, y: other.maxY)
  }

  func grown(by margin: Double) -> Box {
    Box(minX: minX - margin, minY: minY - margin, maxX: maxX + margin, maxY: maxY + margin)
  }

  /// The part inside `other`; if there is none, the nearest edge of `other`.
  func limited(to other: Box) -> Box {
    func inside(_ value: Double, _ low: Double, _ high: Double) -> Double { min(max(value, low), high) }
    return Box(
      minX: inside(minX, other.minX, other.maxX), minY: inside(minY, other.minY, other.maxY),
      maxX: inside(maxX, other.minX, other.maxX), maxY: inside(maxY, other.minY, other.maxY))
  }
}

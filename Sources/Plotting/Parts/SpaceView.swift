import Scrubbing

/// Maps the plane of the finger to a rectangle of the picture, with the same scale in both directions.
struct SpaceView {
  /// Pixels per point.
  let scale: Double

  /// The rectangle in pixels.
  let area: Box

  /// Whether something is so far away that it is drawn at the border.
  let isCut: Bool

  private let center: Point

  /// The space between the border and what must be visible, in pixels.
  private static let margin = 26.0

  /// Makes a view of all `places` and the control, at most `size` pixels large and at least `minimumHeight` high.
  ///
  /// Nothing farther from the control than three times its size is shown. The thresholds of the zones are shown unless
  /// that would make the picture much larger.
  init(
    control: PlottedControl, strokes places: [Box], left: Double, top: Double, width: Double, maximumHeight: Double,
    minimumHeight: Double
  ) {
    let frame = Box(control.frame)
    var content = frame
    for knob in [control.startKnob, control.endKnob] { if let knob { content.include(Box(knob)) } }
    for place in places { content.include(place) }
    let side = max(frame.width, frame.height, 40)
    let seen = content.limited(to: frame.grown(by: side * 3))
    isCut = seen != content
    content = seen
    let reach = max(content.width, content.height, 40) / 2
    let line = Box.tamed(control.zoneLine)
    let isLineNear = line >= content.minY - reach && line <= content.maxY + reach
    if !control.zones.isEmpty, isLineNear {
      let furthest = content.grown(by: reach)
      content.include(x: content.midX, y: line)
      for zone in control.zones {
        let distance = Box.tamed(zone.distance)
        if control.zonesAreAbove, line - distance >= furthest.minY {
          content.include(x: content.midX, y: line - distance)
        }
        if control.zonesAreBelow, line + distance <= furthest.maxY {
          content.include(x: content.midX, y: line + distance)
        }
      }
    }
    let margin = SpaceView.margin
    let fit = min(
      (width - 2 * margin) / max(content.width, 1), (maximumHeight - 2 * margin) / max(content.height, 1), 2.4)
    scale = fit
    let height = min(max(content.height * fit + 2 * margin, minimumHeight), maximumHeight)
    area = Box(minX: left, minY: top, maxX: left + width, maxY: top + height)
    center = Point(x: content.midX, y: content.midY)
  }

  /// The pixel column of a horizontal position, clamped to the area.
  func x(_ place: Double) -> Double {
    min(max(area.midX + (Box.tamed(place) - center.x) * scale, area.minX), area.maxX)
  }

  /// The pixel row of a vertical position, clamped to the area.
  func y(_ place: Double) -> Double {
    min(max(area.midY + (Box.tamed(place) - center.y) * scale, area.minY), area.maxY)
  }

  /// Whether a position is outside the area.
  func isOutside(_ place: Point) -> Bool {
    ((Box.tamed(place.x) - center.x) * scale).magnitude > area.width / 2
      || ((Box.tamed(place.y) - center.y) * scale).magnitude > area.height / 2
  }

  /// A rectangle in pixels, clamped to the area.
  func box(_ rectangle: ControlGeometry.Frame) -> Box {
    let box = Box(rectangle)
    return Box(minX: x(box.minX), minY: y(box.minY), maxX: x(box.maxX), maxY: y(box.maxY))
  }

  /// A length of 1, 2 or 5 times a power of ten points that makes a good scale bar.
  var barLength: Int64 { Ticks.greatestStep(notAbove: 110 / max(scale, 1e-12)) }
}

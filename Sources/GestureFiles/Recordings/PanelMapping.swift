internal import Scrubbing
internal import Timeline

/// The size of a screen in pixels, on which a panel's touches are placed.
public struct ScreenSize: Hashable, Sendable {
  /// The longest side.
  public static let longestSide = 65_535

  /// In pixels, from 1 to 65 535.
  public let width: Int
  /// In pixels, from 1 to 65 535.
  public let height: Int

  /// Makes a size; nil for a side out of range.
  public init?(width: Int, height: Int) {
    guard (1...Self.longestSide).contains(width), (1...Self.longestSide).contains(height) else { return nil }
    (self.width, self.height) = (width, height)
  }
}

/// Places of a panel as points on the screen.
struct PanelMapping {
  /// One axis: (value - minimum) * numerator / denominator.
  private struct Axis {
    let minimum: Int32
    let scale: Rational

    /// The pixels are those of Android and libinput: a panel's first value is the left edge of the first pixel, and as
    /// many values as the range has are as many pixels as the screen has.
    init(_ range: AxisRange?, pixels: Int?, density: Rational) throws(RecordingFault) {
      minimum = range?.minimum ?? 0
      var pixelsPerUnit = Rational(1)
      if let pixels {
        guard let range, let stretch = Rational(Int64(pixels), range.count) else {
          throw RecordingFault(
            0,
            "this recording does not say the ranges of the panel's axes, which --screen needs; one of 'getevent -lt -v38' does"
          )
        }
        pixelsPerUnit = stretch
      }
      guard let scale = pixelsPerUnit.divided(by: density) else {
        throw RecordingFault(0, "the density has too many digits")
      }
      self.scale = scale
    }

    /// One division of two whole numbers.
    func points(_ value: Int32) -> Double {
      let distance = Int128(value) - Int128(minimum)
      return Double(distance * Int128(scale.numerator)) / Double(scale.denominator)
    }
  }

  private let x: Axis
  private let y: Axis

  /// - Parameters:
  ///   - panel: the panel, whose own units are pixels if there is no screen.
  ///   - screen: the pixels over which the panel's range is stretched.
  ///   - density: pixels per point, above 0.
  init(_ panel: RecordedPanel, screen: ScreenSize?, density: Rational) throws(RecordingFault) {
    x = try Axis(panel.x, pixels: screen?.width, density: density)
    y = try Axis(panel.y, pixels: screen?.height, density: density)
  }

  /// The place of a touch in points.
  func point(_ touch: RecordedTouch) -> Point {
    Point(x: x.points(touch.x), y: y.points(touch.y))
  }
}

/// The position and size of a slider, in the coordinate space of the touches, in points.
public struct ControlGeometry: Hashable, Sendable {
  /// The control's rectangle.
  public struct Frame: Hashable, Sendable {
    /// The left edge, in points.
    public let x: Double
    /// The upper edge, in points.
    public let y: Double
    /// The width, in points, above 0.
    public let width: Double
    /// The height, in points, 0 or more.
    public let height: Double

    /// Makes a rectangle; the geometry checks it.
    public init(x: Double = 0, y: Double = 0, width: Double = 343, height: Double = 31) {
      self.x = x
      self.y = y
      self.width = width
      self.height = height
    }

    /// Whether a point is in the rectangle; its left and upper edges belong to it, the right and lower ones do not.
    public func contains(_ point: Point) -> Bool {
      point.x >= x && point.x < x + width && point.y >= y && point.y < y + height
    }
  }

  /// The track, over which the slider's range is mapped.
  public struct Track: Hashable, Sendable {
    /// The left end, in points.
    public let x: Double
    /// The width, in points, above 0.
    public let width: Double

    /// Makes a track; the geometry checks it.
    public init(x: Double, width: Double) {
      self.x = x
      self.width = width
    }
  }

  /// The knob's size.
  public struct Thumb: Hashable, Sendable {
    /// The width, in points, 0 or more; a knob without width cannot be hit.
    public let width: Double
    /// The height, in points, 0 or more; a knob without height cannot be hit.
    public let height: Double

    /// Makes a size; the geometry checks it.
    public init(width: Double = 31, height: Double = 31) {
      self.width = width
      self.height = height
    }
  }

  /// The control's rectangle.
  public let frame: Frame
  /// The track, which need not be as wide as the frame.
  public let track: Track
  /// The knob.
  public let thumb: Thumb

  /// Makes a geometry; without a track, the frame's x and width are the track's.
  ///
  /// Throws if a number is not finite, the frame or the track has no width, or a size is negative.
  public init(frame: Frame = Frame(), track: Track? = nil, thumb: Thumb = Thumb()) throws(GestureFault) {
    let track = track ?? Track(x: frame.x, width: frame.width)
    let numbers: [(String, Double)] = [
      ("frame's x", frame.x), ("frame's y", frame.y), ("frame's width", frame.width), ("frame's height", frame.height),
      ("track's x", track.x), ("track's width", track.width),
      ("thumb's width", thumb.width), ("thumb's height", thumb.height),
      // Sums of large finite numbers may overflow to infinity.
      ("frame's far edge", frame.x + frame.width), ("frame's middle", frame.y + frame.height / 2),
      ("track's far end", track.x + track.width), ("thumb's edge", track.x + track.width + thumb.width),
    ]
    for (name, number) in numbers where !number.isFinite { throw .notFinite(name) }
    guard frame.width > 0 else { throw .noWidth("frame") }
    guard track.width > 0 else { throw .noWidth("track") }
    for (name, size) in [
      ("frame's height", frame.height), ("thumb's width", thumb.width), ("thumb's height", thumb.height),
    ] where size < 0 { throw .negative(name) }
    self.frame = frame
    self.track = track
    self.thumb = thumb
  }

  /// The y of the frame's mid-height, in points: where the knob's centre is, and what distances are measured from.
  public var middle: Double { frame.y + frame.height / 2 }

  /// How far the knob's centre travels between the ends of the range, in points: the track minus the knob.
  public var thumbTravel: Double { track.width - thumb.width }

  /// The x of the knob's centre, in points, at `share` (0 to 1) of its travel.
  public func thumbCentre(at share: Double) -> Double {
    track.x + thumb.width / 2 + share * thumbTravel
  }

  /// Whether `point` is on the knob whose centre is at `share` of its travel.
  ///
  /// The left and upper edges belong to the knob, the right and lower ones do not.
  public func isOnThumb(_ point: Point, at share: Double) -> Bool {
    // At either end of its travel the knob's edge is the track's end, without any rounding.
    let left = track.x + share * thumbTravel
    let right = share == 1 ? track.x + track.width : left + thumb.width
    return point.x >= left && point.x < right && point.y >= middle - thumb.height / 2
      && point.y < middle + thumb.height / 2
  }

  /// The rectangle of the knob whose centre is at `share` of its travel.
  func thumbFrame(at share: Double) -> Frame {
    Frame(
      x: thumbCentre(at: share) - thumb.width / 2, y: middle - thumb.height / 2, width: thumb.width,
      height: thumb.height)
  }

  /// The rectangle of a strip's nub.
  func nubFrame(of strip: ScrollStrip, at position: NubPosition) -> Frame {
    let origin = nubOrigin(of: strip, at: position)
    let (length, thickness) = (strip.nub.length, strip.nub.thickness)
    let isVertical = strip.axis == .vertical
    return Frame(
      x: frame.x + origin.x, y: frame.y + origin.y, width: isVertical ? thickness : length,
      height: isVertical ? length : thickness)
  }

  /// The upper left corner of a strip's nub relative to that of the frame, in points.
  func nubOrigin(of strip: ScrollStrip, at position: NubPosition) -> Point {
    switch strip.axis {
    case .vertical: Point(x: strip.crossOrigin(extent: frame.width), y: position.origin)
    case .horizontal: Point(x: position.origin, y: strip.crossOrigin(extent: frame.height))
    }
  }
}

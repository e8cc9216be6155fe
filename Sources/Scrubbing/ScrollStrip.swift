/// A film strip that is longer than its view, and the nub beside it that a finger drags.
///
/// Positions of the nub are relative to the upper left corner of the control's frame, in points. Source:
/// SPTScrollViewScrubber.
public struct ScrollStrip: Hashable, Sendable {
  /// The direction in which the strip scrolls.
  public enum Axis: String, CaseIterable, Hashable, Sendable {
    /// Up and down.
    case vertical
    /// Left and right.
    case horizontal

    /// The distance from one point to another in this direction, in points.
    func distance(from start: Point, to end: Point) -> Double {
      self == .vertical ? end.y - start.y : end.x - start.x
    }
  }

  /// The position of the nub across its axis.
  public enum Alignment: String, CaseIterable, Hashable, Sendable {
    /// At its default position, as far as there is room: 280 points from the left of a vertical strip, at the top of a
    /// horizontal one.
    case none
    /// At the low end.
    case begin
    /// In the middle, rounded down to whole points.
    case middle
    /// At the high end.
    case end
    /// At the end that is nearer to its default position.
    case nearest
  }

  /// Distances from both ends, in points.
  public struct Insets: Hashable, Sendable {
    /// From the low end.
    public let start: Double
    /// From the high end.
    public let end: Double

    /// Makes a pair; a strip checks it.
    public init(_ start: Double, _ end: Double) {
      self.start = start
      self.end = end
    }
  }

  /// The nub's size.
  public struct Nub: Hashable, Sendable {
    /// Along the axis, in points, above 0.
    public let length: Double
    /// Across it, in points, above 0.
    public let thickness: Double

    /// Makes a size; a strip checks it.
    public init(length: Double = 30, thickness: Double = 30) {
      self.length = length
      self.thickness = thickness
    }
  }

  /// When the nub fades into the background.
  public struct Fading: Hashable, Sendable {
    /// From the end of scrolling to the start of the fade, in microseconds.
    public let delayMicroseconds: Int64
    /// From its start to its end, in microseconds.
    public let fadeMicroseconds: Int64

    /// Makes a pair of times; a strip checks it.
    public init(delayMicroseconds: Int64 = 750_000, fadeMicroseconds: Int64 = 500_000) {
      self.delayMicroseconds = delayMicroseconds
      self.fadeMicroseconds = fadeMicroseconds
    }
  }

  /// The direction in which the strip scrolls.
  public let axis: Axis
  /// The length of the strip, in points.
  public let contentLength: Double
  /// The length of the visible part, in points.
  public let viewportLength: Double
  /// The space that the view keeps before and after the strip.
  public let contentInsets: Insets
  /// The nub's distance from the ends of the space that the content insets leave.
  public let edgeInsets: Insets
  /// The nub's size.
  public let nub: Nub
  /// The position of the nub across its axis.
  public let alignment: Alignment
  /// The nub is visible if the strip is at least this many times as long as its visible part.
  public let minimumFactor: Double
  /// When the nub fades.
  public let fading: Fading

  /// Makes a strip.
  ///
  /// Throws if a number is not finite or out of its range, or when the nub would not be shown or could not move.
  public init(
    axis: Axis = .vertical, contentLength: Double, viewportLength: Double, contentInsets: Insets = Insets(0, 0),
    edgeInsets: Insets = Insets(10, 10), nub: Nub = Nub(), alignment: Alignment = .end, minimumFactor: Double = 2,
    fading: Fading = Fading()
  ) throws(GestureFault) {
    let numbers: [(String, Double)] = [
      ("content's length", contentLength), ("viewport's length", viewportLength),
      ("content inset", contentInsets.start), ("content inset", contentInsets.end), ("edge inset", edgeInsets.start),
      ("edge inset", edgeInsets.end), ("nub's length", nub.length), ("nub's thickness", nub.thickness),
      ("minimum factor", minimumFactor),
      // Sums of large finite numbers may overflow to infinity.
      ("viewport less its insets", viewportLength - contentInsets.start - contentInsets.end),
      ("content's end", contentLength - viewportLength + contentInsets.end),
      ("content's extent", contentLength - viewportLength + contentInsets.end + contentInsets.start),
      ("nub's travel", viewportLength - contentInsets.end - edgeInsets.end - nub.length),
      ("nub's start", contentInsets.start + edgeInsets.start),
    ]
    for (name, number) in numbers where !number.isFinite { throw .notFinite(name) }
    for (name, length) in [("viewport", viewportLength), ("nub", min(nub.length, nub.thickness))] where length <= 0 {
      throw .noWidth(name)
    }
    guard fading.delayMicroseconds >= 0 else { throw .negative("delay before the nub fades") }
    guard fading.fadeMicroseconds >= 0 else { throw .negative("time to fade") }
    guard minimumFactor > 1 else { throw .factorTooSmall(minimumFactor) }
    self.axis = axis
    self.contentLength = contentLength
    self.viewportLength = viewportLength
    self.contentInsets = contentInsets
    self.edgeInsets = edgeInsets
    self.nub = nub
    self.alignment = alignment
    self.minimumFactor = minimumFactor
    self.fading = fading

    let seen = viewportLength - contentInsets.start - contentInsets.end
    guard seen > 0, contentLength / seen >= minimumFactor else {
      throw .nubHidden(content: contentLength, needed: minimumFactor * max(0, seen))
    }
    guard lowestOrigin < highestOrigin, lowestOffset < highestOffset else { throw .nubStuck }
  }

  /// The nub's origin along the axis at the start of the strip, in points.
  public var lowestOrigin: Double { contentInsets.start + edgeInsets.start }
  /// The nub's origin along the axis at the end of the strip, in points.
  public var highestOrigin: Double { viewportLength - contentInsets.end - edgeInsets.end - nub.length }
  /// The offset at the start of the strip, in points.
  public var lowestOffset: Double { -contentInsets.start }
  /// The offset at the end of the strip, in points.
  public var highestOffset: Double { contentLength - viewportLength + contentInsets.end }

  /// The position of the nub across its axis, in points, given the frame's extent in that direction.
  ///
  /// Across the axis the edge insets are the published 10 points; with too little room, the high end wins.
  public func crossOrigin(extent: Double) -> Double {
    let margin = 10.0
    let (low, high) = (margin, extent - margin - nub.thickness)
    let own = axis == .vertical ? 280.0 : 0.0
    let middle = ((high - low) / 2).rounded(.down) + low
    let wanted =
      switch alignment {
      case .none: own
      case .begin: low
      case .middle: middle
      case .end: high
      case .nearest: own > middle ? high : low
      }
    return min(max(wanted, low), high)
  }

  /// The nub dragged to an origin, limited to its travel, and the resulting scroll offset.
  func nub(atOrigin origin: Double) -> NubPosition {
    let origin = min(max(origin, lowestOrigin), highestOrigin)
    let share = (origin - lowestOrigin) / (highestOrigin - lowestOrigin)
    return NubPosition(origin: origin, offset: share * (highestOffset - lowestOffset) + lowestOffset)
  }

  /// The nub when the strip is at a share of its scroll range, 0 to 1.
  func nub(atShare share: Double) -> NubPosition {
    NubPosition(
      origin: min(max(share * (highestOrigin - lowestOrigin) + lowestOrigin, lowestOrigin), highestOrigin),
      offset: share * (highestOffset - lowestOffset) + lowestOffset)
  }

  /// The share of the scroll range at an offset, 0 to 1.
  func share(ofOffset offset: Double) -> Double {
    (offset - lowestOffset) / (highestOffset - lowestOffset)
  }
}

/// The position of a scroll scrubber's nub along its axis and the scroll offset of the strip, both in points.
struct NubPosition: Hashable, Sendable {
  let origin: Double
  let offset: Double

  var isFinite: Bool { origin.isFinite && offset.isFinite }
}

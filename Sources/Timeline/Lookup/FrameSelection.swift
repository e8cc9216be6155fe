/// One frame index or an evenly spaced range of them.
public struct FrameSelection: Hashable, Sendable {
  /// The first index; negative counts from the end, −1 being the last frame.
  public let first: Int64
  /// The last index, included; negative counts from the end. The same as `first` for a single frame.
  public let last: Int64
  /// The distance between indexes, at least 1.
  public let step: Int64

  /// Makes the selection of one frame index; negative counts from the end.
  public init(_ index: Int) {
    first = Int64(index)
    last = first
    step = 1
  }

  /// Reads `N`, `-1` (the last frame), `A..B` or `A..B:STEP`, with both ends included.
  ///
  /// Throws `TimeSyntaxError`.
  public init(parsing text: String) throws(TimeSyntaxError) {
    let text = TimeText(text, kind: "frame indexes")
    try text.refuseForeignCharacters()
    let dot = UInt8(ascii: ".")
    guard let dots = text.bytes.indices.first(where: { text.bytes[$0] == dot && text.hasPrefix("..", at: $0) }) else {
      first = try text.integer(0..<text.count)
      last = first
      step = 1
      return
    }
    let colon = text.bytes[dots...].firstIndex(of: UInt8(ascii: ":"))
    first = try text.integer(0..<dots)
    last = try text.integer(dots + 2..<(colon ?? text.count))
    guard let colon else {
      step = 1
      return
    }
    let range = colon + 1..<text.count
    let value = try text.integer(range)
    guard value >= 1 else { throw text.error(range, "the step has to be 1 or more") }
    step = value
  }

  /// The highest index of the selection, or `nil` when one of its ends is counted from the end of the video.
  public var highestIndex: Int64? {
    first < 0 || last < 0 ? nil : last
  }

  /// The most indexes that it has; nil when that depends on the length of the video.
  public var mostCount: Int? {
    if first == last { return 1 }
    guard first >= 0, last >= 0 else { return nil }
    return last < first ? 0 : Int(clamping: ((last - first) / step).addingReportingOverflow(1).partialValue)
  }

  /// The indexes in a video of `count` frames, in rising order.
  ///
  /// Throws `MomentError` when an index is outside the video and `bounds` refuses that, when the last index is before
  /// the first, or when there are no frames at all.
  public func indices(count: Int, bounds: Bounds) throws(MomentError) -> StrideThrough<Int> {
    let start = try indexFromFirst(first, count: count)
    let end = try indexFromFirst(last, count: count)
    guard start <= end else { throw .reversedRange(first: start, last: end) }
    let (from, through) = (
      try index(start, asked: first, count: count, bounds: bounds),
      try index(end, asked: last, count: count, bounds: bounds)
    )
    // A step longer than the video is limited to its length, so that the stride cannot overflow.
    return stride(from: from, through: through, by: Int(min(step, Int64(count))))
  }

  /// An index counted from the first frame, which may be outside the video.
  private func indexFromFirst(_ index: Int64, count: Int) throws(MomentError) -> Int64 {
    guard count > 0 else { throw .noSuchFrame(index: index, count: count) }
    return index < 0 ? index + Int64(count) : index
  }

  private func index(_ place: Int64, asked: Int64, count: Int, bounds: Bounds) throws(MomentError) -> Int {
    if let index = Int(exactly: place), 0..<count ~= index { return index }
    guard bounds == .clamp else { throw .noSuchFrame(index: asked, count: count) }
    return place < 0 ? 0 : count - 1
  }
}

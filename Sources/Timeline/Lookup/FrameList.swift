/// The frames of a table in presentation order.
///
/// In a long video known only from a container's table, most frames are just a tick and a keyframe flag; these take a
/// sixth of the memory.
public struct FrameList: RandomAccessCollection, Sendable {
  /// All frames, or the first and last ones with complete facts.
  private let first: [TimelineFrame]
  private let last: [TimelineFrame]
  /// The frames in between: each has its tick as its timestamp, which no other frame has, and no known duration.
  private let packed: PackedFrames

  /// Frames sorted by tick.
  public init(_ frames: [TimelineFrame]) { self.init(first: frames, packed: PackedFrames([]), last: []) }

  /// Frames of which only those at both ends are known completely.
  public init(first: [TimelineFrame], packed: PackedFrames, last: [TimelineFrame]) {
    (self.first, self.packed, self.last) = (first, packed, last)
  }

  /// 0.
  public var startIndex: Int { 0 }
  /// The number of frames.
  public var endIndex: Int { first.count + packed.count + last.count }

  /// The frame at a position.
  public subscript(index: Int) -> TimelineFrame {
    if index < first.count { return first[index] }
    let place = index - first.count
    guard place < packed.count else { return last[place - packed.count] }
    let tick = packed.tick(place)
    return TimelineFrame(
      timestamp: tick, tick: tick, ordinal: 0, duration: 0, isKeyframe: packed.isKeyframe(place))
  }
}

extension FrameList {
  /// The positions of the keyframes, in ascending order.
  public var keyframeIndices: [Int] {
    var found = first.indices.filter { first[$0].isKeyframe }
    for place in 0..<packed.count where packed.isKeyframe(place) { found.append(first.count + place) }
    return found + last.indices.filter { last[$0].isKeyframe }.map { first.count + packed.count + $0 }
  }

  /// The ticks of the frames alone, which takes less time than all of their facts.
  struct Ticks: RandomAccessCollection {
    fileprivate let list: FrameList

    var startIndex: Int { 0 }
    var endIndex: Int { list.endIndex }

    subscript(index: Int) -> Int64 {
      let place = index - list.first.count
      return (0..<list.packed.count).contains(place) ? list.packed.tick(place) : list[index].tick
    }
  }

  /// The tick of each frame.
  var allTicks: Ticks { Ticks(list: self) }

  /// The ticks to add to a timestamp to get its tick, if they are the same everywhere and fit.
  var timestampOffset: Int64? {
    var common: Int64? = packed.count > 0 ? 0 : nil
    for frame in [first, last].joined() {
      let (own, overflows) = frame.tick.subtractingReportingOverflow(frame.timestamp)
      guard !overflows, common == nil || common == own else { return nil }
      common = own
    }
    return common
  }
}

extension FrameList: Equatable {
  /// Whether both have the same frames.
  public static func == (left: FrameList, right: FrameList) -> Bool { left.elementsEqual(right) }
}

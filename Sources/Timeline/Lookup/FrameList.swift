/// The frames of a table in presentation order.
///
/// Of a long video of which only a container's table is known, most frames are nothing but a tick and a keyframe flag:
/// those take a fifth of the memory.
public struct FrameList: RandomAccessCollection, Sendable {
  /// All of them, or the first and the last of those of which more is known.
  private let first: [TimelineFrame]
  private let last: [TimelineFrame]
  /// Those in between: the timestamp of each is its tick, no other has the same, and its duration is not known.
  private let ticks: [Int64]
  /// Which of these are keyframes, 64 in each number, the first one in the lowest bit.
  private let keyframes: [UInt64]

  /// Frames sorted by tick.
  public init(_ frames: [TimelineFrame]) { (first, last, ticks, keyframes) = (frames, [], [], []) }

  /// Frames of which only those at both ends are known completely.
  ///
  /// `ticks` are those of the frames in between, in ascending order and each once; `keyframes` has a bit for each of
  /// them, 64 in a number, the first one in the lowest bit.
  public init(first: [TimelineFrame], ticks: [Int64], keyframes: [UInt64], last: [TimelineFrame]) {
    (self.first, self.ticks, self.keyframes, self.last) = (first, ticks, keyframes, last)
  }

  /// 0.
  public var startIndex: Int { 0 }
  /// The number of frames.
  public var endIndex: Int { first.count + ticks.count + last.count }

  /// The frame at a position.
  public subscript(index: Int) -> TimelineFrame {
    if index < first.count { return first[index] }
    let place = index - first.count
    guard place < ticks.count else { return last[place - ticks.count] }
    let isKeyframe = keyframes[place >> 6] >> UInt64(place & 63) & 1 == 1
    return TimelineFrame(
      timestamp: ticks[place], tick: ticks[place], ordinal: 0, duration: 0, isKeyframe: isKeyframe)
  }
}

extension FrameList {
  /// The ticks of the frames alone, which takes less time than all of their facts.
  struct Ticks: RandomAccessCollection {
    fileprivate let list: FrameList

    var startIndex: Int { 0 }
    var endIndex: Int { list.endIndex }

    subscript(index: Int) -> Int64 {
      let place = index - list.first.count
      return list.ticks.indices.contains(place) ? list.ticks[place] : list[index].tick
    }
  }

  /// The tick of each frame.
  var allTicks: Ticks { Ticks(list: self) }
}

extension FrameList: Equatable {
  /// Whether both have the same frames.
  public static func == (left: FrameList, right: FrameList) -> Bool { left.elementsEqual(right) }
}

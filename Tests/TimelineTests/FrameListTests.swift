import TestSupport
import Testing
import Timeline

/// Frames of which most are a tick and a flag only: the same as if each were written out.
struct FrameListTests {
  private static func frame(_ tick: Int64, _ isKeyframe: Bool = false, lasts duration: Int64 = 0) -> FrameTable.Frame {
    FrameTable.Frame(timestamp: tick, tick: tick, ordinal: 0, duration: duration, isKeyframe: isKeyframe)
  }

  /// 200 frames 40 ticks apart, each tenth a keyframe, and the last; of the first three and the last two, the duration is
  /// known.
  private static let all: [FrameTable.Frame] = (0..<200).map { (place: Int) -> FrameTable.Frame in
    let isEnd = place < 3 || place >= 198
    return frame(Int64(place * 40), place.isMultiple(of: 10) || place == 199, lasts: isEnd ? 40 : 0)
  }
  private static let middle: [Int64] = all[3..<198].map { $0.tick }

  /// From tick 7 on, with other bits set between the ticks and the flag; in front and behind is what is no frame.
  private static func packed(_ ticks: [Int64], keyframes: Set<Int64> = []) -> PackedFrames {
    let numbers = ticks.map { UInt64($0 - 7) << 9 | 0xAA | (keyframes.contains($0) ? 1 : 0) }
    return PackedFrames(([1, 2] + numbers + [3])[2..<ticks.count + 2], from: 7, shift: 9)
  }

  private static let short = FrameList(
    first: Array(all[..<3]),
    packed: packed(middle, keyframes: Set(stride(from: 10, to: 198, by: 10).map { Int64($0 * 40) })),
    last: Array(all[198...]))

  @Test func `both kinds of list have the same frames`() {
    #expect(Array(Self.short) == Self.all && Self.short == FrameList(Self.all))
    #expect(Self.short.count == 200 && Self.short.indices == 0..<200)
    #expect(Self.short.lastIndex { $0.isKeyframe } == 199 && Self.short.last == Self.all[199])
    #expect(FrameList([]).isEmpty && Self.short != FrameList(Self.all.dropLast()))
  }

  @Test func `and so have the tables that are made of them`() throws {
    let base = try #require(TimeBase(1, 1000))
    func table(_ frames: FrameList) throws -> FrameTable {
      try #require(
        FrameTable(
          frames: frames, timeBase: base, origin: .zero, averageRate: Rational(25), timecodeStart: nil,
          isComplete: true))
    }
    let (short, long) = (try table(Self.short), try table(FrameList(Self.all)))
    // The last frame starts at 199 · 40 = 7960 ticks, and lasts 40.
    #expect(short.end == Rational(8) && short.end == long.end && short.lastFrameEnd == long.lastFrameEnd)
    #expect(short.constantFrameDuration == Rational(1, 25) && long.constantFrameDuration == Rational(1, 25))
    for place in [0, 2, 3, 9, 10, 66, 67, 130, 131, 197, 198, 199] {
      #expect(short.time(ofFrame: place) == long.time(ofFrame: place))
      #expect(try short.resolve(.ticks(Int64(place) * 40 + 1), bounds: .refuse).index == place)
    }
    #expect(Keyframes(of: short).keyframe(.previous, of: 197) == 190)
    let keyframes = Array(stride(from: 0, to: 200, by: 10)) + [199]
    #expect(short.frames.keyframeIndices == keyframes && long.frames.keyframeIndices == keyframes)
    // One tick off in the middle is still constant, within a tick; two are not.
    for (shift, duration) in [(1, Rational(1, 25)), (2, nil)] as [(Int64, Rational?)] {
      var ticks = Self.middle
      ticks[100] += shift
      let moved = FrameList(
        first: Array(Self.all[..<3]), packed: Self.packed(ticks), last: Array(Self.all[198...]))
      #expect(try table(moved).constantFrameDuration == duration)
    }
  }

  @Test func `ticks out of order make no table`() throws {
    var ticks = Self.middle
    ticks.swapAt(50, 51)
    let frames = FrameList(first: Array(Self.all[..<3]), packed: Self.packed(ticks), last: [])
    let base = try #require(TimeBase(1, 1000))
    #expect(
      FrameTable(
        frames: frames, timeBase: base, origin: .zero, averageRate: nil, timecodeStart: nil, isComplete: true) == nil)
  }
}

import Testing
import Timeline
@testable import Video

/// The reach of the damage in a picture.
struct DamageReachTests {
  /// Frames of a quarter of a second each, in presentation order, by their positions in the file.
  private func words(_ frame: Int, order: [Int], starts: Set<Int>, isMain: Bool = true) throws -> String? {
    try reach(frame, order: order, starts: starts, isMain: isMain)?.description
  }

  private func reach(
    _ frame: Int, order: [Int], starts: Set<Int>, isMain: Bool = true, isComplete: Bool = true
  ) throws -> DamageReach? {
    let base = try #require(TimeBase(1, 4))
    let frames = order.indices.map {
      FrameTable.Frame(
        timestamp: Int64($0), tick: Int64($0), ordinal: 0, duration: 1, isKeyframe: starts.contains(order[$0]))
    }
    let table = try #require(
      FrameTable(
        frames: frames, timeBase: base, origin: .zero, averageRate: Rational(4), timecodeStart: nil,
        isComplete: isComplete))
    return DamageReach(around: frame, order: order, isStart: starts.contains, in: table, isMain: isMain)
  }

  @Test func `damage reaches from the keyframe to the next one`() throws {
    // I P P I P P I P
    let order = Array(0..<8)
    for frame in 3...5 {
      let found = try #require(try reach(frame, order: order, starts: [0, 3, 6]))
      #expect(found.first.index == 3 && found.next?.index == 6)
      // 3 and 6 quarters of a second.
      #expect("\(found)" == "frames before 0.750 s (frame 3) and from 1.500 s (frame 6) on do not depend on it")
    }
    #expect(try words(1, order: order, starts: [0, 3, 6]) == "frames from 0.750 s (frame 3) on do not depend on it")
    #expect(try words(7, order: order, starts: [0, 3, 6]) == "frames before 1.500 s (frame 6) do not depend on it")
    #expect(try words(7, order: order, starts: [0]) == "every frame may depend on it")
    // Read in part, a keyframe may follow.
    let part = try reach(7, order: order, starts: [0], isComplete: false)
    #expect(part?.description == "the frames around it may, too")
  }

  @Test func `leading pictures of an open start depend on it and on earlier pictures`() throws {
    // In the file: I0 P1 I2 b3 b4 P5 I6 b7; on screen: I0 P1 b3 b4 I2 P5 b7 I6.
    let order = [0, 1, 3, 4, 2, 5, 7, 6]
    // Damage shown by P5 (frame 5) may come from I2, on which b3 and b4 (frames 2 and 3) depend too; b7 depends on P5.
    let own = try #require(try reach(5, order: order, starts: [0, 2, 6]))
    #expect(own.first.index == 2 && own.next?.index == 7)
    // b4 is shown before I2, but depends on it: nothing before the keyframe after that one is certain.
    let leading = try #require(try reach(3, order: order, starts: [0, 2, 6]))
    #expect(leading.first.index == 0 && leading.next?.index == 7)
  }

  @Test func `in a stretch of unknown position frames have only times`() throws {
    let found = try #require(try reach(4, order: Array(0..<8), starts: [0, 3, 6], isMain: false))
    #expect("\(found)" == "frames before 0.750 s and from 1.500 s on do not depend on it")
    // Nothing is before 0, and what follows the stretch is not known.
    #expect(try words(1, order: [0, 1], starts: [0], isMain: false) == "the frames around it may, too")
    #expect(
      try words(1, order: [0, 1, 2], starts: [0, 2], isMain: false) == "frames from 0.500 s on do not depend on it")
  }

  @Test func `positions that do not match the table give no reach`() throws {
    #expect(try reach(9, order: [0, 1], starts: [0]) == nil)
    #expect(try reach(-1, order: [0, 1], starts: [0]) == nil)
  }
}

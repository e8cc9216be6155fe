import Testing

@testable import Timeline

struct KeyframesTests {
  /// Frames of 1 s, of which these are keyframes.
  private func keyframes(_ places: Set<Int>, count: Int = 20, isComplete: Bool = true) throws -> Keyframes {
    let frames = (0..<count).map { index in
      FrameTable.Frame(
        timestamp: Int64(index), tick: Int64(index), ordinal: 0, duration: 1, isKeyframe: places.contains(index))
    }
    return Keyframes(
      of: try #require(
        FrameTable(
          frames: frames, timeBase: try base(1, 1), origin: .zero, averageRate: nil, timecodeStart: nil,
          isComplete: isComplete)))
  }

  @Test func `the previous, the next and the nearest keyframe`() throws {
    let keyframes = try keyframes([0, 8, 13])
    #expect(keyframes.indices == [0, 8, 13])
    for (frame, previous, next, nearest) in [
      (0, 0, 0, 0), (3, 0, 8, 0), (5, 0, 8, 8), (7, 0, 8, 8), (8, 8, 8, 8), (9, 8, 13, 8), (11, 8, 13, 13),
      (13, 13, 13, 13),
    ] {
      #expect(keyframes.keyframe(.previous, of: frame) == previous, "\(frame)")
      #expect(keyframes.keyframe(.next, of: frame) == next, "\(frame)")
      #expect(keyframes.keyframe(.nearest, of: frame) == nearest, "\(frame)")
    }
    // Equally near to 0 and 8: the earlier. A moment within frame 4 is nearer to 8.
    #expect(keyframes.keyframe(.nearest, of: 4) == 0)
    #expect(keyframes.keyframe(.nearest, of: 4, at: Rational(4)) == 0)
    #expect(keyframes.keyframe(.nearest, of: 4, at: try fraction(4001, 1000)) == 8)
  }

  @Test func `before the first and after the last keyframe it is the only one on that end`() throws {
    let keyframes = try keyframes([5, 9])
    #expect(keyframes.keyframe(.previous, of: 2) == 5 && keyframes.keyframe(.nearest, of: 0) == 5)
    #expect(keyframes.keyframe(.next, of: 15) == 9 && keyframes.keyframe(.nearest, of: 19) == 9)
    #expect(try self.keyframes([]).keyframe(.previous, of: 3) == nil)
    #expect(keyframes.keyframe(.next, of: 20) == nil && keyframes.keyframe(.next, of: -1) == nil)
  }

  @Test func `there is no answer while unread frames could change it`() throws {
    let keyframes = try keyframes([5, 9], isComplete: false)
    #expect(keyframes.keyframe(.previous, of: 7) == 5 && keyframes.keyframe(.next, of: 7) == 9)
    #expect(keyframes.keyframe(.previous, of: 12) == 9)
    #expect(keyframes.keyframe(.next, of: 12) == nil && keyframes.keyframe(.nearest, of: 12) == nil)
    #expect(keyframes.keyframe(.previous, of: 2) == nil && keyframes.keyframe(.nearest, of: 2) == nil)
  }
}

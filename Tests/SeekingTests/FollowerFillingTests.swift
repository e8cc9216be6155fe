import Seeking
import Testing

/// What is decoded while the hand rests, and what movements cost.
struct FollowerFillingTests {
  /// A history that has settled on a frame.
  private func settled(on frame: Int, capacity: Int = 1_000) -> FollowedHistory {
    var history = FollowedHistory(frameCount: 100, keyframes: [0, 30, 60, 90], capacity: capacity)
    history.want(frame)
    #expect(history.settle(steps: 1_000) == true)
    #expect(history.follower.isExact)
    return history
  }

  @Test func `rule 6 filling takes the rest of the group, the next one, and keyframes from coarse to fine`() {
    var follower = Follower(frameCount: 100, keyframes: [0, 10, 20, 30, 40, 50, 60, 70, 80, 90], capacity: 100)
    _ = follower.want(12, at: 0)
    for frame in 10...12 { _ = follower.came(frame, at: 0) }
    _ = follower.drawn(at: 0)
    _ = follower.drawn(at: 0)
    #expect(follower.ended(.done, at: 0) == [])
    #expect(follower.isExact)

    var runs = follower.rest(at: 0)
    var ranges: [[Int]] = []
    while case .run(let first, let last)? = runs.first {
      ranges.append([first, last])
      for frame in first...last { #expect(follower.came(frame, at: 0) == []) }
      runs = follower.ended(.done, at: 0)
    }
    // The places of ten keyframes in steps of 16, 8, 4, 2, 1: 0; 8; 4; 2 (kept), 6; 1 (kept), 3, 5, 7, 9.
    #expect(
      ranges == [
        [13, 19], [20, 29], [0, 0], [80, 80], [40, 40], [60, 60], [30, 30], [50, 50], [70, 70], [90, 90],
      ])
    #expect(follower.isIdle)
    #expect(follower.rest(at: 0) == [])
  }

  @Test func `rule 6 filling ends where pictures would be dropped for others that are as near`() {
    // With room for 3, of 30 to 40 only 38, 39 and 40 are kept. 41 (1 away) pushes out 38 (2 away); 42 is 2 away, as
    // far as none that is kept, and so it is dropped itself and ends the run.
    var history = settled(on: 40, capacity: 3)
    #expect(history.kept == [38, 39, 40])
    history.rest()
    #expect(history.settle(steps: 1_000) == true)
    #expect(history.kept == [39, 40, 41] && history.faults == [])
    // 11 frames to reach 40, then 41 and 42; 43 was not begun when 42 was reported.
    #expect(history.decoder.decodedFrames == 13)
  }

  @Test func `rule 6 what is not kept before the frame is decoded from the keyframe`() {
    var history = settled(on: 38, capacity: 6)
    #expect(history.kept == Set(33...38))
    // The last frame of the video: there is nothing behind it.
    history.want(99)
    #expect(history.settle(steps: 1_000) == true)
    #expect(history.kept == Set(94...99))
    history.want(95)
    history.draw()
    history.rest()
    #expect(history.settle(steps: 1_000) == true)
    // Decoded from 90 for 93, which is nearer than 99: 90 is dropped, 91 takes the place of 99, 92 that of 91, and 93
    // that of 98, which is as far as 92 but later.
    #expect(history.kept == Set(92...97) && history.faults == [])
  }

  @Test func `rule 6 filling is abandoned by a frame that is not kept, and goes on for one that is`() {
    var follower = Follower(frameCount: 100, keyframes: [0, 30, 60, 90], capacity: 100)
    _ = follower.want(0, at: 0)
    _ = follower.came(0, at: 0)
    _ = follower.drawn(at: 0)
    _ = follower.ended(.done, at: 0)
    #expect(follower.rest(at: 0) == [.run(from: 1, to: 29)])
    #expect(follower.came(1, at: 0) == [])
    #expect(follower.came(2, at: 0) == [])
    #expect(follower.want(1, at: 0) == [.show(1)])
    #expect(follower.drawn(at: 0) == [])
    // A frame that the filling run passes makes it a run to that frame.
    #expect(follower.want(10, at: 1_000_000) == [.show(2), .redirect(to: 10)])
    #expect(follower.want(70, at: 1_000_000) == [.abandon])
    #expect(follower.ended(.abandoned, at: 1_000_000) == [.run(from: 60, to: 70)])
  }

  @Test func `rule 6 a group that fails while it is filled is left alone`() {
    var history = settled(on: 5)
    history.decoder.damaged = [8]
    history.rest()
    #expect(history.settle(steps: 1_000) == true)
    // All of 6 to 29 behind the damage is left out; of the next group everything is kept, of the others the keyframes.
    #expect(history.kept == Set(0...7).union(30...59).union([60, 90]))
    #expect(history.faults == [])
    let runs = history.runs
    history.rest()
    #expect(history.settle(steps: 1_000) == true)
    #expect(history.runs == runs)
  }

  @Test func `nothing is filled before the exact picture is on screen, nor after the hand has moved on`() {
    var history = FollowedHistory(frameCount: 100, keyframes: [0, 30, 60, 90], capacity: 1_000)
    history.want(40)
    history.rest()
    #expect(history.settle(steps: 1_000) == true)
    #expect(history.decoder.decodedFrames == 11)
    history.rest()
    history.decoder.step()
    history.want(35)
    #expect(history.settle(steps: 1_000) == true)
    // The run through the rest of its group goes on, as 35 is kept, but no other one starts: 41 to 59.
    #expect(history.decoder.decodedFrames == 30)
  }

  @Test func `a slow drag forwards decodes each frame once`() {
    var history = FollowedHistory(frameCount: 1_000, keyframes: Array(stride(from: 0, to: 1_000, by: 250)), capacity: 9)
    for frame in 0..<1_000 {
      history.want(frame)
      #expect(history.settle(steps: 20) == true)
    }
    #expect(history.decoder.decodedFrames == 1_000)
    #expect(history.shown == Array(0..<1_000))
    #expect(history.faults == [])
  }

  @Test func `a drag forwards that the decoder hardly follows decodes no frame twice`() {
    // The hand is two frames ahead of the reports, so every wish meets a run in flight.
    var history = FollowedHistory(frameCount: 1_000, keyframes: [0], capacity: 1_000)
    for frame in 0..<1_000 {
      history.want(frame)
      history.pass(20_000)
      history.decoder.step()
      if frame > 1 { history.deliver() }
      history.draw()
    }
    #expect(history.settle(steps: 2_000) == true)
    #expect(history.decoder.decodedFrames == 1_000 && history.follower.isExact)
    #expect(history.faults == [])
  }

  @Test func `back within a kept group nothing is decoded`() {
    var history = settled(on: 59)
    let decoded = history.decoder.decodedFrames
    for frame in (30..<59).reversed() {
      history.want(frame)
      #expect(history.shown.last == frame)
      history.draw()
    }
    #expect(history.decoder.decodedFrames == decoded && history.runs == 1)
    #expect(history.faults == [])
  }
}

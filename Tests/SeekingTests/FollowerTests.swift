import Seeking
import Testing

/// The rules of a follower, each in a case worked out by hand; 100 frames, keyframes every 30.
struct FollowerTests {
  private func follower(capacity: Int = 100) -> Follower {
    Follower(frameCount: 100, keyframes: [0, 30, 60, 90], capacity: capacity)
  }

  /// A follower that was led to a frame from its keyframe, which is on screen, with everything on the way kept.
  private func follower(at frame: Int, from keyframe: Int, capacity: Int = 100) -> Follower {
    var follower = follower(capacity: capacity)
    #expect(follower.want(frame, at: 0) == [.run(from: keyframe, to: frame)])
    for passed in keyframe...frame {
      _ = follower.came(passed, at: 0)
      _ = follower.drawn(at: 0)
    }
    #expect(follower.ended(.done, at: 0) == [])
    #expect(follower.isExact && follower.isIdle)
    return follower
  }

  @Test func `it starts with nothing wanted, nothing shown and nothing to do`() {
    var follower = follower()
    #expect(follower.wanted == 0 && follower.shown == nil && !follower.isExact && follower.isIdle)
    #expect(follower.drawn(at: 0) == [])
    #expect(follower.wake(at: 0) == [])
    #expect(follower.rest(at: 0) == [])
    #expect(follower.ended(.done, at: 0) == [])
  }

  @Test func `frame 0 is sought like any other, although it counts as wanted at first`() {
    var follower = follower()
    #expect(follower.want(0, at: 0) == [.run(from: 0, to: 0)])
    #expect(follower.came(0, at: 0) == [.show(0)])
  }

  @Test(arguments: [(Int.min, 0), (-1, 0), (100, 99), (Int.max, 99)])
  func `a wanted frame out of range is the nearest one`(_ wanted: Int, _ nearest: Int) {
    var follower = follower()
    _ = follower.want(wanted, at: 0)
    #expect(follower.wanted == nearest)
  }

  @Test func `rule 1 a kept picture of the wanted frame is shown at once, and nothing is sought`() {
    var follower = follower(at: 40, from: 30)
    #expect(follower.want(33, at: 0) == [.show(33)])
    #expect(follower.drawn(at: 0) == [])
    #expect(follower.isExact && follower.isIdle)
  }

  @Test func `rule 2 a picture that is not nearer than the one on screen is not shown`() {
    // Only 35 is kept, so 33 has to be decoded again: 30 and 31 are as far from it as 35, or farther.
    var follower = follower(at: 35, from: 30, capacity: 1)
    #expect(follower.want(33, at: 1_000_000) == [.run(from: 30, to: 33)])
    #expect(follower.came(30, at: 1_000_000) == [.drop(30)])
    // 31 and 35 are both 2 away; of two equally far ones the later is dropped.
    #expect(follower.came(31, at: 1_000_000) == [.drop(35)])
    #expect(follower.came(32, at: 1_000_000) == [.drop(31), .show(32)])
    #expect(follower.drawn(at: 1_000_000) == [])
    #expect(follower.came(33, at: 1_000_000) == [.drop(32), .show(33)])
  }

  @Test func `rule 3 a run goes on where the decoder stands if no keyframe lies between`() {
    var follower = follower(at: 35, from: 30)
    #expect(follower.want(40, at: 0) == [.run(from: 36, to: 40)])
  }

  @Test func `rule 3 a run starts at the keyframe if one lies between, or the frame lies before`() {
    var ahead = follower(at: 35, from: 30)
    #expect(ahead.want(62, at: 0) == [.run(from: 60, to: 62)])
    var before = follower(at: 35, from: 30)
    #expect(before.want(10, at: 0) == [.run(from: 0, to: 10)])
    // The decoder stands at the keyframe itself.
    var next = follower(at: 29, from: 0)
    #expect(next.want(30, at: 0) == [.run(from: 30, to: 30)])
  }

  @Test func `rule 3 a picture on the way is shown at most every 40 ms, the wanted one at once`() {
    var follower = follower()
    #expect(follower.want(5, at: 0) == [.run(from: 0, to: 5)])
    #expect(follower.came(0, at: 10_000) == [.show(0)])
    #expect(follower.nextPictureTime == nil)
    #expect(follower.drawn(at: 12_000) == [])
    #expect(follower.came(1, at: 49_999) == [])
    #expect(follower.nextPictureTime == 50_000)
    #expect(follower.came(2, at: 50_000) == [.show(2)])
    #expect(follower.drawn(at: 51_000) == [])
    #expect(follower.came(3, at: 60_000) == [])
    // Without another picture the time itself is enough.
    #expect(follower.nextPictureTime == 90_000)
    #expect(follower.wake(at: 90_000) == [.show(3)])
    #expect(follower.drawn(at: 91_000) == [])
    #expect(follower.came(4, at: 92_000) == [])
    #expect(follower.came(5, at: 93_000) == [.show(5)])
  }

  @Test func `while the screen draws nothing is shown, and then the newest`() {
    var follower = follower()
    _ = follower.want(5, at: 0)
    #expect(follower.came(0, at: 0) == [.show(0)])
    for frame in 1...5 { #expect(follower.came(frame, at: 500_000) == []) }
    #expect(follower.ended(.done, at: 500_000) == [])
    #expect(!follower.isIdle)
    #expect(follower.drawn(at: 900_000) == [.show(5)])
    #expect(follower.isIdle)
  }

  @Test func `a picture that was not drawn leaves the one before on screen`() {
    var follower = follower(at: 40, from: 30)
    #expect(follower.want(35, at: 0) == [.show(35)])
    #expect(follower.want(41, at: 0) == [.run(from: 41, to: 41)])
    #expect(follower.withdrew(at: 0) == [])
    #expect(follower.shown == 40)
    // It can be shown later, and so can another one at once.
    #expect(follower.want(35, at: 0) == [.show(35)])
    #expect(follower.want(39, at: 0) == [])
    #expect(follower.withdrew(at: 0) == [.show(39)])
  }

  @Test func `rule 4 a frame that the run passes or can go on to redirects it`() {
    var follower = follower()
    #expect(follower.want(40, at: 0) == [.run(from: 30, to: 40)])
    #expect(follower.want(50, at: 0) == [.redirect(to: 50)])
    #expect(follower.want(45, at: 0) == [.redirect(to: 45)])
    #expect(follower.want(45, at: 0) == [])
    #expect(follower.want(59, at: 0) == [.redirect(to: 59)])
  }

  @Test(arguments: [10, 70]) func `rule 4 any other frame abandons the run, after one picture`(_ other: Int) {
    var follower = follower()
    #expect(follower.want(40, at: 0) == [.run(from: 30, to: 40)])
    #expect(follower.want(other, at: 0) == [])
    #expect(follower.came(30, at: 0) == [.show(30), .abandon])
    // It may hand out more before it ends; and what it handed out is not asked of it again.
    #expect(follower.came(31, at: 0) == [])
    #expect(follower.want(other + 1, at: 0) == [])
    #expect(follower.ended(.abandoned, at: 0) == [.run(from: other / 30 * 30, to: other + 1)])
  }

  @Test func `rule 4 however fast the hand is, each run hands out one picture`() {
    var follower = follower()
    #expect(follower.want(40, at: 0) == [.run(from: 30, to: 40)])
    for frame in [10, 70, 15, 99, 3] { #expect(follower.want(frame, at: 0) == []) }
    #expect(follower.came(30, at: 0) == [.show(30), .abandon])
    for frame in [10, 70, 15, 99, 65] { #expect(follower.want(frame, at: 0) == []) }
    #expect(follower.ended(.abandoned, at: 0) == [.run(from: 60, to: 65)])
  }

  @Test func `an abandoned run that is wanted after all goes on where it was`() {
    var follower = follower()
    #expect(follower.want(40, at: 0) == [.run(from: 30, to: 40)])
    _ = follower.came(30, at: 0)
    #expect(follower.want(70, at: 0) == [.abandon])
    #expect(follower.want(41, at: 0) == [])
    #expect(follower.ended(.abandoned, at: 0) == [.run(from: 31, to: 41)])
  }

  @Test func `a redirection that comes after the end is made up for by another run`() {
    var follower = follower()
    #expect(follower.want(31, at: 0) == [.run(from: 30, to: 31)])
    _ = follower.came(30, at: 0)
    // The run has ended already, but its last picture and its end are not reported yet.
    #expect(follower.want(33, at: 0) == [.redirect(to: 33)])
    _ = follower.came(31, at: 0)
    #expect(follower.ended(.done, at: 0) == [.run(from: 32, to: 33)])
  }

  @Test func `a kept frame that the run has passed is shown, and the run abandoned`() {
    var follower = follower()
    _ = follower.want(50, at: 0)
    for frame in 30...35 { _ = follower.came(frame, at: 0) }
    #expect(follower.drawn(at: 0) == [])
    #expect(follower.want(33, at: 0) == [.show(33), .abandon])
    #expect(follower.isExact && !follower.isIdle)
    #expect(follower.ended(.abandoned, at: 0) == [])
    #expect(follower.isIdle)
  }

  @Test func `rule 5 a frame that failed is tried again only when it is wanted anew`() {
    var follower = follower(at: 5, from: 0)
    #expect(follower.want(40, at: 0) == [.run(from: 30, to: 40)])
    #expect(follower.ended(.failed, at: 0) == [])
    #expect(follower.shown == 5 && follower.isIdle && !follower.isExact)
    #expect(follower.rest(at: 0) == [])
    #expect(follower.wake(at: 0) == [])
    #expect(follower.drawn(at: 0) == [])
    #expect(follower.want(40, at: 0) == [.run(from: 30, to: 40)])
  }

  @Test func `rule 5 the nearest picture that came before a failure is shown`() {
    var follower = follower(at: 5, from: 0)
    _ = follower.want(40, at: 0)
    // 5 was shown at 0, so it is too soon for these two on the way.
    #expect(follower.came(30, at: 1_000) == [])
    #expect(follower.came(31, at: 1_000) == [])
    #expect(follower.ended(.failed, at: 1_000) == [.show(31)])
  }

  @Test func `a newer frame is tried although the run to an older one failed`() {
    var follower = follower()
    _ = follower.want(40, at: 0)
    #expect(follower.want(70, at: 0) == [])
    #expect(follower.ended(.failed, at: 0) == [.run(from: 60, to: 70)])
  }

  @Test(arguments: [Follower.RunEnd.done, .abandoned])
  func `a run that hands out nothing counts as failed, however it ends`(_ end: Follower.RunEnd) {
    var follower = follower()
    _ = follower.want(40, at: 0)
    #expect(follower.ended(end, at: 0) == [])
    #expect(follower.isIdle)
  }

  @Test func `a run that gives up without being told to counts as failed`() {
    var follower = follower()
    _ = follower.want(40, at: 0)
    #expect(follower.came(30, at: 0) == [.show(30)])
    #expect(follower.ended(.abandoned, at: 0) == [])
    #expect(follower.drawn(at: 0) == [])
    #expect(follower.isIdle)
  }

  @Test func `a frame that its run passes without a picture is given up`() {
    var follower = follower()
    _ = follower.want(31, at: 0)
    #expect(follower.came(30, at: 0) == [.show(30)])
    #expect(follower.came(32, at: 0) == [])
    #expect(follower.ended(.done, at: 0) == [])
    #expect(follower.drawn(at: 0) == [])
    #expect(follower.isIdle)
  }

  @Test func `kept are those nearest to the wanted frame`() {
    // 0 to 9 came on the way to 9: with room for 4, those before 6 were dropped.
    var follower = follower(at: 9, from: 0, capacity: 4)
    #expect(follower.want(6, at: 1_000_000) == [.show(6)])
    _ = follower.drawn(at: 1_000_000)
    #expect(follower.want(5, at: 2_000_000) == [.run(from: 0, to: 5)])
    // 0 is 5 away and 9 only 4; 1 is as far as 9, and of two equally far ones the later is dropped.
    #expect(follower.came(0, at: 2_000_000) == [.drop(0)])
    #expect(follower.came(1, at: 2_000_000) == [.drop(9)])
    #expect(follower.came(2, at: 2_000_000) == [.drop(1)])
    #expect(follower.came(3, at: 2_000_000) == [.drop(8)])
    #expect(follower.came(4, at: 2_000_000) == [.drop(2)])
    // 4 is as near to 5 as 6, which is on screen.
    #expect(follower.came(5, at: 2_000_000) == [.drop(7), .show(5)])
  }

  @Test func `a capacity of less than 1 counts as 1`() {
    var follower = Follower(frameCount: 3, keyframes: [], capacity: Int.min)
    #expect(follower.want(1, at: 0) == [.run(from: 0, to: 1)])
    #expect(follower.came(0, at: 0) == [.show(0)])
    #expect(follower.came(1, at: 0) == [.drop(0)])
    #expect(follower.drawn(at: 0) == [.show(1)])
  }

  @Test(arguments: [0, -1, Int.min]) func `without frames nothing is done`(_ count: Int) {
    var follower = Follower(frameCount: count, keyframes: [0, 5], capacity: 5)
    #expect(follower.want(5, at: 0) == [])
    #expect(follower.wanted == 0)
    #expect(follower.came(0, at: 0) == [.drop(0)])
    #expect(follower.rest(at: 0) == [])
    #expect(follower.isIdle)
  }

  @Test func `keyframes out of order, doubled or out of range do no harm`() {
    var follower = Follower(frameCount: 100, keyframes: [60, 30, 30, -5, 200, Int.max], capacity: 5)
    #expect(follower.want(59, at: 0) == [.run(from: 30, to: 59)])
  }

  @Test func `times at the ends of their range do no harm`() {
    var follower = follower()
    _ = follower.want(40, at: Int64.max)
    #expect(follower.came(30, at: Int64.max) == [.show(30)])
    #expect(follower.drawn(at: Int64.min) == [])
    #expect(follower.came(31, at: Int64.min) == [])
    #expect(follower.nextPictureTime == Int64.max)
  }

  @Test func `another timeline begins anew, after the end of the run in flight`() {
    var follower = follower()
    _ = follower.want(40, at: 0)
    #expect(follower.reset(frameCount: 20, keyframes: [0, 10]) == [.abandon])
    #expect(follower.wanted == 19 && follower.shown == nil && !follower.isIdle)
    #expect(follower.want(15, at: 0) == [])
    #expect(follower.came(12, at: 0) == [.drop(12)])
    #expect(follower.ended(.abandoned, at: 0) == [.run(from: 10, to: 15)])
  }

  @Test func `in another timeline a run starts at a keyframe, wherever the decoder stands`() {
    var follower = follower(at: 35, from: 30)
    #expect(follower.reset(frameCount: 100, keyframes: [30]) == [])
    #expect(follower.want(40, at: 0) == [.run(from: 30, to: 40)])
  }

  @Test func `pictures that come without a run are dropped, unless they are kept already`() {
    var follower = follower(at: 5, from: 0)
    #expect(follower.came(7, at: 0) == [.drop(7)])
    #expect(follower.came(3, at: 0) == [])
  }
}

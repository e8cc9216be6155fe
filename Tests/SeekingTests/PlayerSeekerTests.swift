import Seeking
import Testing

/// Frame Grabber's seeker with its defects P1 to P4, and the naive one.
struct PlayerSeekerTests {
  private func seekerShowing5() -> PlayerSeeker {
    var seeker = PlayerSeeker()
    #expect(seeker.request(5) == seek(5))
    #expect(seeker.finish(5, .shown) == nil)
    return seeker
  }

  @Test func `a first request is sought, even for frame 0`() {
    var seeker = PlayerSeeker()
    #expect(seeker.shown == nil && !seeker.cancelsOnRequest)
    #expect(seeker.request(0) == seek(0))
    #expect(seeker.current == 0 && seeker.next == nil)
  }

  @Test func `requests during a seek replace the next one, which then starts`() {
    var seeker = PlayerSeeker()
    #expect(seeker.request(1) == seek(1))
    #expect(seeker.request(2) == nil)
    #expect(seeker.request(3) == nil)
    #expect(seeker.current == 1 && seeker.next == 3)
    #expect(seeker.finish(1, .shown) == seek(3))
    #expect(seeker.current == 3 && seeker.next == nil && seeker.shown == 1)
    #expect(seeker.finish(3, .shown) == nil)
    #expect(seeker.current == nil && seeker.shown == 3)
  }

  @Test func `a request for the frame on screen is dropped`() {
    var seeker = seekerShowing5()
    #expect(seeker.request(5) == nil)
    #expect(seeker.current == nil && seeker.next == nil)
  }

  @Test func `P1 the newest target is lost if it is still on screen`() {
    var seeker = seekerShowing5()
    #expect(seeker.request(9) == seek(9))
    #expect(seeker.request(5) == nil)
    #expect(seeker.finish(9, .shown) == nil)
    #expect(seeker.shown == 9)
  }

  @Test func `P1 an older target is sought instead of the newest`() {
    var seeker = seekerShowing5()
    #expect(seeker.request(9) == seek(9))
    #expect(seeker.request(7) == nil)
    #expect(seeker.request(5) == nil)
    #expect(seeker.finish(9, .shown) == seek(7))
  }

  @Test func `P2 requests A, B, A during a seek to A seek twice`() {
    var seeker = PlayerSeeker()
    #expect(seeker.request(1) == seek(1))
    #expect(seeker.request(2) == nil)
    #expect(seeker.request(1) == nil)
    #expect(seeker.finish(1, .shown) == seek(1))
    #expect(seeker.finish(1, .shown) == nil)
  }

  @Test func `a direct seek cancels, takes the current slot and empties the next`() {
    var seeker = PlayerSeeker()
    #expect(seeker.request(1) == seek(1))
    #expect(seeker.request(2) == nil)
    #expect(seeker.directlySeek(0) == seekInstead(0))
    #expect(seeker.current == 0 && seeker.next == nil)
    #expect(seeker.finish(0, .shown) == nil)
    #expect(seeker.shown == 0)
  }

  @Test func `a direct seek is not compared with the frame on screen`() {
    var seeker = seekerShowing5()
    #expect(seeker.directlySeek(5) == seekInstead(5))
  }

  @Test func `P3 the late end of a cancelled seek clears the direct one`() {
    var seeker = PlayerSeeker()
    #expect(seeker.request(1) == seek(1))
    #expect(seeker.directlySeek(0) == seekInstead(0))
    #expect(seeker.finish(1, .abandoned) == nil)
    #expect(seeker.current == nil && seeker.shown == nil)
    // The direct seek is still in flight, yet another one starts beside it.
    #expect(seeker.request(3) == seek(3))
  }

  @Test(arguments: [SeekResult.abandoned, .failed("the packet is damaged")])
  func `P4 a seek that did not show its target also clears the next one`(_ result: SeekResult) {
    var seeker = seekerShowing5()
    #expect(seeker.request(9) == seek(9))
    #expect(seeker.request(7) == nil)
    #expect(seeker.finish(9, result) == nil)
    #expect(seeker.current == nil && seeker.next == nil && seeker.shown == 5)
    #expect(seeker.request(7) == seek(7))
  }

  @Test func `the naive seeker starts every request and nothing else`() {
    var seeker = NaiveSeeker()
    #expect(seeker.cancelsOnRequest)
    #expect(seeker.request(1) == seekInstead(1))
    #expect(seeker.request(1) == seekInstead(1))
    #expect(seeker.finish(1, .abandoned) == nil)
    #expect(seeker.finish(1, .shown) == nil)
    #expect(seeker.request(1) == seekInstead(1))
    #expect(seeker.finish(1, .failed("the packet is damaged")) == nil)
  }

  @Test func `kinds have names and create their seekers`() {
    #expect(SeekerKind.allCases.map(\.rawValue) == ["chase", "naive", "player"])
    #expect(SeekerKind.chase.makeSeeker() is ChaseSeeker)
    #expect(SeekerKind.naive.makeSeeker() is NaiveSeeker)
    #expect(SeekerKind.player.makeSeeker() is PlayerSeeker)
  }
}

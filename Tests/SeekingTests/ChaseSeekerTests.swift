import Seeking
import Testing

/// The rules of QA1820, R1 to R4, D1 to D3 and K1, and its defects Q1 to Q6, which are fixed here.
struct ChaseSeekerTests {
  /// A ready seeker with frame 5 on screen and nothing in flight.
  private func seekerShowing5() -> ChaseSeeker {
    var seeker = ChaseSeeker()
    #expect(seeker.request(5) == seek(5))
    #expect(seeker.finish(5, .shown) == nil)
    #expect(seeker.shown == 5)
    return seeker
  }

  @Test func `it starts with no target, nothing on screen and a ready player`() {
    let seeker = ChaseSeeker()
    #expect(seeker.target == nil && seeker.shown == nil && seeker.inFlight == nil)
    #expect(seeker.status == .ready && !seeker.isBusy && !seeker.isStuck && !seeker.cancelsOnRequest)
  }

  @Test func `R1 a request for the frame on screen needs no seek`() {
    var seeker = seekerShowing5()
    #expect(seeker.request(5) == nil)
    #expect(!seeker.isBusy)
  }

  @Test func `R1 a request for the target in flight needs no second seek`() {
    var seeker = ChaseSeeker()
    #expect(seeker.request(5) == seek(5))
    #expect(seeker.request(5) == nil)
    #expect(seeker.finish(5, .shown) == nil)
  }

  @Test func `R2 a request while busy only replaces the target`() {
    var seeker = ChaseSeeker()
    #expect(seeker.request(1) == seek(1))
    #expect(seeker.request(2) == nil)
    #expect(seeker.request(3) == nil)
    #expect(seeker.target == 3 && seeker.inFlight == 1)
  }

  @Test func `R3 a request while idle and ready is sought`() {
    var seeker = seekerShowing5()
    #expect(seeker.request(6) == seek(6))
    #expect(seeker.isBusy && seeker.inFlight == 6)
  }

  @Test(arguments: [PlayerStatus.unknown, .failed])
  func `R4 a request while not ready is kept and not sought`(_ status: PlayerStatus) {
    var seeker = ChaseSeeker(status: status)
    #expect(seeker.request(1) == nil)
    #expect(seeker.request(2) == nil)
    #expect(seeker.target == 2 && !seeker.isBusy)
    #expect(seeker.setStatus(.ready) == seek(2))
  }

  @Test func `D1 a seek that showed the newest target ends the chase`() {
    var seeker = ChaseSeeker()
    #expect(seeker.request(1) == seek(1))
    #expect(seeker.finish(1, .shown) == nil)
    #expect(!seeker.isBusy && seeker.shown == 1)
  }

  @Test func `D2 a seek that showed an older target is followed by the newest at once`() {
    var seeker = ChaseSeeker()
    #expect(seeker.request(1) == seek(1))
    #expect(seeker.request(2) == nil)
    #expect(seeker.request(3) == nil)
    #expect(seeker.finish(1, .shown) == seek(3))
    #expect(seeker.isBusy && seeker.shown == 1)
    #expect(seeker.finish(3, .shown) == nil)
  }

  @Test(arguments: [PlayerStatus.unknown, .failed])
  func `D3 a seek that ends while not ready is not busy, and the chase continues when ready`(_ status: PlayerStatus) {
    var seeker = ChaseSeeker()
    #expect(seeker.request(1) == seek(1))
    #expect(seeker.request(2) == nil)
    #expect(seeker.setStatus(status) == nil)
    #expect(seeker.finish(1, .shown) == nil)
    #expect(!seeker.isBusy)
    #expect(seeker.setStatus(.ready) == seek(2))
  }

  @Test func `K1 becoming ready tries the target if it is not on screen, and only then`() {
    var seeker = ChaseSeeker(status: .unknown)
    #expect(seeker.setStatus(.ready) == nil)
    #expect(seeker.setStatus(.unknown) == nil)
    #expect(seeker.request(5) == nil)
    #expect(seeker.setStatus(.ready) == seek(5))
    // Ready again while the seek is in flight, and after its end: nothing more.
    #expect(seeker.setStatus(.unknown) == nil)
    #expect(seeker.setStatus(.ready) == nil)
    #expect(seeker.finish(5, .shown) == nil)
    #expect(seeker.setStatus(.unknown) == nil)
    #expect(seeker.setStatus(.ready) == nil)
  }

  @Test func `Q1 a first request for frame 0 is sought`() {
    var seeker = ChaseSeeker()
    #expect(seeker.request(0) == seek(0))
  }

  @Test func `Q2 a request repeated after becoming ready is not lost`() {
    var seeker = ChaseSeeker(status: .unknown)
    #expect(seeker.request(5) == nil)
    #expect(seeker.request(5) == nil)
    #expect(seeker.setStatus(.ready) == seek(5))
    #expect(seeker.finish(5, .failed("the packet is damaged")) == nil)
    #expect(seeker.request(5) == seek(5))
  }

  @Test func `Q3 no seek stays busy forever`() {
    var seeker = ChaseSeeker()
    #expect(seeker.request(1) == seek(1))
    #expect(seeker.request(2) == nil)
    #expect(seeker.setStatus(.unknown) == nil)
    #expect(seeker.finish(1, .shown) == nil)
    #expect(seeker.request(3) == nil)
    #expect(seeker.setStatus(.ready) == seek(3))
    #expect(seeker.finish(3, .shown) == nil)
    #expect(seeker.request(4) == seek(4))
  }

  @Test func `Q4 a failed player is distinguished from one that is not ready yet`() {
    var seeker = ChaseSeeker()
    #expect(seeker.request(1) == seek(1))
    #expect(seeker.request(2) == nil)
    #expect(seeker.setStatus(.failed) == nil)
    #expect(!seeker.isStuck)  // The seek in flight may still end.
    #expect(seeker.finish(1, .shown) == nil)
    #expect(seeker.isStuck)
    #expect(seeker.setStatus(.unknown) == nil)
    #expect(!seeker.isStuck)
    #expect(seeker.setStatus(.failed) == nil)
    #expect(seeker.isStuck)
    #expect(seeker.request(1) == nil)
    #expect(!seeker.isStuck)  // The target is on screen.
  }

  @Test func `Q4 a failed player without a request is not stuck`() {
    #expect(!ChaseSeeker(status: .failed).isStuck)
  }

  @Test func `Q5 after a player moved for another reason, the frame is sought again`() {
    var seeker = seekerShowing5()
    seeker.playerMoved(to: 8)
    #expect(seeker.request(5) == seek(5))
    #expect(seeker.finish(5, .shown) == nil)
    seeker.playerMoved(to: nil)
    #expect(seeker.request(5) == seek(5))
  }

  @Test func `Q5 a player that moved does not jump back, and needs no seek to the frame it shows`() {
    var seeker = seekerShowing5()
    seeker.playerMoved(to: 8)
    #expect(seeker.setStatus(.unknown) == nil)
    #expect(seeker.setStatus(.ready) == nil)
    #expect(seeker.request(8) == nil)
  }

  @Test func `Q5 a player that moves during a seek does not end the chase`() {
    var seeker = ChaseSeeker()
    #expect(seeker.request(1) == seek(1))
    #expect(seeker.request(2) == nil)
    seeker.playerMoved(to: 8)
    #expect(seeker.finish(1, .shown) == seek(2))
  }

  @Test func `Q6 an abandoned seek is not shown, and the newest target is still tried`() {
    var seeker = ChaseSeeker()
    #expect(seeker.request(1) == seek(1))
    #expect(seeker.finish(1, .abandoned) == seek(1))
    #expect(seeker.request(2) == nil)
    #expect(seeker.finish(1, .abandoned) == seek(2))
    #expect(seeker.shown == nil)
  }

  @Test func `Q6 after an abandoned seek even the frame shown before is sought`() {
    var seeker = seekerShowing5()
    #expect(seeker.request(9) == seek(9))
    #expect(seeker.request(5) == nil)
    #expect(seeker.finish(9, .abandoned) == seek(5))
  }

  @Test func `two requests that return to the target in flight need no second seek`() {
    var seeker = ChaseSeeker()
    #expect(seeker.request(1) == seek(1))
    #expect(seeker.request(2) == nil)
    #expect(seeker.request(1) == nil)
    #expect(seeker.finish(1, .shown) == nil)
  }

  @Test func `the newest target wins even if it is still on screen during a seek`() {
    var seeker = seekerShowing5()
    #expect(seeker.request(9) == seek(9))
    #expect(seeker.request(5) == nil)
    #expect(seeker.finish(9, .shown) == seek(5))
  }

  @Test func `a failed target is tried again only when it is requested again`() {
    var seeker = seekerShowing5()
    #expect(seeker.request(9) == seek(9))
    #expect(seeker.request(9) == nil)
    #expect(seeker.finish(9, .failed("the packet is damaged")) == nil)
    #expect(!seeker.isBusy && seeker.shown == 5)
    #expect(seeker.setStatus(.ready) == nil)
    #expect(seeker.request(9) == seek(9))
  }

  @Test func `after a failed seek a newer target is still tried`() {
    var seeker = ChaseSeeker()
    #expect(seeker.request(1) == seek(1))
    #expect(seeker.request(2) == nil)
    #expect(seeker.finish(1, .failed("the packet is damaged")) == seek(2))
    #expect(seeker.finish(2, .shown) == nil)
  }

  @Test func `after a failed seek the picture before it is still on screen`() {
    var seeker = seekerShowing5()
    #expect(seeker.request(9) == seek(9))
    #expect(seeker.request(5) == nil)
    #expect(seeker.finish(9, .failed("the packet is damaged")) == nil)
    #expect(seeker.request(5) == nil)
  }

  @Test func `a failed target is tried again when the player becomes ready again`() {
    var seeker = ChaseSeeker()
    #expect(seeker.request(9) == seek(9))
    #expect(seeker.setStatus(.failed) == nil)
    #expect(seeker.finish(9, .failed("the player failed")) == nil)
    #expect(seeker.isStuck)
    #expect(seeker.setStatus(.ready) == seek(9))
  }

  @Test func `the end of a seek that is not in flight changes nothing`() {
    var seeker = ChaseSeeker()
    #expect(seeker.finish(7, .shown) == nil)
    #expect(seeker.request(1) == seek(1))
    #expect(seeker.request(2) == nil)
    let before = seeker.target
    #expect(seeker.finish(2, .shown) == nil)
    #expect(seeker.inFlight == 1 && seeker.shown == nil && seeker.target == before)
    #expect(seeker.finish(1, .shown) == seek(2))
  }

  @Test func `any integer is accepted as a frame index`() {
    var seeker = ChaseSeeker()
    #expect(seeker.request(Int.min) == seek(Int.min))
    #expect(seeker.request(Int.max) == nil)
    #expect(seeker.finish(Int.min, .shown) == seek(Int.max))
  }
}

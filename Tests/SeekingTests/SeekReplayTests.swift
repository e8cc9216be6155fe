import Seeking
import Testing

/// Replays with performers that block, fail, or report wrong times; times in microseconds.
struct SeekReplayTests {
  private func requests(_ times: [(Int64, Int)]) -> [SeekRequest] {
    times.map { time, frame in SeekRequest(timeInMicroseconds: time, frame: frame) }
  }

  @Test func `request times never decrease`() {
    let replay = SeekReplay(requests: requests([(10, 1), (5, 2), (20, 3), (-1, 4)]), seeker: .chase)
    #expect(replay.requests == requests([(10, 1), (10, 2), (20, 3), (20, 4)]))
  }

  @Test(arguments: SeekerKind.allCases)
  func `without requests nothing is sought`(_ kind: SeekerKind) {
    let played = Played([], kind, ScriptedPerformer([]))
    #expect(played.records.isEmpty && played.performer.calls.isEmpty)
    #expect(
      played.summary
        == SeekSummary(
          requests: 0, seeks: 0, framesShown: 0, failures: 0, longestWithoutPicture: nil, timeToSettle: nil))
  }

  @Test(arguments: [(SeekerKind.chase, [7, 5]), (.player, [7]), (.naive, [5, 7, 5])])
  func `the frame on screen at the start is known`(_ kind: SeekerKind, _ targets: [Int]) {
    // A seek takes 20. Chase seeks back to 5 after the seek to 7, the player drops 5 since it still shows it (P1), and the
    // naive seeker seeks whatever is requested.
    func play(_ times: [(Int64, Int)]) -> ([Int], SeekSummary) {
      var performer = FixedLatency(microseconds: 20)
      var targets: [Int] = []
      let replay = SeekReplay(requests: requests(times), seeker: kind, shown: 5)
      let summary = replay.run(&performer) { targets.append($0.target) }
      return (targets, summary)
    }
    let (all, _) = play([(0, 5), (30, 7), (40, 5)])
    #expect(all == targets)
    let (none, still) = play([(0, 5), (40, 5)])
    #expect(none == (kind == .naive ? [5, 5] : []))
    // No picture comes that differs from the one on screen.
    #expect(still.framesShown == 0 && still.longestWithoutPicture == nil && still.timeToSettle == 0)
  }

  @Test func `requests during a blocking seek come before its end`() {
    // 2 and 3 are requested during the first seek, 4 during the second, 5 during none.
    let played = Played(
      requests([(0, 1), (10, 2), (20, 3), (30, 4), (100, 5)]), .chase,
      ScriptedPerformer([(25, .shown), (60, .shown), (70, .shown), (130, .shown)]))
    #expect(played.targets == [1, 3, 4, 5])
    #expect(played.records.map(\.requestedAt) == [0, 20, 30, 100])
    #expect(played.records.map(\.issuedAt) == [0, 25, 60, 100])
    #expect(played.records.map(\.isSuperseded) == [true, true, false, false])
    #expect(played.performer.calls.allSatisfy { call in call.abandon == nil })
    // New pictures at 25, 60, 70 and 130: the longest wait is 60. 130 - 100 = 30.
    #expect(
      played.summary
        == SeekSummary(
          requests: 5, seeks: 4, framesShown: 4, failures: 0, longestWithoutPicture: 60, timeToSettle: 30))
  }

  @Test func `a performer gets the time of the request that will cancel its seek`() {
    let played = Played(
      requests([(0, 1), (10, 2), (10, 3)]), .naive,
      ScriptedPerformer([(10, .abandoned), (10, .abandoned), (40, .shown)]))
    #expect(
      played.performer.calls == [
        .init(frame: 1, start: 0, abandon: 10), .init(frame: 2, start: 10, abandon: 10),
        .init(frame: 3, start: 10, abandon: nil),
      ])
    #expect(played.records.map(\.isSuperseded) == [true, true, false])
  }

  @Test func `the naive seeker cancels a seek for the same frame, which supersedes nothing`() {
    let played = Played(
      requests([(0, 1), (10, 1)]), .naive, ScriptedPerformer([(10, .abandoned), (40, .shown)]))
    #expect(played.records.map(\.result) == [.abandoned, .shown])
    #expect(played.records.map(\.requestedAt) == [0, 10])
    #expect(played.records.map(\.isSuperseded) == [false, false])
  }

  @Test func `a performer that gives up late starts the next seeks late`() {
    // It cannot give up before 50, when the requests of 10 and 20 have come already: the seek to 2 ends as it starts.
    let played = Played(
      requests([(0, 1), (10, 2), (20, 3), (100, 4)]), .naive,
      ScriptedPerformer([(50, .abandoned), (50, .abandoned), (90, .shown), (150, .shown)]))
    #expect(
      played.performer.calls == [
        .init(frame: 1, start: 0, abandon: 10), .init(frame: 2, start: 50, abandon: 20),
        .init(frame: 3, start: 50, abandon: 100), .init(frame: 4, start: 100, abandon: nil),
      ])
    #expect(played.targets == [1, 2, 3, 4])
    #expect(played.records.map(\.requestedAt) == [0, 10, 20, 100])
    #expect(played.records.map(\.issuedAt) == [0, 50, 50, 100])
    #expect(played.records.map(\.endedAt) == [50, 50, 90, 150])
    #expect(played.records.map(\.isSuperseded) == [true, true, false, false])
    // Pictures at 90 and 150; 150 - 100 = 50.
    #expect(
      played.summary
        == SeekSummary(
          requests: 4, seeks: 4, framesShown: 2, failures: 0, longestWithoutPicture: 90, timeToSettle: 50))
  }

  @Test func `a picture that comes although its seek was cancelled still counts`() {
    let played = Played(
      requests([(0, 1), (10, 2)]), .naive, ScriptedPerformer([(30, .shown), (70, .shown)]))
    #expect(played.records.map(\.shownFrame) == [1, 2])
    #expect(played.records.map(\.isSuperseded) == [true, false])
    #expect(played.performer.calls.map(\.start) == [0, 30])
    #expect(played.summary.framesShown == 2 && played.summary.longestWithoutPicture == 40)
  }

  @Test func `a failed seek is counted, and the newest target is still tried`() {
    let played = Played(
      requests([(0, 1), (10, 2)]), .chase, ScriptedPerformer([(50, .failed("the packet is damaged")), (80, .shown)]))
    #expect(played.records.map(\.result) == [.failed("the packet is damaged"), .shown])
    #expect(played.records.map(\.shownFrame) == [nil, 2])
    #expect(
      played.summary
        == SeekSummary(
          requests: 2, seeks: 2, framesShown: 1, failures: 1, longestWithoutPicture: 80, timeToSettle: 70))
  }

  @Test func `a newest target that fails is not retried forever`() {
    let damaged = SeekResult.failed("the packet is damaged")
    let played = Played(
      requests([(0, 1), (10, 2), (200, 2)]), .chase, ScriptedPerformer([(50, .shown), (90, damaged), (240, damaged)]))
    #expect(played.targets == [1, 2, 2])
    #expect(played.records.map(\.requestedAt) == [0, 10, 200])
    #expect(played.summary.failures == 2 && played.summary.timeToSettle == nil)
    #expect(played.summary.longestWithoutPicture == 50)
  }

  @Test func `P4 a failed seek of Frame Grabber's seeker loses the newest target`() {
    let played = Played(
      requests([(0, 1), (10, 2)]), .player, ScriptedPerformer([(50, .failed("the packet is damaged"))]))
    #expect(played.targets == [1])
    #expect(
      played.summary
        == SeekSummary(
          requests: 2, seeks: 1, framesShown: 0, failures: 1, longestWithoutPicture: nil, timeToSettle: nil))
  }

  @Test(arguments: SeekerKind.allCases)
  func `a performer that always gives up without being cancelled does not make a replay endless`(_ kind: SeekerKind) {
    let script = [(Int64, SeekResult)](repeating: (5, .abandoned), count: 10)
    let played = Played(requests([(0, 1), (10, 2)]), kind, ScriptedPerformer(script))
    #expect(played.summary.seeks == 2 && played.summary.failures == 2)
    #expect(played.records.first?.result == .failed("the seek was given up without being cancelled"))
  }

  @Test func `a seek never ends before it starts`() {
    let played = Played(
      requests([(100, 1), (200, 2)]), .chase, ScriptedPerformer([(Int64.min, .shown), (150, .shown)]))
    #expect(played.records.map(\.endedAt) == [100, 200])
  }

  @Test func `each seek is reported before the next one starts, and a report can end the replay`() {
    struct Closed: Error {}
    var performer = ScriptedPerformer([(50, .shown), (80, .shown)])
    let replay = SeekReplay(requests: requests([(0, 1), (10, 2)]), seeker: .chase)
    #expect(throws: Closed.self) {
      _ = try replay.run(&performer) { (_: SeekRecord) throws(Closed) in throw Closed() }
    }
    #expect(performer.calls.count == 1)
  }
}

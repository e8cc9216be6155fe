import Seeking
import Testing

/// Replays on a virtual clock; times in milliseconds unless said otherwise.
struct FixedLatencyTests {
  private let latency100 = FixedLatency(microseconds: 100_000)

  /// Frames 1 to 5, 30 ms apart.
  private let fiveRequests = requests([(0, 1), (30, 2), (60, 3), (90, 4), (120, 5)])

  @Test func `the chase shows 1, 4 and 5 of five fast requests`() {
    // At 100 the newest is 4 (requested at 90), at 200 it is 5.
    let played = Played(fiveRequests, .chase, latency100)
    #expect(played.pictures == ["1@100", "4@200", "5@300"])
    #expect(
      played.records == [
        SeekRecord(
          number: 0, target: 1, requestedAt: 0, issuedAt: 0, endedAt: 100_000, result: .shown, isSuperseded: true),
        SeekRecord(
          number: 1, target: 4, requestedAt: 90_000, issuedAt: 100_000, endedAt: 200_000, result: .shown,
          isSuperseded: true),
        SeekRecord(
          number: 2, target: 5, requestedAt: 120_000, issuedAt: 200_000, endedAt: 300_000, result: .shown,
          isSuperseded: false),
      ])
    // Pictures are 100 ms apart; the last request came at 120, its frame at 300.
    #expect(
      played.summary
        == SeekSummary(
          requests: 5, seeks: 3, framesShown: 3, failures: 0, longestWithoutPicture: 100_000, timeToSettle: 180_000))
  }

  @Test func `the naive seeker shows only 5 of five fast requests`() {
    let played = Played(fiveRequests, .naive, latency100)
    #expect(played.pictures == ["5@220"])
    #expect(played.targets == [1, 2, 3, 4, 5])
    #expect(played.records.map(\.issuedAt) == [0, 30_000, 60_000, 90_000, 120_000])
    #expect(played.records.map(\.requestedAt) == [0, 30_000, 60_000, 90_000, 120_000])
    #expect(played.records.map(\.endedAt) == [30_000, 60_000, 90_000, 120_000, 220_000])
    #expect(played.records.map(\.result) == [.abandoned, .abandoned, .abandoned, .abandoned, .shown])
    #expect(played.records.map(\.isSuperseded) == [true, true, true, true, false])
    // Nothing from 0 to 220; 220 - 120 = 100.
    #expect(
      played.summary
        == SeekSummary(
          requests: 5, seeks: 5, framesShown: 1, failures: 0, longestWithoutPicture: 220_000, timeToSettle: 100_000))
  }

  @Test func `Frame Grabber's seeker shows the same as the chase if no request returns to the frame on screen`() {
    #expect(Played(fiveRequests, .player, latency100).pictures == ["1@100", "4@200", "5@300"])
  }

  @Test func `P1 Frame Grabber's seeker ends on 9 although the last request was for 5`() {
    let thereAndBack = requests([(0, 5), (200, 9), (230, 5)])
    let player = Played(thereAndBack, .player, latency100)
    #expect(player.pictures == ["5@100", "9@300"])
    #expect(player.records.map(\.isSuperseded) == [false, true])
    // From 100 to 300 there is nothing new, and 5 is not on screen at the end.
    #expect(
      player.summary
        == SeekSummary(
          requests: 3, seeks: 2, framesShown: 2, failures: 0, longestWithoutPicture: 200_000, timeToSettle: nil))

    let chase = Played(thereAndBack, .chase, latency100)
    #expect(chase.pictures == ["5@100", "9@300", "5@400"])
    #expect(chase.summary.timeToSettle == 170_000)  // 400 - 230
    #expect(chase.records.map(\.requestedAt) == [0, 200_000, 230_000])
  }

  @Test func `P1 a target older than the newest keeps the time of its own requests`() {
    // 5 is on screen; during the seek to 9 come 7, 7 and 5. Frame Grabber's seeker drops 5 and goes to 7.
    let played = Played(requests([(0, 5), (200, 9), (210, 7), (220, 7), (230, 5)]), .player, latency100)
    #expect(played.pictures == ["5@100", "9@300", "7@400"])
    #expect(played.records.map(\.requestedAt) == [0, 200_000, 210_000])
    #expect(played.records.map(\.isSuperseded) == [false, true, true])
  }

  @Test func `P2 requests A, B, A are one seek for the chase, two for the player and three for the naive seeker`() {
    let thereAndBack = requests([(0, 1), (30, 2), (60, 1)])
    let chase = Played(thereAndBack, .chase, latency100)
    #expect(chase.pictures == ["1@100"])
    #expect(chase.records.map(\.isSuperseded) == [false])
    #expect(chase.summary.timeToSettle == 40_000)

    let player = Played(thereAndBack, .player, latency100)
    #expect(player.pictures == ["1@100", "1@200"])
    #expect(player.records.map(\.requestedAt) == [0, 60_000])
    // The second picture is the same as the first: settled at 100.
    #expect(player.summary.framesShown == 1 && player.summary.timeToSettle == 40_000)
    #expect(player.summary.longestWithoutPicture == 100_000)

    let naive = Played(thereAndBack, .naive, latency100)
    #expect(naive.targets == [1, 2, 1] && naive.pictures == ["1@160"])
    #expect(naive.summary.timeToSettle == 100_000)
  }

  @Test(arguments: SeekerKind.allCases)
  func `Q1 a first request for frame 0 is sought`(_ kind: SeekerKind) {
    let played = Played(requests([(0, 0)]), kind, latency100)
    #expect(played.pictures == ["0@100"])
  }

  @Test(arguments: SeekerKind.allCases)
  func `a seek that ends at exactly the time of a request ends first`(_ kind: SeekerKind) {
    // If the request came first, naive would never show 1, and the others would know about 2 when the first seek ends.
    let played = Played(requests([(0, 1), (100, 2), (200, 3)]), kind, latency100)
    #expect(played.pictures == ["1@100", "2@200", "3@300"])
    #expect(played.records.map(\.isSuperseded) == [false, false, false])
    #expect(played.summary.timeToSettle == 100_000)
  }

  @Test func `a naive seek one microsecond short is lost`() {
    let late = [SeekRequest(timeInMicroseconds: 0, frame: 1), SeekRequest(timeInMicroseconds: 99_999, frame: 2)]
    #expect(Played(late, .naive, latency100).records.map(\.result) == [.abandoned, .shown])
  }

  @Test func `requests at the same time keep their order`() {
    let atOnce = requests([(0, 1), (0, 2), (0, 3)])
    let chase = Played(atOnce, .chase, latency100)
    #expect(chase.pictures == ["1@100", "3@200"])
    let naive = Played(atOnce, .naive, latency100)
    #expect(naive.records.map(\.endedAt) == [0, 0, 100_000])
    #expect(naive.pictures == ["3@100"])
  }

  @Test(arguments: SeekerKind.allCases)
  func `with no latency every request is shown at once`(_ kind: SeekerKind) {
    let played = Played(requests([(0, 1), (0, 2), (30, 3)]), kind, FixedLatency(microseconds: 0))
    #expect(played.pictures == ["1@0", "2@0", "3@30"])
    #expect(played.summary.timeToSettle == 0 && played.summary.longestWithoutPicture == 30_000)
  }

  @Test func `a request for the frame on screen has settled already`() {
    let again = requests([(0, 1), (500, 1)])
    #expect(Played(again, .chase, latency100).summary.timeToSettle == 0)
    #expect(Played(again, .chase, latency100).summary.seeks == 1)
    // The naive seeker shows it once more, which changes nothing on screen.
    let naive = Played(again, .naive, latency100).summary
    #expect(
      naive
        == SeekSummary(
          requests: 2, seeks: 2, framesShown: 1, failures: 0, longestWithoutPicture: 100_000, timeToSettle: 0))
  }

  @Test func `a run of requests for one frame began with its first`() {
    // 2 is requested at 10 and 40, with 3 in between: the run that counts began at 40.
    let chase = Played(requests([(0, 1), (10, 2), (30, 3), (40, 2), (50, 2)]), .chase, latency100)
    #expect(chase.targets == [1, 2])
    #expect(chase.records.map(\.requestedAt) == [0, 40_000])
  }

  @Test func `a fixed latency is at least 0 and its end is at most Int64.max`() {
    var negative = FixedLatency(microseconds: Int64.min)
    #expect(negative.microseconds == 0)
    #expect(
      negative.seek(to: 1, startingAt: 7, abandoningAt: nil) == SeekCompletion(timeInMicroseconds: 7, result: .shown))
    var endless = FixedLatency(microseconds: Int64.max)
    #expect(endless.seek(to: 1, startingAt: 7, abandoningAt: nil).timeInMicroseconds == Int64.max)
    #expect(
      endless.seek(to: 1, startingAt: 7, abandoningAt: 3) == SeekCompletion(timeInMicroseconds: 7, result: .abandoned))
  }

  @Test(arguments: SeekerKind.allCases)
  func `times at the limits do not trap`(_ kind: SeekerKind) {
    let extreme = [
      SeekRequest(timeInMicroseconds: Int64.min, frame: Int.min), SeekRequest(timeInMicroseconds: 0, frame: 0),
      SeekRequest(timeInMicroseconds: Int64.max, frame: Int.max), SeekRequest(timeInMicroseconds: Int64.max, frame: 1),
    ]
    for latency in [0, 1, Int64.max] {
      let summary = Played(extreme, kind, FixedLatency(microseconds: latency)).summary
      #expect(summary.requests == 4 && summary.timeToSettle == 0)
      #expect(summary.seeks >= 2 && summary.seeks <= 4)
    }
    // The distance from Int64.min to Int64.max does not fit in Int64, so the longest time is capped.
    let whole = [extreme[0], extreme[2]]
    #expect(Played(whole, kind, FixedLatency(microseconds: 0)).summary.longestWithoutPicture == Int64.max)
  }
}

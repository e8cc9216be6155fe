import Seeking
import TestSupport
import Testing

/// Invariants for any order of events, tested on a million random ones.
struct PropertyTests {
  private static let events = 1_000_000

  @Test func `a chase has at most one seek in flight and settles on the newest target`() {
    var generator = SeededNumbers(seed: 1)
    var seeker = ChaseSeeker()
    var inFlight: Int?
    var onScreen: Int?
    var newest: Int?
    var requests = 0
    var seeks = 0
    var faults = 0
    for _ in 0..<Self.events {
      // A burst of requests and ends, and now and then a pause in which the seek in flight ends.
      let draw = generator.next() % 100
      var order: SeekOrder?
      if draw < 60 {
        let frame = Int(generator.next() % 6)
        newest = frame
        requests += 1
        order = seeker.request(frame)
      } else if let frame = inFlight {
        inFlight = nil
        onScreen = frame
        order = seeker.finish(frame, .shown)
      }
      if let order {
        if inFlight != nil || order.cancelsSeekInFlight || order.frame != newest || order.frame == onScreen {
          faults += 1
        }
        inFlight = order.frame
        seeks += 1
      }
      // With nothing in flight the newest target is on screen: no target is ever forgotten.
      if inFlight == nil && onScreen != newest { faults += 1 }
      if seeks > requests || seeker.inFlight != inFlight { faults += 1 }
    }
    #expect(faults == 0)
    #expect(requests > 500_000 && seeks > 100_000)
  }

  @Test func `with failures, interruptions and lost readiness the newest target is still tried`() {
    var generator = SeededNumbers(seed: 2)
    var seeker = ChaseSeeker()
    var status = PlayerStatus.ready
    var inFlight: Int?
    var onScreen: Int?
    var newest: Int?
    // Whether the newest target failed after the last request and the last time that the player became ready.
    var mayRest = false
    var tries = 0
    var faults = 0
    for _ in 0..<Self.events {
      var order: SeekOrder?
      switch generator.next() % 10 {
      case 0...3:
        let frame = Int(generator.next() % 6)
        newest = frame
        mayRest = false
        order = seeker.request(frame)
      case 4:
        let changed = [PlayerStatus.unknown, .ready, .failed][Int(generator.next() % 3)]
        if changed == .ready && status != .ready { mayRest = false }
        status = changed
        order = seeker.setStatus(changed)
      default:
        guard let frame = inFlight else { continue }
        inFlight = nil
        switch generator.next() % 4 {
        case 0:
          mayRest = frame == newest
          order = seeker.finish(frame, .failed("the packet is damaged"))
        case 1:
          onScreen = nil
          order = seeker.finish(frame, .abandoned)
        default:
          onScreen = frame
          order = seeker.finish(frame, .shown)
        }
      }
      if let order {
        if inFlight != nil || order.frame != newest || status != .ready || mayRest { faults += 1 }
        inFlight = order.frame
        tries += 1
      }
      let isLeftUndone = inFlight == nil && status == .ready && onScreen != newest && !mayRest
      let isStuck = inFlight == nil && status == .failed && onScreen != newest
      if isLeftUndone || seeker.isStuck != isStuck { faults += 1 }
    }
    #expect(faults == 0)
    #expect(tries > 100_000)
  }

  @Test func `without direct seeks a player seeker has at most one seek in flight`() {
    var generator = SeededNumbers(seed: 3)
    var seeker = PlayerSeeker()
    var inFlight: Int?
    var faults = 0
    for _ in 0..<Self.events {
      var order: SeekOrder?
      if generator.next() % 2 == 0 {
        order = seeker.request(Int(generator.next() % 6))
      } else if let frame = inFlight {
        inFlight = nil
        order = seeker.finish(frame, generator.next() % 5 == 0 ? .abandoned : .shown)
      }
      if let order {
        if inFlight != nil || order.cancelsSeekInFlight { faults += 1 }
        inFlight = order.frame
      }
      if seeker.current != inFlight { faults += 1 }
    }
    #expect(faults == 0)
  }

  @Test(arguments: SeekerKind.allCases)
  func `a long replay keeps its times in order, its counts right and its invariants`(_ kind: SeekerKind) {
    var generator = SeededNumbers(seed: 4)
    var time: Int64 = 0
    let requests = (0..<200_000).map { _ in
      time += Int64(generator.next() % 60)
      return SeekRequest(timeInMicroseconds: time, frame: Int(generator.next() % 20))
    }
    let played = Played(requests, kind, FixedLatency(microseconds: 100))
    var faults = 0
    var shown = 0
    var failures = 0
    var previousEnd = Int64.min
    for (number, record) in played.records.enumerated() {
      if record.number != number || record.requestedAt > record.issuedAt || record.issuedAt > record.endedAt {
        faults += 1
      }
      if record.issuedAt < previousEnd { faults += 1 }
      previousEnd = record.endedAt
      if record.result == .shown { shown += 1 } else if record.result != .abandoned { failures += 1 }
    }
    #expect(faults == 0 && failures == 0 && played.summary.failures == 0)
    #expect(played.summary.seeks == played.records.count && played.summary.requests == requests.count)
    #expect(played.summary.framesShown <= shown && played.records.count <= requests.count)
    if kind != .player { #expect(played.records.last?.shownFrame == requests.last?.frame) }
    if kind == .naive { #expect(played.records.count == requests.count) }
  }
}

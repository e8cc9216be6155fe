import Testing

@testable import Seeking

/// A seeker that cancels its seek only when the requested frame is 10 or more away.
private struct PatientSeeker: Seeker {
  /// The calls it received, in order.
  private(set) var log: [String] = []
  private var inFlight: Int?

  var cancelsOnRequest: Bool { true }

  mutating func request(_ frame: Int) -> SeekOrder? {
    log.append("request \(frame)")
    if let inFlight, frame - inFlight < 10 { return nil }
    inFlight = frame
    return SeekOrder(frame: frame, cancelsSeekInFlight: true)
  }

  mutating func finish(_ frame: Int, _ result: SeekResult) -> SeekOrder? {
    log.append("finish \(frame) \(result)")
    if frame == inFlight { inFlight = nil }
    return nil
  }
}

/// The event loop with a seeker other than the three kinds; times in microseconds.
struct SeekCourseTests {
  private let requests = [(Int64(0), 1), (10, 2), (20, 15), (30, 16)].map { time, frame in
    SeekRequest(timeInMicroseconds: time, frame: frame)
  }

  @Test func `a performer gets only the time of the request that really cancels`() {
    var course = SeekCourse(requests: requests, seeker: PatientSeeker())
    var performer = ScriptedPerformer([(20, .abandoned), (90, .shown)])
    while course.endNextSeek(&performer) != nil {}
    // 2 is near 1 and 16 is near 15; 15 is far from 1.
    #expect(
      performer.calls == [.init(frame: 1, start: 0, abandon: 20), .init(frame: 15, start: 20, abandon: nil)])
    #expect(course.summary.timeToSettle == nil && course.summary.seeks == 2)
  }

  @Test func `a seeker gets every request and every end once, a cancelled one right after its request`() {
    var course = SeekCourse(requests: requests, seeker: PatientSeeker())
    // Ends at 25: after the request of 20, which cancelled it, and before that of 30.
    var performer = ScriptedPerformer([(25, .abandoned), (90, .shown)])
    while course.endNextSeek(&performer) != nil {}
    #expect(
      (course.seeker as? PatientSeeker)?.log == [
        "request 1", "request 2", "request 15", "finish 1 abandoned", "request 16", "finish 15 shown",
      ])
  }
}

import Files
import Synchronization
import Testing
@testable import Video

/// The time limit of a picture, with clocks that are set by hand; all times in seconds.
struct DeadlineTests {
  /// The steady clock and the processor's.
  private final class Clocks: Sendable {
    private let times = Mutex((wall: Int64(1000), processor: Int64(7)))

    func pass(_ wall: Int64, working processor: Int64) {
      times.withLock { $0 = ($0.wall + wall, $0.processor + processor) }
    }

    func limit(_ allowance: Int64) -> Deadline {
      Deadline(nanoseconds: allowance * 1_000_000_000) { clock in
        self.times.withLock { clock == .steady ? $0.wall : $0.processor } * 1_000_000_000
      }
    }
  }

  @Test func `work uses the time up`() {
    let clocks = Clocks()
    let limit = clocks.limit(30)
    clocks.pass(30, working: 30)
    #expect(!limit.isOver)
    // Two threads work for two seconds in one.
    clocks.pass(1, working: 2)
    #expect(limit.isOver)
  }

  @Test func `a process that was stopped has as much time left as before`() {
    let clocks = Clocks()
    let limit = clocks.limit(30)
    clocks.pass(20, working: 20)
    clocks.pass(3600, working: 0)
    // Ten of 30 seconds are left.
    #expect(!limit.isOver && limit.remaining == 10_000_000_000)
    clocks.pass(9, working: 9)
    #expect(!limit.isOver)
    // A second stop is another one; the first does not count again.
    clocks.pass(100, working: 0)
    #expect(!limit.isOver && limit.remaining == 1_000_000_000)
    clocks.pass(2, working: 2)
    #expect(limit.isOver)
  }

  @Test func `waiting for bytes is excused once, and not as a stop`() {
    let clocks = Clocks()
    let limit = clocks.limit(1)
    // A hundred times the time may be waited for bytes, and then no more.
    for _ in 0..<10 {
      clocks.pass(10, working: 0)
      limit.extend(by: 10_000_000_000)
      #expect(!limit.isOver)
    }
    clocks.pass(10, working: 0)
    limit.extend(by: 10_000_000_000)
    #expect(limit.isOver)
  }

  @Test func `a new picture has all its time`() {
    let clocks = Clocks()
    let limit = clocks.limit(5)
    clocks.pass(4, working: 4)
    limit.restart()
    clocks.pass(5, working: 5)
    #expect(!limit.isOver)
    clocks.pass(1, working: 1)
    #expect(limit.isOver)
  }
}

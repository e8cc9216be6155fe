#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  /// How a worker begins and ends.
  struct WorkerLifeTests {
    @Test func `a process with threads is not forked`() throws {
      #expect(try WallProbe.numbers("threads") == ["alone": 1, "with-thread": -Int(EBUSY)])
    }

    @Test func `a worker has limits, no signals from the keyboard, and only what it keeps`() throws {
      let numbers = try WallProbe.numbers("limits", file: Fixture.h264Faststart.url)
      #expect(
        numbers == [
          "status": 0, "ignored": 6, "death-signal": Int(SIGKILL), "oom-score": max(500, numbers["oom-score"] ?? 0),
          "memory": 3 << 30, "file-size": 1 << 20, "core": 0, "null": 3, "open": 5, "kept": 1,
        ])
    }

    @Test func `a worker ends with its broker`() throws {
      #expect(try WallProbe.numbers("orphan") == ["broker-signal": Int(SIGKILL), "worker-ended": 1])
    }

    @Test func `a worker whose broker has ended already ends, too`() throws {
      #expect(try WallProbe.numbers("stranger") == ["status": 1])
    }
  }
#endif

import Testing
import Threading

/// The lock of a worker's connection.
@Suite struct SleepingLockTests {
  private final class Count: @unchecked Sendable { var value = 0 }

  @Test func `one thread at a time has it`() {
    let (lock, count) = (SleepingLock(), Count())
    ScopedThreads.run(4) { _ in
      for _ in 0..<20_000 { lock.withLock { count.value += 1 } }
    } meanwhile: { _ in
    }
    #expect(count.value == 80_000)
    #expect(lock.withLock { "an answer" } == "an answer")
  }
}

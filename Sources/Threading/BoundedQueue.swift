#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Where several threads put what they made and one takes it; those who make wait when too much lies there.
///
/// It owns a mutex and two conditions (`pthread_mutex_t`, `pthread_cond_t`), which nothing else in it is touched without.
package final class BoundedQueue<Value: Sendable>: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let hasValue = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private let hasRoom = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private let room: Int
  private var values: [Value] = []
  /// Threads that may still put something here.
  private var makers = 0
  private var isClosed = false

  package init(room: Int) {
    self.room = room
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(hasValue, nil)
    pthread_cond_init(hasRoom, nil)
  }

  deinit {
    pthread_cond_destroy(hasRoom)
    pthread_cond_destroy(hasValue)
    pthread_mutex_destroy(mutex)
    hasRoom.deallocate()
    hasValue.deallocate()
    mutex.deallocate()
  }

  private func withLock<Result>(_ body: () -> Result) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return body()
  }

  /// Says how many will come to `finish`; before that nobody waits in vain.
  package func expect(_ count: Int) {
    withLock {
      makers += count
      pthread_cond_signal(hasValue)
    }
  }

  /// Hands a value over, when there is room; false when nobody wants any more.
  package func put(_ value: Value) -> Bool {
    withLock {
      while values.count >= room, !isClosed { pthread_cond_wait(hasRoom, mutex) }
      guard !isClosed else { return false }
      values.append(value)
      pthread_cond_signal(hasValue)
      return true
    }
  }

  /// One of the makers has nothing more.
  package func finish() {
    withLock {
      makers -= 1
      pthread_cond_signal(hasValue)
    }
  }

  /// Takes what lies there, in the order in which it came, and waits for something; none when all makers are done.
  package func take() -> [Value] {
    withLock {
      while values.isEmpty, makers > 0 { pthread_cond_wait(hasValue, mutex) }
      defer { values.removeAll() }
      pthread_cond_broadcast(hasRoom)
      return values
    }
  }

  /// Nothing more is wanted: who waits for room goes away.
  package func close() {
    withLock {
      isClosed = true
      values.removeAll()
      pthread_cond_broadcast(hasRoom)
    }
  }

  /// Whether anything is still wanted.
  package var isOpen: Bool { withLock { !isClosed } }
}

import LibC

/// A bounded queue with several producer threads and one consumer; producers wait while it is full.
///
/// It owns a mutex and two condition variables (`pthread_mutex_t`, `pthread_cond_t`); all other state is only accessed
/// with the mutex locked.
package final class BoundedQueue<Value: Sendable>: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let hasValue = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private let hasRoom = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private let room: Int
  private var values: [Value] = []
  /// The number of producers that may still put values.
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

  /// Adds `count` producers, each of which has to call `finish`; without producers, `takeAll` does not wait.
  package func expect(_ count: Int) {
    withLock {
      makers += count
      pthread_cond_signal(hasValue)
    }
  }

  /// Adds a value, waiting for room; false when the queue is closed.
  package func put(_ value: Value) -> Bool {
    withLock {
      while values.count >= room, !isClosed { pthread_cond_wait(hasRoom, mutex) }
      guard !isClosed else { return false }
      values.append(value)
      pthread_cond_signal(hasValue)
      return true
    }
  }

  /// Marks one producer as done.
  package func finish() {
    withLock {
      makers -= 1
      pthread_cond_signal(hasValue)
    }
  }

  /// Takes all values in the order in which they were put, waiting until there is one; empty when all producers are
  /// done.
  package func takeAll() -> [Value] {
    withLock {
      while values.isEmpty, makers > 0 { pthread_cond_wait(hasValue, mutex) }
      defer { values.removeAll() }
      pthread_cond_broadcast(hasRoom)
      return values
    }
  }

  /// Closes the queue and drops its values; waiting producers return.
  package func close() {
    withLock {
      isClosed = true
      values.removeAll()
      pthread_cond_broadcast(hasRoom)
    }
  }

  /// Whether the queue still accepts values.
  package var isOpen: Bool { withLock { !isClosed } }
}

import LibC

/// A lock whose waiting threads sleep (`pthread_mutex_t`), for what takes as long as another process needs to answer.
///
/// Swift's `Mutex` spins before it sleeps, which pays only where it is held for a few instructions.
package final class SleepingLock: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

  package init() { pthread_mutex_init(mutex, nil) }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  /// Runs the body while no other thread runs one.
  package func withLock<Result>(_ body: () -> Result) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return body()
  }
}

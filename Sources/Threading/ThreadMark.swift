import LibC

/// A thread-local number (`pthread_setspecific`); 0 until the thread sets it.
package struct ThreadMark: Sendable {
  private let key: pthread_key_t?

  /// Makes a thread-local number. If the system has no more keys (`pthread_key_create`), it stays 0.
  package init() {
    var key = pthread_key_t()
    self.key = pthread_key_create(&key, nil) == 0 ? key : nil
  }

  /// This thread's number.
  package var value: Int {
    get { key.map { Int(bitPattern: pthread_getspecific($0)) } ?? 0 }
    nonmutating set { if let key { pthread_setspecific(key, UnsafeRawPointer(bitPattern: newValue)) } }
  }
}

import LibC

/// Threads that run next to the calling one and end before the call returns.
package enum ScopedThreads {
  private final class Job {
    let number: Int
    let body: @Sendable (Int) -> Void

    init(_ number: Int, _ body: @escaping @Sendable (Int) -> Void) {
      self.number = number
      self.body = body
    }
  }

  /// Runs `body` on `count` new threads (`pthread_create`) and `meanwhile` on the calling one; returns when all are
  /// done.
  ///
  /// `body` gets the number of its thread, from 0. If the system can start only fewer threads, or none, those are used;
  /// `meanwhile` gets the number of threads started.
  package static func run(_ count: Int, _ body: @escaping @Sendable (Int) -> Void, meanwhile: (Int) -> Void) {
    var threads: [pthread_t] = []
    for number in 0..<count {
      let opaque = Unmanaged.passRetained(Job(number, body)).toOpaque()
      #if canImport(Glibc)
        var thread = pthread_t()
        let status = pthread_create(&thread, nil, { opaque in ScopedThreads.start(opaque) }, opaque)
        if status == 0 { threads.append(thread) }
      #else
        var thread: pthread_t?
        let status = pthread_create(&thread, nil, { opaque in ScopedThreads.start(opaque) }, opaque)
        if status == 0, let thread { threads.append(thread) }
      #endif
      if status != 0 {
        Unmanaged<Job>.fromOpaque(opaque).release()
        break
      }
    }
    meanwhile(threads.count)
    for thread in threads { pthread_join(thread, nil) }
  }

  private static func start(_ opaque: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let opaque else { return nil }
    let job = Unmanaged<Job>.fromOpaque(opaque).takeRetainedValue()
    job.body(job.number)
    return nil
  }
}

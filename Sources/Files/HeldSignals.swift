import LibC
import Synchronization

/// The signals that end the process, held back while a file has a temporary name, so that none is left behind.
///
/// A held signal ends the process as soon as the last such section is left. SIGKILL cannot be held. A signal that was
/// ignored when the process started stays ignored (nohup(1)).
package enum HeldSignals {
  /// The number of sections that hold signals now; below 0, the process is about to end.
  private static let sections = Atomic<Int>(0)
  /// The signal that came last while it was held; 0 for none.
  private static let pending = Atomic<Int32>(0)
  private static let ending = [
    SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGALRM, SIGUSR1, SIGUSR2, SIGVTALRM, SIGPROF, SIGXCPU,
  ]
  /// Set once; the handler must not be the first to use the counters, since their initialisation may lock.
  private static let isInstalled: Bool = {
    _ = (sections.load(ordering: .relaxed), pending.load(ordering: .relaxed))
    for number in ending {
      var old = sigaction()
      guard sigaction(number, nil, &old) == 0, isDefault(old) else { continue }
      signal(number) { HeldSignals.receive($0) }
    }
    return true
  }()

  /// Calls the body with all these signals held (sigaction(2)); any number of threads may do so at once.
  static func hold<Result: ~Copyable, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    _ = isInstalled
    enter()
    defer { leave() }
    return try body()
  }

  /// Begins to handle these signals, so that a handler installed later can pass them on.
  package static func prepare() { _ = isInstalled }

  private static func enter() {
    while true {
      let count = sections.load(ordering: .sequentiallyConsistent)
      // The process ends: nothing more may be begun.
      if count < 0 { sleepForever() }
      if sections.compareExchange(expected: count, desired: count + 1, ordering: .sequentiallyConsistent).exchanged {
        return
      }
    }
  }

  private static func leave() {
    sections.subtract(1, ordering: .sequentiallyConsistent)
    let number = pending.load(ordering: .sequentiallyConsistent)
    guard number != 0, endIfIdle(number) else { return }
    sleepForever()
  }

  /// The handler of a signal; it uses nothing but atomic numbers, signal(2) and kill(2), which handlers may.
  private static func receive(_ number: Int32) {
    if endIfIdle(number) { return }
    pending.store(number, ordering: .sequentiallyConsistent)
    // The last section may have been left just before the number was stored.
    _ = endIfIdle(number)
  }

  /// Ends the process by the signal unless a section holds it; false when one does.
  private static func endIfIdle(_ number: Int32) -> Bool {
    guard sections.compareExchange(expected: 0, desired: -1, ordering: .sequentiallyConsistent).exchanged else {
      return sections.load(ordering: .sequentiallyConsistent) < 0
    }
    signal(number, SIG_DFL)
    kill(getpid(), number)
    return true
  }

  private static func sleepForever() -> Never {
    while true { pause() }
  }

  private static func isDefault(_ action: sigaction) -> Bool {
    #if canImport(Glibc)
      action.__sigaction_handler.sa_handler == nil
    #else
      action.__sigaction_u.__sa_handler == nil
    #endif
  }
}

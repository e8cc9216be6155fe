import LibC

/// The clocks of the system, read in one place (clock_gettime(2)).
package enum SystemClock {
  /// Time since an arbitrary moment, never set back; it stands still while the machine sleeps.
  case steady
  /// Time that the process took of all processors, for itself and in the system.
  case processor
  /// Time since 1970, UTC, as it stands in the stamps of files.
  case calendar

  /// What it shows, as seconds and nanoseconds; zero if the system does not tell.
  package var time: (seconds: Int64, nanoseconds: Int64) { Self.read(number) }

  /// What it shows, in nanoseconds.
  package var nanoseconds: Int64 {
    let (seconds, nanoseconds) = time
    return seconds &* 1_000_000_000 &+ nanoseconds
  }

  private var number: clockid_t {
    switch self {
    #if canImport(Darwin)
      // On macOS, CLOCK_MONOTONIC goes on while the machine sleeps.
      case .steady: CLOCK_UPTIME_RAW
    #else
      case .steady: CLOCK_MONOTONIC
    #endif
    case .processor: CLOCK_PROCESS_CPUTIME_ID
    case .calendar: CLOCK_REALTIME
    }
  }

  #if os(Linux)
    /// Nanoseconds since the machine was started, those of its sleep included.
    static var sinceBoot: Int64 {
      let (seconds, nanoseconds) = read(CLOCK_BOOTTIME)
      return seconds &* 1_000_000_000 &+ nanoseconds
    }
  #endif

  private static func read(_ number: clockid_t) -> (seconds: Int64, nanoseconds: Int64) {
    var time = timespec()
    guard clock_gettime(number, &time) == 0 else { return (0, 0) }
    return (Int64(time.tv_sec), Int64(time.tv_nsec))
  }
}

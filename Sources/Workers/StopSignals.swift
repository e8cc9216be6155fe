import CWorker

/// SIGINT and SIGTERM as a request to finish the work in progress; the second signal does what it did before.
public struct StopSignals: Sendable {
  /// An open file that has something to read once a signal came; nil if there is none.
  public let descriptor: Int32?

  /// Begins to note them; to be made once in a process (sigaction(2), pipe(2)).
  public init() {
    let descriptor = fg_catch_stops()
    self.descriptor = descriptor >= 0 ? descriptor : nil
  }

  /// The number of the signal that came; nil if none did.
  public var noted: Int32? {
    let number = fg_stop_signal()
    return number == 0 ? nil : number
  }
}

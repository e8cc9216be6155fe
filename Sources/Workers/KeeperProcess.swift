import CWorker

/// A trusted process beside the broker, with no access to anything but its connection and standard error.
public enum KeeperProcess {
  /// Forks this process, which must have one thread (fork(2)).
  ///
  /// - Parameter work: What the process does until the other end of its connection is closed.
  /// - Returns: The broker's end, whose `send` waits; that of the process does not.
  /// - Throws: `Channel.Fault` when the system refuses.
  public static func start(_ work: (Channel) -> Int32) throws(Channel.Fault) -> Channel {
    // The first end never waits to send, so it is the keeper's.
    let (keeper, broker) = try Channel.pair()
    let child = fg_fork()
    guard child >= 0 else { throw .system(-child) }
    if child == 0 {
      guard fg_become_keeper(keeper.descriptor) == 0 else { WorkerLife.exit(WorkerLife.unpreparedStatus) }
      WorkerLife.exit(work(keeper))
    }
    return broker
  }
}

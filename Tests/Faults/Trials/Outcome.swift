/// How a run ended, and what it left.
public struct Outcome: Sendable {
  /// The exit code, or 128 plus the signal that ended it.
  public var status: Int32
  /// What it printed.
  public var stdout: [UInt8] = []
  /// What it said.
  public var stderr: [UInt8] = []
  /// The wall time in seconds.
  public var seconds: Double = 0
  /// The CPU time of it and of the processes that it started, in seconds.
  public var work: Double = 0
  /// The most resident memory of it and of the processes that it started, in bytes.
  public var peak = 0
  /// Whether it had to be killed since it did not end.
  public var wasKilled = false
  /// Whether processes that it started outlived it.
  public var hasOrphans = false
  /// The folder before and after.
  public var before = Snapshot()
  /// The folder afterwards.
  public var after = Snapshot()
  /// What was opened and connected to, if it was traced.
  public var opened: [OpenedName]?
  /// Connections that arrived at the canary listener.
  public var connections = 0
  /// Whether the canary file was read.
  public var wasCanaryRead = false

  /// A run that ended with this status.
  public init(status: Int32) { self.status = status }
}

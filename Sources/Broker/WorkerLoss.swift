package import Files
package import FrameGrabbing
import Memory
import Video
package import Workers

/// Why a worker was lost, or could not be started, so that its job has no result.
package enum WorkerLoss: Error {
  /// The system did not give a process.
  case notStarted(Channel.Fault)
  /// It ended by itself.
  case ended(WorkerProcess.Ending)
  /// It made no progress for longer than these nanoseconds.
  case overdue(Int64)
  /// It sent a message that makes no sense.
  case nonsense

  /// The error about the video.
  package func error(_ path: Path) -> GrabError {
    let error = words
    return GrabError(path, .relayed(RelayedError(line: "\(path): \(error.line)", code: error.code)))
  }

  /// Whether another worker may succeed; not if the system gives no processes.
  package var mayBeRetried: Bool { if case .notStarted = self { false } else { true } }

  /// The exit codes of these errors: the video is at fault, or a limit was reached.
  private static let (video, limit): (Int32, Int32) = (3, 6)

  /// The reason without a name.
  package var words: RelayedError {
    let (reason, code): (String, Int32) =
      switch self {
      case .notStarted(.system(let number)):
        ("cannot start a process for the decoder: \(FileError.words(for: number))", Self.limit)
      case .notStarted(.closed): ("cannot start a process for the decoder", Self.limit)
      case .overdue(let allowance): ("\(ReachedLimit.time(nanoseconds: allowance))", Self.limit)
      case .ended(.signalled(let signal)): ("the decoder crashed (signal \(signal))", Self.video)
      case .ended(.exited(MemoryRoom.crashStatus)): ("\(ReachedLimit.memory)", Self.limit)
      case .ended(.exited(WorkerLife.unpreparedStatus)):
        (
          "the decoder's process cannot be isolated: too few descriptors or too little memory (see ulimit -n and -v)",
          Self.limit
        )
      case .ended(.exited(WorkerLife.unwalledStatus)):
        ("--sandbox require: the decoder's process cannot be isolated; --sandbox auto does without", Self.limit)
      case .ended(.exited(let status)): ("the decoder ended early (status \(status))", Self.video)
      case .nonsense:
        ("the decoder's process sent invalid data and was stopped; the file may be damaged or hostile", Self.video)
      }
    return RelayedError(line: reason, code: code)
  }

  /// Why a whole run ends: the process that starts workers is gone.
  package static let noMoreWorkers = "the process that starts the decoders has ended; no more jobs are begun"
}

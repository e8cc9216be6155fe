import Files
import FrameGrabbing
import Memory
import Video
import Workers

/// Why a job has no result: its worker is gone.
enum WorkerLoss: Error {
  /// The system did not give a process.
  case notStarted(Channel.Fault)
  /// It ended by itself.
  case ended(WorkerProcess.Ending)
  /// It made no progress for longer than these nanoseconds.
  case overdue(Int64)
  /// It said what makes no sense.
  case nonsense

  /// The error about the video.
  func error(_ path: Path) -> GrabError {
    let error = words
    return GrabError(path, .relayed(RelayedError(line: "\(path): \(error.line)", code: error.code)))
  }

  /// The reason without a name.
  var words: RelayedError {
    let (reason, code): (String, ExitCode) =
      switch self {
      case .notStarted(.system(let number)):
        ("no process for the decoder: \(FileError.words(for: number))", .limit)
      case .notStarted(.closed): ("no process for the decoder", .limit)
      case .overdue(let allowance): ("\(ReachedLimit.time(nanoseconds: allowance))", .limit)
      case .ended(.signalled(let signal)): ("the decoder crashed (signal \(signal))", .input)
      case .ended(.exited(MemoryRoom.crashStatus)): ("\(ReachedLimit.memory)", .limit)
      case .ended(.exited(let status)): ("the decoder ended early (status \(status))", .input)
      case .nonsense: ("the decoder gave an answer that makes no sense, and was ended", .input)
      }
    return RelayedError(line: reason, code: code.rawValue)
  }

  /// Why a whole run ends: the process that starts workers is gone.
  static let noMoreWorkers = "the process that starts the decoders has ended, so no more jobs are begun"
}

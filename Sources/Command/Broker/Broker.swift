import Files
import FrameGrabbing
import Video

/// What a job asks of the process that it works for: to print, to name and write files, to keep indexes.
///
/// A job reads and decodes a video and does nothing else. In a worker, `BrokerProxy` passes its requests on; without a
/// worker, `DirectBroker` does what they ask.
protocol Broker: PictureOutlet {
  /// Prints a line for people, if they want messages of this level.
  func say(_ line: String, from level: Terminal.Level)

  /// Shows how far it is, if that is wanted.
  func show(_ progress: JobProgress)

  /// Writes bytes to standard output.
  ///
  /// - Throws: `GrabError` when that fails.
  func write(_ bytes: [UInt8]) throws(GrabError)

  /// Reports a frame; returns whether more are wanted.
  func report(_ report: FrameReport) -> Bool

  /// Reports a failed moment; returns whether more are wanted.
  func report(_ failure: MomentFailure) -> Bool

  /// Whether a drawing is wanted and its output free.
  func isDrawingWanted() throws(GrabError) -> Bool

  /// Writes a drawing, if there is one, and prints the name of its file, if that is wanted.
  func draw(_ svg: [UInt8]?, isNamed: Bool) throws(GrabError)

  /// Where indexes are kept; nil for nowhere.
  var indexes: (any IndexStore)? { get }
}

/// How far a job is.
enum JobProgress {
  /// Frames that are done.
  case frames(GrabProgress)
  /// How much of the file was read, in per cent.
  case reading(Int)
  /// Something was read or decoded.
  case alive

  /// A number for each kind, as messages have it.
  var kind: UInt8 {
    switch self {
    case .alive: 0
    case .frames: 1
    case .reading: 2
    }
  }
}

/// A moment that failed.
struct MomentFailure {
  let error: RelayedError
  /// The text of the moment; nil if the whole call failed.
  let asked: String?
  /// Whether people were told the same before.
  var isRepeated = false
  /// Whether it is only a line for people, and no result.
  var isOnlyLine = false
}

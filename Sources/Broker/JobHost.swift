package import FrameGrabbing
package import Video

/// What a job asks of the process that it works for: to print, to name and write files, and to store indexes.
///
/// A job only reads and decodes a video. In a worker, `BrokerProxy` passes its requests on; without a worker, the
/// broker itself carries them out.
package protocol JobHost: PictureOutlet {
  /// Prints a line for people, if they want messages of this level.
  func say(_ line: String, from level: NoteLevel)

  /// Shows the progress, if that is wanted.
  func show(_ progress: JobProgress)

  /// Reports a frame; returns whether more are wanted.
  func report(_ report: FrameReport) -> Bool

  /// Reports a failed moment; returns whether more are wanted.
  func report(_ failure: MomentFailure) -> Bool

  /// Hands over a finding, to be printed or drawn.
  ///
  /// - Throws: `GrabError` when it cannot be passed on.
  func report(_ finding: Finding) throws(GrabError)

  /// Where indexes are kept; nil for nowhere.
  var indexes: (any IndexStore)? { get }
}

/// The progress of a job.
package enum JobProgress {
  /// Frames that are done.
  case frames(GrabProgress)
  /// How much of the file was read, in per cent.
  case reading(Int)
  /// Something was read or decoded, which restarts the time limit.
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

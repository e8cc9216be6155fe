import Broker
import FrameGrabbing

/// The work of a run on one video, with all other inputs already read.
protocol Job {
  /// The video.
  var input: VideoInput { get }

  /// The limits on what the job may hand over.
  ///
  /// - Parameter options: How the call writes pictures, for a job without options of its own.
  func bounds(_ options: GrabOptions) -> JobBounds

  /// Does the work, in a worker or in the broker's process.
  ///
  /// - Returns: Whether everything succeeded; a grab has also reported each frame to the broker.
  @discardableResult func run(in workspace: Workspace) throws(GrabError) -> Bool
}

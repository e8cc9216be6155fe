import Broker
import FrameGrabbing

/// What a run does with one video; everything that it needs from elsewhere was read before.
protocol Job {
  /// The video.
  var input: VideoInput { get }

  /// How much it may give.
  ///
  /// - Parameter options: How the call writes pictures, for a job without options of its own.
  func bounds(_ options: GrabOptions) -> JobBounds

  /// Does the work, in a worker or not.
  ///
  /// - Returns: Whether everything succeeded; of a grab, the broker was told for each frame.
  @discardableResult func run(in workspace: Workspace) throws(GrabError) -> Bool
}

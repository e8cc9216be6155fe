package import Files
package import FrameGrabbing
import Video

/// A job as the broker knows it.
package struct Work {
  /// Does what the job asks for.
  let hands: any JobHost
  /// Where its pictures go.
  let outlet: DirectOutlet
  /// The name of the video.
  let input: Path
  let bounds: JobBounds
  /// An error in words.
  let relay: (GrabError) -> RelayedError

  /// A job.
  package init(
    _ hands: any JobHost, _ outlet: DirectOutlet, on input: Path, _ bounds: JobBounds,
    relay: @escaping (GrabError) -> RelayedError
  ) {
    (self.hands, self.outlet, self.input, self.bounds, self.relay) = (hands, outlet, input, bounds, relay)
  }

  /// Why a worker could not hand over what it made: a limit of the size of files holds for the output, too.
  func noRoom(_ number: Int32, _ path: Path?) -> GrabError {
    guard FileError.meansTooLarge(number) else {
      return GrabError(input, .video(VideoError("handing over", .limit(.memory))))
    }
    let path = path ?? .standardOutput
    return GrabError(path, .output(FileError(path: path, fault: .system(errno: number, operation: .write))))
  }
}

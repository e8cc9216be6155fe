package import Files
package import FrameGrabbing
import Video

/// A job as the broker knows it: its bounds, and who carries out what it asks for.
package struct Work {
  /// Carries out what the job asks for.
  let hands: any JobHost
  /// Where its pictures are written.
  let outlet: DirectOutlet
  /// The name of the video.
  let input: Path
  let bounds: JobBounds
  /// Turns an error into the lines that are printed.
  let relay: (GrabError) -> RelayedError

  /// A job.
  package init(
    _ hands: any JobHost, _ outlet: DirectOutlet, on input: Path, _ bounds: JobBounds,
    relay: @escaping (GrabError) -> RelayedError
  ) {
    (self.hands, self.outlet, self.input, self.bounds, self.relay) = (hands, outlet, input, bounds, relay)
  }

  /// Why a worker could not hand over a picture: the limit on file sizes, which holds for the output, too, or memory.
  func noRoom(_ number: Int32, _ path: Path?) -> GrabError {
    guard FileError.meansTooLarge(number) else {
      return GrabError(input, .video(VideoError("handing over", .limit(.memory))))
    }
    let path = path ?? .standardOutput
    return GrabError(path, .output(FileError(path: path, fault: .system(errno: number, operation: .write))))
  }
}

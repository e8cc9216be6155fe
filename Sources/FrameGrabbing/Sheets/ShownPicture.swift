import Files
import Timeline
import Video

/// The usual size and pixel shape of a video's pictures when shown; others are fitted into it.
struct ShownPicture {
  private let width: Int
  private let height: Int
  private let shape: PixelShape

  init(width: Int, height: Int, shape: PixelShape) { (self.width, self.height, self.shape) = (width, height, shape) }

  /// Finds it from the first frame; from the container in a dry run, or if that frame cannot be decoded.
  ///
  /// - Throws: `GrabError` when neither gives a size.
  init(_ video: VideoFile, input: Path, options: GrabOptions) throws(GrabError) {
    let facts = try blaming(input, GrabError.Fault.video, video.facts)
    var found: ShownPicture?
    func note(_ size: PictureSize, _ ratio: (width: Int32, height: Int32), _ orientation: Orientation) {
      let isTurned = options.pixels.appliesOrientation && orientation.swapsAxes
      let shape = PixelShape(ratio)
      found = ShownPicture(
        width: isTurned ? size.height : size.width, height: isTurned ? size.width : size.height,
        shape: isTurned ? shape.turned : shape)
    }
    if !options.isDryRun || facts.width <= 0 || facts.height <= 0 {
      try? video.settled { () throws(VideoError) in
        let first = try video.lookUp(.throughFrame(0))
        guard first.table.count > 0 else { return }
        _ = try video.pictures(of: [first.reference(to: 0)]) { _, picture in
          note(picture.stored.size, picture.sampleAspectRatio, picture.orientation)
        }
      }
    }
    if found == nil, facts.width > 0, facts.height > 0 {
      let ratio = facts.sampleAspectRatio
      note(
        PictureSize(width: facts.width, height: facts.height),
        (Int32(clamping: ratio.numerator), Int32(clamping: ratio.denominator)), facts.orientation)
    }
    guard let found else { throw GrabError(input, .video(VideoError("decoding", .noFrames))) }
    self = found
  }

  /// The size of such a picture.
  func size(_ sizing: PictureSizing) throws(PictureTooLarge) -> PictureSize {
    let answer = try sizing.answer(width: width, height: height, shape: shape)
    return PictureSize(width: answer.width, height: answer.height)
  }
}

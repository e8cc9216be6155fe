import Color
import Files
import Memory
import PNG
import Video

/// The limits of time and memory for processing decoded pictures.
///
/// The time limit of decoding is paused meanwhile; each step here has the full time again.
struct PictureLimits {
  private let video: VideoFile
  private let input: Path
  private let options: GrabOptions

  /// Sets the limits; pictures that need too much memory for these options are not decoded any more.
  init(_ video: VideoFile, input: Path, options: GrabOptions) {
    self.video = video
    self.input = input
    self.options = options
    video.pictureBudget.count(options.leastMemory)
  }

  /// The size of a picture's output; if there is a `tile`, it must fit into that.
  ///
  /// - Throws: `GrabError` when the output has too many pixels or the picture needs too much memory.
  func size(of picture: borrowing Picture, tile: PictureSize? = nil) throws(GrabError) -> PictureSizing.Answer {
    let isTurned = options.pixels.appliesOrientation && picture.orientation.swapsAxes
    let stored = PixelShape(picture.sampleAspectRatio)
    let size = picture.stored.size
    // A quarter turn swaps a pixel's width and height, too.
    let answer = try blaming(input, GrabError.Fault.tooLarge) { () throws(PictureTooLarge) in
      let (width, height) = isTurned ? (size.height, size.width) : (size.width, size.height)
      let shape = isTurned ? stored.turned : stored
      guard let tile else { return try options.pixels.sizing.answer(width: width, height: height, shape: shape) }
      return try options.pixels.sizing.answer(width: width, height: height, shape: shape, fitting: tile)
    }
    if let (crop, whole) = answer.cut, !crop.isInside(whole) {
      throw GrabError(input, .cropOutside(crop, of: whole))
    }
    var memory = options.memory(for: picture.stored, written: answer.largest)
    memory.isTurned = options.pixels.appliesOrientation && picture.orientation != .upright
    let (bytes, allowed) = (memory.byteCount, video.pictureBudget.allowed)
    guard bytes <= allowed else {
      throw GrabError(
        input, .video(VideoError("decoding", .limit(.picture(size: size, bytes: bytes, allowed: allowed)))))
    }
    return answer
  }

  /// Converts a picture within the time; the body gets a function that tells whether the time is over.
  func converting<Result>(
    _ body: (@escaping @Sendable () -> Bool) throws(ColorError) -> Result
  ) throws(GrabError) -> Result {
    let time = video.timeForPicture
    do throws(ColorError) {
      let result = try MemoryRoom.unlessRefused { () throws(ColorError) in try body { time.isOver } }
      if let result { return result }
    } catch {
      throw GrabError(input, GrabError.Fault(error, after: time))
    }
    throw GrabError(input, .video(VideoError("converting the picture", .limit(.memory))))
  }

  /// Encodes a picture within the time; the body gets a function that tells whether the time is over.
  func coding<Result>(
    _ body: (@escaping @Sendable () -> Bool) throws(PNGError) -> Result
  ) throws(GrabError) -> Result {
    let time = video.timeForPicture
    do throws(PNGError) {
      let result = try MemoryRoom.unlessRefused { () throws(PNGError) in try body { time.isOver } }
      if let result { return result }
    } catch {
      throw GrabError(input, GrabError.Fault(error, after: time))
    }
    throw GrabError(input, .video(VideoError("encoding the picture", .limit(.memory))))
  }
}

extension GrabOptions {
  /// The memory for a picture with these options.
  func memory(for picture: StoredPicture, written: PictureSize) -> PictureMemory {
    let cost = PixelCost(of: picture.pixelFormat, depth: pixels.depth, transfer: picture.transfer, color: pixels.color)
    var memory = PictureMemory(stored: picture.size, cost: cost, written: written)
    memory.isHashed = wantsHash || isVerified
    if case .nowhere = output.destination {
      memory.forms = 0
    } else {
      memory.forms = pixels.compression == .small ? 2 : 1
    }
    if let raw = pixels.raw, memory.forms > 0 {
      let copies = pixels.sheet?.isStamped == true ? 2 : 1
      (memory.forms, memory.packedBytes) = (0, copies * raw.layout.channels.count * raw.bitDepth.byteCount)
    }
    return memory
  }

  /// The least memory for a picture that is not decoded yet: whether it is turned, and its pixel shape, are unknown.
  var leastMemory: PictureBudget.Demand {
    let options = self
    return { picture in
      guard options.needsPixels, !options.isDryRun else {
        return options.wantsHash || options.isVerified ? 2 * picture.frameBytes : picture.frameBytes
      }
      let (width, height) = (picture.size.width, picture.size.height)
      let answers = [(width, height), (height, width)].compactMap { size in
        try? options.pixels.sizing.answer(width: size.0, height: size.1, shape: .square)
      }
      // A crop outside of the picture has its own error.
      let sizes = answers.filter { $0.cut.map { $0.crop.isInside($0.whole) } ?? true }.map(\.scaled)
      // A size over the pixel limit has its own error.
      return sizes.map { options.memory(for: picture, written: $0).byteCount }.min() ?? picture.frameBytes
    }
  }
}

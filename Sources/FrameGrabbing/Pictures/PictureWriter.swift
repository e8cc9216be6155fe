import Color
import Exif
import Files
import Memory
import PNG
import Video

/// Turns a decoded picture into its output: colour, PNG, file, in this order and all or nothing.
struct PictureWriter: ~Copyable {
  private let video: VideoFile
  private let input: Path
  private let shot: Shot
  private let options: GrabOptions
  private let outlet: any PictureOutlet
  private let threads: Int
  private let limits: PictureLimits
  private var converter: BitmapConverter
  private var resampler = Resampler()
  /// Outputs with several requests: each is written only once.
  var shared: Set<Path> = []
  /// Those of them that were written, and how.
  private var written: [Path: (tick: Int64, outcome: FrameReport.Outcome)] = [:]
  /// Whether pictures are written to the joint output, if there is one.
  var joins = true
  /// The size of a tile, into which each picture has to fit; nil without sheets.
  var tile: PictureSize?
  /// The hashes that the pictures should have, by frame index; nil if they are not verified.
  var expected: [Int: String]?

  /// Prepares for pictures of one video; `threads` may work on each.
  init(_ video: VideoFile, input: Path, options: GrabOptions, outlet: any PictureOutlet, threads: Int) {
    self.video = video
    self.threads = threads
    self.outlet = outlet
    self.input = input
    shot = Shot(video.recording)
    self.options = options
    limits = PictureLimits(video, input: input, options: options)
    converter = BitmapConverter(
      depth: options.pixels.depth, color: options.pixels.color, flags: options.pixels.flags)
  }

  mutating func write(
    _ picture: borrowing Picture, for frame: PlannedFrame
  ) -> Result<FrameReport, GrabError> {
    do throws(GrabError) {
      return .success(try writeOrThrow(picture, for: frame))
    } catch {
      return .failure(error)
    }
  }

  private mutating func writeOrThrow(
    _ picture: borrowing Picture, for frame: PlannedFrame
  ) throws(GrabError) -> FrameReport {
    let reach = picture.isDamaged ? video.damageReach(of: frame.reference) : nil
    if picture.isDamaged, options.isStrict { throw GrabError(input, .damaged(frame: frame.mention, reach)) }
    var hash: String?
    if options.wantsHash || expected != nil {
      hash = try blaming(input, GrabError.Fault.video) { () throws(VideoError) in try picture.md5() }
    }
    // What a decoder makes of damaged data depends on where it started, so such a picture cannot be compared.
    if let expected, let index = frame.index, !picture.isDamaged, expected[index] != hash {
      throw GrabError(input, .unverified(frame: index, isMissing: expected[index] == nil))
    }
    if !options.wantsHash { hash = nil }
    var (outcome, pixels) = (FrameReport.Outcome.examined, FrameReport.Pixels?.none)
    if options.needsPixels {
      do throws(GrabError) {
        let (bitmap, shape) = try convert(picture, for: frame)
        let own = FrameReport.Pixels(picture, bitmap, shape)
        outcome = options.joinsPictures ? try join(bitmap, frame) : try publish(bitmap, own, for: frame)
        pixels = own
      } catch {
        // Where nothing is written, a picture that cannot be converted has a hash all the same.
        guard case .color = error.fault, case .nowhere = options.output.destination, hash != nil else { throw error }
      }
    }
    return FrameReport(
      input: input, frame: frame, outcome: outcome, pixels: pixels, isDamaged: picture.isDamaged,
      reach: reach?.description, hash: hash)
  }

  /// The converted picture at its output size, and the shape of its pixels.
  private mutating func convert(
    _ picture: borrowing Picture, for frame: PlannedFrame
  ) throws(GrabError) -> (Bitmap, PixelShape) {
    let stage = video.stopwatch?.enter(.color)
    defer { video.stopwatch?.resume(stage) }
    let size = try limits.size(of: picture, tile: tile)
    let (isTile, dot) = (tile != nil, max(1, (tile?.width ?? 0) / 160))
    let text = options.pixels.sheet?.isStamped == true ? frame.stamp : nil
    let bitmap = try limits.converting { isOver throws(ColorError) in
      let bitmap = try converter.bitmap(of: picture, unless: isOver)
      var part = bitmap
      if let (crop, whole) = size.cut {
        let upright = try resampler.resampled(bitmap, width: whole.width, height: whole.height, unless: isOver)
        part = try upright.cut(x: crop.x, y: crop.y, width: crop.width, height: crop.height)
      }
      let sized = try resampler.resampled(part, width: size.scaled.width, height: size.scaled.height, unless: isOver)
        .cut(x: size.middle.x, y: size.middle.y, width: size.width, height: size.height)
      guard isTile else { return sized }
      let stamp = text.flatMap { StampedPixels($0, dot: dot) }
      let opaque = try sized.onBlack()
      return if let stamp { try stamp.drawn(on: opaque) } else { opaque }
    }
    return (bitmap, size.shape)
  }

  private mutating func publish(
    _ bitmap: Bitmap, _ pixels: FrameReport.Pixels, for frame: PlannedFrame
  ) throws(GrabError) -> FrameReport.Outcome {
    let stage = video.stopwatch?.enter(.write)
    defer { video.stopwatch?.resume(stage) }
    if let path = frame.output { return try publish(bitmap, pixels, for: frame, at: path) }
    guard case .standardOutput = options.output.destination else { return .examined }
    _ = try hand(bitmap, pixels, for: frame, as: nil)
    return .standardOutput
  }

  private mutating func publish(
    _ bitmap: Bitmap, _ pixels: FrameReport.Pixels, for frame: PlannedFrame, at path: Path
  ) throws(GrabError) -> FrameReport.Outcome {
    if let (tick, outcome) = written[path] {
      // Replacements of blank pictures depend on the moment: the same name may be for another frame.
      guard tick == frame.tick else { throw GrabError(path, .sameOutput) }
      return outcome
    }
    let name = frame.name ?? PictureName()
    guard try outlet.check([name], onlyFolders: false)[0].get() else { return .skipped(path) }
    let published = try hand(bitmap, pixels, for: frame, as: name)
    let outcome = FrameReport.Outcome(published, path)
    if published != .skipped, shared.contains(path) { written[path] = (frame.tick, outcome) }
    return outcome
  }

  /// Writes the picture to the joint output; how a file is published is known only at the end.
  private func join(_ bitmap: Bitmap, _ frame: PlannedFrame) throws(GrabError) -> FrameReport.Outcome {
    guard joins, let raw = options.pixels.raw, frame.tile?.isShown ?? true else { return .examined }
    let stage = video.stopwatch?.enter(.write)
    defer { video.stopwatch?.resume(stage) }
    let samples = try limits.converting { isOver throws(ColorError) in
      try bitmap.packed(as: raw.layout.channels, unless: isOver)
    }
    let shape = PictureShape(bitmap)
    let common = try samples.withUnsafeBytes { (bytes) throws(GrabError) in
      try outlet.placePicture(bytes, shape, at: frame.position)
    }
    guard common == shape else {
      throw GrabError(
        input,
        .otherSize(
          frame: frame.index.map { "frame \($0)" } ?? "the frame at \(frame.printedTime) s",
          size: PictureSize(width: shape.width, height: shape.height),
          others: PictureSize(width: common.width, height: common.height)))
    }
    return options.joinsFile ? .examined : .standardOutput
  }

  /// Encodes the picture and hands it to the outlet.
  private func hand(
    _ bitmap: Bitmap, _ pixels: FrameReport.Pixels, for frame: PlannedFrame, as name: PictureName?
  ) throws(GrabError) -> Published {
    let file =
      if let raw = options.pixels.raw {
        try limits.converting { isOver throws(ColorError) in
          try bitmap.packed(as: raw.layout.channels, unless: isOver)
        }
      } else {
        try encode(bitmap, pixels, for: frame)
      }
    return try file.withUnsafeBytes { (bytes) throws(GrabError) in
      try outlet.publish(bytes, PictureShape(bitmap), as: name)
    }
  }

  private func encode(
    _ bitmap: Bitmap, _ pixels: FrameReport.Pixels, for frame: PlannedFrame
  ) throws(GrabError) -> SharedBytes {
    let stage = video.stopwatch?.enter(.png)
    defer { video.stopwatch?.resume(stage) }
    let metadata = PictureMetadata.make(
      for: frame, input: input, shot: shot, pixels: pixels, significantBits: bitmap.significantBits,
      hasAlpha: bitmap.channels.hasAlpha, level: options.pixels.metadata, color: options.pixels.color)
    return try limits.coding { isOver throws(PNGError) in
      let image = try PNGImage(
        width: bitmap.width, height: bitmap.height, channels: bitmap.channels.png, bitDepth: bitmap.bitDepth.png,
        bytesPerRow: bitmap.bytesPerRow)
      return try bitmap.pixels.withUnsafeBytes { pixels throws(PNGError) in
        try PNGEncoder(compression: options.pixels.compression, threads: threads)
          .file(of: image, pixels: pixels, metadata: metadata, unless: isOver)
      }
    }
  }
}

extension PictureShape {
  fileprivate init(_ bitmap: Bitmap) {
    self.init(width: bitmap.width, height: bitmap.height, bitDepth: bitmap.bitDepth.rawValue)
  }
}

extension FrameReport.Pixels {
  init(_ picture: borrowing Picture, _ bitmap: Bitmap, _ shape: PixelShape) {
    width = bitmap.width
    height = bitmap.height
    bitDepth = bitmap.bitDepth.rawValue
    color = bitmap.color
    hdr = picture.hdr
    rotation = picture.orientation.degrees
    isMirrored = picture.orientation.isMirrored
    self.shape = shape
    isDeinterlaced = bitmap.isDeinterlaced
  }
}

import CFFmpeg
import ColorCodes
import Memory
import Threading
public import Video

/// Turns decoded pictures into bitmaps: the tagged matrix and range applied to the stored codes, and nothing else
/// changed, except for the conversion to sRGB of wide colours and HDR, when that is requested.
///
/// Its graph and tables are reused for the next picture of the same format, so keep one converter for many pictures. It
/// may be passed between threads but not shared.
public struct BitmapConverter: ~Copyable, Sendable {
  private let depth: DepthChoice
  private let color: ColorChoice
  private let flags: Set<PictureFlag>
  private var graph = PreparedGraph()
  /// That of lower fields, which are converted after upper ones.
  private var lowerGraph = PreparedGraph()
  private var rendering: Rendering?

  /// Makes a converter; without flags bitmaps are upright, and show both fields of interlaced pictures.
  public init(depth: DepthChoice, color: ColorChoice = .auto, flags: Set<PictureFlag> = []) {
    self.depth = depth
    self.color = color
    self.flags = flags
  }

  /// The picture as a bitmap: gray for gray formats, with straight alpha for formats that have it, else RGB.
  ///
  /// An 8-bit sample is within 1/255 and a 16-bit one within 2/65 535 of what the equations of ITU-T H.273 (section
  /// 8.3), and those of the conversion to sRGB if there is one, give in real arithmetic, with chroma interpolated
  /// linearly from its sample locations. Throws for matrix coefficients without fixed equations (ICtCp, constant
  /// luminance), for pixel formats that cannot be read (those in device memory), for incomplete pictures, when
  /// memory runs out, and when `isOver`, which is asked every few rows, says that it takes too long.
  ///
  /// The 4:2:0 chroma rows of the two fields of an interlaced picture alternate, as its luma rows do, so that chroma is
  /// interpolated within its own field (ISO/IEC 13818-2, 6.1.1.8, and ITU-T H.264, 6.2).
  ///
  /// When an interlaced picture is deinterlaced, the first field's rows are converted as they are; each row between
  /// them is interpolated from two rows above and two below, before rounding, clipping or conversion to sRGB. 4:2:0
  /// chroma is taken from the same field's rows, at their positions. A picture that the decoder does not mark as
  /// interlaced is not deinterlaced.
  public mutating func bitmap(
    of picture: borrowing Picture, unless isOver: @escaping @Sendable () -> Bool = { false }
  ) throws(ColorError) -> Bitmap {
    try bitmap(of: picture, scaledTo: nil, StopCheck(isOver))
  }

  /// Whether pictures of a format can be scaled while they are converted: those without opacity.
  static func scales(_ format: AVPixelFormat) -> Bool {
    guard let layout = try? PixelLayout(of: SwscaledFrame.replacement(for: format) ?? format) else { return false }
    return layout.alpha == nil
  }

  /// The picture as a bitmap in another size, that of the stored picture before it is turned; `scales` must be true for
  /// its format, and it is not deinterlaced. The codes are scaled as they are stored, not the light.
  mutating func bitmap(
    of picture: borrowing Picture, scaledTo size: PictureSize?, _ stop: StopCheck
  ) throws(ColorError) -> Bitmap {
    let facts = Facts(
      tags: picture.tags, orientation: picture.orientation, isJPEG: picture.isJPEG, codedBits: picture.codedBits,
      peak: picture.hdr.peakLuminance, size: size)
    return try picture.withFrame { (frame) throws(ColorError) -> Bitmap in
      let field = size == nil ? Field(firstOf: frame) : nil
      let format = AVPixelFormat(rawValue: frame.pointee.format)
      if let replacement = SwscaledFrame.replacement(for: format) {
        let converted = try SwscaledFrame(converting: frame, to: replacement)
        return try converted.withFrame { (frame) throws(ColorError) -> Bitmap in
          var facts = facts
          facts.tags = SwscaledFrame.tags(of: facts.tags)
          return try bitmap(of: frame, facts, field, stop)
        }
      }
      return try bitmap(of: frame, facts, field, stop)
    }
  }

  /// The properties of a picture besides its frame.
  private struct Facts {
    var tags: ColorTags
    let orientation: Orientation
    let isJPEG: Bool
    let codedBits: Int?
    let peak: Int?
    /// The size to scale it to; nil for its own.
    let size: PictureSize?
  }

  private mutating func bitmap(
    of frame: UnsafePointer<AVFrame>, _ facts: Facts, _ firstField: Field?, _ stop: StopCheck
  ) throws(ColorError) -> Bitmap {
    let plan = try plan(for: frame, facts, firstField)
    let (width, height) = (plan.target.width, plan.target.height)
    // The unpacked planes are freed before the pixels are turned.
    let stored = plan.isWoven ? try wovenSamples(of: frame, plan, stop) : try samples(of: frame, plan, stop)
    let channels = stored.channels
    let isTurned = !flags.contains(.asStored) && facts.orientation != .upright
    let pixels =
      isTurned
      ? try PixelTurn(facts.orientation, width: width, height: height)
        .turned(stored.pixels, pixelBytes: channels.count * plan.bitDepth.byteCount, stop)
      : stored.release()
    let swapsAxes = isTurned && facts.orientation.swapsAxes
    let count = width * height * channels.count * plan.bitDepth.byteCount
    guard
      let bitmap = Bitmap(
        width: swapsAxes ? height : width, height: swapsAxes ? width : height, channels: channels,
        bitDepth: plan.bitDepth, pixels: SharedBytes(pixels, count: count), significantBits: plan.significantBits,
        color: plan.spec, isDeinterlaced: plan.field != nil)
    else { throw ColorError(.incompletePicture(width: width, height: height)) }
    return bitmap
  }

  /// Pixels as they are stored: rows from the top, without padding.
  private struct Samples: ~Copyable {
    let pixels: AlignedBuffer
    let channels: Bitmap.Channels
    let bytesPerRow: Int

    var start: UnsafeMutablePointer<UInt8> { pixels.bytes.assumingMemoryBound(to: UInt8.self) }

    /// Makes room for them.
    init(_ plan: BitmapPlan, channels: Bitmap.Channels) throws(ColorError) {
      bytesPerRow = plan.target.width * channels.count * plan.bitDepth.byteCount
      pixels = try AlignedBuffer.forPicture(byteCount: bytesPerRow * plan.target.height)
      self.channels = channels
    }

    consuming func release() -> AlignedBuffer { pixels }
  }

  private mutating func samples(
    of frame: UnsafePointer<AVFrame>, _ plan: BitmapPlan, _ stop: StopCheck
  ) throws(ColorError) -> Samples {
    let (width, height) = (plan.width, plan.height)
    let planes = try SamplePlanes.of(frame, field: plan.field, layout: plan.layout, bitDepth: plan.bitDepth, stop)
    let opacity = try FieldAlpha(
      planes.alpha, of: plan.field, width: width, height: height, bitDepth: plan.bitDepth, stop)
    // C reads the memory of these two through pointers, so they must live until the end.
    defer {
      withExtendedLifetime(planes) {}
      withExtendedLifetime(opacity) {}
    }
    let samples = try Samples(plan, channels: plan.channels(hasAlpha: opacity.plane != nil))
    let (start, bytesPerRow, rowCount) = (samples.start, samples.bytesPerRow, plan.rowCount)
    try graph.convert(
      planes, alpha: opacity.plane, as: plan.format(of: planes, ofField: plan.field), plan, into: start,
      bytesPerRow: bytesPerRow, rows: rowCount, stop)
    if rowCount < plan.target.height {
      (start + rowCount * bytesPerRow).update(from: start + (rowCount - 1) * bytesPerRow, count: bytesPerRow)
    }
    return samples
  }

  /// Both fields, each converted by itself to its own rows.
  private mutating func wovenSamples(
    of frame: UnsafePointer<AVFrame>, _ plan: BitmapPlan, _ stop: StopCheck
  ) throws(ColorError) -> Samples {
    let top = try SamplePlanes.of(frame, field: .top, layout: plan.layout, bitDepth: plan.bitDepth, stop)
    let samples = try Samples(plan, channels: plan.channels(hasAlpha: top.alpha != nil))
    let bytesPerRow = samples.bytesPerRow
    try graph.convert(
      top, alpha: top.alpha, as: plan.format(of: top, ofField: .top), plan, into: samples.start,
      bytesPerRow: 2 * bytesPerRow, rows: (plan.height + 1) / 2, stop)
    let bottom = try SamplePlanes.of(frame, field: .bottom, layout: plan.layout, bitDepth: plan.bitDepth, stop)
    try lowerGraph.convert(
      bottom, alpha: bottom.alpha, as: plan.format(of: bottom, ofField: .bottom), plan,
      into: samples.start + bytesPerRow, bytesPerRow: 2 * bytesPerRow, rows: plan.height / 2, stop)
    return samples
  }

  /// Works out the meaning of the frame's samples and of the bitmap's.
  private mutating func plan(
    for frame: UnsafePointer<AVFrame>, _ facts: Facts, _ firstField: Field?
  ) throws(ColorError) -> BitmapPlan {
    let (width, height) = (Int(frame.pointee.width), Int(frame.pointee.height))
    guard width > 0, height > 0 else { throw ColorError(.incompletePicture(width: width, height: height)) }
    // All byte counts below are less than 64 bytes a pixel, so none of them overflows.
    let size = PictureSize(width: width, height: height)
    let target = facts.size ?? size
    for size in [size, target] where !size.isCountable {
      throw ColorError(.tooLarge(width: size.width, height: size.height))
    }
    let layout = try PixelLayout(of: AVPixelFormat(rawValue: frame.pointee.format), codedBits: facts.codedBits)
    var spec = try ColorSpec(
      tags: color == .tagged ? facts.tags : facts.tags.known, layout: layout, isJPEG: facts.isJPEG, width: width,
      height: height)
    spec.samples = color.samples(
      of: spec, isGray: layout.family == .gray, isXYZ: layout.isXYZ,
      peak: Rendering.peak(said: facts.peak, transfer: spec.transfer))
    let isDeinterlaced = flags.contains(.deinterlaced)
    return BitmapPlan(
      width: width, height: height, field: isDeinterlaced ? firstField : nil,
      isWoven: firstField != nil && !isDeinterlaced && layout.chromaShiftY > 0, target: target, layout: layout,
      spec: spec, rendering: spec.samples.isConverted ? rendering(of: spec, layout) : nil,
      bitDepth: depth.bitDepth(forStoredBits: layout.storedBits, transfer: spec.samples.transfer))
  }

  /// How samples are converted to sRGB.
  private mutating func rendering(of spec: ColorSpec, _ layout: PixelLayout) -> Rendering? {
    let source = Rendering.Source(
      primaries: spec.primaries, transfer: spec.transfer, peak: spec.samples.peakLuminance,
      isGray: layout.family == .gray, keepsWhite: !layout.isXYZ)
    if rendering?.source != source { rendering = Rendering(source) }
    return rendering
  }
}

extension PictureSize {
  /// Whether the bytes of its pixels can be counted, at up to 64 bytes a pixel, and both sides fit zimg's numbers.
  fileprivate var isCountable: Bool {
    let (pixels, overflows) = width.multipliedReportingOverflow(by: height)
    return width > 0 && height > 0 && !overflows && pixels <= Int.max / 64 && UInt32(exactly: width) != nil
      && UInt32(exactly: height) != nil
  }
}

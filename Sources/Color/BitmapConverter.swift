import CFFmpeg
public import Video

/// Turns decoded pictures into bitmaps: the tagged matrix and range applied to the stored codes, nothing else changed.
///
/// R'G'B' stays in its own primaries and transfer. The graph of one picture serves the next of equal format, so that
/// one converter is worth keeping for many pictures; it may be passed between threads but not shared.
public struct BitmapConverter: ~Copyable, Sendable {
  private let depth: DepthChoice
  private let appliesOrientation: Bool
  private var graphFormat: ZimgFormat?
  private var graph: ZimgGraph?

  /// Makes a converter; with `appliesOrientation` bitmaps are the right way up, else as they are stored.
  public init(depth: DepthChoice, appliesOrientation: Bool) {
    self.depth = depth
    self.appliesOrientation = appliesOrientation
  }

  /// The picture as a bitmap: gray for gray formats, with straight alpha for formats that have it, else RGB.
  ///
  /// An 8-bit sample is within 1/255 and a 16-bit one within 2/65 535 of what the equations of ITU-T H.273 (section
  /// 8.3) give in real arithmetic, with chroma interpolated linearly from where it is sited. Throws for matrix
  /// coefficients without fixed equations (ICtCp, constant luminance), for pixel formats out of reach (those in the
  /// memory of a device), for incomplete pictures, and when memory runs out.
  public mutating func bitmap(of picture: borrowing Picture) throws(ColorError) -> Bitmap {
    let (tags, orientation, isJPEG) = (picture.tags, picture.orientation, picture.isJPEG)
    return try picture.withFrame { (frame) throws(ColorError) -> Bitmap in
      let format = AVPixelFormat(rawValue: frame.pointee.format)
      if let replacement = SwscaledFrame.replacement(for: format) {
        let converted = try SwscaledFrame(converting: frame, to: replacement)
        return try converted.withFrame { (frame) throws(ColorError) -> Bitmap in
          try bitmap(
            of: frame, tags: SwscaledFrame.tags(of: tags, for: format), orientation: orientation, isJPEG: isJPEG)
        }
      }
      return try bitmap(of: frame, tags: tags, orientation: orientation, isJPEG: isJPEG)
    }
  }

  private mutating func bitmap(
    of frame: UnsafePointer<AVFrame>, tags: ColorTags, orientation: Orientation, isJPEG: Bool
  ) throws(ColorError) -> Bitmap {
    let (width, height) = (Int(frame.pointee.width), Int(frame.pointee.height))
    guard width > 0, height > 0 else { throw ColorError(.incompletePicture(width: width, height: height)) }
    // No sum of bytes below comes to 64 a pixel.
    guard !width.multipliedReportingOverflow(by: height).overflow, width * height <= Int.max / 64 else {
      throw ColorError(.tooLarge(width: width, height: height))
    }
    let layout = try PixelLayout(of: AVPixelFormat(rawValue: frame.pointee.format))
    let color = try ColorSpec(tags: tags, layout: layout, isJPEG: isJPEG, width: width, height: height)
    let bitDepth = depth.bitDepth(forStoredBits: layout.storedBits)

    let planes = try SamplePlanes(of: frame, layout: layout, bitDepth: bitDepth)
    let isTaggedRGB = layout.family == .yuv && color.matrix == 0
    let graphFormat = ZimgFormat(
      width: planes.paddedWidth, height: planes.paddedHeight, family: isTaggedRGB ? .rgb : layout.family,
      depth: layout.depth, isFloat: layout.isFloat, chromaShiftX: layout.chromaShiftX,
      chromaShiftY: layout.chromaShiftY, matrix: color.matrix, isFullRange: color.isFullRange,
      chromaLocation: color.chromaLocation, bitDepth: bitDepth)
    if graphFormat != self.graphFormat {
      self.graphFormat = nil
      graph = try ZimgGraph(graphFormat)
      self.graphFormat = graphFormat
    }

    let channels: Bitmap.Channels =
      switch (layout.family == .gray, planes.alpha != nil) {
      case (true, false): .gray
      case (true, true): .grayAlpha
      case (false, false): .rgb
      case (false, true): .rgba
      }
    let pixelBytes = channels.count * bitDepth.byteCount
    let (bytesPerRow, byteCount) = (width * pixelBytes, width * pixelBytes * height)

    // H.273 stores G, B, R where luma, Cb and Cr are otherwise.
    let order = isTaggedRGB ? [2, 0, 1] : layout.family == .gray ? [0] : [0, 1, 2]
    var failure: ColorError?
    var pixels = [UInt8](unsafeUninitializedCapacity: byteCount) { target, count in
      guard let start = target.baseAddress else { return }
      do throws(ColorError) {
        let isDone: Void? = try graph?.process(
          planes, order: order, into: start, bytesPerRow: bytesPerRow, width: width, height: height,
          bitDepth: bitDepth)
        count = isDone == nil ? 0 : byteCount
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }

    let isTurned = appliesOrientation && orientation != .upright
    if isTurned {
      pixels = PixelTurn(orientation, width: width, height: height).turned(pixels, pixelBytes: pixelBytes)
    }
    let swapsAxes = isTurned && orientation.swapsAxes
    guard
      let bitmap = Bitmap(
        width: swapsAxes ? height : width, height: swapsAxes ? width : height, channels: channels, bitDepth: bitDepth,
        pixels: pixels,
        significantBits: layout.storedBits < bitDepth.rawValue && layout.packing != .palette ? layout.storedBits : nil,
        color: color)
    else { throw ColorError(.incompletePicture(width: width, height: height)) }
    return bitmap
  }
}

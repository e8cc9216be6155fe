import CFFmpeg
import ColorCodes
import Video

/// A picture without plain samples (a Bayer mosaic), converted to RGB by libswscale with its own method.
///
/// It owns its `AVFrame` and frees it (`av_frame_free`).
struct SwscaledFrame: ~Copyable {
  private let frame: UnsafeMutablePointer<AVFrame>

  /// The RGB format that libswscale is to convert a format to; nil when the format needs no libswscale.
  static func replacement(for format: AVPixelFormat) -> AVPixelFormat? {
    guard let description = av_pix_fmt_desc_get(format)?.pointee,
      description.flags & UInt64(AV_PIX_FMT_FLAG_BAYER) != 0
    else { return nil }
    // FFmpeg's description splits a mosaic's sample among red, green and blue: 2, 4 and 2 bits of 8.
    let bits = description.comp.0.depth + description.comp.1.depth + description.comp.2.depth
    return bits > 8 ? AV_PIX_FMT_RGB48LE : AV_PIX_FMT_RGB24
  }

  /// What the RGB samples mean: the mosaic's codes, in full range.
  static func tags(of tags: ColorTags) -> ColorTags {
    ColorTags(matrix: .identity, primaries: tags.primaries, transfer: tags.transfer, range: .full)
  }

  /// Converts a frame (`sws_scale_frame`), throws when libswscale cannot.
  init(converting source: UnsafePointer<AVFrame>, to format: AVPixelFormat) throws(ColorError) {
    let sourceFormat = AVPixelFormat(rawValue: source.pointee.format)
    let name = av_get_pix_fmt_name(sourceFormat).map { String(cString: $0) } ?? "number \(sourceFormat.rawValue)"
    let (width, height) = (source.pointee.width, source.pointee.height)
    // libswscale converts mosaics in squares of four pixels and asserts that there is at least one.
    guard width % 2 == 0, height % 2 == 0 else {
      throw ColorError(
        .unsupportedPixelFormat(name: name, reason: "a mosaic of \(width)x\(height) has an incomplete square"))
    }
    guard sws_isSupportedInput(sourceFormat) > 0 else {
      throw ColorError(.unsupportedPixelFormat(name: name, reason: "libswscale does not read it"))
    }
    var target = av_frame_alloc()
    guard let frame = target else { throw ColorError(.outOfMemory(byteCount: MemoryLayout<AVFrame>.size)) }
    frame.pointee.width = width
    frame.pointee.height = height
    frame.pointee.format = format.rawValue
    let status = fg_convert(frame, source)
    guard status >= 0 else {
      av_frame_free(&target)
      if status == FG_ERROR_NO_MEMORY { throw ColorError(.outOfMemory(byteCount: 0)) }
      throw ColorError(.swscale(pixelFormat: name, status: status))
    }
    self.frame = frame
  }

  deinit {
    var frame: UnsafeMutablePointer<AVFrame>? = frame
    av_frame_free(&frame)
  }

  /// Calls `body` with the RGB frame; the pointer must not escape.
  borrowing func withFrame<Result>(
    _ body: (UnsafePointer<AVFrame>) throws(ColorError) -> Result
  ) throws(ColorError) -> Result {
    try body(UnsafePointer(frame))
  }
}

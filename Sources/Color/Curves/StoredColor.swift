import CFFmpeg
public import Video

extension ColorSpec {
  /// What the codes of a picture would be taken to mean, without converting it: the same guesses as for its bitmap.
  ///
  /// `pixelFormat` is FFmpeg's name. Throws for what cannot be converted: a matrix without fixed coefficients, a pixel
  /// format out of reach.
  public init(
    tags: ColorTags, pixelFormat name: String, isJPEG: Bool, width: Int, height: Int
  ) throws(ColorError) {
    let format = av_get_pix_fmt(name)
    let replacement = SwscaledFrame.replacement(for: format)
    let layout = try PixelLayout(of: replacement ?? format)
    let tags = replacement == nil ? tags : SwscaledFrame.tags(of: tags)
    let stored = try ColorSpec(tags: tags, layout: layout, isJPEG: isJPEG, width: width, height: height)
    self = layout.isXYZ ? stored.converted(peakLuminance: nil) : stored
  }
}

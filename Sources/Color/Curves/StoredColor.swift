import CFFmpeg
public import Video

extension ColorSpec {
  /// Works out what a picture's codes mean, without converting it, with the same guesses as for its bitmap.
  ///
  /// `pixelFormat` is FFmpeg's name. Throws for what cannot be converted: a matrix without fixed coefficients, or a
  /// pixel format that cannot be read.
  public init(
    tags: ColorTags, pixelFormat name: String, isJPEG: Bool, width: Int, height: Int
  ) throws(ColorError) {
    let format = av_get_pix_fmt(name)
    let replacement = SwscaledFrame.replacement(for: format)
    let layout = try PixelLayout(of: replacement ?? format)
    let tags = replacement == nil ? tags : SwscaledFrame.tags(of: tags)
    self = try ColorSpec(tags: tags, layout: layout, isJPEG: isJPEG, width: width, height: height)
  }
}

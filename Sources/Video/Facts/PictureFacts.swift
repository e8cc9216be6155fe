import CFFmpeg

/// The properties of one decoded picture, which are reliable, unlike the container's.
public struct PictureFacts: Hashable, Sendable {
  /// Width in stored pixels after cropping.
  public let width: Int
  /// Height in stored pixels after cropping.
  public let height: Int
  /// FFmpeg's name of the pixel format.
  public let pixelFormat: String?
  /// The tags of the picture, completed by those of its stream.
  public let tags: ColorTags
  /// Whether the codec is of the JPEG family.
  public let isJPEG: Bool
  /// Bits of a sample, if the pixel format has more below them.
  public let codedBits: Int?
  /// Whether it consists of two fields that were captured one after the other, as far as the decoder knows.
  public let isInterlaced: Bool
  /// Whether the upper of two fields comes first.
  public let isTopFieldFirst: Bool
  /// Its metadata about light levels and the mastering display.
  public let hdr: HDRMetadata
}

extension Picture {
  /// The properties of the picture.
  public borrowing func facts() -> PictureFacts {
    let (tags, isJPEG, codedBits) = (tags, isJPEG, codedBits)
    return withFrame { frame in
      PictureFacts(
        width: Int(frame.pointee.width), height: Int(frame.pointee.height),
        pixelFormat: av_get_pix_fmt_name(AVPixelFormat(rawValue: frame.pointee.format)).map { String(cString: $0) },
        tags: tags, isJPEG: isJPEG, codedBits: codedBits, isInterlaced: fg_frame_is_interlaced(frame) != 0,
        isTopFieldFirst: fg_frame_is_top_first(frame) != 0, hdr: HDRMetadata(of: frame))
    }
  }
}

/// The samples of a pixel format, as FFmpeg describes them (`av_pix_fmt_desc_get`).
public struct PixelFormat: Hashable, Sendable {
  /// Bits of a sample; the greatest when they differ; for a palette, those of its colours.
  public let bitDepth: Int
  /// Whether it has an alpha channel.
  public let hasAlpha: Bool

  /// Looks a format up by FFmpeg's name; nil for an unknown name.
  ///
  /// - Parameter codedBits: how many bits of a sample are used (`Picture.codedBits`); nil for all.
  public init?(named name: String, codedBits: Int? = nil) {
    guard let description = av_pix_fmt_desc_get(av_get_pix_fmt(name)) else { return nil }
    let flags = description.pointee.flags
    if flags & UInt64(AV_PIX_FMT_FLAG_PAL) != 0 {
      bitDepth = 8
    } else {
      let depths = (0..<Int32(description.pointee.nb_components)).map {
        fg_component(description, $0)?.pointee.depth ?? 0
      }
      bitDepth = min(Int(depths.max() ?? 0), codedBits ?? .max)
    }
    hasAlpha = flags & UInt64(AV_PIX_FMT_FLAG_ALPHA) != 0
  }

  /// Whether a format has fewer samples of chroma than of luma, in either direction.
  static func isSubsampled(_ format: AVPixelFormat) -> Bool {
    guard let description = av_pix_fmt_desc_get(format) else { return false }
    return description.pointee.log2_chroma_w > 0 || description.pointee.log2_chroma_h > 0
  }
}

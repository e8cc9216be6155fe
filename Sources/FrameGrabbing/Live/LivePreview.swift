import Color
public import Files
public import Memory
public import Video

/// Makes pictures of a size for a screen, upright and with square pixels.
public struct LivePreview: ~Copyable {
  private var scaler = PreviewScaler()

  /// Makes one; keep it for many pictures.
  public init() {}

  /// A picture of eight bits: three bytes a pixel, rows from the top.
  public struct Pixels {
    /// In pixels.
    public let width: Int
    /// In pixels.
    public let height: Int
    /// Red, green and blue in sRGB.
    public let bytes: SharedBytes
  }

  /// The picture, as large as fits into a box of pixels.
  ///
  /// - Throws: `GrabError` about the video, for a picture that cannot be converted.
  public mutating func pixels(
    of picture: borrowing Picture, within box: (width: Int, height: Int), of path: Path, deadline: Deadline
  ) throws(GrabError) -> Pixels {
    let turns = picture.orientation.swapsAxes
    let stored = (width: picture.width, height: picture.height)
    let shape = turns ? PixelShape(picture.sampleAspectRatio).turned : PixelShape(picture.sampleAspectRatio)
    let wide = Double(turns ? stored.height : stored.width) * Double(shape.width) / Double(shape.height)
    let high = Double(turns ? stored.width : stored.height)
    let scale = min(Double(box.width) / wide, Double(box.height) / high)
    let width = Self.pixels(wide * scale, box.width)
    let height = Self.pixels(high * scale, box.height)
    do throws(ColorError) {
      let bitmap = try scaler.preview(of: picture, width: width, height: height, unless: { deadline.isOver })
      return Pixels(width: width, height: height, bytes: bitmap.pixels)
    } catch {
      throw GrabError(path, GrabError.Fault(error, after: deadline))
    }
  }

  private static func pixels(_ length: Double, _ most: Int) -> Int {
    length.isFinite ? min(max(Int(length.rounded()), 1), max(most, 1)) : 1
  }
}

import CFFmpeg
import ColorCodes
import Memory
public import Video

extension Picture {
  /// Whether the picture shows next to nothing: one colour, apart from noise or something small.
  ///
  /// It is blank if 99 % of 320 by 180 luma samples, spread evenly over the stored picture, are within 16 codes of 255
  /// of their lower median, or within 13 in limited range. Only the upper 8 bits of a sample count; opacity does not.
  ///
  /// - Throws: `ColorError` for pictures whose samples cannot be read, and when memory runs out.
  public borrowing func isBlank() throws(ColorError) -> Bool {
    let (tags, isJPEG) = (tags, isJPEG)
    return try withFrame { (frame) throws(ColorError) -> Bool in
      guard let replacement = SwscaledFrame.replacement(for: AVPixelFormat(rawValue: frame.pointee.format)) else {
        return try LumaGrid(of: frame, tags, isJPEG: isJPEG).isBlank
      }
      return try SwscaledFrame(converting: frame, to: replacement).withFrame { (frame) throws(ColorError) -> Bool in
        try LumaGrid(of: frame, SwscaledFrame.tags(of: tags), isJPEG: false).isBlank
      }
    }
  }
}

/// A histogram of the luma samples at the points of a grid.
struct LumaGrid {
  private static let (columns, rows) = (320, 180)
  /// 99 % of the points.
  private static let most = 57_024

  private var counts = [Int](repeating: 0, count: 256)
  /// How far from the median a code of a blank picture may be.
  private let reach: Int

  init(of frame: UnsafePointer<AVFrame>, _ tags: ColorTags, isJPEG: Bool) throws(ColorError) {
    let (width, height) = (Int(frame.pointee.width), Int(frame.pointee.height))
    let layout = try PixelLayout(of: AVPixelFormat(rawValue: frame.pointee.format))
    guard width > 0, height > 0, width <= Int.max / 16 else {
      throw ColorError(.incompletePicture(width: width, height: height))
    }
    let spec = try ColorSpec(tags: tags, layout: layout, isJPEG: isJPEG, width: width, height: height)
    reach = spec.isFullRange ? 16 : 13
    let isColored = layout.family == .rgb || layout.family == .yuv && spec.matrix == .identity
    // H.273 stores G, B, R in the places of luma, Cb and Cr.
    let order = !isColored ? [0] : layout.family == .rgb ? [0, 1, 2] : [2, 0, 1]
    let weights = isColored ? [54, 183, 19] : [256]
    let reader = try SampleReader(of: frame, layout: layout)
    let row = try AlignedBuffer.forPicture(byteCount: width * layout.sampleBytes)
    for line in 0..<Self.rows {
      var sums = [Int](repeating: 0, count: Self.columns)
      for (component, weight) in zip(order, weights) {
        reader.read(
          layout.colors[component], index: component, row: (2 * line + 1) * height / (2 * Self.rows), count: width,
          into: row.bytes)
        for column in sums.indices {
          sums[column] += weight * Self.code((2 * column + 1) * width / (2 * Self.columns), of: row.bytes, layout)
        }
      }
      for sum in sums { counts[min(sum / 256, 255)] += 1 }
    }
  }

  /// The upper 8 bits of a sample.
  private static func code(_ place: Int, of row: UnsafeMutableRawPointer, _ layout: PixelLayout) -> Int {
    switch layout.sampleBytes {
    case 1: return Int(row.load(fromByteOffset: place, as: UInt8.self))
    case 2: return Int(row.load(fromByteOffset: 2 * place, as: UInt16.self)) >> (layout.depth - 8)
    default:
      let light = row.load(fromByteOffset: 4 * place, as: Float.self)
      return light > 0 ? Int(min(light, 1) * 255) : 0
    }
  }

  var isBlank: Bool {
    // Of an even number of samples there are two in the middle; this is the smaller one.
    var (median, below) = (0, counts[0])
    while below < Self.columns * Self.rows / 2, median < 255 {
      median += 1
      below += counts[median]
    }
    return counts[max(0, median - reach)...min(255, median + reach)].reduce(0, +) >= Self.most
  }
}

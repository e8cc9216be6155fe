import ColorCodes
public import Memory

/// Which samples the pixels of a raw picture have.
public enum RawLayout: String, Hashable, Sendable, CaseIterable {
  /// Red, green and blue of 8 bits each.
  case rgb24
  /// Red, green, blue and opacity; 255, or 65 535, where the picture has none.
  case rgba
  /// Red, green and blue of 16 bits each.
  case rgb48
  /// Gray; the luma of a colour picture.
  case gray

  /// The samples of a pixel.
  public var channels: Bitmap.Channels {
    switch self {
    case .rgb24, .rgb48: .rgb
    case .rgba: .rgba
    case .gray: .gray
    }
  }

  /// The bits of a sample, for a layout whose name says so.
  public var bitDepth: Bitmap.BitDepth? {
    switch self {
    case .rgb24: .eight
    case .rgb48: .sixteen
    case .rgba, .gray: nil
    }
  }
}

/// The weights of red, green and blue in luma, in ten-thousandths.
struct LumaWeights: Hashable {
  let red: UInt32
  let green: UInt32
  let blue: UInt32

  /// The weights that a picture's own matrix has (ITU-T H.273, table 4); those of BT.709 for RGB, for matrices without
  /// luma, and for samples that were converted to sRGB.
  init(of color: ColorSpec) {
    let own: (red: UInt32, blue: UInt32) =
      if color.samples.isConverted {
        (2126, 722)
      } else {
        switch color.matrix {
        case .bt2020: (2627, 593)
        case .fcc: (3000, 1100)
        case .bt470BG, .smpte170M: (2990, 1140)
        case .smpte240M: (2120, 870)
        default: (2126, 722)
        }
      }
    (red, blue) = own
    green = 10_000 - own.red - own.blue
  }
}

extension Bitmap {
  /// The samples in another layout: rows from the top without padding, 16-bit ones little-endian.
  ///
  /// No sample changes, except that colours become gray: red, green and blue, multiplied by the weights of luma, are
  /// added and rounded half up. Opacity is left out where the layout has none, without blending. `isOver` is asked
  /// every 64 rows.
  ///
  /// - Throws: `ColorError` when memory runs out or it is over.
  public func packed(
    as channels: Channels, unless isOver: () -> Bool = { false }
  ) throws(ColorError) -> SharedBytes {
    if channels == self.channels, bitDepth == .eight || 1.littleEndian == 1 { return pixels }
    let (row, overflowsRow) = width.multipliedReportingOverflow(by: channels.count * bitDepth.byteCount)
    let (count, overflows) = row.multipliedReportingOverflow(by: height)
    guard !overflowsRow, !overflows else { throw ColorError(.tooLarge(width: width, height: height)) }
    let buffer = try AlignedBuffer.forPicture(byteCount: count)
    let packing = RawPacking(source: self.channels, target: channels, weights: LumaWeights(of: color))
    try pixels.withUnsafeBytes { (pixels) throws(ColorError) in
      for index in 0..<height {
        if index.isMultiple(of: 64), isOver() { throw ColorError(.stopped) }
        let from = UnsafeRawBufferPointer(rebasing: pixels[(index * bytesPerRow)..<((index + 1) * bytesPerRow)])
        let to = UnsafeMutableRawBufferPointer(start: buffer.bytes + index * row, count: row)
        switch bitDepth {
        case .eight: packing.pack(from.bindMemory(to: UInt8.self), into: to.bindMemory(to: UInt8.self), width)
        case .sixteen: packing.pack(from.bindMemory(to: UInt16.self), into: to.bindMemory(to: UInt16.self), width)
        }
      }
    }
    return SharedBytes(buffer, count: count)
  }
}

/// How the samples of a row are put together.
private struct RawPacking {
  let source: Bitmap.Channels
  let target: Bitmap.Channels
  let weights: LumaWeights

  @inline(__always)
  func pack<Sample: FixedWidthInteger & UnsignedInteger>(
    _ from: UnsafeBufferPointer<Sample>, into to: UnsafeMutableBufferPointer<Sample>, _ width: Int
  ) {
    guard let from = from.baseAddress, let to = to.baseAddress else { return }
    let (step, stride) = (source.count, target.count)
    let isGray = source == .gray || source == .grayAlpha
    for column in 0..<width {
      let (pixel, place) = (from + column * step, to + column * stride)
      switch target {
      case .gray: place[0] = (isGray ? pixel[0] : luma(pixel)).littleEndian
      case .grayAlpha:
        place[0] = (isGray ? pixel[0] : luma(pixel)).littleEndian
        place[1] = (source.hasAlpha ? pixel[step - 1] : .max).littleEndian
      case .rgb, .rgba:
        place[0] = pixel[0].littleEndian
        place[1] = pixel[isGray ? 0 : 1].littleEndian
        place[2] = pixel[isGray ? 0 : 2].littleEndian
        if target == .rgba { place[3] = (source.hasAlpha ? pixel[step - 1] : .max).littleEndian }
      }
    }
  }

  /// Of 16-bit samples, the sum is less than 65 536 × 10 000 + 5 000, which fits into 32 bits.
  @inline(__always)
  private func luma<Sample: FixedWidthInteger & UnsignedInteger>(_ pixel: UnsafePointer<Sample>) -> Sample {
    let red = weights.red &* UInt32(truncatingIfNeeded: pixel[0])
    let green = weights.green &* UInt32(truncatingIfNeeded: pixel[1])
    let blue = weights.blue &* UInt32(truncatingIfNeeded: pixel[2])
    return Sample(truncatingIfNeeded: (red &+ green &+ blue &+ 5000) / 10_000)
  }
}

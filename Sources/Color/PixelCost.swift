public import CFFmpeg
public import ColorCodes

/// What one pixel takes in memory on its way from a frame to a bitmap.
public struct PixelCost: Hashable, Sendable {
  /// Bits in the frame, all planes together; shared chroma counts in parts.
  public let frameBits: Int
  /// Bits in the copies of its samples that zimg may need.
  public let planeBits: Int
  /// Bytes in the bitmap.
  public let bitmapBytes: Int

  /// Makes a cost from its parts.
  public init(frameBits: Int, planeBits: Int, bitmapBytes: Int) {
    self.frameBits = frameBits
    self.planeBits = planeBits
    self.bitmapBytes = bitmapBytes
  }

  /// The cost of a pixel format; one that is unknown, or that cannot be converted, counts as 8 bits of gray.
  ///
  /// An unknown transfer counts as one that needs no more than 8 bits.
  public init(of format: AVPixelFormat, depth: DepthChoice, transfer: TransferCharacteristics, color: ColorChoice) {
    let replacement = SwscaledFrame.replacement(for: format)
    let shown = color == .srgb ? .sRGB : transfer
    guard let description = av_pix_fmt_desc_get(format), let layout = try? PixelLayout(of: replacement ?? format) else {
      let bytes = depth.bitDepth(forStoredBits: 8, transfer: shown).byteCount
      self.init(frameBits: 8, planeBits: 8, bitmapBytes: bytes)
      return
    }
    let sampleBytes = depth.bitDepth(forStoredBits: layout.storedBits, transfer: shown).byteCount
    let chromaBits = layout.colors.dropFirst().count * layout.sampleBytes * 8
    let colorBits = layout.sampleBytes * 8 + chromaBits >> (layout.chromaShiftX + layout.chromaShiftY)
    // Opacity is copied at the bitmap's depth; for a field it is interpolated into a second copy.
    let alphaBits = layout.alpha == nil ? 0 : 2 * sampleBytes * 8
    let replacedBits = replacement == nil ? 0 : layout.colors.count * layout.sampleBytes * 8
    self.init(
      frameBits: Int(max(1, av_get_padded_bits_per_pixel(description))),
      planeBits: replacedBits + colorBits + alphaBits,
      bitmapBytes: (layout.colors.count + (layout.alpha == nil ? 0 : 1)) * sampleBytes)
  }
}

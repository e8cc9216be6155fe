import CFFmpeg
import Color
import ColorCodes
import Testing

/// What pixels take in memory.
@Suite struct PixelCostTests {
  @Test(arguments: [
    // Bits in the frame, bits in copies of its planes, bytes in the bitmap.
    (AV_PIX_FMT_YUV420P, 12, 12, 3), (AV_PIX_FMT_YUV422P, 16, 16, 3), (AV_PIX_FMT_YUV444P, 24, 24, 3),
    (AV_PIX_FMT_NV12, 12, 12, 3), (AV_PIX_FMT_YUV420P10LE, 24, 24, 6), (AV_PIX_FMT_GRAY8, 8, 8, 1),
    (AV_PIX_FMT_GRAY16BE, 16, 16, 2), (AV_PIX_FMT_RGB24, 24, 24, 3), (AV_PIX_FMT_RGB48LE, 48, 48, 6),
    // Opacity is counted twice: that of a field is interpolated.
    (AV_PIX_FMT_RGBA, 32, 24 + 16, 4), (AV_PIX_FMT_RGBA64BE, 64, 48 + 32, 8), (AV_PIX_FMT_YUVA420P, 20, 12 + 16, 4),
    (AV_PIX_FMT_PAL8, 8, 24 + 16, 4), (AV_PIX_FMT_MONOWHITE, 1, 8, 1), (AV_PIX_FMT_GBRPF32LE, 96, 96, 6),
    // A mosaic becomes a frame of RGB first.
    (AV_PIX_FMT_BAYER_BGGR8, 8, 24 + 24, 3), (AV_PIX_FMT_NONE, 8, 8, 1),
  ])
  func `formats`(format: AVPixelFormat, frame: Int, planes: Int, bitmap: Int) {
    let cost = PixelCost(of: format, depth: .auto, transfer: .bt709, color: .auto)
    #expect(cost == PixelCost(frameBits: frame, planeBits: planes, bitmapBytes: bitmap))
  }

  @Test func `the depth of the bitmap follows the choice, and the transfer`() {
    func bytes(_ depth: DepthChoice, _ transfer: TransferCharacteristics, _ color: ColorChoice = .auto) -> Int {
      PixelCost(of: AV_PIX_FMT_YUV420P, depth: depth, transfer: transfer, color: color).bitmapBytes
    }
    #expect(bytes(.auto, .bt709) == 3 && bytes(.sixteen, .bt709) == 6)
    #expect(bytes(.auto, .hlg) == 6 && bytes(.eight, .hlg) == 3 && bytes(.auto, .hlg, .srgb) == 3)
    #expect(PixelCost(of: AV_PIX_FMT_YUV420P10LE, depth: .eight, transfer: .bt709, color: .auto).bitmapBytes == 3)
    #expect(PixelCost(of: AV_PIX_FMT_NONE, depth: .sixteen, transfer: .unspecified, color: .auto).bitmapBytes == 2)
  }
}

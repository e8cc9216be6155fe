import CFFmpeg
import Color
import ColorCodes
import PNG
import Testing
import Video
@testable import FrameGrabbing

/// How many bytes a picture needs, from its frame to its file.
struct PictureMemoryTests {
  private static let mebibyte: Int64 = 1 << 20
  private static let most = PictureSize(width: 8192, height: 8192)

  private func bytes(
    _ format: AVPixelFormat, _ size: PictureSize = Self.most, change: (inout GrabOptions) -> Void = { _ in }
  ) -> Int64 {
    var options = GrabOptions()
    change(&options)
    return options.leastMemory(StoredPicture(size: size, pixelFormat: format, transfer: .bt709))
  }

  @Test func `8192 by 8192 in 8 bits fits into a gibibyte in every format`() {
    #expect(bytes(AV_PIX_FMT_YUV420P) == 672 * Self.mebibyte)
    #expect(bytes(AV_PIX_FMT_YUV422P) == 704 * Self.mebibyte)
    #expect(bytes(AV_PIX_FMT_RGB24) == 768 * Self.mebibyte)
    #expect(bytes(AV_PIX_FMT_PAL8) == 832 * Self.mebibyte)
    #expect(bytes(AV_PIX_FMT_RGBA) == 1024 * Self.mebibyte)
    #expect(bytes(AV_PIX_FMT_RGBA) { $0.pixels.compression = .small } == 1024 * Self.mebibyte)
    #expect(bytes(AV_PIX_FMT_GRAY16BE) == 512 * Self.mebibyte)
    #expect(bytes(AV_PIX_FMT_NONE) == 256 * Self.mebibyte)
  }

  @Test func `in 16 bits of colour it does not`() {
    #expect(bytes(AV_PIX_FMT_YUV420P10LE) == 1344 * Self.mebibyte)
    #expect(bytes(AV_PIX_FMT_RGB48LE) == 1536 * Self.mebibyte)
    #expect(bytes(AV_PIX_FMT_RGBA64BE) == 2048 * Self.mebibyte)
    #expect(bytes(AV_PIX_FMT_YUV420P) { $0.pixels.depth = .sixteen } == 1248 * Self.mebibyte)
    #expect(bytes(AV_PIX_FMT_YUV420P10LE) { $0.pixels.depth = .eight } == 768 * Self.mebibyte)
  }

  @Test func `only what is made counts`() {
    // A frame that is only hashed is packed once more.
    #expect(
      bytes(AV_PIX_FMT_RGBA64BE) {
        ($0.output.destination, $0.wantsHash) = (.nowhere, true)
      } == 1024 * Self.mebibyte)
    // With a report it is converted, but no file is made.
    #expect(
      bytes(AV_PIX_FMT_YUV420P) {
        ($0.output.destination, $0.wantsHash, $0.wantsReport) = (.nowhere, true, true)
      } == 384 * Self.mebibyte)
    #expect(bytes(AV_PIX_FMT_RGBA64BE) { $0.isDryRun = true } == 512 * Self.mebibyte)
  }

  @Test func `the output counts at its own size`() {
    let small = PictureSize(width: 1024, height: 1024)
    // A frame of 1.5 MiB and 3 MiB of pixels are little beside 192 MiB of output, compressed, and as a file.
    #expect(
      bytes(AV_PIX_FMT_YUV420P, small) { $0.pixels.sizing.request = .size(width: 8192, height: 8192) }
        == 3 * 192 * Self.mebibyte + 3 * Self.mebibyte / 2)
    // The other way round the conversion needs the most.
    #expect(bytes(AV_PIX_FMT_YUV420P) { $0.pixels.sizing.request = .width(64) } == 384 * Self.mebibyte)
    // Turned or not, the smaller output counts before the picture is known.
    let wide = PictureSize(width: 8192, height: 1024)
    #expect(bytes(AV_PIX_FMT_GRAY8, wide) { $0.pixels.sizing.request = .width(8192) } == 4 * 8 * Self.mebibyte)
  }

  @Test func `turning needs the picture twice`() {
    var memory = PictureMemory(
      stored: PictureSize(width: 1000, height: 500), cost: PixelCost(frameBits: 12, planeBits: 12, bitmapBytes: 3),
      written: PictureSize(width: 5, height: 10), forms: 0)
    #expect(memory.byteCount == 2 * 750_000 + 1_500_000)
    memory.isTurned = true
    #expect(memory.byteCount == 750_000 + 2 * 1_500_000)
    memory.isHashed = true
    #expect(memory.byteCount == 750_000 + 2 * 1_500_000)
  }

  @Test func `a picture of any size can be counted`() {
    let huge = PictureSize(width: .max, height: .max)
    #expect(bytes(AV_PIX_FMT_RGBA64BE, huge) == .max)
    #expect(bytes(AV_PIX_FMT_YUV420P, PictureSize(width: 0, height: 0)) < 100)
  }
}

import CFFmpeg
import Color
import ColorCodes
import Testing
import Video

/// How the colours of untagged pictures are guessed, and what is reported about it.
struct SpecTests {
  private func spec(
    _ format: AVPixelFormat, _ width: Int = 16, _ height: Int = 16, matrix: Int32 = 2, range: Int32 = 0,
    primaries: Int32 = 2, transfer: Int32 = 2, isJPEG: Bool = false
  ) throws -> ColorSpec {
    let frame = try Frame(format, width: width, height: height)
    return try convert(
      frame.picture(matrix: matrix, range: range, primaries: primaries, transfer: transfer, isJPEG: isJPEG),
      color: .tagged
    ).color
  }

  @Test(arguments: [
    (640, 480, Int32(6)), (1279, 719, 6), (1280, 16, 1), (16, 720, 1), (720, 576, 6), (1920, 1080, 1),
  ])
  func `the matrix is guessed by the size`(width: Int, height: Int, matrix: Int32) throws {
    let spec = try spec(AV_PIX_FMT_YUV420P, width, height)
    #expect(spec.matrix.rawValue == matrix)
    #expect(!spec.isFullRange)
    #expect(spec.guesses == ["matrix", "range", "primaries", "transfer"])
  }

  @Test func `a guessed matrix is applied`() throws {
    // Cr 168 on gray 126 of limited range: R' = (110 / 219 + 2 (1 − Kr) 40 / 224) · 255,
    // 200 for Kr 0.2126 (199.8) and 192 for Kr 0.299 (191.9).
    for (height, red) in [(720, 200), (576, 192)] {
      let frame = try Frame(AV_PIX_FMT_YUV420P, width: 16, height: height)
      frame.fill(0) { _, _ in 126 }
      frame.fill(1) { _, _ in 128 }
      frame.fill(2) { _, _ in 168 }
      #expect(try convert(frame.picture()).sample(8, 8, 0) == red)
    }
  }

  @Test func `tags are kept and nothing is guessed`() throws {
    let spec = try spec(AV_PIX_FMT_YUV420P10LE, 64, 64, matrix: 9, range: 1, primaries: 9, transfer: 16)
    #expect(
      spec
        == ColorSpec(
          matrix: .bt2020, isFullRange: false, chromaLocation: .left, primaries: .bt2020, transfer: .pq, guesses: []))
    #expect(spec.matrixName == "bt2020nc")
    #expect(spec.rangeName == "limited")
    #expect(spec.chromaLocationName == "left")
    #expect(spec.primariesName == "bt2020")
    #expect(spec.transferName == "smpte2084")
  }

  @Test func `only missing tags are guessed`() throws {
    #expect(try spec(AV_PIX_FMT_YUV420P, matrix: 1).guesses == ["range", "primaries", "transfer"])
    #expect(try spec(AV_PIX_FMT_YUV420P, range: 2).guesses == ["matrix", "primaries", "transfer"])
    #expect(try spec(AV_PIX_FMT_YUV420P, primaries: 1, transfer: 1).guesses == ["matrix", "range"])
    // The format's name says the range.
    let spec = try spec(AV_PIX_FMT_YUVJ420P, 1920, 1080)
    #expect(spec.isFullRange)
    #expect(spec.matrix == .bt709)
    #expect(spec.guesses == ["matrix", "primaries", "transfer"])
  }

  @Test func `JPEG is full range BT 601 of any size`() throws {
    let spec = try spec(AV_PIX_FMT_YUV420P, 1920, 1080, isJPEG: true)
    #expect(spec.matrix == .smpte170M)
    #expect(spec.isFullRange)
    #expect(spec.chromaLocation == .center)
    #expect(spec.primaries == .bt709)
    #expect(spec.transfer == .sRGB)
  }

  @Test func `RGB stays RGB with any matrix tag`() throws {
    for matrix in [Int32(0), 1, 2, 14] {
      let spec = try spec(AV_PIX_FMT_RGB24, 1920, 1080, matrix: matrix)
      #expect(spec.matrix == .identity)
      #expect(spec.isFullRange)
      #expect(spec.chromaLocationName == "unsubsampled")
      #expect(spec.transfer == .sRGB)
      #expect(spec.guesses == ["range", "primaries", "transfer"])
    }
  }

  @Test func `subsampled chroma cannot be RGB`() throws {
    let spec = try spec(AV_PIX_FMT_YUV420P, matrix: 0, range: 1, primaries: 1, transfer: 1)
    #expect(spec.matrix == .smpte170M)
    #expect(spec.guesses == ["matrix"])
  }

  @Test(arguments: [
    // Width, height, matrix, primaries: BT.2020 has its own; line counts of television distinguish 625-line from
    // 525-line systems.
    (64, 64, Int32(9), Int32(9)), (720, 576, 2, 5), (720, 480, 2, 6), (720, 486, 2, 6), (640, 360, 2, 1),
    (1920, 1080, 2, 1), (1920, 480, 6, 1), (720, 576, 1, 1),
  ])
  func `primaries are guessed by matrix and lines`(
    width: Int, height: Int, matrix: Int32, primaries: Int32
  ) throws {
    let spec = try spec(AV_PIX_FMT_YUV420P, width, height, matrix: matrix, range: 1)
    #expect(spec.primaries.rawValue == primaries)
    #expect(spec.transfer == .bt709)
  }

  @Test func `numbers without a name are shown as numbers`() throws {
    let spec = try spec(AV_PIX_FMT_YUV420P, matrix: 1, range: 1, primaries: 200, transfer: -7)
    #expect(spec.primariesName == "200")
    #expect(spec.transferName == "-7")
  }
}

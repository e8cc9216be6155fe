import Testing
import Video
@testable import FrameGrabbing

/// Sizes and pixel shapes, all by hand.
struct PictureSizingTests {
  private func answer(
    _ request: PictureSizing.Request, square: Bool = false, of size: (Int, Int), shape: (Int32, Int32) = (1, 1),
    limit: Int64 = 67_108_864
  ) throws -> [Int] {
    var sizing = PictureSizing()
    sizing.request = request
    sizing.isSquare = square
    sizing.pixelLimit = limit
    let answer = try sizing.answer(width: size.0, height: size.1, shape: PixelShape(shape))
    return [answer.width, answer.height, Int(answer.shape.width), Int(answer.shape.height)]
  }

  @Test func `one side is as given and the other keeps the aspect ratio`() throws {
    #expect(try answer(.width(480), of: (1920, 1080)) == [480, 270, 1, 1])
    #expect(try answer(.height(270), of: (1920, 1080)) == [480, 270, 1, 1])
    // 1080 · 853/1920 = 479.8125; 120 · 5/160 = 3.75; 90 · 1/180 = 0.5, half up.
    #expect(try answer(.width(853), of: (1920, 1080)) == [853, 480, 1, 1])
    #expect(try answer(.width(5), of: (160, 120)) == [5, 4, 1, 1])
    #expect(try answer(.width(1), of: (180, 90)) == [1, 1, 1, 1])
    // 3 · 1/2 = 1.5 and 3 · 3/2 = 4.5 are rounded up, and so is 2 · 1/3; 1 · 1/1000 is raised to 1.
    #expect(try answer(.width(1), of: (2, 3)) == [1, 2, 1, 1])
    #expect(try answer(.width(3), of: (2, 3)) == [3, 5, 1, 1])
    #expect(try answer(.height(1), of: (2, 3)) == [1, 1, 1, 1])
    #expect(try answer(.width(1), of: (1000, 1)) == [1, 1, 1, 1])
    // The pixels keep their shape.
    #expect(try answer(.width(360), of: (720, 576), shape: (16, 15)) == [360, 288, 16, 15])
    #expect(try answer(.height(288), of: (720, 576), shape: (64, 45)) == [360, 288, 64, 45])
  }

  /// Width and height, those of the scaled picture, and where its middle begins.
  private func filled(
    _ fit: PictureSizing.Fit, _ width: Int, _ height: Int, of size: (Int, Int), shape: (Int32, Int32) = (1, 1)
  ) throws -> [Int] {
    var sizing = PictureSizing()
    (sizing.request, sizing.fit) = (.size(width: width, height: height), fit)
    let answer = try sizing.answer(width: size.0, height: size.1, shape: PixelShape(shape))
    #expect(answer.shape == .square || fit == .stretch)
    return [answer.width, answer.height, answer.scaled.width, answer.scaled.height, answer.middle.x, answer.middle.y]
  }

  @Test func `inside a size, the side that fits is as given and the other follows`() throws {
    // 1080 · 224/1920 = 126, and 360 · 100/640 = 56.25.
    #expect(try filled(.inside, 224, 224, of: (1920, 1080)) == [224, 126, 224, 126, 0, 0])
    #expect(try filled(.inside, 224, 224, of: (1080, 1920)) == [126, 224, 126, 224, 0, 0])
    #expect(try filled(.inside, 100, 100, of: (640, 360)) == [100, 56, 100, 56, 0, 0])
    // 720 · 16/15 = 768 to 576 is 4 to 3. 1 · 3/1000 is raised to 1.
    #expect(try filled(.inside, 384, 300, of: (720, 576), shape: (16, 15)) == [384, 288, 384, 288, 0, 0])
    #expect(try filled(.inside, 3, 3, of: (1000, 1)) == [3, 1, 3, 1, 0, 0])
    // 2 · 5/4 = 2.5 would be 3, one more than there is room for: 4 · 2/2 = 4 fits.
    #expect(try filled(.inside, 5, 2, of: (4, 2)) == [4, 2, 4, 2, 0, 0])
  }

  @Test func `to cover a size, the other side is rounded up and its middle is kept`() throws {
    // 1920 · 224/1080 = 398.2: 399, of which 175 are too many, 87 on the left.
    #expect(try filled(.cover, 224, 224, of: (1920, 1080)) == [224, 224, 399, 224, 87, 0])
    #expect(try filled(.cover, 224, 224, of: (1080, 1920)) == [224, 224, 224, 399, 0, 87])
    #expect(try filled(.cover, 50, 50, of: (100, 100)) == [50, 50, 50, 50, 0, 0])
    // 768 to 576, at 100 by 100: 133.3.
    #expect(try filled(.cover, 100, 100, of: (720, 576), shape: (16, 15)) == [100, 100, 134, 100, 17, 0])
    #expect(try filled(.stretch, 100, 100, of: (720, 576)) == [100, 100, 100, 100, 0, 0])
    // 65 535 · 224 rows are more than a picture may have.
    #expect(throws: PictureTooLarge.self) { try filled(.cover, 224, 224, of: (1, 65_535)) }
  }

  @Test func `a part is that of the picture in square pixels`() throws {
    var sizing = PictureSizing()
    sizing.crop = PictureCrop(width: 640, height: 360, x: 100, y: 50)
    sizing.request = .width(320)
    let answer = try sizing.answer(width: 720, height: 576, shape: PixelShape((16, 15)))
    // 360 · 320/640 = 180; 720 · 16/15 = 768.
    #expect(answer.width == 320 && answer.height == 180 && answer.shape == .square)
    #expect(answer.cut?.whole == PictureSize(width: 768, height: 576) && answer.cut?.crop == sizing.crop)
    let crop = try #require(sizing.crop)
    #expect(crop.isInside(PictureSize(width: 740, height: 410)))
    #expect(
      !crop.isInside(PictureSize(width: 739, height: 410)) && !crop.isInside(PictureSize(width: 740, height: 409)))
    #expect(!crop.isInside(PictureSize(width: 50, height: 40)))
    #expect(PictureCrop(width: 0, height: 1, x: 0, y: 0) == nil)
    #expect(PictureCrop(width: 1, height: 1, x: -1, y: 0) == nil)
  }

  @Test func `a scale for both sides`() throws {
    #expect(try answer(.millionths(500_000), of: (1920, 1080), shape: (4, 3)) == [960, 540, 4, 3])
    #expect(try answer(.millionths(1_000_000), of: (161, 121)) == [161, 121, 1, 1])
    // 161/2 = 80.5, 121/2 = 60.5; 12.5 %: 20.125, 15.125; 0.0001 %: 1 at least.
    #expect(try answer(.millionths(500_000), of: (161, 121)) == [81, 61, 1, 1])
    #expect(try answer(.millionths(125_000), of: (161, 121)) == [20, 15, 1, 1])
    #expect(try answer(.millionths(1), of: (161, 121)) == [1, 1, 1, 1])
    #expect(try answer(.millionths(3_000_000), of: (161, 121)) == [483, 363, 1, 1])
  }

  @Test func `both sides give pixels another shape, exactly`() throws {
    // A pixel becomes 1920/640 as wide and 1080/480 as high: 3 : 2.25.
    #expect(try answer(.size(width: 640, height: 480), of: (1920, 1080)) == [640, 480, 4, 3])
    #expect(try answer(.size(width: 640, height: 360), of: (1920, 1080)) == [640, 360, 1, 1])
    // 16/15 · 720/768 = 1; 64/45 · 720/1024 = 1.
    #expect(try answer(.size(width: 768, height: 576), of: (720, 576), shape: (16, 15)) == [768, 576, 1, 1])
    #expect(try answer(.size(width: 1024, height: 576), of: (720, 576), shape: (64, 45)) == [1024, 576, 1, 1])
    // 1920 · 768 : 1080 · 1366 = 1474560 : 1475280 = 2048 : 2049.
    #expect(try answer(.size(width: 1366, height: 768), of: (1920, 1080)) == [1366, 768, 2048, 2049])
    #expect(try answer(.size(width: 160, height: 120), of: (160, 120), shape: (4, 3)) == [160, 120, 4, 3])
  }

  @Test func `a shape with too large terms is approximated in 31 bits`() throws {
    let (width, height) = (65_521, 65_519)
    var sizing = PictureSizing()
    sizing.pixelLimit = .max
    sizing.request = .size(width: width, height: height)
    let old = (width: 65_003, height: 64_997)
    let ratio = (width: Int32(2_147_483_629), height: Int32(2_147_483_587))
    let shape = try sizing.answer(width: old.width, height: old.height, shape: PixelShape(ratio)).shape
    let wanted =
      Double(ratio.width) / Double(ratio.height) * Double(old.width) / Double(width) * Double(height)
      / Double(old.height)
    #expect(abs(Double(shape.width) / Double(shape.height) / wanted - 1) < 1e-15)
    // Beyond 31 bits: 65535 times the greatest.
    sizing.request = .size(width: 1, height: 65_535)
    let far = try sizing.answer(width: 65_535, height: 1, shape: PixelShape((.max, 1))).shape
    #expect(far.width == .max && far.height == 1)
    sizing.request = .size(width: 65_535, height: 1)
    let near = try sizing.answer(width: 1, height: 65_535, shape: PixelShape((1, .max))).shape
    #expect(near.width == 1 && near.height == .max)
  }

  @Test func `pixels are made square by stretching, never by compressing`() throws {
    // 720 · 16/15 = 768; 720 · 64/45 = 1024; 160 · 4/3 = 213.3; 576 · 15/8 where a pixel is 8 : 15.
    #expect(try answer(.stored, square: true, of: (720, 576), shape: (16, 15)) == [768, 576, 1, 1])
    #expect(try answer(.stored, square: true, of: (720, 576), shape: (64, 45)) == [1024, 576, 1, 1])
    #expect(try answer(.stored, square: true, of: (160, 120), shape: (4, 3)) == [213, 120, 1, 1])
    #expect(try answer(.stored, square: true, of: (720, 576), shape: (8, 15)) == [720, 1080, 1, 1])
    #expect(try answer(.stored, square: true, of: (720, 480), shape: (8, 9)) == [720, 540, 1, 1])
    #expect(try answer(.stored, square: true, of: (160, 120)) == [160, 120, 1, 1])
    // A side that is given is exact: 120 · 100/(160 · 4/3) = 56.25; 160 · 4/3 · 60/120 = 106.7; 720 · 270/540 = 360.
    #expect(try answer(.width(100), square: true, of: (160, 120), shape: (4, 3)) == [100, 56, 1, 1])
    #expect(try answer(.height(60), square: true, of: (160, 120), shape: (4, 3)) == [107, 60, 1, 1])
    #expect(try answer(.height(270), square: true, of: (720, 480), shape: (8, 9)) == [360, 270, 1, 1])
    #expect(try answer(.width(360), square: true, of: (720, 480), shape: (8, 9)) == [360, 270, 1, 1])
    // No rounding in between: 50 % of 213.3 is 106.7, of 213 it would be 106.5; 25 % of 162 · 4/3 = 216 is 54.
    #expect(try answer(.millionths(500_000), square: true, of: (160, 120), shape: (4, 3)) == [107, 60, 1, 1])
    #expect(try answer(.millionths(250_000), square: true, of: (160, 120), shape: (4, 3)) == [53, 30, 1, 1])
    #expect(try answer(.size(width: 50, height: 70), square: true, of: (160, 120), shape: (4, 3)) == [50, 70, 1, 1])
  }

  @Test func `an invalid shape counts as square`() throws {
    for shape in [(0, 1), (1, 0), (-4, 3), (4, -3), (0, 0)] as [(Int32, Int32)] {
      #expect(try answer(.stored, square: true, of: (160, 120), shape: shape) == [160, 120, 1, 1])
    }
  }

  @Test func `limits apply to pictures whose size changes`() throws {
    #expect(try answer(.stored, of: (200, 100), limit: 10) == [200, 100, 1, 1])
    #expect(try answer(.width(200), of: (200, 100), limit: 10) == [200, 100, 1, 1])
    #expect(try answer(.width(100), of: (200, 100), limit: 5000) == [100, 50, 1, 1])
    let over = try #require(throws: PictureTooLarge.self) { try answer(.width(101), of: (200, 100), limit: 5000) }
    #expect(over.description.contains("101×51") && over.description.contains("--max-pixels"))
    #expect(throws: PictureTooLarge.self) { try answer(.size(width: 65_535, height: 65_535), of: (1, 1)) }
    #expect(try answer(.width(65_535), of: (65_535, 2), limit: .max) == [65_535, 2, 1, 1])
    // The other side would be 65 536, or 2 · 2³¹ and more.
    let wide = try #require(throws: PictureTooLarge.self) { try answer(.height(2), of: (32_768, 1), limit: .max) }
    #expect(wide.description.contains("width would be 65536"))
    #expect(throws: PictureTooLarge.self) {
      try answer(.stored, square: true, of: (2, 2), shape: (.max, 1), limit: .max)
    }
    #expect(throws: PictureTooLarge.self) {
      try answer(.millionths(.max), square: true, of: (.max - 1, .max - 1), shape: (1, .max), limit: .max)
    }
    #expect(throws: PictureTooLarge.self) { try answer(.width(65_535), of: (1, .max), shape: (1, 1), limit: .max) }
  }
}

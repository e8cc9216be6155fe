import Foundation
import TestSupport
import Testing

/// `--crop` and `--fit`.
@Suite struct CropAndFitTests {
  /// Samples of red, green and blue, and the width of their rows.
  private struct Samples: Equatable {
    let bytes: Data
    let width: Int

    /// A part, copied row by row.
    func part(_ width: Int, _ height: Int, _ x: Int, _ y: Int) -> Samples {
      var part = Data()
      for row in y..<(y + height) {
        let start = bytes.startIndex + (row * self.width + x) * 3
        part += bytes[start..<(start + width * 3)]
      }
      return Samples(bytes: part, width: width)
    }
  }

  private func samples(_ bench: Bench, _ clip: Fixture, width: Int, _ words: String...) throws -> Samples {
    let result = try bench.framegrab([clip.path, "--frame", "2", "--raw", "rgb24", "-o", "-"] + words)
    #expect(result.status == 0, "\(result.stderr)")
    return Samples(bytes: result.stdout, width: width)
  }

  // Clips of 160 × 120.
  @Test(arguments: [Fixture.h264BFrames, .hevc10Bit])
  func `a part has the samples of the whole`(_ clip: Fixture) throws {
    let bench = try Bench()
    let whole = try samples(bench, clip, width: 160)
    #expect(whole.bytes.count == 160 * 120 * 3)
    #expect(try samples(bench, clip, width: 50, "--crop", "50x40+30+20") == whole.part(50, 40, 30, 20))
    #expect(try samples(bench, clip, width: 160, "--crop", "160x120+0+0") == whole)
    #expect(try samples(bench, clip, width: 1, "--crop", "1x1+159+119") == whole.part(1, 1, 159, 119))
  }

  @Test func `a part is that of the upright picture with square pixels`() throws {
    let bench = try Bench()
    // Stored as 120 × 160, and turned by a quarter: 160 × 120.
    let upright = try samples(bench, .h264Rotated, width: 160)
    #expect(try samples(bench, .h264Rotated, width: 30, "--crop", "30x60+130+50") == upright.part(30, 60, 130, 50))
    // 160 × 120 with pixels of 4 to 3: 213.3, rounded to 213.
    let square = try samples(bench, .sar, width: 213, "--pixels", "square")
    #expect(square.bytes.count == 213 * 120 * 3)
    #expect(try samples(bench, .sar, width: 13, "--crop", "13x12+200+108") == square.part(13, 12, 200, 108))
  }

  @Test func `a part outside is refused, a part that is none is no part`() throws {
    let bench = try Bench()
    for part in ["161x120+0+0", "160x121+0+0", "1x1+160+0", "1x1+0+120", "2x1+159+0", "65535x65535+65535+65535"] {
      let result = try bench.framegrab(Fixture.h264BFrames.path, "--frame", "2", "--crop", part, "-o", "x.png")
      #expect(result.status == 4)
      #expect(result.stderr.contains("\(part) is not all within the picture, which is 160x120"), "\(result.stderr)")
    }
    for part in ["0x1+0+0", "10x10", "10x10+1", "10x10+1+1+1", "10x10-1+0", "x", "70000x1+0+0"] {
      let result = try bench.framegrab(Fixture.h264BFrames.path, "--frame", "2", "--crop", part, "-o", "x.png")
      #expect(result.status == 2 && result.stderr.contains("--crop"), "\(part): \(result.stderr)")
    }
    #expect(bench.names.isEmpty)
  }

  @Test func `to fit inside or to cover keeps the shape`() throws {
    let (bench, clip) = (try Bench(), Fixture.h264BFrames)
    // 120 · 32/160 = 24.
    let inside = try samples(bench, clip, width: 32, "--size", "32x32", "--fit", "inside")
    #expect(try inside == samples(bench, clip, width: 32, "--size", "32x24"))
    // 160 · 32/120 = 42.7: 43, of which 11 are too many, 5 on the left.
    let scaled = try samples(bench, clip, width: 43, "--size", "43x32")
    let cover = try samples(bench, clip, width: 32, "--size", "32x32", "--fit", "cover")
    #expect(cover == scaled.part(32, 32, 5, 0) && cover.bytes.count == 32 * 32 * 3)
    #expect(
      try samples(bench, clip, width: 32, "--size", "32x32", "--fit", "stretch")
        == samples(bench, clip, width: 32, "--size", "32x32"))
    // 9 across are 9 · 120/160 = 6.75, too few for 7, so it is 7 down and 7 · 160/120 = 9.3, that is 10, across.
    let ten = try samples(bench, clip, width: 10, "--size", "10x7")
    #expect(try samples(bench, clip, width: 9, "--size", "9x7", "--fit", "cover") == ten.part(9, 7, 0, 0))
    // A part, then a size: 60 × 30 covers 20 × 20 as 40 × 20, of which 10 are cut on the left.
    let part = try samples(bench, clip, width: 40, "--crop", "60x30+7+9", "--size", "40x20")
    #expect(
      try samples(bench, clip, width: 20, "--crop", "60x30+7+9", "--size", "20x20", "--fit", "cover")
        == part.part(20, 20, 10, 0))
    // Pixels of 4 to 3 become square: 213 × 120 in 100 × 100.
    try bench.framegrab(
      Fixture.sar.path, "--frame", "2", "--size", "100x100", "--fit", "inside", "-o", "i.png", "--json"
    )
    .expectObject(["width": 100, "height": 56], ratio: "1:1")
    let refused = try bench.framegrab(clip.path, "--frame", "2", "--fit", "cover", "-o", "x.png")
    #expect(refused.status == 2 && refused.stderr.contains("--size"), "\(refused.stderr)")
  }

  @Test func `requests have them, and every tile of a sheet is such a part`() throws {
    let bench = try Bench()
    try bench.copy(.h264BFrames, to: "a.mp4")
    let request =
      #"{"video": "a.mp4", "frame": 2, "crop": "60x30+7+9", "size": "20x20", "fit": "cover", "output": "2.png"}"#
    let result = try bench.framegrab(["--serve"], input: Data((request + "\n").utf8))
    #expect(result.status == 0)
    try bench.framegrab(
      "a.mp4", "--frame", "2", "--crop", "60x30+7+9", "--size", "20x20", "--fit", "cover", "-o", "c.png", "--json"
    ).expectObject(["width": 20, "height": 20], ratio: "1:1")
    #expect(try bench.bytes("2.png") == bench.bytes("c.png"))
    let sheet = try bench.framegrab(
      "a.mp4", "--frame", "2", "--frame", "3", "--crop", "60x30+7+9", "--width", "20", "--sheet", "2x1", "-o", "s.png",
      "--json")
    let tiles = try sheet.objects().compactMap { $0["tile"] as? [String: Int] }
    #expect(tiles == [0, 20].map { ["x": $0, "y": 0, "width": 20, "height": 10] })
  }
}

extension RunResult {
  fileprivate func expectObject(_ numbers: [String: Int], ratio: String) throws {
    let object = try #require(try objects().first)
    for (key, number) in numbers { #expect(object[key] as? Int == number, "\(key)") }
    #expect(object["sampleAspectRatio"] as? String == ratio)
  }
}

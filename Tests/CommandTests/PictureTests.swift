import Foundation
import TestSupport
import Testing

/// The contents of a PNG, and that they are reproducible.
@Suite struct PictureTests {
  private let clip = Fixture.h264Faststart.path

  /// Writes one frame and returns its name.
  private func grab(_ bench: Bench, _ fixture: Fixture, frame: Int = 2, _ words: String...) throws -> String {
    let name = "\(bench.names.count).png"
    let result = try bench.framegrab([fixture.path, "--frame", "\(frame)", "-o", name] + words)
    result.expectSuccess(name)
    return name
  }

  /// The keywords of a picture's text chunks.
  private func keywords(_ chunks: [PNGChunk]) -> Set<String> {
    let texts = chunks.filter { ["iTXt", "tEXt", "zTXt"].contains($0.name) }
    return Set(texts.map { String(decoding: $0.content.prefix { $0 != 0 }, as: UTF8.self) })
  }

  @Test func `the same input gives the same bytes`() throws {
    let bench = try Bench()
    try bench.copy(.h264BFrames, to: "v.mp4")
    try bench.framegrab("v.mp4", "--at", "3s", "-o", "a.png").expectSuccess("a.png")
    let date = [FileAttributeKey.modificationDate: Date(timeIntervalSince1970: 1_000_000_000)]
    try FileManager.default.setAttributes(date, ofItemAtPath: bench.url("v.mp4").path(percentEncoded: false))
    let later = try bench.shell("TZ=Asia/Tokyo LC_ALL=C framegrab v.mp4 --at 3s -o b.png")
    #expect(later.status == 0)
    // Other moments of the run and their order make no difference.
    let several = try bench.framegrab("v.mp4", "--at", "5s", "--at", "3s", "--at", "1s", "-o", "{time}.png")
    #expect(several.status == 0)
    #expect(try bench.bytes("a.png") == bench.bytes("b.png"))
    #expect(try bench.bytes("a.png") == bench.bytes("00.00.03.000.png"))
  }

  @Test(arguments: [
    // How make-clips.sh rotated the stored picture, which the display matrix undoes.
    (Fixture.h264Rotated, CornerMarks.Orientation.turned270, 120, 160), (.h264Flipped, .flippedHorizontally, 160, 120),
    (.h264FlippedVertical, .flippedVertically, 160, 120), (.h264BFrames, .upright, 160, 120),
  ])
  func `a picture is rotated upright, or left as it is stored`(
    clip: Fixture, stored: CornerMarks.Orientation, width: Int, height: Int
  ) throws {
    let bench = try Bench()
    let upright = try bench.picture(grab(bench, clip))
    #expect(CornerMarks.orientation(of: upright) == .upright && upright.width == 160 && upright.height == 120)
    let left = try bench.picture(grab(bench, clip, frame: 2, "--no-rotate"))
    #expect(CornerMarks.orientation(of: left) == stored && left.width == width && left.height == height)
    // The report has the stored orientation, whether or not the picture was rotated.
    let report = try #require(
      bench.framegrab(clip.path, "--frame", "2", "--no-rotate", "--json", "-o", "r.png").objects().first)
    let turned = try #require(bench.framegrab(clip.path, "--frame", "2", "--json", "-o", "t.png").objects().first)
    #expect(report["width"] as? Int == width && turned["width"] as? Int == 160)
    #expect(report["rotation"] as? Int == turned["rotation"] as? Int)
    if clip == .h264Rotated { #expect(report["rotation"] as? Int == 90) }
  }

  @Test func `full metadata has the source of the picture`() throws {
    let bench = try Bench()
    let chunks = try bench.chunks(grab(bench, .h264Faststart))
    #expect(keywords(chunks).isSuperset(of: ["Source", "Presentation timestamp", "Time base", "Time", "Frame index"]))
    let texts = chunks.filter { $0.name == "iTXt" }.map { String(decoding: $0.content, as: UTF8.self) }
    #expect(texts.contains { $0.hasPrefix("Source\0") && $0.hasSuffix("\0h264-faststart.mp4") })
    // Frame 2 starts at 2/25 s = 1024/12800 s.
    #expect(texts.contains { $0.hasPrefix("Presentation timestamp\0") && $0.hasSuffix("\01024") })
    #expect(texts.contains { $0.hasPrefix("Time base\0") && $0.hasSuffix("\01/12800") })
    #expect(texts.contains { $0.hasPrefix("Time\0") && $0.hasSuffix("\02/25") })
    #expect(texts.contains { $0.hasPrefix("Frame index\0") && $0.hasSuffix("\02") })
    #expect(!chunks.contains { $0.name == "tIME" })
  }

  @Test func `a frame by time has an index in its picture where the report has one`() throws {
    let bench = try Bench()
    try bench.framegrab(clip, "--at", "0.08s", "-o", "a.png").expectSuccess("a.png")
    #expect(try !keywords(bench.chunks("a.png")).contains("Frame index"))
    try bench.framegrab(clip, "--at", "0.08s", "--json", "-o", "b.png").expectFreeOfComplaints()
    // 0.08 s · 25/s = 2.
    let texts = try bench.chunks("b.png").filter { $0.name == "iTXt" }.map {
      String(decoding: $0.content, as: UTF8.self)
    }
    #expect(texts.contains { $0.hasPrefix("Frame index\0") && $0.hasSuffix("\02") })
    try bench.framegrab(clip, "--frame", "2", "-o", "c.png").expectSuccess("c.png")
    #expect(try bench.bytes("b.png") == bench.bytes("c.png"))
  }

  @Test func `the metadata option does not change the pixels`() throws {
    let bench = try Bench()
    for fixture in [Fixture.sar, .hevc10Bit, .rgba, .gray] {
      let full = try grab(bench, fixture, "--metadata", "full")
      let byDefault = try grab(bench, fixture)
      #expect(try bench.bytes(full) == bench.bytes(byDefault))
      let color = try grab(bench, fixture, "--metadata", "color")
      let none = try grab(bench, fixture, "--metadata=none")
      #expect(try keywords(bench.chunks(color)) == [])
      #expect(Set(try bench.chunks(none).map(\.name)) == ["IHDR", "IDAT", "IEND"])
      let colorNames: Set = ["cICP", "sRGB", "gAMA", "cHRM", "iCCP"]
      #expect(try !colorNames.isDisjoint(with: bench.chunks(color).map(\.name)), "\(fixture)")
      #expect(try bench.picture(full).samples == bench.picture(color).samples)
      #expect(try bench.picture(full).samples == bench.picture(none).samples)
    }
  }

  // Pixels of the shape 4:3 are wider than high: per unit there are 3 across for 4 down.
  @Test func `the shape of pixels is written, and they are not scaled`() throws {
    let bench = try Bench()
    let name = try grab(bench, .sar)
    let shape = try #require(bench.chunks(name).first { $0.name == "pHYs" }).content
    try #require(shape.count == 9)
    func number(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }
    #expect(4 * number(shape[0..<4]) == 3 * number(shape[4..<8]) && number(shape[0..<4]) > 0)
    #expect(shape[8] == 0)
    #expect(try bench.picture(name).width == 160)
    let square = try grab(bench, .h264Faststart)
    #expect(try !bench.chunks(square).contains { $0.name == "pHYs" })
  }

  @Test func `depth is the video's own unless it is set`() throws {
    let bench = try Bench()
    for fixture in [Fixture.hevc10Bit, .yuv422TenBit] {
      for (words, depth) in [([], 16), (["--depth", "auto"], 16), (["--depth", "16"], 16), (["--depth", "8"], 8)] {
        let name = "\(fixture.name)-\(words.joined()).png"
        try bench.framegrab([fixture.path, "--frame", "2", "-o", name] + words).expectSuccess(name)
        #expect(try bench.picture(name).bitDepth == depth)
        #expect(try bench.number(name) == 2)
        // Ten bits of the sixteen are significant.
        let significant = try bench.chunks(name).first { $0.name == "sBIT" }?.content
        #expect(significant == (depth == 16 ? [10, 10, 10] : nil), "\(name)")
      }
    }
    #expect(try bench.picture(grab(bench, .h264Faststart)).bitDepth == 8)
    #expect(try bench.picture(grab(bench, .h264Faststart, "--depth", "16")).bitDepth == 16)
  }

  @Test func `grey and alpha are kept`() throws {
    let bench = try Bench()
    for (fixture, type) in [(Fixture.gray, 0), (.h264Faststart, 2), (.rgba, 6), (.vp9Alpha, 6)] {
      let name = try grab(bench, fixture)
      #expect(try bench.picture(name).colorType == type, "\(fixture)")
      #expect(try bench.number(name) == 2)
    }
    // Between the corner marks the pictures with alpha are half transparent.
    for fixture in [Fixture.rgba, .vp9Alpha] {
      #expect(try bench.picture(grab(bench, fixture)).pixel(x: 80, y: 8)?.alpha == 128, "\(fixture)")
    }
  }

  @Test(arguments: [Fixture.h264Rotated, .h264Flipped, .h264FlippedVertical, .h264Faststart])
  func `pictures are upright`(fixture: Fixture) throws {
    let bench = try Bench()
    let name = try grab(bench, fixture)
    #expect(try bench.number(name) == 2)
    let picture = try bench.picture(name)
    #expect(CornerMarks.orientation(of: picture) == .upright)
    #expect(picture.width == 160 && picture.height == 120)
  }

  @Test(arguments: [(Fixture.h264Cropped, 166, 122), (.oddSize, 161, 121)])
  func `pictures have the display size`(fixture: Fixture, width: Int, height: Int) throws {
    let bench = try Bench()
    let picture = try bench.picture(grab(bench, fixture))
    #expect(picture.width == width && picture.height == height)
    #expect(BurntNumber.read(from: picture) == 2)
  }

  @Test func `each picture has its own size`() throws {
    let bench = try Bench()
    // At the border of two streams FFmpeg may call a packet corrupt, so a warning is allowed.
    let result = try bench.framegrab(Fixture.h264SizeChange.path, "--frame", "11", "--frame", "12", "-o", "%d")
    #expect(result.status == 0)
    #expect(result.lines == ["11", "12"])
    #expect(try [bench.picture("11").width, bench.picture("12").width] == [160, 240])
    #expect(try [bench.number("11"), bench.number("12")] == [11, 12])
  }
}

extension RunResult {
  fileprivate func expectFreeOfComplaints(sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(status == 0 && stderr == "", "\(stderr)", sourceLocation: sourceLocation)
  }
}

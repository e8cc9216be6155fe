import Foundation
import TestSupport
import Testing

/// Pictures of another size than the video's.
@Suite struct SizeTests {
  private let clip = Fixture.h264Faststart.path

  private func grab(_ bench: Bench, _ clip: String, _ words: String...) throws -> (name: String, facts: [String: Any]) {
    let name = "\(bench.names.count).png"
    let result = try bench.framegrab([clip, "--frame", "2", "--json", "-o", name] + words)
    #expect(result.status == 0 && result.stderr == "", "\(result.stderr)")
    return (name, try #require(result.objects().first))
  }

  /// The two numbers of pHYs; nil without one.
  private func shape(_ bench: Bench, _ name: String) throws -> [Int]? {
    guard let content = try bench.chunks(name).first(where: { $0.name == "pHYs" })?.content else { return nil }
    func number(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }
    try #require(content.count == 9)
    return [number(content[0..<4]), number(content[4..<8])]
  }

  @Test(arguments: [
    (["--size", "80x60"], 80, 60), (["--width", "80"], 80, 60), (["--height", "90"], 120, 90),
    (["--scale", "50%"], 80, 60), (["--scale=12.5%"], 20, 15), (["--scale", "150.0%"], 240, 180),
    (["--width", "200", "--height", "150"], 200, 150), (["--height", "150", "--width=200"], 200, 150),
    (["--scale", "100%"], 160, 120), (["--width", "007"], 7, 5), (["--width", "1"], 1, 1),
  ])
  func `the picture has the requested size`(words: [String], width: Int, height: Int) throws {
    let bench = try Bench()
    let result = try bench.framegrab([clip, "--frame", "2", "--json", "-o", "a.png"] + words)
    #expect(result.status == 0 && result.stderr == "")
    let picture = try bench.picture("a.png")
    #expect(picture.width == width && picture.height == height)
    let facts = try #require(result.objects().first)
    #expect(facts["width"] as? Int == width && facts["height"] as? Int == height)
    #expect(facts["sampleAspectRatio"] as? String == "1:1")
    #expect(try shape(bench, "a.png") == nil)
    // Blocks of 16 pixels: from half size on their middles are unchanged.
    if width >= 80 { #expect(BurntNumber.read(from: picture) == 2) }
  }

  @Test func `the same size is the same file`() throws {
    let bench = try Bench()
    for fixture in [Fixture.h264Faststart, .hevc10Bit, .rgba, .gray] {
      let plain = try grab(bench, fixture.path).name
      let same = try grab(bench, fixture.path, "--scale", "100%", "--pixels", "square").name
      #expect(try bench.bytes(plain) == bench.bytes(same))
      let small = try grab(bench, fixture.path, "--scale", "50%").name
      let again = try grab(bench, fixture.path, "--width", "80").name
      #expect(try bench.bytes(small) == bench.bytes(again))
      #expect(try bench.picture(small).colorType == bench.picture(plain).colorType)
      #expect(try bench.picture(small).bitDepth == bench.picture(plain).bitDepth)
      // If opacity overshoots, the numbers of the clip with alpha are no longer fully opaque.
      if fixture != .rgba { #expect(try bench.number(small) == 2) }
      // Computed samples use all bits.
      #expect(try !bench.chunks(small).contains { $0.name == "sBIT" })
      #expect(try bench.chunks(small).map(\.name).contains("sRGB"))
    }
  }

  @Test func `numbers of a large picture are read at half its size`() throws {
    let bench = try Bench()
    let made = try run(
      [
        "ffmpeg", "-v", "error", "-i", clip, "-frames:v", "5", "-vf", "scale=1280:960:flags=neighbor", "-c:v",
        "libx264",
        "-preset", "ultrafast", "-qp", "10", "big.mp4",
      ], in: bench.folder)
    #expect(made.status == 0, "\(made.stderr)")
    for words in [["--scale", "50%"], ["--width", "640"], ["--size", "333x777"], ["--height", "100"]] {
      let result = try bench.framegrab(["big.mp4", "--frame", "0..4", "-y", "-o", "%d.png"] + words)
      #expect(result.status == 0)
      for number in 0...4 { #expect(try bench.number("\(number).png") == number) }
    }
    #expect(try bench.picture("0.png").width == 133 && bench.picture("0.png").height == 100)
  }

  @Test func `sides are those of the upright picture`() throws {
    let bench = try Bench()
    // Stored as 120 by 160.
    let upright = try grab(bench, Fixture.h264Rotated.path, "--width", "80")
    #expect(upright.facts["width"] as? Int == 80 && upright.facts["height"] as? Int == 60)
    #expect(try bench.number(upright.name) == 2)
    #expect(CornerMarks.orientation(of: try bench.picture(upright.name)) == .upright)
    let stored = try grab(bench, Fixture.h264Rotated.path, "--width", "60", "--no-rotate")
    #expect(stored.facts["width"] as? Int == 60 && stored.facts["height"] as? Int == 80)
  }

  // The clip has 160 by 120 pixels of the shape 4 : 3, of which there are 3 across for 4 down.
  @Test func `the reported shape of pixels stays correct`() throws {
    let bench = try Bench()
    let clip = Fixture.sar.path
    for (words, size, ratio, density) in [
      ([], [160, 120], "4:3", [3, 4]), (["--pixels", "stored"], [160, 120], "4:3", [3, 4]),
      (["--width", "80"], [80, 60], "4:3", [3, 4]), (["--height", "30"], [40, 30], "4:3", [3, 4]),
      (["--scale", "200%"], [320, 240], "4:3", [3, 4]),
      // 4/3 · 160/80 · 120/120 → 8 : 3 at half the width; square when the width makes up for the shape.
      (["--size", "80x120"], [80, 120], "8:3", [3, 8]), (["--size", "320x180"], [320, 180], "1:1", nil),
      // 160 · 4/3 = 213.3; 120 · 100/213.3 = 56.25; 213.3 · 60/120 = 106.7.
      (["--pixels", "square"], [213, 120], "1:1", nil),
      (["--pixels", "square", "--width", "100"], [100, 56], "1:1", nil),
      (["--pixels", "square", "--height", "60"], [107, 60], "1:1", nil),
      (["--pixels", "square", "--scale", "50%"], [107, 60], "1:1", nil),
      (["--pixels", "square", "--size", "80x80"], [80, 80], "1:1", nil),
    ] as [([String], [Int], String, [Int]?)] {
      let result = try bench.framegrab([clip, "--frame", "2", "--json", "-y", "-o", "a.png"] + words)
      #expect(result.status == 0)
      let facts = try #require(result.objects().first)
      #expect([facts["width"] as? Int, facts["height"] as? Int] == size, "\(words)")
      #expect(facts["sampleAspectRatio"] as? String == ratio, "\(words)")
      #expect(try shape(bench, "a.png") == density, "\(words)")
      #expect(try [bench.picture("a.png").width, bench.picture("a.png").height] == size)
      if size[0] >= 80, size[1] >= 56 { #expect(try bench.number("a.png") == 2, "\(words)") }
    }
    // pngcheck 3.0 does not know cICP, which the third edition of PNG brought: the rest of the file is checked.
    let name = try grab(bench, clip, "--size", "80x120").name
    try bench.write(Data(PNGChunk.file(of: bench.chunks(name).filter { $0.name != "cICP" })), to: "b.png")
    let checked = try run(["pngcheck", "-v", "b.png"], in: bench.folder)
    #expect(checked.status == 0)
    #expect(checked.text.contains("3x8"), "\(checked.text)")
  }

  @Test func `a quarter turn swaps a pixel's sides`() throws {
    let bench = try Bench()
    try bench.copy(.sar, to: "turned.mp4")
    try bench.turn("turned.mp4", 0, 1, -1, 0)
    // 160 by 120 of 4 : 3 become 120 by 160 of 3 : 4; 160 · 4/3 = 213.3; 3/4 · 120/160 = 9/16.
    for (words, size, ratio, density) in [
      ([], [120, 160], "3:4", [4, 3]), (["--width", "60"], [60, 80], "3:4", [4, 3]),
      (["--pixels", "square"], [120, 213], "1:1", nil), (["--no-rotate"], [160, 120], "4:3", [3, 4]),
      (["--size", "120x120"], [120, 120], "9:16", [16, 9]),
    ] as [([String], [Int], String, [Int]?)] {
      let result = try bench.framegrab(["turned.mp4", "--frame", "2", "--json", "-y", "-o", "a.png"] + words)
      let facts = try #require(result.objects().first)
      #expect([facts["width"] as? Int, facts["height"] as? Int] == size, "\(words)")
      #expect(facts["sampleAspectRatio"] as? String == ratio, "\(words)")
      #expect(try shape(bench, "a.png") == density, "\(words)")
    }
  }

  @Test func `pixels that are higher than wide are made square by increasing the height`() throws {
    let bench = try Bench()
    let made = try run(
      ["ffmpeg", "-v", "error", "-i", clip, "-frames:v", "3", "-vf", "setsar=2/3", "-c:v", "ffv1", "high.mkv"],
      in: bench.folder)
    #expect(made.status == 0, "\(made.stderr)")
    // 120 · 3/2 = 180.
    let square = try grab(bench, "high.mkv", "--pixels", "square")
    #expect(square.facts["width"] as? Int == 160 && square.facts["height"] as? Int == 180)
    #expect(try shape(bench, square.name) == nil && bench.number(square.name) == 2)
    #expect(try shape(bench, grab(bench, "high.mkv", "--width", "80").name) == [3, 2])
  }

  @Test func `the checksum is that of the decoded picture at any size`() throws {
    let bench = try Bench()
    let plain = try bench.framegrab(clip, "--frame", "2", "--hash")
    #expect(
      try bench.framegrab(clip, "--frame", "2", "--hash", "--scale", "50%", "--deinterlace").stdout == plain.stdout)
  }

  @Test(arguments: [
    (["--size", "12x"], "'12x'"), (["--size", "x12"], "'x12'"), (["--size", "0x12"], "'0x12'"),
    (["--size", "12x0"], "'12x0'"), (["--size", "-1x12"], "'-1x12'"), (["--size", "65536x1"], "from 1 to 65535"),
    (["--size", "12x12x12"], "such as 640x360"), (["--size", "12"], "'12'"), (["--size", "12X12"], "'12X12'"),
    (["--size", "12 x12"], "'12 x12'"), (["--size", "+1x1"], "'+1x1'"), (["--size", "hd"], "'hd'"),
    (["--size", "1.5x2"], "'1.5x2'"), (["--size", "٣x٣"], "'٣x٣'"), (["--size="], "--size"),
    (["--size", "99999999999999999999x1"], "--size"),
    (["--width", "0"], "from 1 to 65535, not '0'"), (["--width", "-5"], "'-5'"), (["--width", "65536"], "'65536'"),
    (["--width", "1e3"], "'1e3'"), (["--width="], "--width"), (["--height", "0"], "--height"),
    (["--height", "18446744073709551617"], "--height"), (["--height", "9.5"], "'9.5'"), (["--height", "50%"], "'50%'"),
    (["--scale", "50"], "such as 50%"), (["--scale", "0.5"], "such as 50%"), (["--scale", "0%"], "above 0"),
    (["--scale", "0.0000%"], "above 0"), (["--scale", "-50%"], "'-50%'"), (["--scale", "%"], "'%'"),
    (["--scale", "50%%"], "'50%%'"), (["--scale", ".5%"], "'.5%'"), (["--scale", "5.%"], "'5.%'"),
    (["--scale", "1.2.3%"], "'1.2.3%'"), (["--scale", "1000000%"], "at most 6 digits"),
    (["--scale", "1.00001%"], "4 after it"), (["--scale", "nan%"], "'nan%'"), (["--scale="], "--scale"),
    (["--pixels", "round"], "unknown value 'round' for '--pixels' (stored, square)"),
    (["--size", "8x8", "--width", "8"], "--size and --width exclude each other"),
    (["--size", "8x8", "--height", "8"], "--size and --height exclude each other"),
    (["--size", "8x8", "--scale", "8%"], "--size and --scale exclude each other"),
    (["--scale", "8%", "--width", "8"], "--scale and --width exclude each other"),
    (["--height", "8", "--scale", "8%"], "--scale and --height exclude each other"),
    (["--width", "8", "--height", "8", "--size", "8x8"], "exclude each other"),
    (["--deinterlace=yes"], "'--deinterlace' takes none"),
  ])
  func `an invalid size is refused before any work`(words: [String], reason: String) throws {
    let bench = try Bench()
    try bench.framegrab(["missing.mp4", "--at", "0"] + words).expectFailure(2, reason)
    #expect(bench.names == [])
  }

  @Test func `the limit of pixels applies to the written picture`() throws {
    let bench = try Bench()
    // 160 by 120 are 19 200; 161 by 121 (120.75) are 19 481.
    try bench.framegrab(clip, "--frame", "2", "--width", "161", "--max-pixels", "19480").expectFailure(
      6, "161×121", "--max-pixels")
    #expect(try bench.framegrab(clip, "--frame", "2", "--width", "161", "--max-pixels", "19481").status == 0)
    try bench.framegrab(clip, "--frame", "2", "-y", "--size", "65535x65535").expectFailure(6, "--max-pixels")
    // 16 000 by 12 000; a scaled side of 1 599 998.4 pixels exceeds the limit of a side.
    try bench.framegrab(clip, "--frame", "2", "-y", "--scale", "10000%").expectFailure(6, "--max-pixels")
    try bench.framegrab(clip, "--frame", "2", "-y", "--scale", "999999%").expectFailure(6, "1599998 pixels", "65535")
    try bench.framegrab(clip, "--frame", "2", "-y", "--width", "65535").expectFailure(6, "--max-pixels")
    #expect(bench.names.count == 1)
  }

  @Test func `a drawing of a gesture has no size`() throws {
    let bench = try Bench()
    for words in [
      ["--size", "8x8"], ["--width", "8"], ["--height", "8"], ["--scale", "8%"], ["--pixels", "square"],
      ["--deinterlace"],
    ] {
      for show in [["--plot", "a.svg"], ["--trace"]] {
        try bench.framegrab(["--gesture", "g.json"] + show + words).expectFailure(2, words[0])
      }
    }
    #expect(bench.names == [])
  }
}

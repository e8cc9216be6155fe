import Foundation
import TestSupport
import Testing

/// Sheets and their index, by the numbers that the clips show and by the samples of `--raw`.
@Suite struct SheetTests {
  /// A time in milliseconds, rounded up, and 0 at least.
  private static func milliseconds(_ time: Fraction) -> Int {
    let (quotient, rest) = (1000 * time.numerator).quotientAndRemainder(dividingBy: time.denominator)
    return max(0, Int(quotient) + (rest > 0 ? 1 : 0))
  }

  /// The pictures of a clip as `--raw` gives them, on black.
  private func raw(_ bench: Bench, _ fixture: Fixture, count: Int) throws -> [[UInt8]] {
    let hasAlpha = [Fixture.rgba, .vp9Alpha].contains(fixture)
    let words = fixture == .h264SizeChange ? ["--size", "160x120"] : []
    let result = try bench.framegrab(
      [fixture.path, "--all", "--raw", hasAlpha ? "rgba" : "rgb24", "--pixels", "square", "--color", "srgb", "-o", "-"]
        + words)
    try #require(result.status == 0 && result.stdout.count % count == 0, "\(result.stderr)")
    let all = Array(result.stdout)
    let size = all.count / count
    var pictures: [[UInt8]] = []
    for number in 0..<count {
      let picture = Array(all[(number * size)..<((number + 1) * size)])
      pictures.append(hasAlpha ? Self.onBlack(picture) : picture)
    }
    return pictures
  }

  /// Each colour times opacity, to the nearest code.
  private static func onBlack(_ picture: [UInt8]) -> [UInt8] {
    var colors: [UInt8] = []
    for pixel in stride(from: 0, to: picture.count, by: 4) {
      let opacity = Int(picture[pixel + 3])
      for channel in 0..<3 { colors.append(UInt8((Int(picture[pixel + channel]) * opacity + 127) / 255)) }
    }
    return colors
  }

  @Test(arguments: Fixture.withPictures) func `each frame has its tile and its time`(_ fixture: Fixture) throws {
    let bench = try Bench()
    let frames = try fixture.expectedFrames()
    let jobs = "\(fixture.name.utf8.count % 3 + 1)"
    let result = try bench.framegrab(
      fixture.path, "--all", "--sheet", "4x3", "--compression", "fast", "-o", "t.vtt", "--json", "-j", jobs)
    try #require(result.status == 0, "\(result.stderr)")
    let (track, tiles) = try bench.tiles("t.vtt")
    let pictures = try raw(bench, fixture, count: frames.count)
    // Of frames that start at one time, and of those up to t = 0, the last is on screen from there on.
    let starts = frames.map { Self.milliseconds($0.clock) }
    let shown = frames.indices.filter { $0 + 1 == starts.count || starts[$0] < starts[$0 + 1] }
    #expect(track.cues.map(\.from) == shown.map { starts[$0] })
    #expect(track.cues.dropLast().map(\.to) == track.cues.dropFirst().map(\.from))
    for (frame, tile) in zip(shown, tiles) {
      #expect(BurntNumber.read(from: tile) == frames[frame].number, "frame \(frame)")
      #expect(tile.colors == pictures[frame], "frame \(frame)")
    }
    let objects = try result.objects()
    #expect(objects.count == frames.count + 1)
    let end = try #require(objects.last)
    #expect(end["index"] as? String == "t.vtt" && end["outcome"] as? String == "written")
    #expect(end["tiles"] as? Int == shown.count && end["sheets"] as? Int == (shown.count + 11) / 12)
    for (frame, cue) in zip(shown, track.cues) {
      let tile = try #require(objects[frame]["tile"] as? [String: Int])
      #expect(["x", "y", "width", "height"].map { tile[$0] } == cue.tile.map { $0 })
      #expect(objects[frame]["output"] as? String == String(decoding: cue.sheet, as: UTF8.self))
    }
  }

  @Test(arguments: [Fixture.h264BFrames, .h264OpenGOP, .h264Fields, .hevc10Bit])
  func `any number of decoders makes the same bytes`(_ fixture: Fixture) throws {
    let bench = try Bench()
    var first: [Data] = []
    let count = try fixture.expectedFrames().count
    for jobs in ["1", "2", "3", "8"] {
      let result = try bench.framegrab(
        fixture.path, "--all", "--sheet", "2x1", "-o", "\(jobs)/t.vtt", "--mkdir", "-j", jobs)
      #expect(result.status == 0, "\(result.stderr)")
      let files = try result.lines.map { try bench.bytes($0) }
      if jobs == "1" { first = files }
      #expect(files == first && files.count == (count + 1) / 2 + 1)
    }
  }

  /// h264-bframes.mp4 has 150 frames of 40 ms, so 6 s; its sound ends later.
  @Test func `a small index, byte for byte`() throws {
    let bench = try Bench()
    try bench.copy(.h264BFrames, to: "v.mp4")
    try bench.framegrab("v.mp4", "--every", "2.5s", "--sheet", "2x1", "-o", "x/{stem}.vtt", "--mkdir", "--to", "6s")
      .expectSuccess("x/v-001.png", "x/v-002.png", "x/v.vtt")
    #expect(
      try bench.bytes("x/v.vtt")
        == Data(
          """
          WEBVTT

          00:00:00.000 --> 00:00:02.500
          v-001.png#xywh=0,0,160,120

          00:00:02.500 --> 00:00:05.000
          v-001.png#xywh=160,0,160,120

          00:00:05.000 --> 00:00:06.000
          v-002.png#xywh=0,0,160,120

          """.utf8))
    // The middles are 1.25, 3.75 and 5.5 s: frames 31, 93 and 137. A last sheet of one row has as many columns.
    #expect(try bench.tiles("x/v.vtt").tiles.map { BurntNumber.read(from: $0) } == [31, 93, 137])
    #expect(try bench.picture("x/v-002.png").width == 160)
    #expect(try bench.chunks("x/v-001.png").map(\.name).filter { $0 != "IDAT" } == ["IHDR", "IEND"])
  }

  @Test func `pieces of every kind of moment`() throws {
    let bench = try Bench()
    try bench.copy(.h264BFrames, to: "v.mp4")
    try bench.write("0.5s\n1/3s\n", to: "list")
    // Where pieces begin, in milliseconds rounded up, and the numbers that their tiles show. Frames have 40 ms.
    let cases: [([String], [Int], [Int])] = [
      (["--count", "3"], [0, 2000, 4000], [25, 75, 125]),
      (["--count", "4", "--from", "1s", "--to", "2s"], [1000, 1250, 1500, 1750], [28, 34, 40, 46]),
      (["--every", "7/3s"], [0, 2334, 4667], [29, 87, 133]),
      (["--every", "1s", "--from", "4.5s"], [4500, 5500], [125, 143]),
      (["--at", "3s", "--at", "1001/1000s", "--at", "3s"], [1001, 3000], [25, 75]),
      (["--at", "-1s", "--at-list", "list"], [334, 500, 5000], [8, 12, 125]),
      (["--frame", "20", "--frame", "3..5"], [120, 160, 200, 800], [3, 4, 5, 20]),
      // The picture is moved, never the piece.
      (["--frame", "10..11", "--step", "5"], [400, 440], [15, 16]),
      (["--at", "1s", "--snap", "previous-keyframe"], [1000], [0]),
      // At the end, the last frame is shown from its start on.
      (["--at", "1s", "--at", "end"], [1000, 5960], [25, 149]),
      (["--at", "99s", "--at", "1s", "--clamp"], [1000, 5960], [25, 149]),
      // Keyframes are 60 apart.
      (["--keyframes"], [0, 2400, 4800], [0, 60, 120]),
      (["--keyframes", "--step", "1"], [0, 2400, 4800], [1, 61, 121]),
      (["--all", "--from", "5.9s"], [5920, 5960], [148, 149]),
    ]
    for (number, (words, starts, numbers)) in cases.enumerated() {
      let result = try bench.framegrab(["v.mp4", "-o", "\(number).vtt"] + words)
      try #require(result.status == 0, "\(words): \(result.stderr)")
      let (track, tiles) = try bench.tiles("\(number).vtt")
      #expect(track.cues.map(\.from) == starts, "\(words)")
      #expect(tiles.map { BurntNumber.read(from: $0) } == numbers, "\(words)")
      #expect(track.cues.dropLast().map(\.to) == track.cues.dropFirst().map(\.from), "\(words)")
      let end = words.contains("--to") ? 2000 : try statedEnd(bench, "v.mp4")
      #expect(track.cues.last?.to == end, "\(words)")
    }
  }

  /// The length that the container states, as ffprobe reads it, in milliseconds rounded up.
  private func statedEnd(_ bench: Bench, _ name: String) throws -> Int {
    let words = ["ffprobe", "-v", "error", "-show_entries", "format=duration", "-of", "csv=p=0", name]
    let text = try run(words, in: bench.folder).text.filter { $0.isNumber }
    // Six decimals.
    return (try #require(Int(text)) + 999) / 1000
  }

  @Test func `without an index, tiles are in the order of the command line`() throws {
    let bench = try Bench()
    try bench.copy(.h264BFrames, to: "v.mp4")
    try bench.framegrab("v.mp4", "--at", "3s", "--frame", "7", "--keyframes", "--sheet", "2x")
      .expectSuccess("v-sheet-001.png")
    let sheet = try bench.picture("v-sheet-001.png")
    #expect(sheet.width == 320 && sheet.height == 360)
    let numbers = (0..<6).map { place in
      sheet.part([place % 2 * 160, place / 2 * 120, 160, 120]).flatMap { BurntNumber.read(from: $0) }
    }
    #expect(numbers == [75, 7, 0, 60, 120, nil])
    // The empty cell is black.
    #expect(sheet.part([160, 240, 160, 120])?.colors.allSatisfy { $0 == 0 } == true)
    // A short part shows a frame again; sheets are numbered as the name says.
    try bench.framegrab("v.mp4", "--count", "5", "--to", "0.08s", "--sheet", "2x1", "-o", "s%d-{sheet:02}.png")
      .expectSuccess("s1-01.png", "s2-02.png", "s3-03.png")
    let streamed = try bench.framegrab("v.mp4", "--count", "2", "--width", "80", "--sheet", "2x1", "-o", "-")
    let picture = try DecodedPNG(streamed.stdout)
    #expect(picture.width == 160 && picture.height == 60)
  }

  /// Tiles of 160 by 120 on sheets of 3 by 2.
  @Test func `a sheet has the rows and columns that it needs`() throws {
    let bench = try Bench()
    try bench.copy(.h264BFrames, to: "v.mp4")
    let sizes: [(Int, [[Int]])] = [
      (1, [[160, 120]]), (2, [[320, 120]]), (3, [[480, 120]]), (4, [[480, 240]]), (6, [[480, 240]]),
      (7, [[480, 240], [160, 120]]), (10, [[480, 240], [480, 240]]),
    ]
    for (count, expected) in sizes {
      let result = try bench.framegrab("v.mp4", "--count", "\(count)", "--sheet", "3x2", "-o", "\(count)-{sheet}.png")
      #expect(try result.lines.map { try [bench.picture($0).width, bench.picture($0).height] } == expected)
    }
    // Players take sides up to 4096: 6 tiles of 640, 8 of 480 are one of 4 columns more than fits.
    let wide = try bench.framegrab("v.mp4", "--count", "70", "--width", "640", "-o", "w.vtt", "--dry-run")
    #expect(wide.lines == ["w-001.png", "w-002.png", "w.vtt"])
    // 1600 / 32 is 50 pixels; its height is half of 75, rounded up.
    try bench.framegrab("v.mp4", "--count", "2", "--sheet", "32x1", "-o", "n.png").expectSuccess("n.png")
    #expect(try bench.picture("n.png").width == 100 && bench.picture("n.png").height == 38)
  }

  @Test func `names are written as addresses`() throws {
    let bench = try Bench()
    for name in ["a b&c#1%", "it's \"x\"", "é+~_", "ü?;:@"] {
      try bench.copy(.oneFrame, to: name + ".mp4")
      let result = try bench.framegrab(name + ".mp4", "--all", "-o", "{stem}.vtt")
      #expect(result.status == 0, "\(result.stderr)")
      let track = try #require(try ThumbnailTrack(bench.bytes(name + ".vtt")))
      #expect(track.cues.map { String(decoding: $0.sheet, as: UTF8.self) } == [name + "-001.png"])
    }
    #expect(try bench.bytes("a b&c#1%.vtt").contains(Data("\na%20b%26c%231%25-001.png#xywh=0,0,160,120\n".utf8)))
    // Invalid UTF-8, byte by byte.
    let result = try bench.shell(
      "framegrab \"$1\" --all -o \"$(printf 'x\\377y').vtt\" -q && cat x*.vtt", Fixture.oneFrame.path)
    #expect(result.text.contains("\nx%FFy-001.png#xywh="), "\(result.text) \(result.stderr)")
  }

  @Test func `ffprobe reads as many cues, at the same times`() throws {
    let bench = try Bench()
    let result = try bench.framegrab(Fixture.h264NTSC.path, "--every", "1001/10000s", "-o", "t.vtt")
    #expect(result.status == 0)
    let track = try #require(try ThumbnailTrack(bench.bytes("t.vtt")))
    let packets = try run(
      [
        "ffprobe", "-v", "error", "-show_entries", "packet=pts_time,duration_time:stream=codec_name", "-of", "csv=p=0",
        "t.vtt",
      ],
      in: bench.folder)
    let lines = packets.lines
    #expect(lines.last == "webvtt" && lines.count == track.cues.count + 1)
    let times = lines.dropLast().map {
      $0.split(separator: ",").compactMap { Double($0).map { Int(($0 * 1000).rounded()) } }
    }
    #expect(times == track.cues.map { [$0.from, $0.to - $0.from] })
  }
}

import Foundation
import TestSupport
import Testing

/// Interlaced clips whose two fields show the numbers of two different pictures.
@Suite struct DeinterlaceTests {
  /// Picture k has picture 2k's rows 0, 2, 4 … and picture 2k + 1's rows between.
  private func weave(
    _ bench: Bench, _ name: String, size: String, topFirst: Bool, _ coding: String...
  ) throws {
    let made = try run(
      [
        "ffmpeg", "-v", "error", "-i", Fixture.h264Faststart.path, "-frames:v", "4", "-vf",
        "scale=\(size):flags=neighbor,tinterlace=mode=interleave_top,setfield=\(topFirst ? "tff" : "bff")",
        "-field_order", topFirst ? "tt" : "bb",
      ] + coding + [name], in: bench.folder)
    #expect(made.status == 0, "\(made.stderr)")
  }

  /// The numbers that the first three pictures show.
  private func numbers(_ bench: Bench, _ clip: String, _ words: String...) throws -> [Int?] {
    let result = try bench.framegrab([clip, "--frame", "0..2", "-y", "-o", "%d.png"] + words)
    #expect(result.status == 0 && result.stderr == "", "\(result.stderr)")
    return try (0..<3).map { try bench.number("\($0).png") }
  }

  private func expectFirstField(
    _ bench: Bench, _ clip: String, topFirst: Bool, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    #expect(try numbers(bench, clip) == [nil, nil, nil], sourceLocation: sourceLocation)
    let first = topFirst ? 0 : 1
    #expect(
      try numbers(bench, clip, "--deinterlace") == [first, first + 2, first + 4], sourceLocation: sourceLocation)
    let result = try bench.framegrab(clip, "--frame", "0", "--deinterlace", "--json", "-y", "-o", "a.png")
    #expect(try result.objects().first?["deinterlaced"] as? Bool == true, sourceLocation: sourceLocation)
    let woven = try bench.framegrab(clip, "--frame", "0", "--json", "-y", "-o", "a.png")
    #expect(try woven.objects().first?["deinterlaced"] as? Bool == false, sourceLocation: sourceLocation)
  }

  @Test func `where nothing is marked as interlaced, a line says so`() throws {
    let words = ["--frame", "0..2", "--deinterlace", "--dry-run", "-o", "{index}.png"]
    let bench = try Bench()
    #expect(try bench.framegrab([Fixture.h264Faststart.path] + words).stderr.isEmpty)
    let result = try bench.framegrab([Fixture.h264Faststart.path] + words.filter { $0 != "--dry-run" })
    #expect(result.status == 0 && result.complaints.count == 1, "\(result.stderr)")
    #expect(result.stderr.contains("no picture is marked as interlaced, so --deinterlace changed nothing"))
  }

  @Test(arguments: [true, false])
  func `MPEG-2`(topFirst: Bool) throws {
    let bench = try Bench()
    try weave(
      bench, "v.mpg", size: "320:240", topFirst: topFirst, "-c:v", "mpeg2video", "-flags", "+ildct+ilme", "-q:v", "2")
    try expectFirstField(bench, "v.mpg", topFirst: topFirst)
  }

  @Test(arguments: [true, false])
  func `H.264 whose macroblocks choose between field and frame`(topFirst: Bool) throws {
    let bench = try Bench()
    try weave(
      bench, "v.mp4", size: "320:240", topFirst: topFirst, "-c:v", "libx264", "-flags", "+ildct+ilme", "-x264-params",
      "\(topFirst ? "tff" : "bff")=1:qp=10:bframes=2")
    try expectFirstField(bench, "v.mp4", topFirst: topFirst)
  }

  @Test func `converted to sRGB and reduced in size at once`() throws {
    let bench = try Bench()
    try weave(
      bench, "v.mp4", size: "320:240", topFirst: false, "-c:v", "libx264", "-flags", "+ildct+ilme", "-x264-params",
      "bff=1:qp=10", "-color_primaries", "bt709", "-color_trc", "bt709", "-colorspace", "bt709")
    #expect(try numbers(bench, "v.mp4", "--deinterlace", "--color", "srgb") == [1, 3, 5])
    #expect(try numbers(bench, "v.mp4", "--deinterlace", "--color", "srgb", "--scale", "50%") == [1, 3, 5])
    let result = try bench.framegrab(
      "v.mp4", "--frame", "0", "--deinterlace", "--color=srgb", "--width=160", "--json", "-y", "-o", "a.png")
    let report = try #require(result.objects().first)
    #expect(report["deinterlaced"] as? Bool == true && report["width"] as? Int == 160)
    #expect((report["color"] as? [String: Any])?["transfer"] as? String == "bt709")
    #expect((report["samples"] as? [String: Any])?["transfer"] as? String == "iec61966-2-1")
  }

  @Test func `DV, whose lower field comes first`() throws {
    let bench = try Bench()
    try weave(bench, "v.dv", size: "720:576", topFirst: false, "-c:v", "dvvideo", "-pix_fmt", "yuv420p")
    try expectFirstField(bench, "v.dv", topFirst: false)
  }

  @Test(arguments: [true, false])
  func `4:2:2 with more than 8 bits`(topFirst: Bool) throws {
    let bench = try Bench()
    try weave(
      bench, "v.mov", size: "320:240", topFirst: topFirst, "-pix_fmt", "yuv422p10le", "-c:v", "prores_ks", "-flags",
      "+ildct", "-profile:v", "hq")
    try expectFirstField(bench, "v.mov", topFirst: topFirst)
    #expect(try bench.picture("0.png").bitDepth == 16)
  }

  @Test func `also rotated, reduced in size and with square pixels`() throws {
    let bench = try Bench()
    try weave(
      bench, "v.mp4", size: "320:240", topFirst: false, "-c:v", "libx264", "-flags", "+ildct+ilme", "-x264-params",
      "bff=1:qp=10", "-aspect", "16:9")
    try bench.ffmpeg(["-i", "v.mp4", "-c", "copy", "t.mp4"])
    try bench.turn("t.mp4", -1, 0, 0, -1)
    // 240 lines of 16 : 9 are 426.7 wide.
    #expect(try numbers(bench, "v.mp4", "--deinterlace", "--pixels", "square") == [1, 3, 5])
    #expect(try bench.picture("0.png").width == 427)
    #expect(try numbers(bench, "v.mp4", "--deinterlace", "--width", "160") == [1, 3, 5])
    #expect(try bench.picture("0.png").height == 120)
    let result = try bench.framegrab("t.mp4", "--frame", "1", "--deinterlace", "--json", "-o", "turned.png")
    let small = try bench.framegrab("t.mp4", "--frame", "1", "--deinterlace", "--json", "--width", "8", "-o", "s.png")
    #expect(try small.objects().first?["deinterlaced"] as? Bool == true)
    try bench.framegrab("t.mp4", "--frame", "1", "--deinterlace", "--no-rotate", "-o", "stored.png")
      .expectSuccess("stored.png")
    let facts = try #require(result.objects().first)
    #expect(facts["deinterlaced"] as? Bool == true && facts["rotation"] as? Int == 180)
    #expect(try bench.number("stored.png") == 3)
    let (upright, stored) = (try bench.picture("turned.png"), try bench.picture("stored.png"))
    for y in 0..<240 {
      for x in 0..<320 where upright.pixel(x: x, y: y)?.green != stored.pixel(x: 319 - x, y: 239 - y)?.green {
        Issue.record("the picture is not turned at \(x), \(y)")
        return
      }
    }
  }

  @Test func `a picture that is not interlaced is left alone`() throws {
    let bench = try Bench()
    for fixture in [Fixture.h264Faststart, .mpeg2TransportStream, .rgba] {
      try bench.framegrab(fixture.path, "--frame", "2", "-y", "-o", "a.png").expectSuccess("a.png")
      let result = try bench.framegrab(fixture.path, "--frame", "2", "--deinterlace", "--json", "-y", "-o", "b.png")
      #expect(try result.objects().first?["deinterlaced"] as? Bool == false)
      #expect(try bench.bytes("a.png") == bench.bytes("b.png"))
    }
  }
}

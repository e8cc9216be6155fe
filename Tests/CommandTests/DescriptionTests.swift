import Foundation
import TestSupport
import Testing

/// The output of --info, compared with how the clips were made.
@Suite struct DescriptionTests {
  private func object(_ bench: Bench, _ path: String) throws -> [String: Any] {
    let result = try bench.framegrab(path, "--info", "--json")
    #expect(result.status == 0 && result.stderr == "")
    return try #require(result.objects().first)
  }

  private static let keys: Set = [
    "input", "fileSize", "container", "containerTitle", "stream", "codec", "profile", "level", "width", "height",
    "pixelFormat", "bitDepth", "alpha", "sampleAspectRatio", "displayAspectRatio", "rotation", "mirrored", "color",
    "hdr",
    "fieldOrder", "frames", "framesCounted", "keyframes", "longestKeyframeDistance", "claimedFrames", "cutOff", "start",
    "duration", "clock", "timeBase", "rate", "variableRate", "bitRate", "timecode", "created", "location", "latitude",
    "longitude",
    "altitude", "make", "model", "software", "chapters", "streams",
  ]

  @Test(arguments: Fixture.withPictures)
  func `every video has every key`(fixture: Fixture) throws {
    let object = try object(Bench(), fixture.path)
    #expect(Set(object.keys) == Self.keys)
    let streams = try #require(object["streams"] as? [[String: Any]])
    for stream in streams {
      #expect(
        Set(stream.keys) == [
          "index", "kind", "codec", "attachedPicture", "language", "title", "disposition", "bitRate", "sampleRate",
          "channels",
        ])
    }
    #expect(object["fileSize"] as? Int == (try fixture.bytes().count))
  }

  @Test func `a plain clip`() throws {
    let bench = try Bench()
    let object = try object(bench, Fixture.h264Faststart.path)
    // 50 frames of 1/25 s with a keyframe every 12; the last two are 48 and 49.
    #expect(object["frames"] as? Int == 50 && object["framesCounted"] as? String == "packets")
    #expect(object["keyframes"] as? Int == 5 && object["longestKeyframeDistance"] as? Int == 12)
    #expect((object["duration"] as? [String: String])?["exact"] == "2")
    #expect(object["rate"] as? String == "25" && object["variableRate"] as? Bool == false)
    // 9619 bytes in two seconds.
    #expect(object["bitRate"] as? Int == (try Fixture.h264Faststart.bytes().count) * 4)
    #expect(object["codec"] as? String == "h264" && object["profile"] as? String == "High")
    // The smallest level for 160×120 at 25 a second with this many references, as the encoder wrote it: 11.
    #expect(object["level"] as? String == "1.1")
    #expect(object["bitDepth"] as? Int == 8 && object["alpha"] as? Bool == false)
    #expect(object["displayAspectRatio"] as? String == "4:3" && object["fieldOrder"] as? String == "progressive")
    #expect(object["hdr"] is NSNull && object["created"] is NSNull && object["latitude"] is NSNull)
    let color = try #require(object["color"] as? [String: Any])
    #expect(color["matrix"] as? String == "smpte170m" && color["range"] as? String == "limited")
    #expect(color["guessed"] as? [String] == ["matrix", "range", "primaries", "transfer"])
  }

  @Test(arguments: [("libx264", "h264_metadata"), ("libx265", "hevc_metadata")])
  func `columns that the stream cuts off on the left are in no picture`(coder: String, filter: String) throws {
    let bench = try Bench()
    // Ten of 320 columns, which no alignment of memory divides.
    let source = ["-f", "lavfi", "-i", "testsrc2=s=320x240:r=25:d=0.4"]
    try bench.ffmpeg(source + ["-c:v", coder, "full.mp4"])
    try bench.ffmpeg(["-i", "full.mp4", "-c", "copy", "-bsf:v", "\(filter)=crop_left=10:crop_right=0", "v.mp4"])
    try bench.ffmpeg(["-i", "full.mp4", "-vf", "crop=310:240:10:0:exact=1", "-c:v", "ffv1", "truth.mkv"])
    let answers = try bench.framegrab("v.mp4", "--all", "--hash", "--json").objects()
    #expect(answers.map { $0["hash"] as? String } == (try linearHashes(of: "truth.mkv", in: bench.folder)))
    #expect(answers.count == 10 && answers.allSatisfy { $0["width"] as? Int == 310 })
    #expect(try object(bench, "v.mp4")["width"] as? Int == 310)
    // Converted pictures, too.
    let converted = try ["v.mp4", "truth.mkv"].map { name in
      _ = try bench.framegrab(name, "--frame", "3", "-o", "\(name).png")
      return try linearHashes(of: "\(name).png", in: bench.folder)
    }
    #expect(converted[0].count == 1 && converted[0] == converted[1])
  }

  @Test func `chapters are listed with their starts and titles`() throws {
    let bench = try Bench()
    // As Fixtures/make-clips.sh wrote them.
    let chapters = try #require(try object(bench, Fixture.chapters.path)["chapters"] as? [[String: Any]])
    #expect(chapters.map { ($0["start"] as? [String: String])?["exact"] } == ["0", "7/25", "21/50", "61/100"])
    #expect(chapters.map { $0["title"] as? String } == ["Opening", "../../etc/pass:wd", ".", "Été № 4"])
    let lines = try bench.framegrab(Fixture.chapters.path, "--info").lines
    #expect(lines.filter { $0.hasPrefix("chapter ") }.last == "chapter 4  0.610 s, Été № 4")
    #expect(try object(bench, Fixture.h264Faststart.path)["chapters"] as? [String] == [])
    func count(of number: Int, title: String) throws -> (listed: Int?, lines: Int) {
      let list = (0..<number).map { "[CHAPTER]\nTIMEBASE=1/1000\nSTART=\($0)\nEND=\($0 + 1)\ntitle=\(title)\n" }
      try bench.write(";FFMETADATA1\n" + list.joined(), to: "chapters.txt")
      try bench.ffmpeg([
        "-i", Fixture.h264Faststart.path, "-i", "chapters.txt", "-map_chapters", "1", "-c", "copy", "-y", "many.mkv",
      ])
      let listed = try object(bench, "many.mkv")["chapters"] as? [[String: Any]]
      return (listed?.count, try bench.framegrab("many.mkv", "--info").lines.count { $0.hasPrefix("chapter") })
    }
    // More than a megabyte: JSON has six bytes for each of these.
    #expect(try count(of: 50, title: String(repeating: "\u{1}", count: 4096)) == (50, 50))
    #expect(try count(of: 1000, title: "a") == (1000, 1000))
    #expect(try count(of: 1001, title: "a") == (nil, 1))
  }

  @Test func `rates as people write them, with the fraction beside`() throws {
    let bench = try Bench()
    func rate(_ path: String) throws -> String? {
      try bench.framegrab(path, "--info").lines.first { $0.hasPrefix("rate ") }.map {
        String($0.dropFirst("rate ".count).drop { $0 == " " })
      }
    }
    // 30000/1001 is 29.97003: rounded, not up.
    #expect(try rate(Fixture.h264NTSC.path) == "29.97 (30000/1001) frames a second")
    #expect(try rate(Fixture.h264Faststart.path) == "25 frames a second")
    for (fraction, text) in [
      ("24000/1001", "23.976 (24000/1001)"), ("60000/1001", "59.94 (60000/1001)"), ("25/2", "12.5 (25/2)"),
    ] {
      try bench.ffmpeg(["-f", "lavfi", "-i", "testsrc=s=64x64:r=\(fraction)", "-frames:v", "12", "-y", "v.mp4"])
      #expect(try rate("v.mp4") == text + " frames a second")
      // Scripts get the exact one.
      #expect(try object(bench, "v.mp4")["rate"] as? String == fraction)
    }
    // Starts in whole milliseconds: 240 frames end at 9.999 s or 10 s, by the rounding.
    try bench.ffmpeg(["-f", "lavfi", "-i", "testsrc=s=64x64:r=24", "-frames:v", "240", "-y", "v.mkv"])
    #expect(try rate("v.mkv") == "24 frames a second")
    // Matroska rounds the duration to a nanosecond, and FFmpeg its rate to 19001/317; of 25 pictures 60 would be as near.
    let fast = "-f lavfi -i testsrc=s=64x64:r=60000/1001 -frames:v 25 -timecode 00:00:59;50 -y v.mkv"
    try bench.ffmpeg(fast.split(separator: " ").map(String.init))
    #expect(try rate("v.mkv") == "59.94 (60000/1001) frames a second")
    // Ten frames behind the first, and two numbers that are left out.
    let asked = try bench.framegrab("v.mkv", "--at", "00:01:00;05", "--json", "-n").objects()
    #expect(asked.first?["index"] as? Int == 11)
    #expect(try rate(Fixture.h264VFR.path)?.hasSuffix(" frames a second on average, variable") == true)
  }

  @Test func `the description of pictures equals that of a grabbed frame`() throws {
    let bench = try Bench()
    for fixture in [Fixture.h264Faststart, .hevc10Bit, .rgba, .gray, .yuv422TenBit, .vp9Alpha, .gif] {
      let object = try object(bench, fixture.path)
      let frame = try #require(bench.framegrab(fixture.path, "--frame", "0", "--json", "-y").objects().first)
      #expect(object["color"] as? NSDictionary == frame["color"] as? NSDictionary, "\(fixture)")
      #expect(object["bitDepth"] as? Int == ([Fixture.hevc10Bit, .yuv422TenBit].contains(fixture) ? 10 : 8))
      #expect(object["alpha"] as? Bool == [Fixture.rgba, .vp9Alpha, .gif].contains(fixture))
    }
  }

  @Test func `shape, streams and how frames were counted`() throws {
    let bench = try Bench()
    let wide = try object(bench, Fixture.sar.path)
    #expect(wide["sampleAspectRatio"] as? String == "4:3" && wide["displayAspectRatio"] as? String == "16:9")
    let turned = try object(bench, Fixture.h264Rotated.path)
    #expect(turned["width"] as? Int == 120 && turned["displayAspectRatio"] as? String == "4:3")
    #expect(turned["rotation"] as? Int == 90)
    // AVI has no presentation times, so the frames were decoded.
    #expect(try object(bench, Fixture.mpeg4AVI.path)["framesCounted"] as? String == "pictures")
    #expect(try object(bench, Fixture.h264VFR.path)["variableRate"] as? Bool == true)
    let streams = try #require(object(bench, Fixture.h264BFrames.path)["streams"] as? [[String: Any]])
    #expect(streams.map { $0["kind"] as? String } == ["video", "audio"])
    #expect(streams[1]["sampleRate"] as? Int == 48_000 && streams[1]["channels"] as? Int == 1)
    #expect(streams[0]["sampleRate"] is NSNull && streams[0]["disposition"] as? [String] == ["default"])
    let cover = try #require(object(bench, Fixture.cover.path)["streams"] as? [[String: Any]])
    #expect(cover.map { $0["disposition"] as? [String] } == [["default"], ["attached_pic"]])
  }

  @Test func `language and title of a stream`() throws {
    let bench = try Bench()
    try bench.remux(
      "v.mkv", tags: [], of: .h264BFrames,
      options: ["-metadata:s:1", "language=deu", "-metadata:s:1", "title=Ton\u{1B}", "-disposition:1", "forced"])
    let streams = try #require(object(bench, "v.mkv")["streams"] as? [[String: Any]])
    #expect(streams[1]["language"] as? String == "deu" || streams[1]["language"] as? String == "ger")
    #expect(streams[1]["title"] as? String == "Ton\u{1B}" && streams[1]["disposition"] as? [String] == ["forced"])
    let text = try bench.framegrab("v.mkv", "--info").text
    #expect(text.contains("called Ton\\x1B") && !text.contains("\u{1B}"))
  }

  @Test func `date, place and camera as text and as numbers`() throws {
    let bench = try Bench()
    try bench.remux(
      "v.mov",
      tags: ["make=Maker", "model=Model", "location=-33.8688+151.2093-2.5/", "creation_time=2024-02-29T22:59:58Z"])
    let object = try object(bench, "v.mov")
    #expect(object["make"] as? String == "Maker" && object["model"] as? String == "Model")
    #expect(object["software"] is NSNull && object["created"] as? String == "2024-02-29T22:59:58.000000Z")
    #expect(object["location"] as? String == "-33.8688+151.2093-2.5/")
    #expect(object["latitude"] as? Double == -33.8688 && object["longitude"] as? Double == 151.2093)
    #expect(object["altitude"] as? Double == -2.5)
    let text = try bench.framegrab("v.mov", "--info").text
    #expect(text.contains("33.8688° S, 151.2093° E, -2.5 m\n") && text.contains("Maker, Model\n"))
  }

  @Test func `the field order is the display order`() throws {
    let bench = try Bench()
    for (flag, order) in [("tff", "top-first"), ("bff", "bottom-first")] {
      try bench.ffmpeg([
        "-f", "lavfi", "-i", "testsrc=s=64x64:r=25:d=0.2", "-vf", "setfield=\(flag)", "-c:v", "mpeg2video", "-flags",
        "+ildct+ilme", "-pix_fmt", "yuv420p", "\(flag).mpg",
      ])
      #expect(try object(bench, "\(flag).mpg")["fieldOrder"] as? String == order)
    }
  }

  // Field orders 9 and 14 of Matroska (RFC 9559, 5.1.4.1.28.2) and QuickTime: interleaved fields, top or bottom first.
  @Test(arguments: ["mov", "mkv"]) func `the order of interleaved fields is that of their display`(
    _ ending: String
  ) throws {
    let bench = try Bench()
    for (name, shown, order) in [("tb", "tff", "top-first"), ("bt", "bff", "bottom-first")] {
      try bench.ffmpeg([
        "-f", "lavfi", "-i", "testsrc=s=64x64:r=25:d=0.2", "-vf", "setfield=\(shown)", "-c:v", "ffv1", "-field_order",
        name,
        "\(name).\(ending)",
      ])
      let file = try bench.bytes("\(name).\(ending)")
      // QuickTime's box has the number of fields before it; Matroska's element is one byte long.
      let number: UInt8 = name == "tb" ? 9 : 14
      let mark = ending == "mov" ? Data("fiel".utf8) + [2, number] : Data([0x9D, 0x81, number])
      try #require(file.firstRange(of: mark) != nil)
      #expect(try object(bench, "\(name).\(ending)")["fieldOrder"] as? String == order)
    }
  }

  @Test func `light and display of HDR`() throws {
    let bench = try Bench()
    // P3 primaries and D65 in steps of 0.00002, luminance in steps of 0.0001 cd/m² (SMPTE ST 2086).
    let tags = "colorprim=bt2020:transfer=smpte2084:colormatrix=bt2020nc"
    let display = "G(13250,34500)B(7500,3000)R(34000,16000)WP(15635,16450)L(10000000,50)"
    try bench.ffmpeg([
      "-f", "lavfi", "-i", "testsrc=s=64x64:r=25:d=0.1", "-pix_fmt", "yuv420p10le", "-c:v", "libx265", "-x265-params",
      "log-level=none:pools=none:hdr10=1:repeat-headers=1:\(tags):master-display=\(display):max-cll=800,300",
      "-color_primaries", "bt2020", "-color_trc", "smpte2084", "-colorspace", "bt2020nc", "-tag:v", "hvc1", "v.mp4",
    ])
    let object = try object(bench, "v.mp4")
    let hdr = try #require(object["hdr"] as? [String: Any])
    let found = try #require(hdr["masteringDisplay"] as? [String: Any])
    #expect(found["primaries"] as? [[Double]] == [[0.68, 0.32], [0.265, 0.69], [0.15, 0.06]])
    #expect(found["white"] as? [Double] == [0.3127, 0.329])
    #expect(found["leastLuminance"] as? Double == 0.005 && found["greatestLuminance"] as? Double == 1000)
    let light = try #require(hdr["contentLight"] as? [String: Int])
    #expect(light == ["greatest": 800, "greatestAverage": 300])
    #expect(hdr["dynamic"] as? Bool == false && hdr["dolbyVisionProfile"] is NSNull)
    let color = try #require(object["color"] as? [String: Any])
    #expect(color["matrix"] as? String == "bt2020nc" && color["transfer"] as? String == "smpte2084")
    let text = try bench.framegrab("v.mp4", "--info").text
    #expect(text.contains("0.005 to 1000 cd/m²") && text.contains("at most 800 cd/m² and 300 cd/m² a picture"))
  }
}

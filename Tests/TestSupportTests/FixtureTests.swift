import Foundation
import TestSupport
import Testing

/// The clips and their tables, compared with ffmpeg and ffprobe and with how they were made.
@Suite struct FixtureTests {
  /// The output of ffprobe for the entries, one value per line.
  private func probe(_ fixture: Fixture, _ entries: String, stream: String = "v") throws -> [String] {
    let result = try run([
      "ffprobe", "-loglevel", "quiet", "-select_streams", stream, "-show_entries", entries,
      "-of", "default=nw=1:nk=1", fixture.path,
    ])
    return String(decoding: result.stdout, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  /// The output of ffmpeg for the whole video stream.
  private func decode(_ fixture: Fixture, before: [String] = [], _ after: [String]) throws -> Data {
    let decoder = fixture == .vp9Alpha ? ["-c:v", "libvpx-vp9"] : []
    let result = try run(
      ["ffmpeg", "-loglevel", "quiet", "-threads", "1"] + decoder + before
        + ["-i", fixture.path, "-map", "0:\(fixture.videoStream)", "-fps_mode", "passthrough"] + after + ["pipe:1"])
    try #require(result.status == 0)
    return result.stdout
  }

  private func pictures(_ fixture: Fixture, before: [String] = []) throws -> [DecodedPNG] {
    let stream = try decode(fixture, before: before, ["-c:v", "png", "-f", "image2pipe"])
    return try PNGChunk.files(in: Array(stream)).map { try DecodedPNG($0) }
  }

  @Test(arguments: Fixture.withPictures)
  func `every picture of a clip has its number and is upright`(fixture: Fixture) throws {
    let pictures = try pictures(fixture)
    #expect(pictures.map(BurntNumber.read) == (try fixture.expectedFrames().map(\.number)))
    let orientation: CornerMarks.Orientation? = fixture == .gray ? nil : .upright
    #expect(pictures.allSatisfy { CornerMarks.orientation(of: $0) == orientation })
  }

  @Test(arguments: Fixture.withPictures)
  func `the table has the pictures that ffmpeg decodes`(fixture: Fixture) throws {
    let report = try decode(fixture, before: ["-noautorotate"], ["-noautoscale", "-f", "framemd5"])
    let lines = String(decoding: report, as: UTF8.self).split(separator: "\n").filter { !$0.hasPrefix("#") }
    #expect(lines.map { String($0.suffix(32)) } == (try fixture.expectedFrames().map(\.md5)))
  }

  @Test(arguments: Fixture.withPictures)
  func `times and numbers of a table increase`(fixture: Fixture) throws {
    let frames = try fixture.expectedFrames()
    for (frame, next) in zip(frames, frames.dropFirst()) {
      #expect(frame.number < next.number)
      #expect(frame.time.numerator * next.time.denominator < next.time.numerator * frame.time.denominator)
      #expect(frame.clock.numerator * next.clock.denominator < next.clock.numerator * frame.clock.denominator)
    }
  }

  @Test(arguments: [
    (Fixture.h264Rotated, CornerMarks.Orientation.turned270), (.h264Flipped, .flippedHorizontally),
    (.h264FlippedVertical, .flippedVertically),
  ])
  func `a coded picture has another orientation than a shown one`(
    fixture: Fixture, orientation: CornerMarks.Orientation
  ) throws {
    let pictures = try pictures(fixture, before: ["-noautorotate"])
    #expect(!pictures.isEmpty)
    #expect(pictures.allSatisfy { CornerMarks.orientation(of: $0) == orientation && BurntNumber.read(from: $0) == nil })
  }

  @Test func `a picture decoded from the wrong reference has no number`() throws {
    // A decoder that starts at an I picture in mid-stream of intra-refresh has no reference picture.
    let stream = try run([
      "ffmpeg", "-loglevel", "quiet", "-i", Fixture.h264IntraRefresh.path, "-c", "copy", "-bsf:v",
      "h264_mp4toannexb,noise=drop=lt(n\\,5)*gt(n\\,0)", "-f", "h264", "pipe:1",
    ]).stdout
    let decoded = try run(
      [
        "ffmpeg", "-loglevel", "quiet", "-flags", "output_corrupt", "-f", "h264", "-i", "pipe:0", "-c:v", "png",
        "-fps_mode", "passthrough", "-frames:v", "4", "-f", "image2pipe", "pipe:1",
      ], input: stream
    ).stdout
    let numbers = try PNGChunk.files(in: Array(decoded)).map { BurntNumber.read(from: try DecodedPNG($0)) }
    #expect(numbers.first == 0)
    #expect(numbers.contains(nil))
  }

  @Test func `the fixtures are the files of the folder, and small in total`() throws {
    let folder = Fixture.folder.appending(component: "clips")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false))
    #expect(Set(files) == Set(Fixture.allCases.map(\.name)))
    let tables = try FileManager.default.contentsOfDirectory(
      atPath: Fixture.folder.appending(component: "expected").path(percentEncoded: false))
    #expect(Set(Fixture.withPictures.map { $0.name + ".tsv" }).isSubset(of: tables))
    #expect(try Fixture.allCases.reduce(0) { try $0 + $1.bytes().count } <= 512_000)
  }

  @Test func `the clips have the properties that their names say`() throws {
    // Frame 1 at 29.97 starts at 1001/30000 s exactly.
    #expect(try fixtureFrame(.h264NTSC, 1).clock == Fraction("1001/30000"))
    #expect(try fixtureFrame(.h264NTSC, 1).presentationTimestamp == 1001)
    // 1026000 ticks are 11.4 s; the sound starts 1024/48000 s = 8/375 s earlier.
    #expect(try fixtureFrame(.h264Offset, 0).presentationTimestamp == 1_026_000)
    #expect(try fixtureFrame(.h264Offset, 0).clock == Fraction("8/375"))
    #expect(try #require(fixtureFrame(.h264Wrap, 0).presentationTimestamp) < 0)
    #expect(try #require(fixtureFrame(.h264Wrap, 35).presentationTimestamp) > 0)
    #expect(try fixtureFrame(.h264Discontinuity, 36).presentationTimestamp == 133_200)
    #expect(try fixtureFrame(.h264EditMidFrame, 0).time == Fraction("1/50"))
    #expect(try fixtureFrame(.h264Raw, 7).presentationTimestamp == nil)

    let hidden = try probe(.h264EditList, "packet=flags").filter { $0.contains("D") }
    #expect(hidden.count == 25 && hidden.contains { $0.hasPrefix("KD") })
    #expect(try probe(.coverFirst, "stream_disposition=attached_pic", stream: "0") == ["1"])
    #expect(try probe(.cover, "stream_disposition=attached_pic", stream: "1") == ["1"])
    #expect(try probe(.sar, "stream=sample_aspect_ratio") == ["4:3"])
    #expect(try probe(.h264Rotated, "stream=width,height") == ["120", "160"])
    #expect(try probe(.oddSize, "stream=width,height,pix_fmt") == ["161", "121", "yuv420p"])
    #expect(try probe(.hevc10Bit, "stream=pix_fmt") == ["yuv420p10le"])
    #expect(try probe(.yuv422TenBit, "stream=pix_fmt") == ["yuv422p10le"])
    #expect(try probe(.rgba, "stream=pix_fmt") == ["rgba"])
    #expect(try probe(.gray, "stream=pix_fmt") == ["gray"])
    #expect(try probe(.vp9Alpha, "stream_tags=alpha_mode") == ["1"])
    #expect(try probe(.timecode, "stream_tags=timecode", stream: "0") == ["01:00:00:00"])
    #expect(try probe(.audioOnly, "stream=codec_type", stream: "0") == ["audio"])
    let numbers = try Fixture.h264VFR.expectedFrames().map(\.number)
    #expect(Set(zip(numbers, numbers.dropFirst()).map { $1 - $0 }) == [1, 2, 3])
    #expect(try Set(probe(.h264SizeChange, "frame=width")) == ["160", "240"])
    #expect(try probe(.h264BFrames, "frame=pict_type").filter { $0 == "B" }.count > 75)
    for clip in [Fixture.mpeg4AVI, .xvidPacked, .mpeg2TransportStream, .mpeg2ProgramStream, .h264OpenGOP] {
      #expect(try probe(clip, "frame=pict_type").contains("B"))
    }
    #expect(try probe(.xvidPacked, "packet=size").filter { $0 == "6" }.count == 19)
    #expect(try probe(.mpeg2ProgramStream, "packet=pts").contains("N/A"))

    let file = try Fixture.h264Faststart.bytes()
    let (moov, mdat) = (file.firstRange(of: Data("moov".utf8)), file.firstRange(of: Data("mdat".utf8)))
    #expect(try #require(moov).lowerBound < #require(mdat).lowerBound)
  }

  private func fixtureFrame(_ fixture: Fixture, _ index: Int) throws -> ExpectedFrame {
    let frames = try fixture.expectedFrames()
    return try #require(frames.indices.contains(index) ? frames[index] : nil)
  }

  @Test func `a damaged table is refused`() throws {
    let names = "index\tnumber\ttime\tclock\tpts\tbase\tmd5\n"
    let rest = "\t0/1\t0/1\t-\t1/25\t00000000000000000000000000000000\n"
    #expect(try ExpectedFrame.table(names + "0\t3" + rest).map(\.number) == [3])
    for text in ["", "index\n", names + "1\t0" + rest, names + "0\tx" + rest, names + "0\t0\n"] {
      #expect(throws: FixtureFault.self) { try ExpectedFrame.table(text) }
    }
    for text in ["1", "1/0", "1/-2", "1/2/3", "/", "x/2"] { #expect(Fraction(text) == nil) }
  }
}

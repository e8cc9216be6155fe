import Foundation
import TestSupport
import Testing

/// Machine-readable output: --json, --dry-run, --hash.
@Suite struct ReportTests {
  private let clip = Fixture.h264Faststart.path

  @Test func `a frame's object has every key`() throws {
    let bench = try Bench()
    let result = try bench.framegrab(clip, "--at", "0.5s", "--json")
    #expect(result.status == 0)
    #expect(result.stderr == "")
    let object = try #require(result.objects().first)
    let keys: Set = [
      "input", "output", "asked", "index", "time", "pts", "timeBase", "timecode", "label", "keyframe", "width",
      "height",
      "bitDepth", "color", "rotation", "sampleAspectRatio", "deinterlaced", "damaged", "hash",
    ]
    #expect(keys.isSubset(of: Set(object.keys)), "\(keys.subtracting(object.keys))")
    #expect(object["input"] as? String == clip)
    #expect(object["output"] as? String == "h264-faststart-00.00.00.500.png")
    #expect(object["asked"] as? String == "0.5s")
    // At 25 frames per second frame 12 is on screen from 12/25 s = 6144/12800 s on.
    #expect(object["index"] as? Int == 12)
    let time = try #require(object["time"] as? [String: String])
    #expect(time["exact"] == "12/25")
    #expect(time["decimal"].flatMap(Double.init) == 0.48)
    #expect(object["pts"] as? Int == 6144)
    #expect(object["timeBase"] as? String == "1/12800")
    #expect(object["width"] as? Int == 160)
    #expect(object["height"] as? Int == 120)
    #expect(object["bitDepth"] as? Int == 8)
    #expect(object["rotation"] as? Int == 0)
    #expect(object["sampleAspectRatio"] as? String == "1:1")
    #expect(object["damaged"] as? Bool == false)
    #expect(object["hash"] is NSNull)
    #expect(try bench.number("h264-faststart-00.00.00.500.png") == 12)
  }

  @Test func `each frame has a line in request order`() throws {
    let result = try Bench().framegrab(
      clip, "--json", "--frame", "12..13", "--at", "0.2s", "--hash", "-o", "{index}.png")
    let objects = try result.objects()
    let frames = try Fixture.h264Faststart.expectedFrames()
    #expect(objects.map { $0["index"] as? Int } == [12, 13, 5])
    #expect(objects.map { $0["asked"] as? String } == ["12..13", "12..13", "0.2s"])
    #expect(objects.map { $0["output"] as? String } == ["12.png", "13.png", "5.png"])
    #expect(objects.map { $0["hash"] as? String } == [12, 13, 5].map { frames[$0].md5 })
    // Keyframes are 12 apart.
    #expect(objects.map { $0["keyframe"] as? Bool } == [true, false, false])
  }

  @Test func `special properties of a clip are reported`() throws {
    let bench = try Bench()
    func object(_ fixture: Fixture, _ words: String...) throws -> [String: Any] {
      try #require(bench.framegrab([fixture.path, "--json", "--frame", "0", "-y"] + words).objects().first)
    }
    #expect(try object(.timecode)["timecode"] as? String == "01:00:00:00")
    #expect(try object(.h264VFR)["timecode"] is NSNull)
    #expect(try object(.hevc10Bit)["bitDepth"] as? Int == 16)
    #expect(try object(.hevc10Bit, "--depth", "8")["bitDepth"] as? Int == 8)
    #expect(try object(.sar)["sampleAspectRatio"] as? String == "4:3")
    let rotated = try object(.h264Rotated)
    #expect(rotated["rotation"] as? Int == 90)
    #expect(rotated["width"] as? Int == 160)
    #expect(try object(.h264Cropped)["width"] as? Int == 166)
    #expect(try object(.h264Cropped)["height"] as? Int == 122)
    #expect(try object(.h264Wrap)["pts"] as? Int == -46592)
    #expect(try (object(.h264SizeChange, "--frame", "12")["width"] as? Int) == 160)
  }

  @Test func `a failure has an error line and an object of its own`() throws {
    let result = try Bench().framegrab(clip, "--json", "--at", "0", "--at", "100s")
    #expect(result.status == 1 && result.complaints.count == 1)
    let objects = try result.objects()
    #expect(objects.count == 2 && objects[0]["error"] == nil)
    #expect(Set(objects[1].keys) == ["input", "asked", "error", "code"])
    #expect(objects[1]["input"] as? String == clip && objects[1]["asked"] as? String == "100s")
    #expect(objects[1]["code"] as? Int == 4)
    #expect(objects[1]["error"].map { "framegrab: \($0)" } == result.complaints[0])
  }

  @Test func `any name makes valid JSON`() throws {
    let bench = try Bench()
    let name = "q\"b\\n\nt\té\u{1}.mp4"
    try bench.copy(.oneFrame, to: name)
    let object = try #require(bench.framegrab(name, "--json", "--frame", "0").objects().first)
    #expect(object["input"] as? String == name)
    let bytes = try bench.shell(
      "v=$(printf 'b\\377.mp4'); cp \"$1\" \"$v\"; framegrab \"$v\" --json --frame 0", Fixture.oneFrame.path)
    #expect(bytes.status == 0)
    #expect(try bytes.objects().first?["index"] as? Int == 0)
  }

  @Test func `a dry run resolves everything and writes nothing`() throws {
    let bench = try Bench()
    let result = try bench.framegrab(clip, "--dry-run", "--at", "0.5s", "--frame", "3", "-o", "new/%d.png", "--mkdir")
    result.expectSuccess("new/12.png", "new/3.png")
    let objects = try bench.framegrab(clip, "--dry-run", "--json", "--at", "0.5s", "--frame", "3").objects()
    #expect(objects.map { $0["index"] as? Int } == [12, 3])
    #expect(objects.map { $0["pts"] as? Int } == [6144, 1536])
    #expect(
      objects.map { $0["output"] as? String } == ["h264-faststart-00.00.00.500.png", "h264-faststart-f000003.png"])
    try bench.framegrab(clip, "--dry-run", "--at", "100s").expectFailure(4)
    #expect(bench.names == [])
  }

  @Test func `a hash is printed and a picture written only with -o`() throws {
    let bench = try Bench()
    let frames = try Fixture.h264Faststart.expectedFrames()
    try bench.framegrab(clip, "--hash", "--frame", "3").expectSuccess(frames[3].md5)
    #expect(bench.names == [])
    let both = try bench.framegrab(clip, "--hash", "--frame", "3", "-o", "a.png")
    #expect(both.status == 0)
    #expect(both.lines.count == 1 && both.text.contains(frames[3].md5) && both.text.contains("a.png"))
    #expect(try bench.number("a.png") == 3)
  }

  @Test(arguments: [Fixture.h264Rotated, .hevc10Bit, .h264Cropped, .sar, .vp9Alpha])
  func `a hash is that of the stored picture, independent of the PNG`(fixture: Fixture) throws {
    let frames = try fixture.expectedFrames()
    for words in [["--depth", "8"], ["--depth", "16"], ["--metadata", "none"]] {
      try Bench().framegrab([fixture.path, "--hash", "--frame", "2"] + words).expectSuccess(frames[2].md5)
    }
  }

  @Test func `the list of frames has each frame's index, time, ticks and kind`() throws {
    let result = try Bench().framegrab(clip, "--list-frames")
    #expect(result.status == 0)
    #expect(result.lines.count == 50)
    let fields = result.lines.map { $0.split(separator: "\t").map(String.init) }
    #expect(fields.map { Int($0[0]) } == Array(0..<50))
    let times = (0..<50).map { (number: Int) in Double(number) / 25 }
    #expect(fields.map { Double($0[1]) } == times)
    #expect(fields.map { Int($0[2]) } == (0..<50).map { 512 * $0 })
    #expect(fields.enumerated().filter { $0.element[3] == "K" }.map(\.offset) == [0, 12, 24, 36, 48])
    let objects = try Bench().framegrab(clip, "--list-frames", "--json").objects()
    #expect(objects.map { $0["pts"] as? Int } == (0..<50).map { 512 * $0 })
  }

  @Test(arguments: Fixture.withPictures)
  func `the description of a video has its number of frames`(fixture: Fixture) throws {
    let bench = try Bench()
    let count = try fixture.expectedFrames().count
    let object = try #require(bench.framegrab(fixture.path, "--info", "--json").objects().first)
    #expect(object["frames"] as? Int == count)
    #expect(object["stream"] as? Int == fixture.videoStream)
    let text = try bench.framegrab(fixture.path, "--info")
    #expect(text.status == 0)
    #expect(text.stderr == "")
    #expect(text.text.contains("\(count)"))
    #expect(bench.names == [])
  }
}

import Foundation
import TestSupport
import Testing

/// Outputs that exist, and folders that do not, are found before anything is decoded.
@Suite struct SkippingTests {
  private let clip = Fixture.h264Faststart.path

  /// No frame of this file can be read, so that a success shows that nothing was decoded.
  private func empty(_ bench: Bench) throws { try bench.write("", to: "v.mp4") }

  @Test(
    arguments: [
      (["--at", "12.5s"], "v-00.00.12.500.png"), (["--at", "1:02"], "v-00.01.02.000.png"),
      (["--at", "12.5s", "-o", "x.png"], "x.png"), (["--frame", "-1", "-o", "x.png"], "x.png"),
      (["--at", "50%", "-o", "{stem}.png"], "v.png"), (["--gesture", "drag.json", "-o", "x.png"], "x.png"),
      (["--at", "3s", "--into", "d"], "d/v-00.00.03.000.png"),
    ] as [([String], String)])
  func `with -n a name without a frame's facts is looked for before the video is opened`(
    words: [String], name: String
  ) throws {
    let bench = try Bench()
    try empty(bench)
    try bench.makeFolder("d")
    try bench.write(GestureCommandTests.drag(points: 51), to: "drag.json")
    try bench.write("old", to: name)
    let result = try bench.framegrab(["v.mp4", "-n"] + words)
    #expect(result.status == 0 && result.stdout.isEmpty)
    #expect(result.stderr == "framegrab: \(name): exists and is left as it is\n")
    let object = try #require(bench.framegrab(["v.mp4", "-n", "--json"] + words).objects().first)
    #expect(object["outcome"] as? String == "skipped" && object["output"] as? String == name)
    #expect(object["input"] as? String == "v.mp4" && object["index"] is NSNull)
    // Without -n the video is opened.
    try bench.framegrab(["v.mp4"] + words).expectFailure(3, "v.mp4", "empty")
    #expect(try bench.bytes(name) == Data("old".utf8))
  }

  @Test func `with -n a video is never its own skipped output`() throws {
    let bench = try Bench()
    try bench.copy(.h264Faststart, to: "clip")
    try bench.framegrab("clip", "--at", "1s", "-n", "-o", "clip").expectFailure(5, "input itself")
  }

  @Test func `with -n other names are looked for when the frames are known`() throws {
    let bench = try Bench()
    for number in 3...6 { try bench.write("old", to: "\(number).png") }
    let words = [clip, "--frame", "3..7", "-n", "-o", "{index}.png"]
    let result = try bench.framegrab(words + ["--json"])
    let objects = try result.objects()
    #expect(objects.map { $0["outcome"] as? String } == ["skipped", "skipped", "skipped", "skipped", "written"])
    #expect(objects.map { $0["index"] as? Int } == Array(3...7) && objects[0]["width"] is NSNull)
    #expect(try bench.number("7.png") == 7 && bench.bytes("3.png") == Data("old".utf8))
    // Only what was written is printed.
    try FileManager.default.removeItem(at: bench.url("5.png"))
    #expect(try bench.framegrab(words).lines == ["5.png"])
    // Everything is there: no decoder is asked, so that even a limit of one pixel is no failure.
    let again = try bench.framegrab(words + ["--max-pixels", "1"])
    #expect(again.status == 0 && again.stdout.isEmpty && again.complaints.count == 5)
    // A hash is that of a decoded picture.
    #expect(try bench.framegrab(words + ["--hash"]).lines.count == 5)
  }

  @Test func `outcomes are written, replaced, skipped and planned`() throws {
    let bench = try Bench()
    func outcomes(_ words: String...) throws -> [String?] {
      let result = try bench.framegrab([clip, "--frame", "1..2", "-o", "{index}.png", "--json"] + words)
      return try result.objects().map { $0["outcome"] as? String }
    }
    try bench.write("old", to: "1.png")
    #expect(try outcomes("--dry-run") == ["planned", "planned"])
    #expect(try outcomes("-y") == ["replaced", "written"])
    #expect(try outcomes("-n") == ["skipped", "skipped"])
    let hash = try bench.framegrab(clip, "--frame", "1", "--hash", "--json").objects()
    #expect(hash.first?["outcome"] is NSNull)
  }

  @Test func `a file that exists is named before anything is decoded`() throws {
    let bench = try Bench()
    try bench.write("old", to: "x.png")
    // A limit of one pixel would be reached by decoding.
    try bench.framegrab(clip, "--frame", "3", "-o", "x.png", "--max-pixels", "1").expectFailure(5, "already exists")
  }

  @Test func `a missing folder is reported once`() throws {
    let bench = try Bench()
    let words = [clip, "-o", "none/{index}.png", "--max-pixels", "1"]
    try bench.framegrab(words + ["--frame", "0..9"]).expectFailure(5, "none/0.png: no such folder", "--mkdir")
    let two = try bench.framegrab(words + ["--frame", "0", "--frame", "1"])
    two.expectFailure(5, "none/0.png: no such folder")
    let objects = try bench.framegrab(words + ["--frame", "0..3", "--frame", "1", "--json"])
    #expect(objects.complaints.count == 1 && objects.status == 5)
    #expect(try objects.failures().map { $0["asked"] as? String } == ["0..3", "1"])
    #expect(try objects.failures().allSatisfy { $0["code"] as? Int == 5 })
    let perFrame = try bench.framegrab(clip, "--frame", "0..1", "-o", "{index}/x.png")
    #expect(perFrame.complaints.count == 2)
    #expect(bench.names == [])
  }

  @Test func `a folder given with --into is taken literally`() throws {
    let bench = try Bench()
    let folder = "a{b}%d {stem"
    try bench.makeFolder(folder)
    try bench.framegrab(clip, "--frame", "7", "--into", folder, "-o", "{index:03}.png").expectSuccess(
      "\(folder)/007.png")
    try bench.framegrab(clip, "--frame", "7", "--into", folder + "/").expectSuccess(
      "\(folder)/h264-faststart-f000007.png")
    #expect(try bench.number("\(folder)/007.png") == 7)
    for output in ["d/x.png", "/x.png", "-"] {
      try bench.framegrab(clip, "--frame", "7", "--into", folder, "-o", output).expectFailure(2, "--into")
    }
    // It is no sign for standard output either, which has the answers of a service.
    try bench.framegrab(clip, "--frame", "7", "--into", "-").expectFailure(5, "no such folder")
    try bench.framegrab(clip, "--frame", "7", "--into", "-", "--mkdir").expectSuccess("-/h264-faststart-f000007.png")
    let request = #"{"video": "\#(clip)", "frame": 7, "into": "-", "overwrite": true}"#
    let answer = try bench.framegrab(["--serve"], input: Data((request + "\n").utf8)).objects()
    #expect(answer.compactMap { $0["output"] as? String } == ["-/h264-faststart-f000007.png"])
    try bench.framegrab(clip, "--frame", "7", "--into", "").expectFailure(2, "--into")
    try bench.framegrab(clip, "--frame", "7", "--into", "none").expectFailure(5, "no such folder")
  }

  // MARK: What is printed

  @Test(arguments: ["-0", "--print0"]) func `paths can end with NUL`(option: String) throws {
    let bench = try Bench()
    let result = try bench.framegrab(clip, "--frame", "1..2", "-o", "a\n{index}.png", option)
    #expect(result.text == "a\n1.png\0a\n2.png\0")
    let hashes = try bench.framegrab(clip, "--frame", "1..2", "--hash", option)
    #expect(hashes.stdout.count == 66 && hashes.stdout.filter { $0 == 0 }.count == 2)
    try bench.framegrab(clip, "--frame", "1", option, "--json").expectFailure(2, "exclude each other")
  }

  @Test func `a name that is no UTF-8 comes back as bytes, too`() throws {
    let bench = try Bench()
    try bench.copy(.h264Faststart, to: "v.mp4")
    // Bytes FF FE: Base64 "//4udHM=" is FF FE 2E 74 73 (".ts"), and ending .png FF 2E 70 6E 67 is "/y5wbmc=".
    let result = try bench.shell(
      #"name=$(printf '\377\376.ts'); cp v.mp4 "$name"; framegrab "$name" --frame 3 --json -o "$(printf '\377.png')""#)
    let object = try #require(result.objects().first)
    #expect(object["inputBytes"] as? String == "//4udHM=" && object["input"] as? String == #"\xFF\xFE.ts"#)
    #expect(object["outputBytes"] as? String == "/y5wbmc=" && object["output"] as? String == #"\xFF.png"#)
    let plain = try #require(bench.framegrab("v.mp4", "--frame", "3", "--json", "--dry-run").objects().first)
    #expect(plain["inputBytes"] == nil && plain["outputBytes"] == nil)
  }

  @Test(arguments: [["--frame", "7"], ["--at", "0.28s"], ["--at", "pts:3584"], ["--count", "1", "--to", "0.56"]])
  func `timecode is there however a frame is asked for`(words: [String]) throws {
    // 25 frames a second from midnight, as the file has no timecode of its own: frame 7 is 00:00:00:07.
    let object = try #require(try Bench().framegrab([clip, "--json", "--dry-run"] + words).objects().first)
    #expect(object["index"] as? Int == 7 && object["timecode"] as? String == "00:00:00:07", "\(object)")
  }

  @Test func `decimals of one object have the same number of digits`() throws {
    // A millisecond clock of 2001 frames a second needs more digits than three for some frames.
    for fixture in [Fixture.h264Faststart, .h264NTSC, .h264VFR, .h264OpenGOPTransportStream] {
      for object in try Bench().framegrab(fixture.path, "--all", "--json", "--dry-run").objects() {
        let digits = ["time", "until"].map { key in
          ((object[key] as? [String: Any])?["decimal"] as? String)?.split(separator: ".").last?.count
        }
        #expect(digits[0] == digits[1])
      }
    }
  }
}

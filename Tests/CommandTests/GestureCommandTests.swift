import Foundation
import TestSupport
import Testing

/// Gestures from the command line to the picture.
@Suite struct GestureCommandTests {
  /// A drag on a plain slider whose knob, 31 wide, travels 100 points: `points` is also the value in per cent.
  ///
  /// The clip lasts 2 s at 25 frames per second, so that p points end on frame p / 2.
  static func drag(points: Int, extra: String = "", last: String = #"{"t": 0.2, "phase": "ended"}"#) -> String {
    """
    { "version": 1, \(extra)
      "control": { "model": "uislider", "frame": { "x": 0, "y": 0, "width": 131, "height": 31 } },
      "touches": [
        { "t": 0, "phase": "began", "x": 15.5, "y": 15 },
        { "t": 0.1, "phase": "moved", "x": \(points).5, "y": 15 },
        { "t": 0.15, "phase": "moved", "x": \(Double(points) + 15.5), "y": 15 },
        \(last)
      ]
    }
    """
  }

  private let clip = Fixture.h264Faststart.path

  @Test(arguments: [1, 25, 51, 75, 99]) func `a drag ends on its frame`(points: Int) throws {
    let bench = try Bench()
    try bench.write(Self.drag(points: points), to: "drag.json")
    let index = String(points / 2)
    let name = "h264-faststart-f" + String(repeating: "0", count: 6 - index.count) + index + ".png"
    try bench.framegrab(clip, "--gesture", "drag.json").expectSuccess(name)
    #expect(try bench.number(name) == points / 2)
    let object = try #require(bench.framegrab(clip, "--gesture", "drag.json", "--json", "-y").objects().first)
    #expect(object["index"] as? Int == points / 2)
  }

  @Test func `the far ends are the first and the last frame`() throws {
    let bench = try Bench()
    try bench.write(Self.drag(points: 500), to: "right.json")
    try bench.write(Self.drag(points: -500), to: "left.json")
    try bench.framegrab(clip, "--gesture", "right.json", "-o", "r").expectSuccess("r")
    try bench.framegrab(clip, "--gesture", "left.json", "-o", "l").expectSuccess("l")
    #expect(try [bench.number("r"), bench.number("l")] == [49, 0])
  }

  @Test func `who asks for a checksum gets no picture, although the gesture names one`() throws {
    let bench = try Bench()
    try bench.write(Self.drag(points: 51, extra: #""output": "own.png","#), to: "drag.json")
    let result = try bench.framegrab(clip, "--gesture", "drag.json", "--hash")
    let frames = try Fixture.h264Faststart.expectedFrames()
    #expect(result.status == 0 && result.text.hasPrefix(frames[25].md5))
    #expect(bench.names == ["drag.json"])
    try bench.framegrab(clip, "--gesture", "drag.json").expectSuccess("own.png")
    #expect(try bench.number("own.png") == 25)
    #expect(try bench.framegrab(clip, "--gesture", "drag.json", "--hash", "-o", "x.png").status == 0)
    #expect(try bench.number("x.png") == 25)
  }

  @Test func `a gesture is read from standard input`() throws {
    let bench = try Bench()
    try bench.copy(.h264Faststart, to: "v.mp4")
    let gesture = Data(Self.drag(points: 51, extra: #""video": "v.mp4","#).utf8)
    // Then its video is relative to the current folder.
    try bench.framegrab(["--gesture", "-"], input: gesture).expectSuccess("v-f000025.png")
    #expect(try bench.number("v-f000025.png") == 25)
    try bench.framegrab(["--gesture", "-"], input: Data("{".utf8)).expectFailure(2, "standard input:1:")
  }

  @Test func `its video is relative to the gesture file and its output to the current folder`() throws {
    let bench = try Bench()
    try bench.makeFolder("in")
    try bench.copy(.h264Faststart, to: "in/v.mp4")
    let extra = #""video": "v.mp4", "output": "{stem}_{index}.png","#
    try bench.write(Self.drag(points: 51, extra: extra), to: "in/drag.json")
    try bench.framegrab("--gesture", "in/drag.json").expectSuccess("v_25.png")
    #expect(try bench.number("v_25.png") == 25)
    try bench.framegrab("--gesture", bench.url("in/drag.json").path(percentEncoded: false), "-o", "b.png")
      .expectSuccess("b.png")
  }

  @Test func `the command line overrides the gesture file`() throws {
    let bench = try Bench()
    let extra = #""video": "missing.mp4", "output": "file.png","#
    try bench.write(Self.drag(points: 51, extra: extra), to: "drag.json")
    try bench.framegrab("--gesture", "drag.json").expectFailure(3, "missing.mp4")
    try bench.framegrab(clip, "--gesture", "drag.json", "-o", "own.png").expectSuccess("own.png")
    #expect(bench.names == ["drag.json", "own.png"])
    try bench.framegrab(clip, "--gesture", "drag.json").expectSuccess("file.png")
  }

  @Test func `a gesture can be combined with other moments`() throws {
    let bench = try Bench()
    try bench.write(Self.drag(points: 51), to: "drag.json")
    try bench.framegrab(clip, "--frame", "7", "--gesture", "drag.json", "--at", "0.4s", "-o", "%d").expectSuccess(
      "7", "25", "10")
  }

  @Test func `a gesture without a video is refused`() throws {
    let bench = try Bench()
    try bench.write(Self.drag(points: 51), to: "drag.json")
    try bench.framegrab("--gesture", "drag.json").expectFailure(2, "drag.json", "video")
  }

  @Test func `the picture's metadata has the model and the index`() throws {
    let bench = try Bench()
    try bench.write(Self.drag(points: 51), to: "drag.json")
    try bench.framegrab(clip, "--gesture", "drag.json", "-o", "a.png").expectSuccess("a.png")
    let texts = try bench.chunks("a.png").filter { $0.name == "iTXt" }.map {
      String(decoding: $0.content, as: UTF8.self)
    }
    #expect(texts.contains { $0.hasSuffix("\0uislider") })
    #expect(texts.contains { $0.hasPrefix("Frame index\0") && $0.hasSuffix("\025") })
  }

  @Test(arguments: ["", #"{ "t": 0.2, "phase": "cancelled" }"#]) func `an unfinished gesture has to be allowed`(
    last: String
  ) throws {
    let bench = try Bench()
    let text = Self.drag(points: 51, last: last).replacing(/,\s*\]/) { _ in "]" }.replacing(/,\s*\n\s*\n\s*\]/) { _ in
      "]"
    }
    try bench.write(text, to: "drag.json")
    try bench.framegrab(clip, "--gesture", "drag.json", "-o", "a.png").expectFailure(
      2, "drag.json:", "--allow-unfinished")
    #expect(bench.names == ["drag.json"])
    try bench.framegrab(clip, "--gesture", "drag.json", "-o", "a.png", "--allow-unfinished").expectSuccess("a.png")
    #expect(try bench.number("a.png") == 25)
  }

  @Test func `a knob that is never caught is an error`() throws {
    let bench = try Bench()
    // The knob reaches from 0 to 31.
    let text = Self.drag(points: 51).replacing("\"x\": 15.5", with: "\"x\": 31")
    try bench.write(text, to: "drag.json")
    try bench.framegrab(clip, "--gesture", "drag.json").expectFailure(2, "framegrab: drag.json:", "/touches", "knob")
    #expect(bench.names == ["drag.json"])
    let anywhere = text.replacing("\"uislider\"", with: "\"uislider\", \"grab\": \"anywhere\"")
    try bench.write(anywhere, to: "drag.json")
    #expect(try bench.framegrab(clip, "--gesture", "drag.json").status == 0)
  }

  @Test func `a range outside the video is refused with its position`() throws {
    let bench = try Bench()
    let control = #""uislider", "range": { "from": "1s", "to": "3s" }"#
    try bench.write(Self.drag(points: 51).replacing("\"uislider\"", with: control), to: "drag.json")
    try bench.framegrab(clip, "--gesture", "drag.json").expectFailure(
      2, "framegrab: drag.json:2:", "/control/range/to", "past the end")
    // From 0.4 s to 1.4 s: 50 points are 0.9 s, and frame 22 is on screen from 0.88 s on.
    try bench.write(
      Self.drag(points: 50).replacing(
        "\"uislider\"", with: control.replacing("\"1s\"", with: "\"0.4s\"").replacing("\"3s\"", with: "\"1.4s\"")),
      to: "drag.json")
    try bench.framegrab(clip, "--gesture", "drag.json", "-o", "%d").expectSuccess("22")
  }

  @Test func `a gesture file is a regular file of bounded size`() throws {
    let bench = try Bench()
    try bench.makeFolder("folder.json")
    #expect(try bench.shell("mkfifo fifo.json").status == 0)
    try bench.framegrab(clip, "--gesture", "missing.json").expectFailure(3, "missing.json: no such file")
    try bench.framegrab(clip, "--gesture", "folder.json").expectFailure(3, "folder.json: is a folder")
    try bench.framegrab(clip, "--gesture", "fifo.json").expectFailure(
      3, "fifo.json: is a FIFO, not a file; a pipe comes in by: --gesture - < fifo.json\n")
    try bench.write("", to: "large.json")
    let file = try FileHandle(forWritingTo: bench.url("large.json"))
    try file.truncate(atOffset: 64 << 20 | 1)
    try file.close()
    try bench.framegrab(clip, "--gesture", "large.json").expectFailure(6, "large.json: ", "64 MiB")
  }
}

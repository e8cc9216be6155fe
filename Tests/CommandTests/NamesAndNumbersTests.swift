import Foundation
import TestSupport
import Testing

/// Names that promise what is not made, numbers that are the same wherever they are printed, and a HOME that is none.
@Suite struct NamesAndNumbersTests {
  private func furnish() throws -> Bench {
    let bench = try Bench()
    try bench.copy(.h264Faststart, to: "v.mp4")
    return bench
  }

  @Test(arguments: [
    ("npz", "-o x.npy"), ("pt", "-o x.npy"), ("raw", "--raw rgb24"), ("rgb", "--raw rgb24"), ("gray", "--raw gray"),
    ("yuv", "--raw"), ("y4m", "--raw"), ("apng", "a PNG for each frame"), ("json", "--json > x.json"),
    ("html", "pictures only"), ("RAW", "--raw rgb24"),
  ])
  func `an ending that promises something else is refused`(_ ending: String, _ words: String) throws {
    let bench = try furnish()
    try bench.framegrab("v.mp4", "--at", "0", "-o", "x.\(ending)").expectFailure(2, "x.\(ending): ", words)
    try bench.framegrab("v.mp4", "v.mp4", "--at", "0", "-o", "{n}.\(ending)").expectFailure(2, String(words.prefix(3)))
    let request = #"{"video": "v.mp4", "at": 0, "output": "x.\#(ending)"}"#
    let answer = try #require(try bench.framegrab(["--serve"], input: Data(request.utf8)).objects().first)
    #expect(answer["code"] as? Int == 2)
    #expect(bench.names == ["v.mp4"])
  }

  @Test func `other endings are taken as they are, and plain samples with --raw`() throws {
    let bench = try furnish()
    for name in ["x.png", "x", "x.unknown", "x.json.png"] {
      try bench.framegrab("v.mp4", "--at", "0", "-o", name).expectSuccess(name)
    }
    for name in ["x.raw", "x.rgb"] {
      try bench.framegrab("v.mp4", "--at", "0", "--raw", "rgb24", "-o", name).expectSuccess(name)
    }
    try bench.framegrab("v.mp4", "--at", "0", "--raw", "gray", "-o", "x.gray").expectSuccess("x.gray")
  }

  @Test func `the times of an object have one number of digits`() throws {
    let bench = try furnish()
    try bench.copy(.h264NTSC, to: "ntsc.mp4")
    func digits(_ value: Any?) -> Int? {
      ((value as? [String: Any])?["decimal"] as? String)?.split(separator: ".").last?.count
    }
    for video in ["v.mp4", "ntsc.mp4"] {
      let list = try bench.framegrab(video, "--list-frames", "--json").objects()
      let frames = try bench.framegrab(video, "--all", "--hash", "--json").objects()
      #expect(list.count == frames.count && !list.isEmpty)
      for (line, frame) in zip(list, frames) {
        #expect(digits(line["time"]) == digits(line["until"]) && digits(line["time"]) != nil)
        for key in ["time", "until"] { #expect(line[key] as? NSDictionary == frame[key] as? NSDictionary, "\(key)") }
      }
    }
  }

  @Test func `one missing frame of several is exit code 1 for an array, too`() throws {
    let bench = try furnish()
    let words = ["v.mp4", "-o", "x.npy"]
    #expect(try bench.framegrab(words + ["--frame", "0", "--frame", "99"]).status == 1)
    #expect(try bench.framegrab(words + ["--frame", "99"]).status == 4)
    #expect(bench.names == ["v.mp4"])
  }

  @Test func `frames and per cents in --every, and {i}, are answered with what to write`() throws {
    let bench = try furnish()
    try bench.framegrab("v.mp4", "--every", "5f").expectFailure(2, "write --frame 0..-1:5")
    try bench.framegrab("v.mp4", "--every", "10%").expectFailure(2, "write --count 10")
    try bench.framegrab("v.mp4", "--every", "7%").expectFailure(2, "not '7%'")
    try bench.framegrab("v.mp4", "--all", "-o", "{i}.png").expectFailure(2, "{index} is the frame's own number")
    #expect(try bench.framegrab("v.mp4", "--frame", "0..-1:5", "--hash").lines.count == 10)
  }

  @Test func `a HOME that does not exist is not made`() throws {
    let bench = try furnish()
    // Its packets are kept as an index if there is a folder for it: only of a long file.
    try bench.copy(.h264Matroska, to: "v.mkv")
    for home in ["none", "none/below"] {
      let result = try bench.shell(
        "unset XDG_CACHE_HOME; HOME=$PWD/\(home) framegrab v.mkv --frame 40 --hash && HOME=$PWD/\(home) framegrab v.mkv --info",
        by: .program)
      #expect(result.status == 0 && bench.names == ["v.mp4", "v.mkv"], "\(result.stderr)")
    }
  }
}

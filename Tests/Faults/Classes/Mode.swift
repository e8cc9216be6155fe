import Foundation
import TestSupport

/// A way to use the tool on one video.
enum Mode: CaseIterable {
  case time, frame, keyframes, planned, every, info, infoObject, listed, hash, json, drag, replay, service, pipe, all
  case resized, strict, replacing, verified, deinterlaced, timeList, trace

  /// A run of this kind.
  ///
  /// - Parameter video: a name in the case's folder.
  func trial(_ video: Word, _ bench: Bench) throws -> Trial {
    var trial = try self.trial(of: video, bench)
    // In a long file frames may have to be counted by decoding, and each of them is progress.
    let size = FileBytes.read(Array(bench.path("").utf8) + video.bytes)?.count ?? 0
    if size > 1 << 20 { trial.seconds += 30 }
    return trial
  }

  private func trial(of video: Word, _ bench: Bench) throws -> Trial {
    let time = bench.choose(["0", "50%", "1s", "0.4s", "end", "-0.2s", "1001/30000s"]) as String
    let frame = bench.choose(["0", "1", "7", "24", "-1", "-3"]) as String
    let limits: [Word] = ["--timeout", "5s", "-q"]
    switch self {
    case .time: return Trial([video, "--at", Word(time), "-o", "out.png"] + limits)
    case .frame: return Trial([video, "--frame", Word(frame), "-o", "out.png"] + limits)
    case .resized:
      return Trial([video, "--frame", Word(frame), "--scale", "50%", "--color", "srgb", "-o", "out.png"] + limits)
    case .strict: return Trial([video, "--at", Word(time), "--strict", "-o", "out.png"] + limits)
    case .verified: return Trial([video, "--frame", Word(frame), "--verify", "-o", "out.png"] + limits)
    case .deinterlaced: return Trial([video, "--at", Word(time), "--deinterlace", "-o", "out.png", "--timeout", "5s"])
    case .json: return printing(.json, [video, "--frame", Word(frame), "--json", "-o", "out.png"] + limits)
    case .pipe: return printing(.picture, [video, "--at", Word(time), "-o", "-"] + limits, writes: false)
    case .hash: return printing(.text, [video, "--frame", Word(frame), "--hash"] + limits, writes: false)
    case .info: return printing(.text, [video, "--info", "--timeout", "5s"], writes: false)
    case .infoObject: return printing(.object, [video, "--info", "--json"] + limits, writes: false)
    // A listing may have begun when something fails.
    case .listed:
      var trial = printing(.text, [video, "--list-frames"] + limits, writes: false)
      trial.mayWriteAndFail = true
      return trial
    case .replacing:
      try bench.makeOldPicture("out.png")
      var trial = Trial([video, "--at", Word(time), "-y", "-o", "out.png"] + limits)
      trial.replaceable = ["out.png"]
      return trial
    case .keyframes, .planned, .every, .all, .timeList: return try many(video, limits, bench)
    case .drag, .replay, .trace: return try gesture(video, limits, bench)
    case .service: return try service(video, bench)
    }
  }

  private func printing(_ printed: Trial.Printed, _ words: [Word], writes: Bool = true) -> Trial {
    var trial = Trial(words)
    (trial.printed, trial.writes) = (printed, writes)
    return trial
  }

  /// Several moments at once, which fail one by one.
  private func many(_ video: Word, _ limits: [Word], _ bench: Bench) throws -> Trial {
    var trial: Trial
    switch self {
    case .keyframes: trial = Trial([video, "--keyframes", "--json", "-o", "k/{index}.png", "--mkdir"] + limits)
    case .planned: trial = Trial([video, "--all", "--dry-run", "--json"] + limits)
    case .every: trial = Trial([video, "--every", "0.3s", "-j", "2", "--json", "-o", "e-{index}.png"] + limits)
    case .timeList:
      try bench.write("0\n0.2s # first\n50%\n3f\nend\n".utf8, to: "times.txt")
      trial = Trial([video, "--at-list", "times.txt", "--json", "-o", "{time}-{index}.png", "-y"] + limits)
    default: trial = Trial([video, "--all", "--hash"] + limits)
    }
    trial.printed = self == .all ? .text : .json
    trial.writes = false
    trial.isSingle = false
    // So many may fail by time, one after the other.
    trial.seconds = 25
    return trial
  }

  private func gesture(_ video: Word, _ limits: [Word], _ bench: Bench) throws -> Trial {
    try bench.write(Data(contentsOf: Fixture.folder.appending(components: "gestures", "drag.json")), to: "drag.json")
    switch self {
    case .drag: return Trial(["--gesture", "drag.json", video, "-o", "out.png"] + limits)
    case .trace:
      var trial = printing(.json, ["--gesture", "drag.json", video, "--trace", "--json"] + limits, writes: false)
      trial.mayWriteAndFail = true
      return trial
    default:
      var trial = printing(.json, ["--gesture", "drag.json", video, "--replay", "--json"] + limits, writes: false)
      trial.isSingle = false
      // Seeks that fail are lines of the report, which says so.
      trial.printed = .text
      trial.maySaySilently = true
      trial.seconds = 15
      return trial
    }
  }

  /// The bad video among good ones, whose answers must be right.
  private func service(_ video: Word, _ bench: Bench) throws -> Trial {
    try bench.copy(.h264BFrames, to: "good.mp4")
    try bench.copy(.mpeg2TransportStream, to: "good.ts")
    let bad = String(decoding: video.bytes, as: UTF8.self)
    let requests: [(video: String, frame: Int, rest: String)] = [
      ("good.mp4", 3, #""hash":true"#), (bad, 0, #""hash":true"#), ("good.ts", 5, #""hash":true"#),
      (bad, 5, #""output":"bad.png""#), ("good.mp4", 77, #""hash":true"#), (bad, -1, #""hash":true"#),
      ("good.ts", 11, #""hash":true"#), (bad, 1, #""hash":true"#), ("good.mp4", 4, #""hash":true"#),
    ]
    let lines = try requests.enumerated().map { number, request in
      let name = String(decoding: try JSONEncoder().encode(request.video), as: UTF8.self)
      return #"{"id":\#(number),"video":\#(name),"frame":\#(request.frame),\#(request.rest)}"# + "\n"
    }
    let (mp4, ts) = (try Fixture.h264BFrames.expectedFrames(), try Fixture.mpeg2TransportStream.expectedFrames())
    var hashes: [Int: String] = [:]
    for (number, request) in requests.enumerated() where request.video != bad {
      hashes[number] = (request.video == "good.ts" ? ts : mp4)[request.frame].md5
    }
    var trial = printing(
      .answers(count: requests.count, hashes: hashes), ["--serve", "--timeout", "5s"], writes: false)
    trial.input = Data(lines.joined().utf8)
    trial.codes = [0, 1]
    trial.isSingle = false
    trial.seconds = 30
    return trial
  }
}

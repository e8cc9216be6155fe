import Foundation
import TestSupport

/// Standard streams that are closed, full, without a reader, or something else than expected.
struct DescriptorFaults: FaultClass {
  let name = "descriptors"
  let summary = "each of the descriptors 0, 1 and 2 closed, full, without a reader, and a folder as input"

  private enum Use: CaseIterable {
    case picture, pipe, json, hash, info, list, service, times, gesture, missing, refused, help, version, many, replay
  }

  private static let states: [[Int32: Trial.Stream]] = closed + others

  private static let closed: [[Int32: Trial.Stream]] = [
    [0: .closed], [1: .closed], [0: .closed, 1: .closed], [2: .closed], [0: .closed, 2: .closed],
    [1: .closed, 2: .closed], [0: .closed, 1: .closed, 2: .closed],
  ]
  private static let others: [[Int32: Trial.Stream]] = [
    [1: .full], [2: .full], [1: .full, 2: .full], [1: .broken], [2: .broken], [1: .broken, 2: .broken],
    [0: .path(".")], [1: .broken, 2: .closed], [0: .closed, 1: .full], [0: .path("/dev/zero")], [1: .full, 2: .broken],
  ]

  func count(_ amount: Int) -> Int { Self.states.count * Use.allCases.count }

  func run(_ bench: Bench) throws -> CaseResult {
    let streams = Self.states[bench.name.number % Self.states.count]
    let use = Use.allCases[bench.name.number / Self.states.count]
    if streams.values.contains(.full), !FileManager.default.fileExists(atPath: "/dev/full") {
      return .left(out: "there is no /dev/full here")
    }
    if use == .service, streams[0] == .path("/dev/zero") {
      return .left(out: "a service waits for the end of a line for as long as bytes come")
    }
    var trial = try Self.trial(use, bench)
    // Nothing can be checked of streams that go elsewhere.
    if streams[1] != nil { (trial.printed, trial.mayWriteAndFail, trial.writes) = (.anything, true, false) }
    if streams[1] == .broken || streams[1] == .full { trial.maySaySilently = true }
    if streams[0] != nil { (trial.codes, trial.printed, trial.writes) = (Trial.documented, .anything, false) }
    trial.streams = streams
    trial.seconds = 10
    return try bench.judge(trial)
  }

  private static func trial(_ use: Use, _ bench: Bench) throws -> Trial {
    try bench.copy(.h264BFrames, to: "good.mp4")
    try bench.write(Data(contentsOf: Fixture.folder.appending(components: "gestures", "drag.json")), to: "drag.json")
    let words: [Word] =
      switch use {
      case .picture: ["good.mp4", "--frame", "3", "-o", "out.png"]
      case .pipe: ["good.mp4", "--frame", "3", "-o", "-"]
      case .json: ["good.mp4", "--frame", "3", "-o", "out.png", "--json"]
      case .hash: ["good.mp4", "--all", "--hash"]
      case .info: ["good.mp4", "--info", "-vv"]
      case .list: ["good.mp4", "--list-frames"]
      case .service: ["--serve"]
      case .times: ["good.mp4", "--at-list", "-", "-o", "{index}.png"]
      case .gesture: ["--gesture", "-", "good.mp4", "-o", "out.png"]
      case .missing: ["none.mp4", "--frame", "3", "-o", "out.png"]
      case .refused: ["good.mp4", "--frames", "3"]
      case .help: ["--help"]
      case .version: ["--version", "-v"]
      case .many: ["good.mp4", "--keyframes", "-o", "k/{index}.png", "--mkdir", "--progress", "always", "--timings"]
      case .replay: ["--gesture", "drag.json", "good.mp4", "--replay", "--json"]
      }
    var trial = Trial(words)
    switch use {
    case .service: trial.input = Data("{\"id\":0,\"video\":\"good.mp4\",\"frame\":3,\"output\":\"out.png\"}\n".utf8)
    case .times: trial.input = Data("1s\n2s\n".utf8)
    case .gesture: trial.input = try Data(contentsOf: Fixture.folder.appending(components: "gestures", "steps.json"))
    case .missing: trial.codes = [3]
    case .refused: trial.codes = [2]
    default: break
    }
    if ![.picture, .missing, .refused, .gesture].contains(use) { (trial.printed, trial.writes) = (.anything, false) }
    trial.isSingle = [.picture, .pipe, .json, .missing, .refused, .gesture].contains(use)
    return trial
  }
}

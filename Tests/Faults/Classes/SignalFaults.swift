import Foundation
import TestSupport

/// Signals at any moment of a run that writes many pictures.
struct SignalFaults: FaultClass {
  let name = "signals"
  let summary = "TERM, INT, HUP, QUIT and KILL at any moment of runs that write, replace, print and serve"

  private static let signals: [Int32] = [15, 2, 1, 9, 3]
  private static let uses: [[Word]] = [
    ["--all", "-y", "-o", "{index}.png"], ["--all", "-y", "--sync", "-j", "2", "-o", "{index}.png", "--json"],
    ["--all", "--mkdir", "-o", "new/{index}.png"], ["--all", "--hash"], ["--gesture", "drag.json", "--replay"],
    ["--serve"],
  ]

  func count(_ amount: Int) -> Int { amount / 4 }

  func run(_ bench: Bench) throws -> CaseResult {
    let use = bench.name.number % Self.uses.count
    let clips: [Fixture] = [.h264BFrames, .hevc10Bit, .vp9, .yuv422TenBit]
    try bench.copy(bench.choose(clips), to: "good")
    try bench.write(Data(contentsOf: Fixture.folder.appending(components: "gestures", "drag.json")), to: "drag.json")
    // Pictures that are replaced one after the other.
    for index in 0..<130 where use < 2 { try bench.makeOldPicture("\(index).png") }
    var trial = Trial((use == 5 ? [] : ["good"]) + Self.uses[use])
    if use == 5 {
      // The shortest of the clips has three frames.
      let requests = (0..<100).map { #"{"video":"good","frame":\#($0 % 3),"output":"\#($0).png"}"# + "\n" }
      trial.input = Data(requests.joined().utf8)
    }
    let signal: Int32 = bench.choose(Self.signals)
    // Loading the libraries takes 30 ms; until then nothing of the tool runs.
    trial.settings = ["after=\(25 + bench.numbers.below(400)):\(signal):"]
    trial.signal = signal
    (trial.printed, trial.writes, trial.isSingle, trial.mayWriteAndFail) = (.anything, false, false, true)
    trial.replaceable = use < 2 ? Set((0..<130).map { "\($0).png" }) : []
    trial.codes = [0]
    trial.seconds = 20
    return try bench.judge(trial)
  }
}

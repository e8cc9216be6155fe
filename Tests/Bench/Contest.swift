import Foundation
import TestSupport

/// A workload that all contenders run in turn: A B C A B C …
public struct Contest {
  private let workload: Workload
  private let setting: Setting

  /// Prepares a contest.
  public init(_ workload: Workload, _ setting: Setting) {
    (self.workload, self.setting) = (workload, setting)
  }

  /// Runs it; `note` gets a message about anything that is left out.
  ///
  /// - Returns: the result; nil when it cannot be run here.
  /// - Throws: when a child process cannot be started.
  public func run(note: (String) -> Void) throws -> Result? {
    guard setting.make(workload.clip, note: note) else {
      note("\(workload.name) is left out: there is no \(workload.clip.name)")
      return nil
    }
    var entries = workload.contenders.enumerated().compactMap { number, contender in
      Entry(contender, number, workload, setting, note: note)
    }
    guard entries.first?.contender.name == workload.contenders.first?.name else {
      note("\(workload.name) is left out")
      return nil
    }
    // One run of each, so that all files are in memory; its pictures and its time are checked.
    for place in entries.indices {
      let cost = try entries[place].run()
      entries[place].judge(after: cost)
      if place == 0, workload.startsFromPixels {
        let size = entries[0].folder.size ?? "1x1"
        try keepPixels(of: entries[0].folder)
        for place in entries.indices { entries[place].size = size }
      }
      try entries[place].sampleMemory(after: cost)
    }
    for round in 0..<setting.rounds {
      for place in entries.indices where round < entries[place].rounds {
        entries[place].costs.append(try entries[place].run())
      }
    }
    for entry in entries { entry.tidy() }
    try? FileManager.default.removeItem(at: setting.pixels)
    return Result(
      workload: workload,
      outcomes: entries.map { entry in
        Outcome(
          contender: entry.contender.name, isExact: entry.contender.isExact, command: entry.words,
          verdict: entry.verdict, costs: entry.costs)
      })
  }

  private func keepPixels(of folder: PictureFolder) throws {
    let list = setting.folder.appending(component: "pixels.txt")
    let lines = folder.files.map { "file '\($0.path(percentEncoded: false))'\nduration 1\n" }
    try Data(lines.joined().utf8).write(to: list)
    let made = try TestSupport.run([
      "ffmpeg", "-hide_banner", "-nostdin", "-loglevel", "error", "-y", "-f", "concat", "-safe", "0", "-i",
      list.path(percentEncoded: false), "-fps_mode", "passthrough", "-pix_fmt", "rgb24", "-f", "rawvideo",
      setting.pixels.path(percentEncoded: false),
    ])
    try FileManager.default.removeItem(at: list)
    guard made.status == 0 else { throw BenchFault(description: made.stderr) }
  }

  /// The result of a workload.
  public struct Result: Sendable {
    /// The workload.
    public let workload: Workload
    /// In the order of the contenders.
    public let outcomes: [Outcome]

    /// A result.
    public init(workload: Workload, outcomes: [Outcome]) {
      (self.workload, self.outcomes) = (workload, outcomes)
    }
  }

  /// The result of a contender.
  public struct Outcome: Sendable {
    /// Its name.
    public let contender: String
    /// Whether it claims to be exact.
    public let isExact: Bool
    /// Its command line.
    public let command: [String]
    /// The verdict on its pictures.
    public let verdict: Verdict
    /// The cost of each round; empty when it failed.
    public let costs: [Cost]

    /// An outcome.
    public init(contender: String, isExact: Bool, command: [String], verdict: Verdict, costs: [Cost]) {
      (self.contender, self.isExact, self.command) = (contender, isExact, command)
      (self.verdict, self.costs) = (verdict, costs)
    }
  }
}

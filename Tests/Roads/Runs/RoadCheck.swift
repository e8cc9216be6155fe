public import Foundation

/// Asks one file along every road and compares the answers with each other.
public struct RoadCheck: Sendable {
  private let options: RunOptions
  private let scratch: URL

  /// Prepares checks.
  ///
  /// - Parameter scratch: A folder for indexes and results.
  public init(_ options: RunOptions, scratch: URL) {
    (self.options, self.scratch) = (options, scratch)
  }

  /// The result for a file.
  ///
  /// - Parameter isBrief: Only the roads that cost one start each, and fewer frames.
  public func run(_ path: String, isBrief: Bool = false) -> RoadResult {
    let empty = FramePlan([], seed: 0, most: 0, alone: 0)
    var opening = Traveller(options.tool, path: path, plan: empty, scratch: scratch)
    let frames = open(&opening)
    guard let frames else { return RoadResult(path, [opening], roads: [], isVideo: false) }
    let plan = FramePlan(
      frames, seed: options.seed, most: isBrief ? max(1, options.frames / 2) : options.frames, alone: isBrief ? 1 : 2)
    var traveller = Traveller(options.tool, path: path, plan: plan, scratch: scratch)
    var names: [String] = []
    for road in Roads.all(portable: options.portable.map { Tool(path: $0, timeLimit: options.limit) }, isBrief: isBrief)
    where road.isOpen(for: plan) {
      road.travel(&traveller)
      names.append(road.name)
    }
    return RoadResult(path, [opening, traveller], roads: names, isVideo: true)
  }

  /// What `--list-frames` and `--info` say; nil if the file does not open.
  private func open(_ traveller: inout Traveller) -> [ListedFrame]? {
    let road = "--list-frames"
    let (ending, show) = traveller.start([traveller.path, "--list-frames", "--json"], road: road)
    let frames = ListedFrame.read(ending)
    let isRefused = frames.isEmpty && ending.status != 0
    for (road, words) in [("--info", ["--info", "--json"]), ("alone", ["--frame", "0", "--hash"])] {
      // The first frame of a file that opens is asked for later on.
      guard isRefused || road == "--info" else { continue }
      let (other, show) = traveller.start([traveller.path] + words, road: road)
      var seen = Observation(isRefused ? .file : .count, road: road, show: show)
      if isRefused || other.status != 0 { seen.code = other.status }
      seen.words = other.messages.split(separator: "\n").last.map(String.init)
      seen.index = isRefused ? nil : other.lines.first.flatMap(InfoLine.read)?.frames
      if isRefused || seen.index != nil { traveller.add(seen) }
    }
    var listed = Observation(isRefused ? .file : .count, road: road, show: show)
    listed.index = isRefused ? nil : frames.count
    listed.code = isRefused ? ending.status : nil
    listed.words = ending.messages.split(separator: "\n").last.map(String.init)
    traveller.add(listed)
    guard !isRefused else { return nil }
    for (number, frame) in frames.enumerated() {
      var show = show
      show.line = number + 1
      var seen = Observation(.frame(number), road: road, show: show)
      (seen.index, seen.pts) = (frame.index, frame.pts)
      if !frame.isDecodable { seen.code = 4 }
      traveller.add(seen)
    }
    return frames
  }
}

/// A line of `--info --json`.
private struct InfoLine: Decodable {
  let frames: Int?

  static func read(_ line: Substring) -> InfoLine? {
    try? JSONDecoder().decode(InfoLine.self, from: Data(line.utf8))
  }
}

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
  /// - Parameter isBrief: Only the roads that cost one start each.
  public func run(_ path: String, isBrief: Bool = false) -> RoadResult {
    let empty = FramePlan([], seed: 0, most: 0, alone: 0)
    var opening = Traveller(options.tool, path: path, plan: empty, scratch: scratch)
    let frames = open(&opening)
    guard let frames else { return RoadResult(path, [opening], isVideo: false) }
    let plan = FramePlan(
      frames, seed: options.seed, most: options.frames, alone: isBrief ? 1 : max(1, options.frames / 6))
    var traveller = Traveller(options.tool, path: path, plan: plan, scratch: scratch)
    for road in Roads.all(portable: options.portable.map { Tool(path: $0, timeLimit: options.limit) }, isBrief: isBrief)
    where road.isOpen(for: plan) {
      road.travel(&traveller)
    }
    return RoadResult(path, [opening, traveller], isVideo: true)
  }

  /// What `--list-frames` and `--info` say; nil if the file does not open.
  private func open(_ traveller: inout Traveller) -> [ListedFrame]? {
    let road = "--list-frames"
    let (ending, show) = traveller.start([traveller.path, "--list-frames", "--json"], road: road)
    let frames = ListedFrame.read(ending)
    if frames.isEmpty, ending.status != 0 {
      noteRefusal(ending, show, &traveller)
      return nil
    }
    var listed = Observation(.count, road: road, show: show)
    listed.index = frames.count
    traveller.add(listed)
    let (info, infoShow) = traveller.start([traveller.path, "--info", "--json"], road: "--info")
    var told = Observation(.count, road: "--info", show: infoShow)
    told.index = info.lines.first.flatMap(InfoLine.read)?.frames
    traveller.add(told)
    for (number, frame) in frames.enumerated() {
      var seen = Observation(.frame(number), road: road, show: show.line(number + 1))
      (seen.index, seen.pts) = (frame.index, frame.pts)
      if !frame.isDecodable { seen.code = 4 }
      traveller.add(seen)
    }
    return frames
  }

  /// A file that does not open has to be refused by the same code, whatever is asked.
  private func noteRefusal(_ listing: Tool.Ending, _ show: Show, _ traveller: inout Traveller) {
    traveller.add(Observation(.file, road: "--list-frames", show: show, ending: listing, code: listing.status))
    let path = traveller.path
    let (info, infoShow) = traveller.start([path, "--info", "--json"], road: "--info")
    let code = Legitimate.code(ofInfo: info.status, listed: listing.status)
    traveller.add(Observation(.file, road: "--info", show: infoShow, ending: info, code: code))
    let (alone, aloneShow) = traveller.start([path, "--frame", "0", "--hash"], road: "alone")
    traveller.add(Observation(.file, road: "alone", show: aloneShow, ending: alone, code: alone.status))
    let request = "{\"video\":\(JSONText.of(path)),\"frame\":0,\"hash\":true}\n"
    let (served, servedShow) = traveller.start(["--serve", "--exit-zero"], input: request, road: "--serve")
    guard let answer = Answer.read(served.lines).first else { return }
    traveller.add(Observation(.file, road: "--serve", show: servedShow, answer: answer))
  }
}

/// A line of `--info --json`.
private struct InfoLine: Decodable {
  let frames: Int?

  static func read(_ line: Substring) -> InfoLine? {
    try? JSONDecoder().decode(InfoLine.self, from: Data(line.utf8))
  }
}

import Foundation
public import Roads
import TestSupport

/// Compares every frame of one file with FFmpeg's own decode.
public struct StrangerCheck: Sendable {
  private let tool: Tool
  private let seed: UInt64
  private let most: Int

  /// Prepares checks.
  ///
  /// - Parameters:
  ///   - seed: Chooses the frames that are also asked for one by one.
  ///   - most: How many of them.
  public init(_ tool: Tool, seed: UInt64, most: Int) {
    (self.tool, self.seed, self.most) = (tool, seed, most)
  }

  /// The result for a file.
  public func run(_ path: String) -> StrangerResult {
    let info = tool.start([path, "--info", "--json"])
    if info.isCrash { return StrangerResult(path, .crashed(Self.end(info), tool.command([path, "--info"]))) }
    let streams = VideoStreams(of: path, timeLimit: tool.timeLimit)
    guard info.status == 0, let stream = Self.stream(info) else {
      guard let first = streams.first else { return StrangerResult(path, .noVideo) }
      let reference = Reference(
        of: path, stream: first, decoder: streams.decoder(of: first), timeLimit: tool.timeLimit)
      return StrangerResult(
        path, .refused(code: info.status ?? 0, words: Self.reason(info, path), frames: reference.frames.count))
    }
    let all = tool.start([path, "--all", "--hash", "--json"])
    if all.isCrash { return StrangerResult(path, .crashed(Self.end(all), tool.command([path, "--all", "--hash"]))) }
    let reference = Reference(
      of: path, stream: stream, decoder: streams.decoder(of: stream), timeLimit: tool.timeLimit)
    let answers = numbered(Answer.read(all.lines), path)
    if all.status != 0, all.status != 1, !answers.contains(where: { $0.hash != nil }) {
      return StrangerResult(
        path, .refused(code: all.status ?? 0, words: Self.reason(all, path), frames: reference.frames.count))
    }
    // An error may be about all frames from there on.
    let isWarned =
      answers.last?.code != nil || all.messages.contains("damaged") || answers.contains { $0.isCutOff == true }
    let comparison = Comparison(
      answers, reference.frames, timeBase: reference.timeBase, isEndAnnounced: isWarned)
    return StrangerResult(
      path, .compared(comparison, reference, Singles(tool, path, answers, seed: seed, most: most)),
      command: tool.command([path, "--all", "--hash", "--json"]))
  }

  // MARK: What the tool said

  private struct Info: Decodable {
    let stream: Int
  }

  private static func stream(_ ending: Tool.Ending) -> Int? {
    try? JSONDecoder().decode(Info.self, from: Data(ending.printed.utf8)).stream
  }

  /// An answer without a picture does not say which frame it is about: that is its place, and the timestamp is in the
  /// list of frames.
  private func numbered(_ answers: [Answer], _ path: String) -> [Answer] {
    guard answers.contains(where: { $0.code != nil }) else { return answers }
    let listed = Answer.read(tool.start([path, "--list-frames", "--json"]).lines)
    return answers.enumerated().map { number, answer in
      guard answer.code != nil else { return answer }
      var answer = answer
      answer.index = number
      if listed.indices.contains(number) { answer.pts = listed[number].pts }
      return answer
    }
  }

  private static func end(_ ending: Tool.Ending) -> String {
    ending.status.map { "ends with \($0)" } ?? ending.messages
  }

  /// The last message, without the names, so that the same reasons can be counted.
  private static func reason(_ ending: Tool.Ending, _ path: String) -> String {
    let line = ending.messages.split(separator: "\n").last.map(String.init) ?? "(no message)"
    return line.replacing("framegrab: ", with: "").replacing(path + ": ", with: "").replacing(path, with: "FILE")
  }
}

import Roads
import TestSupport

/// Some frames asked for one by one, in random order, so that each is sought: they have to be those of `--all`. Some of
/// them are asked without a report, too, for which nothing but the frame is looked for.
struct Singles: Sendable {
  /// A frame for which the single answer is another one.
  struct Difference: Sendable {
    let index: Int
    let single: Answer
    let all: Answer
    /// Whether at least one of them is a picture without a mark.
    var isSilent: Bool { [single, all].contains { $0.code == nil && $0.isDamaged != true } }
  }

  let count: Int
  let differences: [Difference]

  init(_ tool: Tool, _ path: String, _ answers: [Answer], seed: UInt64, most: Int) {
    var numbers = SeededNumbers(seed: seed &+ UInt64(answers.count))
    let known = answers.indices.filter { answers[$0].index == $0 }
    let chosen = Array(known.shuffled(using: &numbers).prefix(most))
    let requests = chosen.map { #"{"id":\#($0),"video":\#(JSONText.of(path)),"frame":\#($0),"hash":true}"# }
    let ending = tool.start(["--serve", "-j", "1"], input: requests.map { $0 + "\n" }.joined())
    let lines = Answer.read(ending.lines)
    var singles = Array(zip(chosen, lines))
    for index in chosen.prefix(Self.plain) {
      singles.append((index, Self.plainly(["--frame", "\(index)"], of: path, by: tool)))
      // Of frames with one start, that time means the last.
      let next = answers.indices.contains(index + 1) ? answers[index + 1].time : nil
      guard let time = answers[index].time, time != next else { continue }
      singles.append((index, Self.plainly(["--at", time + "s"], of: path, by: tool)))
    }
    count = singles.count
    differences = singles.compactMap { index, single in
      let all = answers[index]
      let isSame = single.hash == all.hash && single.code == all.code
      return isSame ? nil : Difference(index: index, single: single, all: all)
    }
  }

  /// How many frames are asked without a report.
  private static let plain = 4

  /// The answer to a call that prints nothing but the hash.
  private static func plainly(_ words: [String], of path: String, by tool: Tool) -> Answer {
    let ending = tool.start([path, "--hash"] + words)
    guard ending.status == 0, let line = ending.lines.first else {
      return Answer(code: ending.status ?? 0, error: ending.messages)
    }
    var answer = Answer()
    answer.hash = String(line)
    answer.isDamaged = ending.messages.contains("damaged")
    return answer
  }
}

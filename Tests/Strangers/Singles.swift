import Roads
import TestSupport

/// Some frames asked for one by one, in random order, so that each is sought: they have to be those of `--all`.
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
    count = lines.count
    differences = zip(chosen, lines).compactMap { index, single in
      let all = answers[index]
      let isSame = single.hash == all.hash && single.code == all.code
      return isSame ? nil : Difference(index: index, single: single, all: all)
    }
  }
}

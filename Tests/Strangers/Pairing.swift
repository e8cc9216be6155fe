import Roads

/// Which answer belongs to which picture of the reference.
struct Pairing {
  /// One of both, or both.
  struct Pair {
    let answer: Int?
    let frame: Int?
  }

  /// In the order of the video.
  let pairs: [Pair]

  /// By place if there are as many answers as pictures; else by time or by checksum, whichever finds more that are right.
  init(_ answers: [Answer], _ frames: [Reference.Frame]) {
    if answers.count == frames.count {
      pairs = answers.indices.map { Pair(answer: $0, frame: $0) }
    } else {
      let told = frames.map { frame in frame.isTimeTold ? frame.pts.map(String.init) : nil }
      let ways = [
        Self.merge(answers.map { $0.pts.map(String.init) }, told), Self.merge(answers.map(\.hash), frames.map(\.md5)),
      ]
      let right = ways.map { pairs in
        pairs.count { pair in
          pair.answer.flatMap { answers[$0].hash } == pair.frame.map { frames[$0].md5 } && pair.answer != nil
        }
      }
      pairs = right[1] > right[0] ? ways[1] : ways[0]
    }
  }

  /// The longest common sequence of keys; a missing key equals none.
  private static func merge(_ keys: [String?], _ others: [String?]) -> [Pair] {
    let left = keys.enumerated().map { $1 ?? "answer \($0)" }
    let right = others.enumerated().map { $1 ?? "frame \($0)" }
    var removed = Set<Int>()
    var inserted = Set<Int>()
    for change in right.difference(from: left) {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): inserted.insert(offset)
      }
    }
    var pairs: [Pair] = []
    var (answer, frame) = (0, 0)
    while answer < left.count || frame < right.count {
      let isAlone = answer < left.count && removed.contains(answer)
      let isMissed = frame < right.count && inserted.contains(frame)
      if !isAlone && !isMissed {
        pairs.append(Pair(answer: answer, frame: frame))
      } else if isAlone && isMissed {
        // At the same place: the same frame, with another key.
        pairs.append(Pair(answer: answer, frame: frame))
      } else if isAlone {
        pairs.append(Pair(answer: answer, frame: nil))
      } else {
        pairs.append(Pair(answer: nil, frame: frame))
      }
      answer += isAlone || !isMissed ? 1 : 0
      frame += isMissed || !isAlone ? 1 : 0
    }
    return pairs
  }
}

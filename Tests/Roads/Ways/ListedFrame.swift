import Timeline

/// A line of `--list-frames`.
struct ListedFrame: Sendable {
  let index: Int?
  let pts: Int64?
  let time: Rational?
  let isDecodable: Bool
  let isCutOff: Bool

  /// The frames in what was printed.
  static func read(_ ending: Tool.Ending) -> [ListedFrame] {
    ending.lines.compactMap { line in
      guard let read = AnswerLine.read(line), read.code == nil else { return nil }
      return ListedFrame(
        index: read.index, pts: read.pts, time: read.time.flatMap { rational($0.exact) },
        isDecodable: read.decodable ?? true, isCutOff: read.cutOff == true)
    }
  }

  private static func rational(_ text: String) -> Rational? {
    let parts = text.split(separator: "/").map { Int64($0) }
    switch parts.count {
    case 1: return parts[0].map { Rational($0) }
    case 2: return parts[0].flatMap { top in parts[1].flatMap { Rational(top, $0) } }
    default: return nil
    }
  }
}

/// Something that must not be.
struct Finding: Sendable {
  /// The kinds, the worst first.
  enum Kind: Int, CaseIterable, Comparable, Sendable {
    case crash, code, picture, index, time, damage, missing, marked

    /// The kind in the table.
    var text: String {
      switch self {
      case .crash: "crashed or hung"
      case .code: "an error or another code by one road only"
      case .picture: "other pictures"
      case .index: "other indexes or counts"
      case .time: "other timestamps"
      case .damage: "marked as damaged by one road only"
      case .missing: "without an answer"
      case .marked: "damaged pictures that differ, all of them marked"
      }
    }

    static func < (left: Kind, right: Kind) -> Bool { left.rawValue < right.rawValue }
  }

  let kind: Kind
  /// What it is about, for crashes and missing answers.
  let words: String
  let question: Question?
  /// What was seen, the answer of most roads first.
  let seen: [Observation]
  /// The roads that are not of the majority.
  let roads: [String]
}

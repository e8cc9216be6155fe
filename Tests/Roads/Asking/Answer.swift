import Foundation

/// What the tool says of one frame: the picture that it is, or why there is none.
public struct Answer: Hashable, Sendable {
  /// The frame's index; nil if it was not said.
  public var index: Int?
  /// Its raw timestamp; nil if it was not said.
  public var pts: Int64?
  /// The length of a tick, such as `1/90000`.
  public var timeBase: String?
  /// When it appears, as an exact fraction of seconds.
  public var time: String?
  /// The MD5 of the decoded picture.
  public var hash: String?
  /// Whether the picture is marked as damaged.
  public var isDamaged: Bool?
  /// Whether the tool says that the end of the file is missing.
  public var isCutOff: Bool?
  /// The code of an error; nil for a picture.
  public var code: Int32?
  /// The words of an error.
  public var error: String?

  /// An answer of which nothing is known yet.
  public init() {}

  /// The failure of a whole request.
  public init(code: Int32, error: String) {
    (self.code, self.error) = (code, error)
  }

  init(_ line: AnswerLine) {
    index = line.index
    pts = line.pts
    timeBase = line.timeBase
    time = line.time?.exact
    hash = line.hash
    isDamaged = line.damaged
    isCutOff = line.cutOff
    code = line.code
    error = line.error
  }

  /// The answers in the lines that `--json` prints; lines that are no answers are left out.
  public static func read(_ lines: [Substring]) -> [Answer] {
    lines.compactMap { AnswerLine.read($0).map(Answer.init) }
  }
}

/// A line of `--json`, `--serve` or `--results`.
struct AnswerLine: Decodable {
  struct Time: Decodable {
    let exact: String
  }

  let index: Int?
  let pts: Int64?
  let timeBase: String?
  let time: Time?
  let hash: String?
  let damaged: Bool?
  let cutOff: Bool?
  let decodable: Bool?
  let code: Int32?
  let error: String?
  let job: Int?
  let frames: [AnswerLine]?

  static func read(_ line: Substring) -> AnswerLine? {
    try? JSONDecoder().decode(AnswerLine.self, from: Data(line.utf8))
  }
}

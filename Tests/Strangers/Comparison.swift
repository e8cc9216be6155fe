import Roads

/// The verdicts on all frames of a file.
struct Comparison: Sendable {
  /// The verdict on one frame, with what both say of it.
  struct Line: Sendable {
    let verdict: Verdict
    let answer: Answer?
    /// The frame's place among the reference's.
    let place: Int?
    let frame: Reference.Frame?
  }

  let lines: [Line]

  /// Compares all answers with the reference.
  ///
  /// - Parameter isEndAnnounced: Whether the tool said that the end of the file is missing, or that it is damaged.
  init(_ answers: [Answer], _ frames: [Reference.Frame], timeBase: String?, isEndAnnounced: Bool) {
    let pairs = Pairing(answers, frames).pairs
    let paired = pairs.indices.filter { pairs[$0].answer != nil }
    let sameBase = answers.contains { $0.timeBase == timeBase }
    // Which of those before the first answer are keyframes says whether they could have been shown.
    let keyframe = pairs.prefix(paired.first ?? pairs.count).contains { pair in
      pair.frame.map { frames[$0].isKeyframe } ?? false
    }
    lines = pairs.enumerated().map { number, pair in
      let answer = pair.answer.map { answers[$0] }
      let frame = pair.frame.map { frames[$0] }
      let verdict: Verdict
      switch (answer, frame) {
      case (let answer?, let frame?): verdict = Verdict(answer, frame, sameBase: sameBase)
      case (let answer?, nil):
        verdict = answer.code != nil ? .refused : answer.isDamaged == true ? .marked : .more
      case (nil, _):
        if number < paired.first ?? .max {
          verdict = keyframe ? .missingAtStart : .beforeStart
        } else if number > paired.last ?? .min {
          verdict = isEndAnnounced ? .announcedEnd : .missingAtEnd
        } else {
          verdict = .missingInside
        }
      }
      return Line(verdict: verdict, answer: answer, place: pair.frame, frame: frame)
    }
  }

  /// How many frames came to each verdict.
  var counts: [Verdict: Int] { lines.reduce(into: [:]) { $0[$1.verdict, default: 0] += 1 } }
}

import Roads

/// What the comparison of one frame came to.
enum Verdict: String, CaseIterable, Sendable {
  case right = "right"
  case rightThoughMarked = "right, but marked as damaged"
  case rightWithOtherMadeUpTime = "right, at another time than FFmpeg made up"
  case marked = "another picture or time, marked as damaged"
  case refused = "refused, and not shown by FFmpeg either"
  case refusedAlone = "refused, though FFmpeg shows it"
  case incomparable = "of another pixel format than the first"
  case beforeStart = "shown by FFmpeg only, before the first keyframe"
  case announcedEnd = "shown by FFmpeg only, behind an end that is said to be missing"
  case otherPicture = "same place, another picture"
  case otherTime = "same picture, another time"
  case missingAtStart = "missing at the start"
  case missingInside = "missing inside"
  case missingAtEnd = "missing at the end"
  case more = "a frame that FFmpeg does not show"

  /// Whether it is a wrong answer of which nothing warned.
  var isWrong: Bool {
    switch self {
    case .otherPicture, .otherTime, .missingAtStart, .missingInside, .missingAtEnd, .more: true
    default: false
    }
  }

  /// The verdict on a frame that both have.
  init(_ answer: Answer, _ frame: Reference.Frame, sameBase: Bool) {
    if answer.code != nil {
      self = .refusedAlone
    } else if !frame.isComparable {
      self = .incomparable
    } else if answer.hash != frame.md5 {
      self = answer.isDamaged == true ? .marked : .otherPicture
    } else if sameBase, frame.pts != nil, answer.pts != nil, ![frame.pts, frame.sortedPts].contains(answer.pts) {
      self = !frame.isTimeTold ? .rightWithOtherMadeUpTime : answer.isDamaged == true ? .marked : .otherTime
    } else {
      self = answer.isDamaged == true ? .rightThoughMarked : .right
    }
  }
}

/// The differences that are meant to be, all in one place. Beyond these, what a road does not say (the index of a frame
/// that was asked for by time; damage, which only a decoded picture shows) is nil and agrees with everything.
enum Legitimate {
  /// A limit (6) depends on how busy the machine is: no answer is compared with it.
  static func isOutside(_ observation: Observation) -> Bool { observation.code == 6 }

  /// Whether the exit code goes with the answers: of one moment its own; of several 1 if any failed, or the code of the
  /// file if it cannot be read at all; a service tells the codes in its answers, and ends with 1.
  static func isExitCode(_ status: Int32, of codes: [Int32], isSingle: Bool) -> Bool {
    guard let worst = codes.first(where: { $0 != 0 }) else { return status == 0 }
    if isSingle { return status == worst }
    return status == 1 || codes.allSatisfy { $0 == status }
  }

  /// Moments behind the end: whether it is an index or a time, the code is the same; the words are not.
  static let past: [Moment] = [
    Moment(.past, .index(10_000_000)), Moment(.past, .time("3000000")),
  ]

  /// The answers of `--all`, without the one that says that there should be more: a file that is cut off has it if its
  /// container tells the whole length.
  static func listed(_ answers: [Answer], count: Int) -> [Answer] {
    answers.count == count + 1 && answers.last?.code == 4 ? Array(answers.dropLast()) : answers
  }

  /// Whether the number of answers to `--all` says how many frames there are: an error at the end may be about all frames
  /// from there on.
  static func isCounted(_ answers: [Answer]) -> Bool { answers.last.map { $0.code == nil } ?? true }

  /// The code of `--info`, which also describes what cannot be decoded.
  static func code(ofInfo code: Int32?, listed: Int32?) -> Int32? { code == 0 && listed == 4 ? nil : code }

  /// Whether there may be times at which the frame on screen is lost: where a file is cut off, those behind its last
  /// complete pictures are, and they may lie before the last frame that is listed.
  static func mayHaveHoles(_ frames: [ListedFrame]) -> Bool { frames.contains(where: \.isCutOff) }

  /// Whether a frame can be asked for by its time: of several at one time the last is on screen, so only that one.
  static func hasOwnTime(_ index: Int, in frames: [ListedFrame]) -> Bool {
    guard let time = frames[index].time else { return false }
    guard index + 1 < frames.count else { return true }
    return frames[index + 1].time.map { time < $0 } ?? false
  }

  /// Whether a frame can be asked for by its timestamp: where timestamps jump back, two frames may have the same, and
  /// the one on screen at a timestamp may be any.
  static func hasOwnTimestamp(_ index: Int, in frames: [ListedFrame]) -> Bool {
    guard let pts = frames[index].pts else { return false }
    return frames.indices.allSatisfy { other in
      guard other != index, let its = frames[other].pts else { return other == index }
      return other < index ? its < pts : its > pts
    }
  }
}

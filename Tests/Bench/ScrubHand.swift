import TestSupport

/// A hand that drags the slider of the scrubbing screen: what it sends, and when.
///
/// Every report of the mouse is at least one frame from the one before.
struct ScrubHand {
  /// What the hand does.
  enum Part: CaseIterable {
    /// Forwards by about a frame, 30 times a second, and back the same way.
    case slow, back
    /// Through nearly the whole video in three seconds, and back.
    case sweep
    /// To some place in an eighth of a second, and then it rests for two seconds.
    case rest
  }

  /// An input, and which part of the movement it belongs to; `isLast` before a rest.
  struct Move {
    let part: Part
    let input: TerminalTape.Input
    var isLast = false
  }

  /// All inputs in order; the first one presses the knob.
  private(set) var moves: [Move] = []
  /// When the last rest ends, in milliseconds.
  private(set) var end = 200.0

  private let row: Int
  /// Pixels of the first frame's and the last frame's place.
  private let track: ClosedRange<Int>
  private let frames: Int
  private var x: Int

  private static let fast = 1000.0 / 60

  /// Plans the movements over a slider whose knob stands at the left end; places are in pixels.
  init(track: ClosedRange<Int>, row: Int, frames: Int, rests: Int) {
    (self.track, self.row, self.frames, x) = (track, row, frames, track.lowerBound)
    send(.press, .slow, after: 0)
    let step = Int(pixelsPerFrame.rounded(.up))
    let slowly = min(90, frames / 3)
    for _ in 0..<slowly { move(to: x + step, .slow, after: 2 * Self.fast) }
    for _ in 0..<slowly - 1 { move(to: x - step, .back, after: 2 * Self.fast) }
    end += 1500
    let (low, high) = (x, track.upperBound - step)
    for number in 1...180 { move(to: low + (high - low) * number / 180, .sweep, after: Self.fast) }
    for number in 1...180 { move(to: high - (high - low) * number / 180, .sweep, after: Self.fast) }
    end += 2000
    // Places that do not follow each other: 61 · n modulo 97, of 97 parts of the track.
    for rest in 1...max(1, rests) {
      let (from, to) = (x, low + (high - low) * (61 * rest % 97) / 97)
      for number in 1...8 { move(to: from + (to - from) * number / 8, .rest, after: Self.fast) }
      moves[moves.count - 1].isLast = true
      end += 2000
    }
  }

  private var pixelsPerFrame: Double { Double(track.count) / Double(max(frames, 1)) }

  private mutating func move(to place: Int, _ part: Part, after milliseconds: Double) {
    guard place != x else { return }
    x = place
    send(.drag, part, after: milliseconds)
  }

  private mutating func send(_ action: TerminalMouse, _ part: Part, after milliseconds: Double) {
    end += milliseconds
    moves.append(Move(part: part, input: TerminalTape.Input(time: end, text: action.report(x: x, y: row))))
  }
}

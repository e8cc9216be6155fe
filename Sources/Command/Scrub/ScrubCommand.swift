import Screen

/// What a key does in a scrubbing session.
enum ScrubCommand: Hashable {
  /// Steps by frames.
  case step(Int)
  /// Moves by seconds.
  case seconds(Int)
  /// Moves by a twentieth of the range.
  case adjust(isForwards: Bool)
  /// Moves to the previous or next keyframe.
  case keyframe(isForwards: Bool)
  /// Moves to the first or last frame of the range.
  case edge(isLast: Bool)
  /// Moves to so many tenths of the range.
  case tenths(Int)
  /// Moves back to the mark.
  case back
  /// Starts or stops playing.
  case play
  case askTime
  case saveAndLeave
  case save
  case keep
  case nextModel
  case zoomIn
  case zoomOut
  case nextView
  case help
  case escape
  case leave
  case interrupt
  case suspend
  case repaint

  /// The command of a key; nil for none.
  init?(_ key: Key) {
    switch key {
    case .left(let isShifted): self = .step(isShifted ? -10 : -1)
    case .right(let isShifted): self = .step(isShifted ? 10 : 1)
    case .up: self = .seconds(1)
    case .down: self = .seconds(-1)
    case .pageUp: self = .adjust(isForwards: true)
    case .pageDown: self = .adjust(isForwards: false)
    case .home: self = .edge(isLast: false)
    case .end: self = .edge(isLast: true)
    case .enter: self = .saveAndLeave
    case .escape: self = .escape
    case .backspace: self = .back
    case .control("c"): self = .interrupt
    case .control("z"): self = .suspend
    case .control("l"): self = .repaint
    case .character(let character):
      guard let command = Self.letters[character] else { return nil }
      self = command
    default: return nil
    }
  }

  private static let letters: [Unicode.Scalar: ScrubCommand] = {
    var letters: [Unicode.Scalar: ScrubCommand] = [
      ",": .step(-1), "h": .step(-1), ".": .step(1), "l": .step(1), "<": .step(-10), "H": .step(-10), ">": .step(10),
      "L": .step(10), "[": .keyframe(isForwards: false), "]": .keyframe(isForwards: true), "g": .askTime, "s": .save,
      " ": .play, "r": .keep, "m": .nextModel, "z": .zoomIn, "Z": .zoomOut, "v": .nextView, "?": .help, "q": .leave,
    ]
    for digit in 0...9 { letters[Unicode.Scalar(UInt8(0x30 + digit))] = .tenths(digit) }
    return letters
  }()
}

import TestSupport

/// How long the screen took to follow a hand, read from the tape of a session.
struct ScrubReading {
  /// The screen after an update: when, which frame the label names, and which one is shown.
  struct State: Hashable {
    let time: Double
    let frame: Int
    let shown: Int?

    init(time: Double, frame: Int, shown: Int?) { (self.time, self.frame, self.shown) = (time, frame, shown) }

    var isExact: Bool { frame == shown }
  }

  /// After every update, in order.
  private let states: [State]

  init(states: [State]) {
    self.states = states
  }

  /// Shows a tape on a screen that stands as at its start.
  init(_ tape: TerminalTape, on start: TerminalEmulator) {
    var screen = start
    var states: [State] = []
    var shown = ScrubView(screen).isExact ? ScrubView(screen).frame : ScrubView(screen).shows
    for piece in tape.pieces {
      var left = piece.bytes[...]
      while !left.isEmpty {
        // An update ends with `CSI ? 2026 l`.
        let end = left.firstIndex(of: UInt8(ascii: "l")).map { $0 + 1 } ?? left.endIndex
        let updates = screen.updates
        let hasPicture = screen.feed(left[..<end]).contains(.ready)
        left = left[end...]
        let view = ScrubView(screen)
        guard hasPicture || screen.updates > updates, let frame = view.frame else { continue }
        // The label may be ahead of the picture, behind which the terminal is asked whether it has it.
        if hasPicture { shown = view.isExact ? frame : view.shows }
        states.append(State(time: piece.time, frame: frame, shown: shown))
      }
    }
    self.states = states
  }

  /// Milliseconds from an input until the label names another frame; nil if it never does.
  func label(after time: Double) -> Double? {
    let before = last(before: time)?.frame
    return first(after: time) { $0.frame != before }.map { $0.time - time }
  }

  /// Milliseconds from an input until another picture is shown.
  func picture(after time: Double) -> Double? {
    let before = last(before: time)?.shown
    return first(after: time) { $0.shown != nil && $0.shown != before }.map { $0.time - time }
  }

  /// Milliseconds from an input, which changed the wanted frame, until the wanted frame of then is shown.
  func exact(after time: Double) -> Double? {
    let before = last(before: time)?.frame
    guard let named = first(after: time, where: { $0.frame != before }) else { return nil }
    return first(after: named.time) { $0.time >= named.time && $0.isExact }.map { $0.time - time }
  }

  private func last(before time: Double) -> State? { states.last { $0.time < time } }

  private func first(after time: Double, where fits: (State) -> Bool) -> State? {
    states.first { $0.time >= time && fits($0) }
  }
}

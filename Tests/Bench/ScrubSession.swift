import Foundation
import TestSupport

/// A session of framegrab's scrubbing screen in a terminal that answers at once, and what it cost.
struct ScrubSession {
  /// What was measured, in milliseconds.
  struct Figures {
    /// From the start of the program until its first picture; the file's index is kept.
    var start = 0.0
    /// From a report of the mouse until the label line names another frame.
    var labels: [Double] = []
    /// While the hand sweeps: from a report until another picture is shown.
    var pictures: [Double] = []
    /// From a report of a slow drag until its picture, forwards and back.
    var slow: [Double] = []
    var back: [Double] = []
    /// From the last report before a rest until its picture.
    var rests: [Double] = []
    /// CPU time while the hand moves or rests, in cores.
    var cores = 0.0
    /// Changes to another process while nothing happens, in a minute.
    var wakeUps = 0.0
    /// MiB that all its processes had at most, together.
    var memory = 0.0
    /// Inputs without the effect that was waited for.
    var missed = 0
  }

  private let words: [String]
  private let clip: Clip
  private let rests: Int

  /// 200 × 54 cells, of which a picture of 16 : 9 takes 178 × 50; they are wide, so that a frame is some pixels.
  private static let size = TerminalSize(200, 54, cellWidth: 40, cellHeight: 80)

  init(_ words: [String], _ clip: Clip, rests: Int) {
    (self.words, self.clip, self.rests) = (words, clip, rests)
  }

  /// Runs it: the first picture, ten seconds to fill, then the hand.
  func run() throws -> Figures {
    var figures = Figures()
    let clock = ContinuousClock()
    let begin = clock.now
    let driver = try TerminalDriver(words, size: Self.size, as: .xterm)
    try driver.wait("the first picture") { ScrubView($0).isExact && ScrubView($0).blockArea != nil }
    figures.start = (clock.now - begin) / .milliseconds(1)
    driver.idle(seconds: 10)
    let costs = SessionCosts(leader: driver.child)
    let changes = costs.now().wakeUps
    driver.idle(seconds: 5)
    figures.wakeUps = (costs.now().wakeUps - changes) * 12

    let hand = try Self.hand(on: driver.screen, frames: clip.count, rests: rests)
    let start = driver.screen
    let before = costs.now()
    let tape = try driver.record(hand.moves.map(\.input), milliseconds: hand.end)
    let after = costs.now()
    figures.cores = (after.cpu - before.cpu) / hand.end
    figures.memory = after.memory
    try driver.type("q")
    figures.take(hand, ScrubReading(tape, on: start), tape.sent)
    return figures
  }

  /// The hand on the slider that is drawn on a screen.
  private static func hand(on screen: TerminalEmulator, frames: Int, rests: Int) throws -> ScrubHand {
    let view = ScrubView(screen)
    let cells = (1...screen.size.columns).filter { screen.page[view.sliderRow, $0].glyph != " " }
    guard let knob = view.knob, let right = cells.last, knob < right else {
      throw BenchFault(description: "there is no slider:\n\(screen.page.text)")
    }
    let (width, height) = (screen.size.cellWidth, screen.size.cellHeight)
    return ScrubHand(
      track: (knob * width - width / 2)...(right * width - width / 2), row: view.sliderRow * height - height / 2,
      frames: frames, rests: rests)
  }
}

extension ScrubSession.Figures {
  /// Reads what followed each move.
  fileprivate mutating func take(_ hand: ScrubHand, _ reading: ScrubReading, _ sent: [Double]) {
    // The press changes nothing.
    for (move, time) in zip(hand.moves, sent).dropFirst() {
      add(reading.label(after: time), to: \.labels)
      switch move.part {
      case .slow: add(reading.exact(after: time), to: \.slow)
      case .back: add(reading.exact(after: time), to: \.back)
      case .sweep: add(reading.picture(after: time), to: \.pictures)
      case .rest: if move.isLast { add(reading.exact(after: time), to: \.rests) }
      }
    }
  }

  private mutating func add(_ figure: Double?, to list: WritableKeyPath<Self, [Double]>) {
    if let figure { self[keyPath: list].append(figure) } else { missed += 1 }
  }
}

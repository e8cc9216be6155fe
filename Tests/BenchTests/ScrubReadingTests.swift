import TestSupport
import Testing

@testable import Bench

/// How the scrubbing screen is measured.
@Suite struct ScrubReadingTests {
  // Frame 5 stands. At 100 somebody wants 6, which the label names at 102 and the screen shows at 110; at 200 somebody
  // wants 9: named at 203, 7 is shown at 220, 9 at 260.
  private static let reading = ScrubReading(states: [
    .init(time: 0, frame: 5, shown: 5), .init(time: 102, frame: 6, shown: 5), .init(time: 110, frame: 6, shown: 6),
    .init(time: 203, frame: 9, shown: 6), .init(time: 220, frame: 9, shown: 7), .init(time: 260, frame: 9, shown: 9),
  ])

  @Test func `a label counts when it names another frame`() {
    #expect(Self.reading.label(after: 100) == 2)
    #expect(Self.reading.label(after: 200) == 3)
    #expect(Self.reading.label(after: 300) == nil)
  }

  @Test func `a picture counts when it is another one`() {
    #expect(Self.reading.picture(after: 100) == 10)
    #expect(Self.reading.picture(after: 200) == 20)
    #expect(Self.reading.picture(after: 300) == nil)
  }

  @Test func `the exact picture counts after the label has changed`() {
    #expect(Self.reading.exact(after: 100) == 10)
    #expect(Self.reading.exact(after: 200) == 60)
    #expect(Self.reading.exact(after: 300) == nil)
  }

  @Test func `a tape is read update by update`() {
    var screen = TerminalEmulator(size: TerminalSize(40, 8))
    _ = screen.feed(Array("\u{1B}[?1049h".utf8))
    func update(_ label: String) -> [UInt8] { Array("\u{1B}[?2026h\u{1B}[7;1H\(label)\u{1B}[K\u{1B}[?2026l".utf8) }
    let picture = Array("\u{1B}[5n".utf8)
    // The second update comes in two pieces, and counts when it is complete; the third names the frame before its picture
    // has come, which is the last one.
    let second = update("frame 6  ≈ shows 5")
    let tape = TerminalTape(
      pieces: [
        .init(time: 1, bytes: update("frame 5") + picture), .init(time: 2, bytes: Array(second[..<12])),
        .init(time: 3, bytes: Array(second[12...]) + update("frame 6")), .init(time: 4, bytes: update("frame 6")),
        .init(time: 5, bytes: picture),
      ], sent: [])
    let reading = ScrubReading(tape, on: screen)
    #expect(reading.label(after: 1.5) == 1.5)
    #expect(reading.exact(after: 1.5) == 3.5)
    #expect(reading.picture(after: 1.5) == 3.5)
    #expect(reading.label(after: 2.5) == 0.5)
  }

  @Test(arguments: [(1_800, 7_520), (300, 7_520), (1_800, 2_000)])
  func `a hand moves by a frame at least, and stays on the slider`(_ frames: Int, _ pixels: Int) throws {
    let hand = ScrubHand(track: 20...20 + pixels, row: 4_000, frames: frames, rests: 5)
    let places = try hand.moves.map { move in
      let parts = move.input.text.dropFirst(3).dropLast().split(separator: ";").compactMap { Int($0) }
      try #require(parts.count == 3 && parts[2] == 4_000)
      return parts[1]
    }
    #expect(places.allSatisfy { (20...20 + pixels).contains($0) })
    for (place, next) in zip(places, places.dropFirst()) where place != next {
      #expect(abs(place - next) * frames >= pixels)
    }
    let times = hand.moves.map(\.input.time)
    #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
    #expect(hand.moves.filter(\.isLast).count == 5)
    #expect(ScrubHand.Part.allCases.allSatisfy { part in hand.moves.contains { $0.part == part } })
  }

  @Test func `a quantile is one of the numbers`() {
    #expect([Double]().quantile(0.5) == nil)
    #expect([3.0].quantile(0.95) == 3)
    // Of 20 numbers half are 10 or less, and 19 are 19 or less.
    let numbers = (1...20).map { Double($0) }
    #expect(numbers.quantile(0.5) == 10)
    #expect(numbers.quantile(0.95) == 19)
  }

  @Test func `a table says which goals are met`() {
    var figures = ScrubSession.Figures()
    (figures.labels, figures.rests, figures.start) = ([1, 2], [100, 900], 200)
    let lines = ScrubBench.table(figures, 250).split(separator: "\n")
    #expect(lines.contains { $0.contains("label") && $0.hasSuffix("2.0 / 8.0  met") })
    #expect(lines.contains { $0.contains("rests") && $0.hasSuffix("350.0 / 800.0  NOT MET") })
    #expect(lines.contains { $0.contains("sweeping") && $0.hasSuffix("NOT MET") })
  }
}

import Foundation
import TestSupport
import Testing

/// How pictures follow the hand.
@Suite struct ScrubFollowTests {
  private let bench: Bench

  init() throws { bench = try Bench.withLongClip() }

  /// What an update showed.
  private struct Moment: Equatable {
    let wanted: Int
    let number: Int
  }

  private static let large = TerminalSize(120, 40)

  /// Notes wanted and shown frame of every update of which both can be read.
  private final class Notes {
    var moments: [Moment] = []

    func note(_ screen: TerminalEmulator) {
      let view = ScrubView(screen)
      guard let wanted = view.frame, let number = view.number else { return }
      moments.append(Moment(wanted: wanted, number: number))
    }

    /// The pictures, each once for as long as it stood.
    var pictures: [Int] {
      moments.map(\.number).reduce(into: []) { if $0.last != $1 { $0.append($1) } }
    }
  }

  @Test(arguments: [UInt64(1), 2, 3]) func `pictures only come nearer`(seed: UInt64) throws {
    let driver = try bench.scrub("--model", "uislider", size: Self.large, as: .tmux)
    try driver.settle()
    let notes = Notes()
    notes.note(driver.screen)
    driver.watch = notes.note
    var numbers = SeededNumbers(seed: seed)
    try driver.mouse(.press, column: 3, row: 37)
    for _ in 0..<40 {
      try driver.mouse(.drag, column: 3 + numbers.below(116), row: 37)
      // As long as a hand takes, or longer.
      driver.idle(seconds: numbers.double(0, 0.06))
    }
    let last = try driver.settle()
    for (before, after) in zip(notes.moments, notes.moments.dropFirst()) where before.number != after.number {
      #expect(
        abs(after.number - after.wanted) < abs(before.number - after.wanted),
        "\(before.number), then \(after.number) while \(after.wanted) was wanted")
    }
    #expect(notes.moments.last == Moment(wanted: last, number: last))
    try driver.leave()
  }

  @Test func `a slow drag shows every frame`() throws {
    let driver = try bench.scrub("--frame", "20", size: Self.large, as: .tmux)
    try driver.settle()
    let notes = Notes()
    notes.note(driver.screen)
    driver.watch = notes.note
    for frame in 21...40 {
      try driver.type("l")
      try driver.wait("frame \(frame)") { ScrubView($0).isExact && ScrubView($0).frame == frame }
    }
    #expect(notes.pictures == Array(20...40))
    try driver.leave()
  }

  @Test func `a terminal that reads nothing gets one older picture and then the newest`() throws {
    let driver = try bench.scrub("--model", "uislider", size: Self.large, as: .xterm)
    try driver.settle()
    let notes = Notes()
    notes.note(driver.screen)
    driver.watch = notes.note
    try driver.mouse(.press, column: 3, row: 37)
    for step in 0..<50 {
      try driver.mouse(.drag, column: 4 + 2 * step, row: 37)
      // The terminal is not read here.
      usleep(20_000)
    }
    // The newest frame is decoded meanwhile.
    usleep(1_500_000)
    let before = notes.pictures.count
    let last = try driver.settle()
    let came = notes.pictures.dropFirst(before)
    #expect(came.count <= 2 && came.last == last, "\(came)")
    try driver.leave()
  }

  @Test func `each picture asks whether the terminal is there`() throws {
    let driver = try bench.scrub(as: .tmux)
    try driver.settle()
    let asked = driver.screen.asked[.ready, default: 0]
    for frame in 1...5 { try driver.expect(frame, after: "l") }
    // A painting anew and a picture for each key.
    #expect(driver.screen.asked[.ready, default: 0] >= asked + 5)
    try driver.leave()
  }

  @Test func `nothing is written while nothing happens`() throws {
    let driver = try bench.scrub("--frame", "20", size: Self.large, as: .tmux)
    try driver.settle()
    // The rest of the pictures near by is kept meanwhile.
    driver.idle(seconds: 1)
    let count = driver.screen.byteCount
    driver.idle(seconds: 1.5)
    #expect(driver.screen.byteCount == count)
    try driver.leave()
  }

  @Test func `a small change of the label is few bytes`() throws {
    let driver = try bench.scrub("--frame", "0", "--model", "scrubbing-slider", size: TerminalSize(200, 60), as: .tmux)
    try driver.settle()
    // Colours that were reduced for a slow terminal are painted whole.
    driver.idle(seconds: 1)
    let count = driver.screen.byteCount
    try driver.type("?")
    try driver.wait("help") { ScrubView($0).hasHelp }
    // Not all 12 000 cells, whose colours alone take 400 kB.
    #expect(driver.screen.byteCount - count < 100_000)
    try driver.leave()
  }
}

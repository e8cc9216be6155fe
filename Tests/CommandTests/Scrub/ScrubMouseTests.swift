import Foundation
import TestSupport
import Testing

/// The mouse on the scrubbing screen, in 80 × 24 cells: the slider has the 76 cells from column 3 in row 21.
@Suite struct ScrubMouseTests {
  private let bench: Bench

  init() throws { bench = try Bench.withShortClip() }

  /// The column of the knob for a frame: its middle is 4 + 600 V points from the slider's edge, a cell has 8.
  private func knob(_ frame: Int) -> Int { 3 + Int((4 + 600 * Double(frame) / 50) / 8) }

  /// Terminals with and without reports in pixels.
  static let terminals: [TerminalPersonality] = [.xterm, .tmux]

  private func scrub(_ personality: TerminalPersonality, _ words: String...) throws -> TerminalDriver {
    let driver = try bench.begin(words, as: personality)
    try driver.wait("the first picture") { ScrubView($0).isExact }
    // The answers came when the last one was handled.
    try driver.settle()
    return driver
  }

  @Test func `the mouse is asked for as the terminal can`() throws {
    let xterm = try bench.scrub()
    try xterm.wait("reports in pixels") { $0.modes.isSuperset(of: [1003, 1006, 1016]) }
    try xterm.leave()
    for personality: TerminalPersonality in [.tmux, .mute, .indexed] {
      let driver = try scrub(personality)
      #expect(driver.screen.modes.isSuperset(of: [1003, 1006]) && driver.screen.changes["?1016h"] == nil)
      try driver.leave()
    }
  }

  @Test func `pixels are used only where their size is known`() throws {
    // The kernel does not know it, but the terminal answers.
    var size = TerminalSize(80, 24)
    size.tellsPixels = false
    let asked = try bench.scrub(size: size)
    try asked.wait("reports in pixels") { $0.modes.contains(1016) }
    try asked.leave()
    // Nobody knows it.
    let unknown = try bench.scrub(size: TerminalSize(80, 24, cellWidth: 0, cellHeight: 0))
    try unknown.settle()
    #expect(unknown.screen.changes["?1016h"] == nil)
    try unknown.leave()
  }

  @Test(arguments: terminals) func `a press on the slider goes to the frame under the pointer`(
    personality: TerminalPersonality
  ) throws {
    let driver = try scrub(personality, "--frame", "25")
    // The middle of column c is 8 c − 24 points behind the middle of the knob at 0, of 600: that share of 50 frames.
    for (column, row, frame) in [(78, 21, 49), (3, 21, 0), (18, 22, 10), (63, 21, 40), (33, 22, 20)] {
      try driver.mouse(.press, column: column, row: row)
      try driver.expect(frame, "column \(column)")
      #expect(driver.view.knob == knob(frame), "column \(column)")
      try driver.mouse(.release, column: column, row: row)
      try driver.expect(frame)
    }
    try driver.leave()
  }

  @Test(arguments: terminals) func `a press on the knob or beside it moves nothing`(
    personality: TerminalPersonality
  ) throws {
    let driver = try scrub(personality, "--frame", "20")
    for column in [knob(20), knob(20) - 1, knob(20) + 1] {
      try driver.mouse(.press, column: column, row: 21)
      try driver.expect(20)
      try driver.mouse(.release, column: column, row: 21)
      try driver.expect(20)
    }
    // Two cells beside it is elsewhere: (35 − 3) / 75 of 50 frames.
    try driver.mouse(.press, column: knob(20) + 2, row: 21)
    try driver.expect(21)
    try driver.leave()
  }

  @Test(arguments: terminals) func `the knob follows the pointer at full speed`(
    personality: TerminalPersonality
  ) throws {
    let driver = try scrub(personality, "--frame", "20", "--model", "uislider")
    try driver.mouse(.press, column: 33, row: 21)
    // 15 cells are 120 of 600 points: 10 frames.
    try driver.mouse(.drag, column: 48, row: 21)
    #expect(try driver.settle() == 30 && driver.view.knob == 48)
    try driver.mouse(.drag, column: 18, row: 5)
    try driver.expect(10)
    try driver.mouse(.release, column: 18, row: 5)
    try driver.expect(10)
    try driver.leave()
  }

  @Test(arguments: terminals) func `it is slower the higher the pointer is`(personality: TerminalPersonality) throws {
    let driver = try scrub(personality, "--frame", "20")
    // The rows at which the ruler marks the speeds, and the ones below them.
    for (row, speed) in [
      (21, "1"), (18, "1"), (17, "1/2"), (15, "1/2"), (14, "1/4"), (12, "1/4"), (11, "1/10"), (1, "1/10"),
    ] {
      try driver.mouse(.press, column: 33, row: row)
      try driver.mouse(.drag, column: 34, row: row)
      try driver.settle()
      #expect(driver.view.speed == speed, "row \(row): \(driver.view.label)")
      let isReversed = (1...80).contains { driver.screen.page[23, $0].pen.isReversed }
      #expect(isReversed == (speed != "1"), "row \(row)")
      try driver.mouse(.drag, column: 33, row: row)
      try driver.mouse(.release, column: 33, row: row)
    }
    try driver.leave()
  }

  @Test(arguments: terminals) func `a press on the picture drags from there, slowly at once`(
    personality: TerminalPersonality
  ) throws {
    let driver = try scrub(personality, "--frame", "20")
    try driver.mouse(.press, column: 10, row: 5)
    try driver.expect(20)
    // 60 cells are 480 points, a tenth of that is 48 of the track's 608: 3.9 frames.
    try driver.mouse(.drag, column: 70, row: 5)
    try driver.expect(23)
    try driver.mouse(.release, column: 70, row: 5)
    try driver.expect(23)
    try driver.leave()
  }

  @Test(arguments: terminals) func `a release that was lost ends the drag where it was`(
    personality: TerminalPersonality
  ) throws {
    let driver = try scrub(personality, "--frame", "20", "--model", "uislider")
    try driver.mouse(.press, column: 33, row: 21)
    try driver.mouse(.drag, column: 48, row: 21)
    // A motion without a button.
    try driver.mouse(.hover, column: 60, row: 21)
    try driver.mouse(.drag, column: 70, row: 21)
    try driver.expect(30)
    // Another press.
    try driver.mouse(.press, column: 48, row: 21)
    try driver.mouse(.drag, column: 63, row: 21)
    try driver.mouse(.press, column: 18, row: 10)
    try driver.expect(40)
    try driver.mouse(.release, column: 18, row: 10)
    // A key that moves ends it first.
    try driver.mouse(.press, column: 63, row: 21)
    try driver.type("h")
    try driver.mouse(.drag, column: 70, row: 21)
    try driver.expect(39)
    try driver.leave()
  }

  @Test func `other buttons do nothing`() throws {
    let driver = try scrub(.tmux, "--frame", "20")
    for action: TerminalMouse in [.rightPress, .rightDrag, .middlePress, .hover] {
      try driver.mouse(action, column: 60, row: 21)
      try driver.expect(20)
    }
    // Not even during a drag.
    try driver.mouse(.press, column: 33, row: 21)
    try driver.mouse(.rightPress, column: 60, row: 21)
    try driver.mouse(.drag, column: 48, row: 21)
    // 120 of the track's 608 points are 9.9 frames.
    try driver.expect(29)
    try driver.leave()
  }

  @Test func `a notch of the wheel is a frame`() throws {
    let driver = try scrub(.tmux, "--frame", "20")
    for _ in 0..<3 { try driver.mouse(.wheelDown, column: 40, row: 10) }
    try driver.expect(23)
    for _ in 0..<5 { try driver.mouse(.wheelUp, column: 40, row: 21) }
    try driver.expect(18)
    try driver.leave()
  }

  @Test func `the pointer may leave the window`() throws {
    let driver = try bench.scrub("--frame", "20", "--record", "take.json")
    try driver.wait("reports in pixels") { $0.modes.contains(1016) }
    try driver.settle()
    // The middle of the knob's cell, then far above the window and beyond its right edge.
    try driver.mouse(.press, column: 33, row: 21)
    try driver.type(TerminalMouse.drag.report(x: 325, y: -500))
    try driver.type(TerminalMouse.drag.report(x: 1525, y: -500))
    // 1200 pixels are 960 points; a tenth of them 96, of the track's 608: 7.9 frames.
    try driver.expect(27)
    try driver.type(TerminalMouse.drag.report(x: -4000, y: 410))
    try driver.expect(0)
    try driver.type(TerminalMouse.release.report(x: -4000, y: 410))
    try driver.leave(0)
    #expect(try bench.lastFrame(of: "take.json") == 0)
  }
}

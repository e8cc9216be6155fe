import Foundation
import TestSupport
import Testing

/// What stands where on the scrubbing screen.
@Suite struct ScrubScreenTests {
  private let bench: Bench

  init() throws { bench = try Bench.withShortClip() }

  /// Pictures of 16:9 with the number of their frame nowhere.
  private func makeWide(frames: Int = 3) throws {
    try bench.ffmpeg(
      ["-f", "lavfi", "-i", "testsrc2=r=30:s=640x360", "-frames:v", "\(frames)", "-pix_fmt", "yuv420p", "v.mp4"])
  }

  @Test(arguments: [(80, 24, 20, 71), (200, 60, 55, 194)]) func `a picture is as large as fits beside the ruler`(
    columns: Int, rows: Int, height: Int, width: Int
  ) throws {
    try makeWide()
    let driver = try bench.scrub(size: TerminalSize(columns, rows), as: .tmux)
    try driver.settle()
    let area = try #require(driver.view.blockArea)
    // A row of the picture is 16 points, a column 8.
    #expect(area.rows == 1...height && area.columns == 7...6 + width)
    try driver.leave()
  }

  @Test func `a picture that is higher than wide takes all rows`() throws {
    // 160 × 120 in 20 rows of 16 points: 426.7 points across, 53.3 columns.
    let driver = try bench.scrub(as: .tmux)
    try driver.settle()
    let area = try #require(driver.view.blockArea)
    #expect(area.rows == 1...20 && area.columns == 7...59)
    try driver.leave()
  }

  // A row is 16 points high; speeds change at 50, 100 and 150 points above the slider's middle.
  @Test(arguments: [(80, 24, [17, 14, 11]), (200, 60, [53, 50, 47])])
  func `the ruler marks the lowest row of each slower speed`(columns: Int, rows: Int, marks: [Int]) throws {
    let driver = try bench.scrub(size: TerminalSize(columns, rows), as: .tmux)
    try driver.settle()
    let texts = (1...rows - 4).map { row in
      String(driver.screen.page.text(row: row).prefix(6)).trimmingCharacters(in: .whitespaces)
    }
    for (row, text) in texts.enumerated() {
      let expected = zip(marks, ["1/2┤", "1/4┤", "1/10┤"]).first { $0.0 == row + 1 }?.1
      #expect(text.filter { $0 != "▀" } == expected ?? "", "row \(row + 1)")
    }
    try driver.leave()
  }

  @Test func `a model without speeds has no ruler`() throws {
    let driver = try bench.scrub("--model", "uislider", as: .tmux)
    try driver.settle()
    #expect(!driver.screen.page.text.contains("┤"))
    try driver.leave()
  }

  @Test(arguments: [(80, 24), (200, 60), (40, 9)]) func `the slider is drawn with its knob`(
    columns: Int, rows: Int
  ) throws {
    let driver = try bench.scrub(size: TerminalSize(columns, rows), as: .tmux)
    let cells = columns - 4
    for frame in [0, 7, 33, 49] {
      try driver.expect(frame, after: "g\(frame)f\r")
      // The knob's middle is at 4 + V (8 cells − 8) points.
      let before = Int((4 + Double(frame) / 50 * Double(8 * cells - 8)) / 8)
      let line = String(repeating: "━", count: before) + "┃" + String(repeating: "─", count: cells - before - 1)
      #expect(driver.view.slider == "  " + line, "frame \(frame)")
    }
    try driver.leave()
  }

  @Test func `keyframes are marked below the slider`() throws {
    let driver = try bench.scrub(as: .tmux)
    try driver.settle()
    // Frames 0, 12, 24, 36 and 48 of 50, at 0.5 + 75 V cells from column 3.
    let marked = (1...80).filter { driver.screen.page[22, $0].glyph == "╵" }
    #expect(marked == [3, 21, 39, 57, 75])
    try driver.leave()
  }

  @Test func `marks are left out when most cells would have one`() throws {
    try bench.ffmpeg(["-f", "lavfi", "-i", "testsrc2=r=25:s=160x120", "-frames:v", "60", "-c:v", "mjpeg", "m.mov"])
    let driver = try bench.scrub(as: .tmux, clip: "m.mov")
    try driver.settle()
    #expect(driver.view.marks == "")
    try driver.leave()
  }

  @Test func `the label has frame, time, timecode, speed and model`() throws {
    let driver = try bench.scrub("--frame", "25", size: TerminalSize(200, 60), as: .tmux)
    try driver.settle()
    let object = try #require(bench.framegrab("v.mp4", "--frame", "25", "--json", "-o", "x.png").objects().first)
    let label = driver.view.label
    #expect(label.hasPrefix("  frame 25 of 50  1.000 s"), "\(label)")
    if let timecode = object["timecode"] as? String { #expect(label.contains(timecode), "\(label)") }
    for word in ["speed 1", "keyframe 24", "160×120", "h264", "25/s", "scrubbing-slider"] {
      #expect(label.contains(word), "\(word): \(label)")
    }
    #expect(!label.contains("≈") && label.firstMatch(of: /\bK\b/) == nil, "\(label)")
    try driver.expect(24, after: "h")
    #expect(driver.view.label.firstMatch(of: /\bK\b/) != nil, "\(driver.view.label)")
    try driver.leave()
  }

  @Test func `printed times can be typed`() throws {
    // Frame 7 of 30000/1001 a second starts at 0.2335… s.
    try bench.copy(.h264NTSC, to: "v.mp4")
    let driver = try bench.scrub("--frame", "7", as: .tmux)
    try driver.settle()
    #expect(driver.view.label.contains("0.234 s"), "\(driver.view.label)")
    try driver.expect(0, after: "0")
    try driver.expect(7, after: "g0.234\r")
    try driver.leave()
  }

  @Test func `a narrow label keeps frame and speed`() throws {
    let driver = try bench.scrub("--frame", "25", size: TerminalSize(30, 10), as: .tmux)
    try driver.settle()
    let label = driver.view.label
    #expect(label.contains("frame 25") && label.contains("speed 1") && label.count <= 30, "\(label)")
    try driver.leave()
  }

  @Test(arguments: [(10, 3), (19, 24), (80, 5), (20, 5)]) func `in a tiny terminal there is only the label`(
    columns: Int, rows: Int
  ) throws {
    let driver = try bench.scrub("--frame", "25", size: TerminalSize(columns, rows), as: .tmux)
    try driver.settle()
    let written = (1...rows).filter { !driver.screen.page.text(row: $0).isEmpty }
    #expect(written == [rows])
    try driver.expect(28, after: "lll")
    try driver.save()
    #expect(try bench.number("v-f000028.png") == 28)
  }

  @Test(arguments: [(1, 1), (2, 1), (500, 200)]) func `every size has a screen`(columns: Int, rows: Int) throws {
    let driver = try bench.begin(["--frame", "25"], size: TerminalSize(columns, rows), as: .tmux)
    try driver.wait("the screen") { $0.isAlternate && $0.updates > 0 }
    try driver.leave()
  }

  @Test func `the hints name the keys`() throws {
    let driver = try bench.scrub(as: .tmux)
    try driver.settle()
    for word in ["frame", "keyframe", "g go to", "save", "q leave", "? help"] {
      #expect(driver.view.hint.contains(word), "\(driver.view.hint)")
    }
    try driver.leave()
  }

  // Two columns are free at the left, and two between hints.
  @Test(arguments: [
    // 2 + 85: all of them.
    (87, "←→ frame  ⇧ ten  [ ] keyframe  g go to  ⏎ save+leave  s save  r keep  q leave  ? help"),
    // One less, and the least one goes whole.
    (86, "←→ frame  ⇧ ten  [ ] keyframe  g go to  ⏎ save+leave  s save  q leave  ? help"),
    // 2 + 12 + 2 + 7 + 2 + 6 = 31.
    (31, "⏎ save+leave  q leave  ? help"),
    (30, "q leave  ? help"),
  ])
  func `hints are left out whole`(columns: Int, hint: String) throws {
    let driver = try bench.scrub(size: TerminalSize(columns, 10), as: .tmux)
    try driver.settle()
    #expect(driver.view.hint.trimmingCharacters(in: .whitespaces) == hint)
    try driver.leave()
  }

  @Test func `the cursor is hidden, and stands on the label line`() throws {
    let driver = try bench.scrub(as: .tmux)
    try driver.settle()
    #expect(!driver.screen.modes.contains(25))
    #expect(driver.screen.page.row == 23)
    try driver.leave()
  }
}

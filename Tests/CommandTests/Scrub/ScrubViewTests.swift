import Foundation
import TestSupport
import Testing

/// How the picture is shown.
@Suite struct ScrubViewTests {
  private let bench: Bench

  init() throws { bench = try Bench.withShortClip() }

  /// Pixels are few, since pictures take long in an unoptimised build.
  private static let large = TerminalSize(80, 24, cellWidth: 5, cellHeight: 10)

  /// Moves through some frames; each picture has to be that of its frame.
  private func walk(_ driver: TerminalDriver, sourceLocation: SourceLocation = #_sourceLocation) throws {
    for (keys, frame) in [("5", 25), ("l", 26), ("H", 16), ("[", 12), ("9", 45)] {
      try driver.expect(frame, after: keys, sourceLocation: sourceLocation)
      #expect(driver.view.number == frame, "\(keys)", sourceLocation: sourceLocation)
    }
  }

  @Test func `half blocks show the frame`() throws {
    let driver = try bench.scrub(size: Self.large, as: .xterm)
    try driver.settle()
    #expect(driver.screen.kitty.shown == 0 && driver.screen.sixels == 0)
    try walk(driver)
    try driver.leave()
  }

  @Test func `half blocks have the picture's colours`() throws {
    // Dark red above, light blue below.
    try bench.ffmpeg([
      "-f", "lavfi", "-i", "color=0x802010:s=64x32:r=25:d=0.2", "-f", "lavfi", "-i",
      "color=0x80C0FF:s=64x32:r=25:d=0.2",
      "-filter_complex", "[0][1]vstack,format=gbrp", "-c:v", "ffv1", "v.mkv",
    ])
    let driver = try bench.scrub(as: .xterm, clip: "v.mkv")
    try driver.settle()
    let picture = try #require(driver.view.picture)
    func color(_ y: Int) -> [Int] {
      picture.pixel(x: picture.width / 2, y: y).map { [Int($0.red), Int($0.green), Int($0.blue)] } ?? []
    }
    for (y, expected) in [(picture.height / 4, [0x80, 0x20, 0x10]), (picture.height * 3 / 4, [0x80, 0xC0, 0xFF])] {
      let found = color(y)
      #expect(found.count == 3 && zip(found, expected).allSatisfy { abs($0 - $1) <= 2 }, "\(found)")
    }
    try driver.leave()
  }

  @Test func `kitty gets a picture of its own kind`() throws {
    let driver = try bench.scrub(size: Self.large, as: .kitty)
    try driver.wait("a picture") { !$0.kitty.placements.isEmpty }
    try walk(driver)
    let placement = try #require(driver.screen.kitty.placements.values.first)
    #expect(driver.screen.kitty.placements.count == 1)
    // 20 rows of 16 points: 320 points, 426.7 across are 53.3 columns.
    #expect(placement.row == 1 && placement.column == 7 && placement.rows == 20 && placement.columns == 53)
    let end = try driver.leave()
    #expect(end.screen.kitty.deletions > 0)
  }

  @Test func `sixels are used where they are known`() throws {
    let driver = try bench.scrub(size: Self.large, as: .xtermVT340)
    try driver.wait("a picture") { $0.sixel != nil }
    try walk(driver)
    let sixel = try #require(driver.screen.sixel)
    #expect(sixel.row == 1 && sixel.column == 7)
    // Within the rows of the picture, which have 10 pixels.
    #expect(sixel.picture.height <= 20 * 10 && sixel.picture.height > 19 * 10)
    try driver.leave()
  }

  @Test func `a picture in sixels grows with the window`() throws {
    let driver = try bench.scrub(size: TerminalSize(40, 12, cellWidth: 5, cellHeight: 10), as: .foot)
    // 4 : 3 in 8 rows of 10 pixels.
    try driver.wait("a small picture") { $0.sixel?.picture.height == 80 && $0.sixel?.picture.width == 107 }
    driver.resize(to: Self.large)
    try driver.wait("a large one") { $0.sixel?.picture.height == 200 && $0.sixel?.picture.width == 267 }
    try walk(driver)
    driver.resize(to: TerminalSize(40, 12, cellWidth: 5, cellHeight: 10))
    try driver.wait("a small one") { $0.sixel?.picture.height == 80 }
    try driver.settle()
    try driver.leave()
  }

  @Test func `in tmux there are only half blocks`() throws {
    let driver = try bench.scrub(size: Self.large, as: .tmux)
    try walk(driver)
    #expect(driver.screen.kitty.shown == 0 && driver.screen.sixels == 0)
    try driver.leave()
    // Whatever the terminal behind it says.
    for personality: TerminalPersonality in [.kitty, .xtermVT340] {
      let driver = try bench.scrub(size: Self.large, as: personality, environment: ["TMUX": "/tmp/tmux,1,0"])
      try walk(driver)
      #expect(driver.screen.kitty.shown == 0 && driver.screen.sixels == 0)
      try driver.leave()
    }
  }

  @Test(arguments: ["kitty", "sixel"]) func `a view can be forced`(view: String) throws {
    let driver = try bench.scrub("--view", view, size: Self.large, as: .xterm)
    try driver.wait("a picture") { view == "kitty" ? !$0.kitty.placements.isEmpty : $0.sixel != nil }
    try walk(driver)
    try driver.leave()
  }

  @Test func `blocks can be forced`() throws {
    let driver = try bench.scrub("--view", "blocks", size: Self.large, as: .kitty)
    try walk(driver)
    #expect(driver.screen.kitty.shown == 0)
    // kitty draws sextants itself.
    #expect(glyphs(driver).contains { (0x1FB00...0x1FB3B).contains($0.value) })
    try driver.leave()
  }

  /// What stands where the picture is, beside the ruler.
  private func glyphs(_ driver: TerminalDriver) -> Set<Unicode.Scalar> {
    Set((1...20).flatMap { row in (7...59).compactMap { driver.screen.page[row, $0].glyph } })
  }

  @Test(arguments: ["quadrants", "sextants"]) func `finer cells can be forced`(view: String) throws {
    let driver = try bench.scrub("--view", view, size: Self.large, as: .tmux)
    try walk(driver)
    let found = glyphs(driver)
    #expect(found.contains { (0x1FB00...0x1FB3B).contains($0.value) } == (view == "sextants"))
    #expect(found.contains { (0x2596...0x259F).contains($0.value) } == (view == "quadrants"))
    // As large as half blocks: 53.5 columns of 5 pixels.
    let area = try #require(driver.view.blockArea)
    #expect(area.rows == 1...20 && area.columns == 7...60)
    try driver.leave()
  }

  @Test func `v goes to the next view`() throws {
    let driver = try bench.scrub("--view", "blocks", size: Self.large, as: .kitty)
    try driver.settle()
    try driver.type("v")
    try driver.wait("a picture of kitty's") { !$0.kitty.placements.isEmpty }
    try driver.expect(0)
    try driver.leave()
  }

  @Test func `where there are 256 colours only they are used`() throws {
    let driver = try bench.scrub(size: Self.large, as: .indexed)
    try driver.settle()
    try walk(driver)
    for row in 1...24 {
      for column in 1...80 {
        let pen = driver.screen.page[row, column].pen
        for color in [pen.foreground, pen.background] {
          if case .rgb = color { Issue.record("a colour of 24 bits in row \(row), column \(column)") }
        }
      }
    }
    try driver.leave()
  }

  @Test func `where blocks are wide there are coloured blanks`() throws {
    let driver = try bench.scrub(size: Self.large, as: .xterm.wide)
    // The tool learns it from the answers.
    try driver.wait("blanks") { !$0.page.text.contains("▀") && ScrubView($0).isExact }
    try driver.settle()
    #expect(driver.view.blockArea?.rows == 1...20)
    let slider = driver.view.slider.trimmingCharacters(in: .whitespaces)
    #expect(slider.count == 76 && slider.allSatisfy { "=#-".contains($0) } && slider.contains("#"), "\(slider)")
    // Before it knew, a line may have gone over the edge; it must not do so again, whatever is shown.
    let faults = driver.screen.faults
    try driver.type("?")
    try driver.wait("help") { ScrubView($0).hasHelp }
    try driver.escape()
    try driver.expect(49, after: TerminalKey.end.rawValue)
    #expect(driver.screen.faults == faults)
    try driver.type("q")
    #expect(try driver.finish().status == 1)
  }

  @Test func `without colours only the picture has some`() throws {
    let driver = try bench.scrub("--frame", "25", size: Self.large, as: .xterm, environment: ["NO_COLOR": "1"])
    try driver.settle()
    #expect(driver.view.number == 25)
    for row in 21...24 {
      let pens = (1...80).map { driver.screen.page[row, $0].pen }
      #expect(pens.allSatisfy { $0.foreground == .standard && $0.background == .standard }, "row \(row)")
    }
    try driver.leave()
  }

  @Test func `turned pictures are upright`() throws {
    try bench.copy(.h264Rotated, to: "v.mp4")
    let driver = try bench.scrub("--frame", "3", size: Self.large, as: .tmux)
    try driver.settle()
    #expect(driver.view.number == 3)
    try driver.leave()
  }

  @Test(arguments: [["--view", "text"], []]) func `text is lines and nothing else`(words: [String]) throws {
    // TERM=dumb has the same effect.
    let driver = try bench.begin(
      ["--frame", "20"] + words, as: .xterm, environment: ["TERM": words.isEmpty ? "dumb" : "xterm"])
    try driver.wait("the first line") { $0.page.text.contains("frame 20, 0.800 s") }
    try driver.wait("keys") { _ in driver.line.isRaw }
    try driver.type("lll")
    try driver.wait("the next line") { $0.page.text.contains("frame 23, 0.920 s") }
    try driver.type("l")
    try driver.wait("a keyframe") { $0.page.text.contains(/frame 24, 0\.960 s.*, keyframe/) }
    // Before all of it, how to go on; also after a key that there is not.
    #expect(driver.screen.page.text.contains(/\? lists the keys, q leaves\s+frame 20,/))
    try driver.type("y")
    try driver.wait("the way out") { $0.page.text.contains("? help (no such key)") }
    // One line for several keys in a row.
    #expect(!driver.screen.page.text.contains("frame 21"))
    let end = try driver.save()
    #expect(end.paths == ["v-f000024.png"] && end.screen.changes.isEmpty && end.screen.sequences == 0)
  }
}

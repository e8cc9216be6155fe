import Foundation
import TestSupport
import Testing

/// What a session records: the take.
@Suite struct ScrubTakeTests {
  private let bench: Bench

  init() throws { bench = try Bench.withShortClip() }

  private func control(_ name: String = "take.json") throws -> [String: Any] {
    try #require(bench.object(name)["control"] as? [String: Any])
  }

  private func touches(_ name: String = "take.json") throws -> [[String: Any]] {
    try #require(bench.object(name)["touches"] as? [[String: Any]])
  }

  private func rectangle(_ object: Any?) -> [Double?] {
    let sides = object as? [String: Any] ?? [:]
    return ["x", "y", "width", "height"].map { sides[$0] as? Double }
  }

  // With a rows above the slider's, a row has u = max(16, ⌈160 / a⌉) points: 16, 16, 32 and 40.
  @Test(arguments: [(80, 24, 20, 16.0), (200, 60, 56, 16), (40, 9, 5, 32), (60, 8, 4, 40)])
  func `the control is the slider in points`(columns: Int, rows: Int, above: Int, unit: Double) throws {
    let driver = try bench.scrub(
      "--frame", "20", "--record", "take.json", size: TerminalSize(columns, rows), as: .tmux)
    try driver.settle()
    try driver.type("l")
    try driver.leave(0)
    let control = try control()
    #expect(
      rectangle(control["frame"]) == [16, unit * Double(above), Double(8 * (columns - 4)), unit], "\(control)")
    let thumb = try #require(control["thumb"] as? [String: Double])
    #expect(thumb == ["width": 8, "height": unit])
    #expect(control["grab"] as? String == "anywhere" && control["value"] as? String == "20f")
    #expect(control["model"] as? String ?? "scrubbing-slider" == "scrubbing-slider")
    #expect(try bench.object("take.json")["version"] as? Int == 1)
    #expect(try bench.object("take.json")["video"] as? String == "v.mp4")
    #expect(try bench.lastFrame(of: "take.json") == 21)
  }

  @Test func `places of cells are in points, and a drag is its events`() throws {
    let driver = try bench.scrub("--frame", "20", "--record", "take.json", as: .tmux)
    try driver.settle()
    for (action, column, row) in [
      (TerminalMouse.press, 33, 21), (.drag, 40, 18), (.drag, 40, 18), (.drag, 45, 10), (.release, 45, 10),
    ] { try driver.mouse(action, column: column, row: row) }
    let frame = try driver.settle()
    try driver.leave(0)
    let touches = try touches()
    // Equal places are dropped; the release has none.
    #expect(touches.map { $0["phase"] as? String } == ["began", "moved", "moved", "ended"])
    // The middles of columns 33, 40 and 45 by 8 points, of rows 21, 18 and 10 by 16.
    let xs: [Double?] = [260, 316, 356, nil]
    let ys: [Double?] = [328, 280, 152, nil]
    #expect(touches.map { $0["x"] as? Double } == xs && touches.map { $0["y"] as? Double } == ys)
    let times = touches.compactMap { $0["t"] as? Double }
    #expect(times.first == 0 && times.count == 4 && times == times.sorted())
    #expect(times.allSatisfy { ($0 * 1_000_000).rounded() / 1_000_000 == $0 })
    #expect(try bench.lastFrame(of: "take.json") == frame)
  }

  @Test func `places of pixels are in points`() throws {
    // 40 × 9 cells of 9 × 21 pixels: 360 × 189. A row has 32 points.
    let driver = try bench.scrub(
      "--frame", "20", "--record", "take.json", size: TerminalSize(40, 9, cellWidth: 9, cellHeight: 21))
    try driver.wait("reports in pixels") { $0.modes.contains(1016) }
    try driver.settle()
    try driver.type(TerminalMouse.press.report(x: 100, y: 50))
    try driver.type(TerminalMouse.drag.report(x: 131, y: -7))
    try driver.type(TerminalMouse.release.report(x: 131, y: -7))
    try driver.settle()
    try driver.leave(0)
    let touches = try touches()
    func places(_ key: String) -> [Double] { touches.compactMap { $0[key] as? Double } }
    #expect(touches.count == 3 && places("x").count == 2 && places("y").count == 2)
    for (place, expected) in zip(places("x"), [100.0 * 8 * 40 / 360, 131.0 * 8 * 40 / 360]) {
      #expect(abs(place - expected) < 1e-9)
    }
    for (place, expected) in zip(places("y"), [50.0 * 32 * 9 / 189, -7.0 * 32 * 9 / 189]) {
      #expect(abs(place - expected) < 1e-9)
    }
  }

  @Test func `keys are steps and adjustments`() throws {
    let driver = try bench.scrub("--frame", "25", "--record", "take.json", as: .tmux)
    try driver.settle()
    try driver.type("hlHL\u{1B}[5~\u{1B}[6~")
    try driver.mouse(.wheelDown, column: 40, row: 10)
    let frame = try driver.settle()
    try driver.leave(0)
    let touches = try touches()
    #expect(touches.compactMap { $0["step"] as? Int } == [-1, 1, -10, 10, 1])
    #expect(touches.compactMap { $0["adjust"] as? String } == ["increment", "decrement"])
    #expect(touches.count == 7)
    #expect(try bench.lastFrame(of: "take.json") == frame)
  }

  @Test func `a play is one step to the frame where it stops`() throws {
    let driver = try bench.scrub("--frame", "2", "--record", "take.json", as: .tmux)
    try driver.type(" ")
    try driver.wait("some frames") { (ScrubView($0).frame ?? 0) > 4 && ScrubView($0).label.contains("playing") }
    try driver.type(" ")
    let frame = try driver.settle()
    #expect(!driver.view.label.contains("playing") && driver.view.number == frame)
    #expect(try driver.settle() == frame)
    try driver.type("r")
    try driver.wait("the file") { ScrubView($0).hint.contains("kept as take.json") }
    #expect(try touches().compactMap { $0["step"] as? Int } == [frame - 2] && bench.lastFrame(of: "take.json") == frame)
    // Up to the last of 50, and back to where it went on.
    try driver.type("g46f\r ")
    try driver.wait("the end") { ScrubView($0).frame == 49 && !ScrubView($0).label.contains("playing") }
    try driver.expect(46, after: "\u{7F}")
    try driver.leave(0)
    #expect(try touches().compactMap { $0["step"] as? Int } == [frame - 2, 46 - frame, 3, -3])
    #expect(try bench.lastFrame(of: "take.json") == 46)
  }

  @Test func `a jump is a step and then a drag`() throws {
    let driver = try bench.scrub("--record", "take.json", as: .tmux)
    try driver.settle()
    try driver.mouse(.press, column: 63, row: 21)
    try driver.mouse(.drag, column: 60, row: 21)
    try driver.mouse(.release, column: 60, row: 21)
    try driver.settle()
    try driver.leave(0)
    let touches = try touches()
    #expect(touches.first?["step"] as? Int == 40)
    #expect(touches.dropFirst().map { $0["phase"] as? String } == ["began", "moved", "ended"])
  }

  @Test func `zoom is a range of whole frames around the frame`() throws {
    let bench = try Bench.withLongClip()
    let driver = try bench.scrub(
      "--frame", "100", "--record", "take.json", size: TerminalSize(200, 30), as: .tmux)
    try driver.settle()
    #expect(driver.view.label.contains("range whole"), "\(driver.view.label)")
    try driver.type("z")
    #expect(try driver.settle() == 100 && !driver.view.label.contains("range whole"))
    // A tenth of 150 frames would be below 20.
    try driver.type(.end)
    let last = try driver.settle()
    try driver.type(.home)
    let first = try driver.settle()
    #expect((18...22).contains(last - first) && first < 100 && last > 100, "\(first) to \(last)")
    try driver.leave(0)
    let object = try bench.object("take.json")
    let control = try #require(object["control"] as? [String: Any])
    let range = try #require(control["range"] as? [String: String])
    for end in ["from", "to"] { #expect(range[end]?.wholeMatch(of: /\d+f/) != nil, "\(range)") }
    #expect(control["value"] as? String == "100f")
    #expect(try bench.lastFrame(of: "take.json") == first)
  }

  @Test func `zooming out undoes it`() throws {
    let bench = try Bench.withLongClip()
    let driver = try bench.scrub("--frame", "100", size: TerminalSize(200, 30), as: .tmux)
    try driver.type("zZ")
    try driver.settle()
    #expect(driver.view.label.contains("range whole"), "\(driver.view.label)")
    // A time outside undoes it, too.
    try driver.expect(3, after: "zg3f\r")
    try driver.expect(149, after: TerminalKey.end.rawValue)
    try driver.leave()
  }

  @Test func `a change of model is a new take`() throws {
    let driver = try bench.scrub(
      "--frame", "25", "--record", "take.json", size: TerminalSize(200, 30), as: .tmux)
    try driver.type("ll")
    var models: [String] = []
    for _ in 0..<10 {
      try driver.type("m")
      try driver.settle()
      let words = driver.view.label.split(separator: /[ ,]+/).map(String.init)
      models += words.filter {
        ["uislider", "scrubbing-slider", "frame-grabber", "media3", "telegram", "html-range", "bar"].contains($0)
          || $0.hasPrefix("obslider")
      }
    }
    #expect(
      Set(models) == [
        "uislider", "scrubbing-slider", "frame-grabber", "obslider", "obslider-january", "obslider-original",
        "media3", "telegram", "html-range", "bar",
      ])
    #expect(models.last == "scrubbing-slider" && models.count == 10)
    try driver.type("mlll")
    try driver.settle()
    try driver.leave(0)
    #expect(try control()["value"] as? String == "27f" && control()["model"] as? String == models.first)
    #expect(try touches().count == 3)
  }

  @Test func `a take without events cannot be kept`() throws {
    let driver = try bench.scrub("--record", "take.json", as: .tmux)
    try driver.type("r")
    try driver.wait("the refusal") { ScrubView($0).hint.contains("nothing was dragged yet") }
    try driver.leave()
    #expect(bench.names == ["v.mp4"])
  }

  @Test func `until something is dragged anew, the last drag is kept`() throws {
    let driver = try bench.scrub("--frame", "20", "--record", "take.json", as: .tmux)
    try driver.settle()
    // 15 cells are 120 of the track's 608 points: 9.9 of 50 frames.
    try driver.mouse(.press, column: 33, row: 21)
    try driver.mouse(.drag, column: 48, row: 21)
    try driver.expect(29)
    driver.resize(to: TerminalSize(60, 16))
    try driver.wait("the new layout") { ScrubView($0).slider.count == 58 }
    try driver.type("r")
    try driver.wait("word of it") {
      ScrubView($0).hint.contains("kept as take.json: the drag before the window changed")
    }
    #expect(try rectangle(control()["frame"]) == [16, 320, 608, 16] && touches().count == 3)
    try driver.expect(30, after: "lm")
    let end = try driver.leave(0)
    let words = "the drag before the model changed; nothing was dragged since"
    #expect(end.stderr == "framegrab: take.json: \(words)\n", "\(end.stderr)")
    #expect(try control()["value"] as? String == "29f" && touches().count == 1)
    #expect(try bench.lastFrame(of: "take.json") == 30)
  }

  @Test func `r writes the take now`() throws {
    let driver = try bench.scrub("--frame", "25", as: .tmux)
    try driver.expect(27, after: "ll")
    try driver.type("r")
    try driver.wait("the file") { _ in bench.names.count == 2 }
    let name = try #require(bench.names.first { $0.hasSuffix(".json") })
    #expect(name.wholeMatch(of: /v-f0*27\.json/) != nil, "\(name)")
    try driver.expect(27)
    try driver.type("q")
    #expect(try driver.finish().remains.isEmpty)
    #expect(try bench.lastFrame(of: name) == 27)
  }

  @Test func `a finger that is down is lifted at the end`() throws {
    let driver = try bench.scrub("--frame", "20", "--record", "take.json", as: .tmux)
    try driver.settle()
    try driver.mouse(.press, column: 33, row: 21)
    try driver.mouse(.drag, column: 45, row: 21)
    let frame = try driver.settle()
    try driver.leave(0)
    #expect(try touches().last?["phase"] as? String == "ended")
    #expect(try bench.lastFrame(of: "take.json") == frame)
  }

  @Test func `a recording follows the rules of outputs`() throws {
    try bench.write("old", to: "take.json")
    let driver = try bench.begin(["--record", "take.json"], as: .tmux)
    // It is refused before anything is shown, or at the end.
    try? driver.wait("the first picture") { ScrubView($0).isExact }
    if driver.isRunning { try driver.type("lq") }
    let end = try driver.finish()
    #expect(end.status == 5 || end.status == 1)
    #expect(end.stderr.contains("take.json") && end.remains.isEmpty, "\(end.stderr)\(end.remains)")
    #expect(try bench.bytes("take.json") == Data("old".utf8))
    let forced = try bench.scrub("--record", "take.json", "-y", as: .tmux)
    try forced.type("l")
    try forced.leave(0)
    #expect(try bench.lastFrame(of: "take.json") == 1)
    let deep = try bench.scrub("--record", "a/b/take.json", "--mkdir", as: .tmux)
    try deep.type("ll")
    try deep.leave(0)
    // The video is named relative to the file's own folder.
    #expect(try bench.object("a/b/take.json")["video"] as? String == "../../v.mp4")
  }

  @Test func `a gesture gives its slider, and the place where it ends`() throws {
    let text = GestureCommandTests.drag(points: 51).replacing(
      "\"model\": \"uislider\"",
      with:
        #""model": "frame-grabber", "meet": "none", "speeds": [ { "speed": 1, "distance": 0 }, { "speed": 0.3, "distance": 60 } ]"#
    )
    try bench.write(text, to: "drag.json")
    let first = try #require(try bench.lastFrame(of: "drag.json", "v.mp4"))
    let driver = try bench.scrub(
      "--gesture", "drag.json", "--record", "take.json", size: TerminalSize(200, 30), as: .tmux)
    try driver.expect(first)
    #expect(driver.view.label.contains("frame-grabber"), "\(driver.view.label)")
    try driver.type("l")
    try driver.settle()
    try driver.leave(0)
    let control = try control()
    #expect(control["model"] as? String == "frame-grabber" && control["meet"] as? String == "none")
    let speeds = try #require(control["speeds"] as? [[String: Double]])
    #expect(speeds == [["speed": 1, "distance": 0], ["speed": 0.3, "distance": 60]])
  }

  /// Half the speed from 40 points below the touch-down; frames 10 to 39, standing on frame 12.
  private static let slider = """
    {"version": 1, "video": "v.mp4", "control": {"model": "custom", "name": "mine",
    "rule": {"follows": "whole", "over": "travel", "from": "touch", "side": "below"},
    "speeds": [{"speed": 1, "distance": 0}, {"speed": 0.5, "distance": 40}],
    "value": "12f", "range": {"from": "10f", "to": "39f"}}}
    """

  @Test func `a file gives its slider, and m the published ones and it again`() throws {
    try bench.write(Self.slider, to: "mine.json")
    let shell = try bench.perform(
      "framegrab --scrub --control mine.json --record take.json", size: TerminalSize(120, 24))
    try shell.wait("its video and its value") { ScrubView($0).isExact && ScrubView($0).frame == 12 }
    // Speeds below the slider have no rows above it.
    #expect(shell.view.label.contains("mine, pixels") && !shell.screen.page.text.contains("┤"))
    try shell.settle()
    try shell.mouse(.press, column: 20, row: 2)
    // 40 cells are 320 of 920 points; 5 rows below are 80, so half of that: 5.2 of 30 frames.
    try shell.mouse(.drag, column: 60, row: 7)
    #expect(try shell.settle() == 17 && shell.view.speed == "1/2")
    try shell.mouse(.release, column: 60, row: 7)
    var titles: [String] = []
    for _ in 0..<11 {
      try shell.type("m")
      try shell.settle()
      titles.append(shell.view.label.firstMatch(of: /(\S+), pixels/).map { String($0.1) } ?? "")
    }
    #expect(titles.first == "uislider" && titles[9] == "bar" && titles.last == "mine" && Set(titles).count == 11)
    try shell.leave(0)
    #expect(try bench.lastFrame(of: "take.json") == 17)
    let rule = try control()["rule"] as? [String: String]
    #expect(rule == ["follows": "whole", "over": "travel", "from": "touch", "side": "below"])
    let range = try control()["range"] as? [String: String]
    #expect(try range == ["from": "10f", "to": "39f"] && control()["name"] as? String == "mine")
  }

  @Test func `a file's slider starts where it is told, and what it cannot be is refused`() throws {
    try bench.write(Self.slider, to: "mine.json")
    let driver = try bench.scrub("--control", "mine.json", "--frame", "30", as: .tmux)
    #expect(try driver.settle() == 30)
    try driver.expect(39, after: TerminalKey.end.rawValue)
    try driver.leave()
    let words = ["v.mp4", "--scrub", "--control", "mine.json"]
    try bench.framegrab(words + ["--model", "bar"]).expectFailure(2, "--control and --model exclude each other")
    try bench.write(Self.slider.replacing("custom", with: "costum"), to: "mine.json")
    try bench.framegrab(words).expectFailure(2, "mine.json:1:", "costum")
    let strip = """
      {"version": 1, "control": {"model": "scroll-scrubber", "frame": {"height": 480}, "scroll": {"framePitch": 60}}}
      """
    try bench.write(strip, to: "mine.json")
    try bench.framegrab(words).expectFailure(2, "mine.json:1:", "has no slider to show")
    try bench.write(#"{"version": 1}"#, to: "mine.json")
    try bench.framegrab(Array(words.dropFirst())).expectFailure(2, "mine.json:1:1: no video")
  }
}

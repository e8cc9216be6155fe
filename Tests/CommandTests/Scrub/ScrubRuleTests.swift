import Foundation
import TestSupport
import Testing

/// Sliders of one's own on the screen: the recording of a drag ends on the frame that the label named.
@Suite struct ScrubRuleTests {
  private let bench: Bench

  init() throws { bench = try Bench.withLongClip() }

  /// Ten rules with every value of each key; speeds where the rule takes some.
  static let rules = [
    #""rule": {"follows": "step", "over": "track", "from": "middle", "side": "above", "change": "keep"}, \#(speeds)"#,
    #""rule": {"follows": "step", "over": "travel", "from": "touch", "side": "below", "touch": "keep"}, \#(speeds)"#,
    #""rule": {"follows": "step", "side": "both", "curve": "linear"}, "meet": "none", \#(speeds)"#,
    #""rule": {"follows": "step", "from": "touch", "touch": "jump", "curve": "steps"}, "liftCorrection": true, \#(speeds)"#,
    #""rule": {"follows": "whole", "over": "travel", "from": "touch", "side": "both"}, \#(speeds)"#,
    #""rule": {"follows": "whole", "over": "track", "side": "above", "curve": "linear", "pulses": true}, \#(speeds)"#,
    #""rule": {"follows": "anchor", "change": "anchor", "from": "middle", "side": "both"}, \#(speeds)"#,
    #""rule": {"follows": "anchor", "change": "skip", "from": "touch", "side": "below"}, \#(speeds)"#,
    #""rule": {"follows": "anchor", "change": "keep", "touch": "jump", "over": "travel"}, \#(speeds)"#,
    #""rule": {"follows": "place", "over": "travel", "touch": "jump", "pulses": false}"#,
  ]

  private static let speeds =
    #""speeds": [{"speed": 1, "distance": 0}, {"speed": 0.5, "distance": 40}, {"speed": 0.2, "distance": 90}]"#

  /// Column and row, up from the middle, across, down below where it began, and back.
  private static let places = [(30, 12), (34, 12), (41, 9), (52, 4), (49, 3), (55, 13), (60, 20), (44, 17), (47, 11)]

  @Test(arguments: rules.indices) func `a drag is recorded as it was, also before the window changed`(
    number: Int
  ) throws {
    try bench.write(
      #"{"version": 1, "control": {"model": "custom", "name": "mine", "# + Self.rules[number] + "}}", to: "mine.json")
    let driver = try bench.scrub(
      "--control", "mine.json", "--frame", "75", "--record", "take.json", as: number % 2 == 0 ? .tmux : .xterm)
    try driver.settle()
    for (place, (column, row)) in Self.places.enumerated() {
      try driver.mouse(place == 0 ? .press : .drag, column: column, row: row)
    }
    try driver.mouse(.release, column: 47, row: 11)
    let frame = try driver.settle()
    driver.resize(to: TerminalSize(60, 16))
    try driver.wait("the new layout") { ScrubView($0).slider.count == 58 }
    try driver.expect(frame)
    let end = try driver.leave(0)
    #expect(end.stderr.contains("take.json: the drag before the window changed"))
    let result = try bench.framegrab("v.mp4", "--gesture", "take.json", "-o", "frame.png")
    #expect(try result.status == 0 && bench.number("frame.png") == frame, "\(result.stderr)")
    let control = try #require(bench.object("take.json")["control"] as? [String: Any])
    let touches = try #require(bench.object("take.json")["touches"] as? [[String: Any]])
    #expect(control["name"] as? String == "mine" && control["value"] as? String == "75f" && frame != 75)
    #expect(touches.count == Self.places.count + 1)
    let asked = try #require(bench.object("mine.json")["control"] as? [String: Any])
    for key in ["rule", "speeds", "meet"] { #expect(control[key] as? NSObject == asked[key] as? NSObject, "\(key)") }
  }
}

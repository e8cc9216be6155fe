import Foundation
import TestSupport
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// Drawings of --plot that move: read as a viewer does, with and without animation.
@Suite struct AnimatedPlotTests {
  private let clip = Fixture.h264Faststart.path

  /// An animation: the value from each part of its duration on.
  private struct Motion {
    let keys: [Double]
    let values: [String]
    let seconds: Double

    /// The value at a time, in seconds from the start.
    func value(at time: Double) -> String? { keys.lastIndex { $0 * seconds <= time }.map { values[$0] } }
  }

  /// A picture, whether it is shown without animation, and when it is with it.
  private struct Tile {
    let number: Int?
    let isShown: Bool
    var motion: Motion?
  }

  private final class Drawing: NSObject, XMLParserDelegate {
    var elements: [String: Int] = [:]
    var links: [String] = []
    var motions: [(element: String, name: String, motion: Motion)] = []
    var tiles: [Tile] = []
    var text = ""
    private var open: [(name: String, attributes: [String: String], motion: Motion?)] = []
    var isSound = true

    func parser(
      _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
      attributes: [String: String]
    ) {
      elements[name, default: 0] += 1
      links += attributes.filter { $0.key.hasSuffix("href") }.map(\.value)
      if attributes.keys.contains(where: { $0.hasPrefix("on") }) { isSound = false }
      if name == "animate" { note(attributes) }
      open.append((name, attributes, nil))
      if name == "image", let group = open.dropLast().last, let state = group.attributes["visibility"] {
        let bytes = attributes["xlink:href"].flatMap { Data(base64Encoded: String($0.dropFirst(22))) }
        let picture = bytes.flatMap { try? DecodedPNG($0) }
        tiles.append(
          Tile(
            number: picture.flatMap { BurntNumber.read(from: $0) }, isShown: state == "visible", motion: group.motion))
      }
    }

    private func note(_ attributes: [String: String]) {
      let keys = (attributes["keyTimes"] ?? "").split(separator: ";").compactMap { Double($0) }
      let values = (attributes["values"] ?? "").split(separator: ";").map(String.init)
      let seconds = Double((attributes["dur"] ?? "").dropLast()) ?? 0
      isSound =
        isSound && keys.count == values.count && keys.count > 1 && keys.first == 0 && keys == keys.sorted()
        && keys.allSatisfy { (0...1).contains($0) } && seconds > 1 && attributes["calcMode"] == "discrete"
        && attributes["repeatCount"] == "indefinite"
      let motion = Motion(keys: keys, values: values, seconds: seconds)
      motions.append((open.last?.name ?? "", attributes["attributeName"] ?? "", motion))
      if !open.isEmpty { open[open.count - 1].motion = motion }
    }

    func parser(
      _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
    ) { open.removeLast() }

    func parser(_ parser: XMLParser, foundCharacters characters: String) { text += characters + "\n" }
  }

  private func drawing(_ data: Data) throws -> Drawing {
    let drawing = Drawing()
    let parser = XMLParser(data: data)
    parser.delegate = drawing
    try #require(parser.parse(), "\(String(describing: parser.parserError))")
    return drawing
  }

  /// A drag over a track of 100 points, with a move each 20 ms: the knob is 31 points wide.
  private func drag(moves: Int) -> String {
    let touches = (1...moves).map { move in
      #"{"t": \#(Double(move) / 50), "phase": "moved", "x": \#(15.5 + 100 * Double(move) / Double(moves)), "y": 15}"#
    }
    return """
      {"version": 1, "control": {"model": "uislider", "frame": {"x": 0, "y": 0, "width": 131, "height": 31}},
       "touches": [{"t": 0, "phase": "began", "x": 15.5, "y": 15}, \(touches.joined(separator: ", ")),
       {"t": \(Double(moves + 1) / 50), "phase": "ended"}]}
      """
  }

  @Test(arguments: ["50", "100"]) func `the frames are those of the replay, at their times`(latency: String) throws {
    let bench = try Bench()
    try bench.write(drag(moves: 20), to: "drag.json")
    let words = [clip, "--gesture", "drag.json", "--simulate", latency]
    try bench.framegrab(words + ["--plot", "d.svg", "--animate"]).expectSuccess("d.svg")
    let drawing = try drawing(bench.bytes("d.svg"))
    #expect(drawing.isSound && drawing.elements["script"] == nil && drawing.elements["foreignObject"] == nil)
    #expect(!drawing.links.isEmpty && drawing.links.allSatisfy { $0.hasPrefix("data:image/png;base64,") })
    // From 0 to the lift at 0.42 s, or to the last seek, and a second.
    let seeks = try bench.framegrab(words + ["--replay", "--json"]).objects()
    let shown = seeks.compactMap { seek in
      (seek["shown"] as? Int).flatMap { frame in (seek["shownAt"] as? Double).map { ($0, frame) } }
    }
    try #require(shown.count > 3)
    let end = max(0.42, shown.map(\.0).max() ?? 0)
    #expect(drawing.motions.allSatisfy { abs($0.motion.seconds - end - 1) < 0.001 })
    func visible(at time: Double) -> [Int?] {
      drawing.tiles.filter { ($0.motion?.value(at: time) ?? "") == "visible" }.map(\.number)
    }
    #expect(visible(at: 0) == [0])
    for (time, frame) in shown where time < end { #expect(visible(at: time + 0.001) == [frame], "\(time)") }
    // A viewer that cannot animate shows the frame that the gesture grabs.
    try bench.framegrab(clip, "--gesture", "drag.json", "-o", "x.png").expectSuccess("x.png")
    let grabbed = try #require(try bench.number("x.png"))
    #expect(drawing.tiles.filter(\.isShown).map(\.number) == [grabbed] && visible(at: end + 0.5) == [grabbed])
    // The finger, the knob and the value move.
    for (element, name) in [("circle", "cx"), ("rect", "x"), ("rect", "width"), ("g", "visibility")] {
      #expect(drawing.motions.contains { $0.element == element && $0.name == name }, "\(element) \(name)")
    }
  }

  @Test func `many frames become 32, and the drawing stays small`() throws {
    let bench = try Bench()
    try bench.write(drag(moves: 100), to: "drag.json")
    try bench.framegrab(clip, "--gesture", "drag.json", "--simulate", "1", "--plot", "d.svg", "--animate")
      .expectSuccess("d.svg")
    let bytes = try bench.bytes("d.svg")
    let drawing = try drawing(bytes)
    // A move each 20 ms shows 51 frames in 2 s. Two of the 32 steps may have the frame of the end.
    let count = drawing.tiles.count
    #expect((30...32).contains(count) && Set(drawing.tiles.map(\.number)).count == count && bytes.count <= 2_000_000)
    #expect(drawing.text.contains("here are \(count), nearest to equal steps of time"))
    // Pictures of noise are as large as they get: 192 by 144 for the row, and 80 wide on the stage.
    try makeOnce(
      "n.mp4",
      [
        "-f", "lavfi", "-i", "color=gray:s=320x240:r=25:d=2,noise=alls=100:allf=t:all_seed=1", "-c:v", "libx264",
        "-preset",
        "ultrafast", "-qp", "1", "-g", "10", "-pix_fmt", "yuv420p",
      ], in: bench.folder)
    try bench.framegrab("n.mp4", "--gesture", "drag.json", "--simulate", "1", "--plot", "n.svg", "--animate")
      .expectSuccess("n.svg")
    #expect(try bench.bytes("n.svg").count <= 2_000_000)
  }

  @Test func `a replay moves as well, and only with the option`() throws {
    let bench = try Bench()
    try bench.write(drag(moves: 20), to: "drag.json")
    let words = [clip, "--gesture", "drag.json", "--simulate", "100"]
    #expect(try bench.framegrab(words + ["--plot", "a.svg", "--animate"]).status == 0)
    #expect(try bench.framegrab(words + ["--replay", "--plot", "b.svg", "--animate"]).status == 0)
    #expect(try bench.framegrab(words + ["--plot", "c.svg"]).status == 0)
    #expect(try bench.bytes("a.svg") == bench.bytes("b.svg"))
    #expect(try drawing(bench.bytes("c.svg")).elements["animate"] == nil)
  }

  @Test func `it needs a drawing and a video`() throws {
    let bench = try Bench()
    try bench.write(drag(moves: 3), to: "drag.json")
    try bench.framegrab("--gesture", "drag.json", "--plot", "d.svg", "--animate").expectFailure(2, "--animate", "video")
    try bench.framegrab(clip, "--gesture", "drag.json", "--replay", "--animate").expectFailure(2, "--plot")
    try bench.framegrab(clip, "--at", "1s", "--animate").expectFailure(2, "--plot")
    #expect(bench.names == ["drag.json"])
  }
}

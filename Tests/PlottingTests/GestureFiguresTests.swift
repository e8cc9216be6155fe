import Scrubbing
import Testing

@testable import Plotting

struct GestureFiguresTests {
  private func event(
    _ time: Int64, _ phase: String, _ x: Double? = nil, tracks: Bool = true, pulses: [String] = []
  ) -> PlottedEvent {
    PlottedEvent(
      timeInMicroseconds: time, phase: phase, location: x.map { Point(x: $0, y: 0) }, isTracking: tracks,
      value: 0, pulses: pulses)
  }

  @Test func `a stroke lasts from touch-down to lift and keeps its last place`() {
    let digest = GestureFigures([
      event(10, "began", 1), event(20, "moved", 2, pulses: ["max"]), event(30, "ended", tracks: false),
      event(40, "began", 5, tracks: false), event(50, "cancelled", 6, tracks: false),
    ])
    #expect(digest.strokes.map(\.start) == [10, 40] && digest.strokes.map(\.end) == [30, 50])
    #expect(digest.strokes.map(\.ending) == [.lifted, .cancelled])
    #expect(digest.strokes.map(\.isTracked) == [true, false])
    #expect(digest.strokes[0].firstPlace?.x == 1 && digest.strokes[0].lastPlace?.x == 2)
    #expect(digest.strokes[0].events == 0..<3 && digest.strokes[1].events == 3..<5)
    #expect(digest.pulses.map(\.place?.x) == [2])
    #expect(digest.firstTime == 10 && digest.lastTime == 50)
  }

  @Test func `a stroke without an end stays open, and one without a beginning counts`() {
    let digest = GestureFigures([
      event(10, "moved", 1), event(20, "began", 2), event(30, "moved", 3), event(25, "step"),
    ])
    #expect(digest.strokes.map(\.ending) == [.open, .open])
    #expect(digest.strokes.map(\.start) == [10, 20] && digest.strokes.map(\.end) == [10, 30])
    #expect(digest.marks.map(\.kind) == [.step] && digest.lastTime == 30)
  }

  @Test func `of two reasons the end of the range comes first`() {
    #expect(Pulse.Reasons(["speed", "max"]).foremost == .max)
    #expect(Pulse.Reasons(["min", "speed", "odd"]).foremost == .min)
    #expect(Pulse.Reasons(["odd", "speed"]).foremost == .speed && Pulse.Reasons(["odd"]).foremost == .other)
    #expect(Pulse.Reasons(["speed", "speed"]) == .speed)
  }

  @Test func `pulses close together are all drawn, very many as lines`() throws {
    var plot = Samples.stroke
    for index in plot.events.indices { plot.events[index].pulses = ["min"] }
    // 21 on the path, 21 in the row, one in the legend.
    #expect(try Document(plot.bytes()).shapes(filled: Palette.pulse) == 43)
    plot.events = (0..<200).map { event($0 * 1000, "step", pulses: ["min"]) }
    let document = try Document(plot.bytes())
    #expect(document.shapes(filled: Palette.pulse) == 1)
    #expect(document.texts.contains("200, by their reason; so many are drawn as bare lines"))
    let lines = document.all("path").filter {
      $0.attributes["stroke"] == Palette.pulse && $0.attributes["stroke-dasharray"] == nil
    }
    // 744 pixels for 200 pulses: each has its own line.
    #expect(lines.map { ($0.attributes["d"] ?? "").count { $0 == "M" } } == [200])
  }
}

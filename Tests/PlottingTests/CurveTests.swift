import Testing

@testable import Plotting

/// Speeds between the entries of a table.
@Suite struct CurveTests {
  private func event(_ time: Int64, _ phase: String, _ speed: Double) -> PlottedEvent {
    PlottedEvent(timeInMicroseconds: time, phase: phase, isTracking: phase != "ended", value: 0, speed: speed)
  }

  private func plot(isCurve: Bool) -> GesturePlot {
    var control = Samples.control
    control.isCurve = isCurve
    return GesturePlot(
      title: "c.json", subtitle: "mine", control: control,
      events: [
        event(0, "began", 1), event(250_000, "moved", 0.5), event(500_000, "moved", 0.1), event(500_000, "ended", 1),
        event(750_000, "began", 1), event(1_000_000, "moved", 0.1), event(1_000_000, "ended", 1),
      ])
  }

  /// The scale is logarithmic from 0.1 to 1, with 8 pixels above and below 114.
  @Test func `the speed's line goes from event to event, and steps to the next touch`() throws {
    let document = try Document(plot(isCurve: true).bytes())
    let lines = document.all("path").filter {
      $0.attributes["stroke-width"] == "2" && $0.attributes["stroke"] == Palette.ink
    }
    let points = Document.points(try #require(lines.last?.attributes["d"])).map { ($0.0 ?? .nan, $0.1 ?? .nan) }
    // 744 pixels from 104 on; log 2 = 0.30103 of the 114.
    #expect(points.map(\.0) == [104, 290, 476, 662, 662, 848, 848])
    let top = points[0].1
    for (place, height) in zip(points.map(\.1), [0, 0.30103 * 114, 114, 114, 0, 114]) {
      #expect(abs(place - top - height) < 0.02)
    }
    #expect(document.texts.contains("on a logarithmic scale"))
    let steps = try Document(plot(isCurve: false).bytes())
    #expect(!steps.texts.contains("on a logarithmic scale"))
  }

  @Test func `zones of a curve say where their speed is, and not from where on`() throws {
    let curve = try Document(plot(isCurve: true).bytes()).texts
    #expect(
      ["at 0 pt", "at 50 pt", "at 100 pt", "from 150 pt"].allSatisfy(curve.contains) && !curve.contains("under 50 pt"))
    var both = plot(isCurve: true)
    both.control.zonesAreBelow = true
    let words = try Document(both.bytes()).texts
    #expect(words.count { $0 == "at 0 pt" } == 1 && words.count { $0 == "at 50 pt" } == 2)
    let steps = try Document(plot(isCurve: false).bytes()).texts
    #expect(steps.contains("from 50 pt") && steps.contains("under 50 pt") && !steps.contains("at 50 pt"))
    // The words of the second one are at its threshold.
    var control = Samples.control
    control.isCurve = true
    let view = SpaceView(
      control: control, strokes: [], left: 24, top: 100, width: 600, maximumHeight: 430, minimumHeight: 170)
    let band = try #require(ZoneBands(control: control, view: view).bands.first { $0.words == "at 50 pt" })
    #expect(band.place == view.y(615.5 - 50) && band.edge == band.place)
  }
}

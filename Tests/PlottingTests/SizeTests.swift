import Scrubbing
import TestSupport
import Testing

@testable import Plotting

struct SizeTests {
  @Test func `very many events and seeks give a picture of bounded size`() throws {
    var random = SeededNumbers(seed: 1)
    let phases = ["moved", "moved", "moved", "began", "ended", "step"]
    let count = 150_000
    let events = (0..<count).map { index in
      let value = Double.random(in: 0...1, using: &random)
      return PlottedEvent(
        timeInMicroseconds: Int64(index) * 100, phase: phases[index % 6],
        location: Point(
          x: .random(in: -3000...3000, using: &random), y: .random(in: -3000...3000, using: &random)),
        isTracking: index % 12 < 6, value: value, unadjusted: index % 2 == 0 ? nil : value * 5 - 2,
        speed: value, frame: index % 2 == 0 ? nil : Int(value * 1e6), pulses: ["speed", "min", "max", "odd"])
    }
    let seeks = (0..<count).map {
      PlottedSeek(
        issuedAt: Int64($0) * 100, endedAt: Int64($0) * 100 + .random(in: 0...100_000, using: &random), target: $0,
        shown: $0 % 2 == 0 ? nil : $0, isSuperseded: $0 % 3 == 0)
    }
    var plot = Samples.stroke
    plot.events = events
    plot.seeks = seeks
    let bytes = plot.bytes()
    #expect(bytes.count < 1_500_000)
    #expect(try Document(bytes).strays().isEmpty)
  }

  @Test func `long texts are truncated`() {
    var plot = Samples.stroke
    let length = plot.bytes().count
    let long = String(repeating: "漢\u{301}<", count: 100_000)
    plot.title = long
    plot.subtitle = long
    plot.seekCaption = long
    plot.rangeStart = long
    plot.rangeEnd = long
    #expect(plot.bytes().count < length + 10_000)
  }

  @Test func `very many zones give a bounded number of bands`() throws {
    var plot = Samples.stroke
    plot.control.zones = (0..<10_000).map { SpeedTable.Entry(speed: 1 / Double($0 + 1), distance: Double($0) / 100) }
    let document = try Document(plot.bytes())
    #expect(document.texts.contains("Only the first 40 speeds are drawn as zones."))
    #expect(try document.strays().isEmpty)
  }
}

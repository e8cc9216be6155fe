import Plotting
import Scrubbing
import TestSupport

enum Samples {
  static let zones = [(1.0, 0.0), (0.5, 50), (0.25, 100), (0.1, 150)].map {
    SpeedTable.Entry(speed: $0.0, distance: $0.1)
  }

  static let control = PlottedControl(
    frame: ControlGeometry.Frame(x: 16, y: 600, width: 343, height: 31),
    track: ControlGeometry.Track(x: 18, width: 339),
    startKnob: ControlGeometry.Frame(x: 94.5, y: 600, width: 31, height: 31),
    endKnob: ControlGeometry.Frame(x: 220, y: 600, width: 31, height: 31), zones: zones, zoneLine: 615.5)

  /// A stroke up through three thresholds, with a pulse at each, that ends on frame 375.
  static var stroke: GesturePlot {
    var events: [PlottedEvent] = []
    for index in 0...20 {
      let above = Double(index) * 8.5
      let zone = zones.last { $0.distance <= above } ?? zones[0]
      // 8.5 points a step: steps 6, 12 and 18 are the first above 50, 100 and 150.
      let pulses = [6, 12, 18].contains(index) ? ["speed"] : []
      events.append(
        PlottedEvent(
          timeInMicroseconds: Int64(index) * 50_000, phase: index == 0 ? "began" : index == 20 ? "ended" : "moved",
          location: Point(x: 110 + Double(index) * 6, y: 615.5 - above), isTracking: index < 20,
          value: 0.25 + Double(index) * 0.01, unadjusted: 0.25 + Double(index) * 0.02, speed: zone.speed,
          frame: 355 + index, pulses: pulses))
    }
    return GesturePlot(
      title: "drag.json", subtitle: "scrubbing-slider", control: control, events: events, frameCount: 450,
      rangeStart: "0 s", rangeEnd: "15 s")
  }

  /// A random plot with invalid and extreme input.
  static func hostile(seed: UInt64) -> GesturePlot {
    var random = SeededNumbers(seed: seed)
    let extremes = [
      .nan, .infinity, 0, -0.0, 1, -1, 1e308, -1e308, Double.leastNonzeroMagnitude, 1e15, -1e15, 0.5, 343, 1e-9,
    ]
    func number() -> Double {
      Bool.random(using: &random)
        ? extremes.randomElement(using: &random) ?? 0 : .random(in: -2000...2000, using: &random)
    }
    func time() -> Int64 {
      let edge: Int64 = Bool.random(using: &random) ? .max : .min
      return Int.random(in: 0..<12, using: &random) == 0 ? edge : .random(in: -9_000...5_000_000, using: &random)
    }
    func whole() -> Int {
      Int.random(in: 0..<8, using: &random) == 0 ? (Bool.random(using: &random) ? .max : .min) : Int(time() % 1000)
    }
    func words() -> String {
      let pieces = ["a", "<", "&", "]]>", "\u{0}", "\u{FFFE}", "\u{202E}", "\n", "é", "漢", "\"'", " ", "wide words "]
      return (0..<Int.random(in: 0..<200, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }
        .joined()
    }
    func box() -> ControlGeometry.Frame {
      ControlGeometry.Frame(x: number(), y: number(), width: number(), height: number())
    }
    let phases = [
      "began", "moved", "stationary", "ended", "cancelled", "corrected", "timer", "increment", "decrement", "step",
      "odd",
    ]
    let events = (0..<Int.random(in: 0..<150, using: &random)).map { _ in
      PlottedEvent(
        timeInMicroseconds: time(), phase: phases.randomElement(using: &random) ?? "",
        location: Bool.random(using: &random) ? Point(x: number(), y: number()) : nil,
        isTracking: Bool.random(using: &random), value: number(),
        unadjusted: Bool.random(using: &random) ? number() : nil, speed: number(),
        frame: Bool.random(using: &random) ? whole() : nil,
        pulses: Int.random(in: 0..<4, using: &random) == 0
          ? ["speed", "min", "max", words()].shuffled(using: &random) : [])
    }
    let seeks = (0..<Int.random(in: 0..<60, using: &random)).map { _ in
      PlottedSeek(
        issuedAt: time(), endedAt: time(), target: whole(), shown: Bool.random(using: &random) ? whole() : nil,
        isSuperseded: Bool.random(using: &random))
    }
    let thumbnails = (0..<Int.random(in: 0..<14, using: &random)).map { _ in
      PlottedThumbnail(
        timeInMicroseconds: time(), caption: (0..<Int.random(in: 0..<5, using: &random)).map { _ in words() },
        png: [UInt8](repeating: 7, count: Int.random(in: 0..<9, using: &random)), width: whole(), height: whole())
    }
    let zones = (0..<[0, 1, 4, 60][Int.random(in: 0..<4, using: &random)]).map {
      SpeedTable.Entry(speed: number(), distance: Double($0) * .random(in: 0...60, using: &random))
    }
    var plot = GesturePlot(
      title: words(), subtitle: words(),
      control: PlottedControl(
        frame: box(), track: Bool.random(using: &random) ? ControlGeometry.Track(x: number(), width: number()) : nil,
        startKnob: Bool.random(using: &random) ? box() : nil, endKnob: Bool.random(using: &random) ? box() : nil,
        zones: zones, zoneLine: number(), zonesAreBelow: Bool.random(using: &random)),
      events: events, seeks: seeks, seekCaption: Bool.random(using: &random) ? words() : nil, thumbnails: thumbnails,
      frameCount: Bool.random(using: &random) ? whole() : nil, rangeStart: words(), rangeEnd: words())
    plot.control.isCurve = Bool.random(using: &random)
    plot.stretches = (0..<Int.random(in: 0..<50, using: &random)).map { _ in
      PlottedStretch(
        from: time(), through: time(), isByFinger: Bool.random(using: &random),
        labels: [[words(), words()], [], [""], ["a"]])
    }
    plot.stretchWords = words()
    return plot
  }
}

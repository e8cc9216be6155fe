import Packing
import Scrubbing

/// The gesture as it happens, in real time and again a second after its end: the frame that is shown, and the control with
/// its zones, the finger, the knob, the value and the speed.
///
/// It moves by SVG's own animation. What is drawn without it is the end of the gesture.
struct Stage {
  private let stage: PlottedStage
  private let events: [PlottedEvent]
  private let control: PlottedControl
  private let view: SpaceView
  private let first: Int64
  /// The length of the animation in seconds, with the second after the gesture's end.
  private let length: Double

  private static let (top, picture) = (24.0, (width: 320.0, height: 180.0))
  /// The most steps of an animation.
  private static let mostSteps = 1200

  init?(_ stage: PlottedStage?, control: PlottedControl, events: [PlottedEvent]) {
    guard let stage, let start = events.first?.timeInMicroseconds, let end = events.last?.timeInMicroseconds,
      !stage.tiles.isEmpty, stage.showings.allSatisfy({ stage.tiles.indices.contains($0.tile) })
    else { return nil }
    (self.stage, self.control, first) = (stage, control, start)
    let last = max(end, stage.showings.last?.timeInMicroseconds ?? end)
    length = max(0, Double(last) - Double(start)) / 1e6 + 1
    // The last event of each step.
    let step = max(1, (Double(last) - Double(start)) / Double(Stage.mostSteps))
    var kept: [PlottedEvent] = []
    var number = -1.0
    for event in events {
      let own = ((Double(event.timeInMicroseconds) - Double(start)) / step).rounded(.down)
      if own == number, events.count > Stage.mostSteps { kept[kept.count - 1] = event } else { kept.append(event) }
      number = own
    }
    self.events = kept
    let places = events.lazy.compactMap(\.location).prefix(100_000).map { place in
      Box(minX: Box.tamed(place.x), minY: Box.tamed(place.y), maxX: Box.tamed(place.x), maxY: Box.tamed(place.y))
    }
    view = SpaceView(
      control: control, strokes: Array(places), left: Page.left, top: Stage.top + Stage.picture.height + 12,
      width: Page.right - Page.left - 118, maximumHeight: 220, minimumHeight: 90)
  }

  var height: Double { (view.area.maxY + (stage.note.isEmpty ? 10 : 28)).rounded(.up) }

  func draw(on sheet: inout Markup) {
    sheet.text("The gesture as it happens", Page.left, 17, size: 12, isBold: true)
    for number in stage.tiles.indices { draw(tile: number, on: &sheet) }
    let zones = ZoneBands(control: control, view: view)
    zones.draw(on: &sheet, view: view)
    let frame = view.box(control.frame)
    sheet.rectangle(
      frame, corner: min(6, frame.width / 2, frame.height / 2),
      Paint(fill: "#FFFFFF", stroke: Palette.edge, width: 1, opacity: 0.65))
    drawKnob(on: &sheet)
    drawFinger(on: &sheet)
    drawValue(on: &sheet)
    sheet.rectangle(view.area, Palette.frame)
    zones.drawLabels(on: &sheet, view: view, width: 118)
    sheet.text(stage.note, Page.left, view.area.maxY + 17, color: Palette.quiet)
  }

  // MARK: Parts

  private func draw(tile number: Int, on sheet: inout Markup) {
    let tile = stage.tiles[number]
    let states = stage.showings.map { ($0.timeInMicroseconds, $0.tile == number ? "visible" : "hidden") }
    begin(states, on: &sheet)
    sheet.add("<image")
    sheet.attribute("x", Page.left)
    sheet.attribute("y", Stage.top)
    sheet.attribute("width", Stage.picture.width)
    sheet.attribute("height", Stage.picture.height)
    sheet.add(" preserveAspectRatio=\"xMidYMid meet\" xlink:href=\"data:image/png;base64,")
    sheet.add(bytes: Base64.encode(tile.png))
    sheet.add("\"/>\n")
    for (line, words) in tile.caption.enumerated() {
      sheet.text(words, side, Stage.top + 14 + 17 * Double(line), size: 12, isBold: line == 0)
    }
    sheet.add("</g>\n")
  }

  private var side: Double { Page.left + Stage.picture.width + 20 }

  private func drawKnob(on sheet: inout Markup) {
    guard let knobs = stage.knobs, let last = events.last else { return }
    let (low, high) = (view.box(knobs.low), view.box(knobs.high))
    let corner = min(low.width, low.height) / 2
    func place(_ event: PlottedEvent, _ side: KeyPath<Box, Double>) -> Double {
      let value = min(max(event.value.isFinite ? event.value : 0, 0), 1)
      return low[keyPath: side] + value * (high[keyPath: side] - low[keyPath: side])
    }
    sheet.add("<rect")
    sheet.attribute("x", place(last, \.minX))
    sheet.attribute("y", place(last, \.minY))
    sheet.attribute("width", max(0, low.width))
    sheet.attribute("height", max(0, low.height))
    sheet.attribute("rx", max(0, corner))
    sheet.add(Palette.endKnob.attributes + ">\n")
    animate("x", events.map { ($0.timeInMicroseconds, number(place($0, \.minX))) }, on: &sheet)
    animate("y", events.map { ($0.timeInMicroseconds, number(place($0, \.minY))) }, on: &sheet)
    sheet.add("</rect>\n")
  }

  private func drawFinger(on sheet: inout Markup) {
    let touches = events.filter { $0.location != nil }
    guard let last = touches.last?.location else { return }
    begin(
      touches.map {
        ($0.timeInMicroseconds, [.ended, .cancelled].contains(EventKind($0.phase)) ? "hidden" : "visible")
      },
      on: &sheet)
    sheet.add("<circle")
    sheet.attribute("cx", view.x(last.x))
    sheet.attribute("cy", view.y(last.y))
    sheet.attribute("r", 11)
    sheet.add(Paint(fill: Palette.finger, stroke: Palette.ink, width: 1, opacity: 0.5).attributes + ">\n")
    let places = touches.compactMap { event in event.location.map { (event.timeInMicroseconds, $0) } }
    animate("cx", places.map { ($0.0, number(view.x($0.1.x))) }, on: &sheet)
    animate("cy", places.map { ($0.0, number(view.y($0.1.y))) }, on: &sheet)
    sheet.add("</circle>\n</g>\n")
  }

  /// A bar for the value, and the speed in words.
  private func drawValue(on sheet: inout Markup) {
    let (y, width) = (Stage.top + Stage.picture.height - 16, Page.right - side)
    func length(_ event: PlottedEvent) -> Double { width * min(max(event.value.isFinite ? event.value : 0, 0), 1) }
    guard let last = events.last else { return }
    sheet.text("value", side, y - 5, color: Palette.quiet)
    sheet.add("<rect")
    sheet.attribute("x", side)
    sheet.attribute("y", y)
    sheet.attribute("width", length(last))
    sheet.attribute("height", 12)
    sheet.add(Paint(fill: Palette.knob).attributes + ">\n")
    animate("width", events.map { ($0.timeInMicroseconds, number(length($0))) }, on: &sheet)
    sheet.add("</rect>\n")
    sheet.rectangle(Box(minX: side, minY: y, maxX: side + width, maxY: y + 12), Palette.frame)
    let style = control.words
    let texts = events.map { style.text($0.speed) }
    var speeds: [String] = []
    for text in texts where !speeds.contains(text) && speeds.count < 32 { speeds.append(text) }
    for speed in speeds where speeds.count > 1 {
      begin(
        zip(events, texts).map { ($0.timeInMicroseconds, $1 == speed ? "visible" : "hidden") }, on: &sheet)
      sheet.text("speed \(speed)×", side, y - 28, size: 12, isBold: true)
      sheet.add("</g>\n")
    }
  }

  // MARK: Motion

  private func number(_ value: Double) -> String { NumberText.label(value, decimals: 1) }

  /// Begins a group that is visible at times, and without animation if it is at the end.
  private func begin(_ states: [(Int64, String)], on sheet: inout Markup) {
    sheet.add("<g visibility=\"\(states.last?.1 ?? "hidden")\">\n")
    animate("visibility", states, on: &sheet)
  }

  /// An attribute that has each value from its moment on; nothing for one that never changes.
  private func animate(_ name: String, _ values: [(time: Int64, value: String)], on sheet: inout Markup) {
    var (keys, words): ([String], [String]) = ([], [])
    for (time, value) in values where value != words.last {
      let place = min(max((Double(time) - Double(first)) / 1e6 / length, 0), 1)
      keys.append(keys.isEmpty ? "0" : NumberText.label(place, decimals: 6))
      words.append(value)
    }
    guard words.count > 1 else { return }
    sheet.add("<animate attributeName=\"\(name)\" calcMode=\"discrete\" repeatCount=\"indefinite\"")
    sheet.add(" dur=\"\(NumberText.label(length, decimals: 3))s\" keyTimes=\"\(keys.joined(separator: ";"))\"")
    sheet.add(" values=\"\(words.joined(separator: ";"))\"/>\n")
  }
}

import Scrubbing

/// The control, its zones and the finger's path, to scale, with the legend at their side.
struct SpacePanel: PlotPart {
  let control: PlottedControl
  let strokes: [Stroke]
  let pulses: [Pulse]
  let view: SpaceView
  let bands: ZoneBands

  private let legend: Legend
  /// What is wrong with a touch, and where it was; nil if nothing is, or without a place.
  private let fault: (place: Point, words: String)?
  private let labelWidth: Double

  /// The trails of tracked strokes and of those that missed the knob.
  private let tracked: [Trail.Step]
  private let ignored: [Trail.Step]

  /// The height of this panel's heading, above the view.
  private static let heading = 22.0

  /// - Parameter top: The upper edge at which it will be drawn.
  init(
    control: PlottedControl, events: [PlottedEvent], strokes: [Stroke], pulses: [Pulse], legend: Legend,
    refusal: PlottedRefusal? = nil, top: Double
  ) {
    self.control = control
    self.strokes = strokes
    self.pulses = pulses
    self.legend = legend
    fault = refusal.flatMap { refusal in
      let place = events.indices.contains(refusal.event) ? events[refusal.event].location : nil
      return place.map { ($0, refusal.words) }
    }
    labelWidth = control.zones.isEmpty ? 0 : 118
    var reach: Box?
    for event in events {
      guard let place = event.location else { continue }
      let x = Box.tamed(place.x)
      let y = Box.tamed(place.y)
      reach?.include(x: x, y: y)
      reach = reach ?? Box(minX: x, minY: y, maxX: x, maxY: y)
    }
    view = SpaceView(
      control: control, strokes: reach.map { [$0] } ?? [], left: Page.left, top: top + SpacePanel.heading,
      width: Page.right - Page.left - Legend.width - 18 - labelWidth, maximumHeight: 430,
      minimumHeight: min(430, max(170, legend.height)))
    bands = ZoneBands(control: control, view: view)
    var tracked = Trail()
    var ignored = Trail()
    for stroke in strokes {
      var isStart = true
      for index in stroke.events {
        guard let place = events[index].location else { continue }
        let x = view.x(place.x)
        let y = view.y(place.y)
        if stroke.isTracked {
          tracked.addPoint(x: x, y: y, isStart: isStart, isOutside: view.isOutside(place))
        } else {
          ignored.addPoint(x: x, y: y, isStart: isStart)
        }
        isStart = false
      }
    }
    self.tracked = tracked.steps
    self.ignored = ignored.steps
  }

  var height: Double { SpacePanel.heading + view.area.height + 16 }

  /// Notes about what is not shown.
  var notes: [String] {
    var notes: [String] = []
    if view.isCut {
      notes.append("What lies farther from the control is drawn at the border of the upper picture, with dots.")
    }
    if FingerMarks(strokes: strokes, pulses: pulses, view: view).isCut {
      notes.append("Not every mark is drawn on the finger's path: at most \(FingerMarks.most) of a kind.")
    }
    if bands.isCut { notes.append("Only the first \(ZoneBands.most) speeds are drawn as zones.") }
    return notes
  }

  func draw(on sheet: inout Markup, top: Double) {
    sheet.text("Finger and slider", Page.left, view.area.minY - 7, size: 12, isBold: true)
    bands.draw(on: &sheet, view: view)
    drawControl(on: &sheet)
    sheet.path(Trail.path(ignored), Palette.ignoredPath)
    sheet.path(Trail.path(tracked, outside: true), Palette.outsidePath)
    sheet.path(Trail.path(tracked), tracked.count > 3000 ? Palette.crowdedPath : Palette.trackedPath)
    sheet.path(Trail.arrows(tracked, limit: 24), Paint(fill: Palette.finger))
    FingerMarks(strokes: strokes, pulses: pulses, view: view).draw(on: &sheet)
    drawKnobLabels(on: &sheet)
    drawFault(on: &sheet)
    drawBar(on: &sheet)
    sheet.rectangle(view.area, Palette.frame)
    bands.drawLabels(on: &sheet, view: view, width: labelWidth)
    legend.draw(on: &sheet, left: Page.right - Legend.width, top: view.area.minY)
  }

  private func drawControl(on sheet: inout Markup) {
    let frame = view.box(control.frame)
    let corner = min(6, frame.width / 2, frame.height / 2)
    sheet.rectangle(frame, corner: corner, Paint(fill: "#FFFFFF", stroke: Palette.edge, width: 1, opacity: 0.65))
    if let track = control.track {
      let left = view.x(track.x)
      let right = view.x(Box.tamed(track.x) + max(0, Box.tamed(track.width)))
      let thickness = min(5, max(2, frame.height / 3))
      sheet.rectangle(
        Box(minX: left, minY: frame.midY - thickness / 2, maxX: right, maxY: frame.midY + thickness / 2),
        corner: thickness / 2, Paint(fill: "#BDBDBD"))
    }
    if let knob = control.startKnob {
      let box = view.box(knob)
      sheet.rectangle(box, corner: min(box.width, box.height) / 2, Palette.startKnob)
    }
    if let knob = control.endKnob {
      let box = view.box(knob)
      sheet.rectangle(box, corner: min(box.width, box.height) / 2, Palette.endKnob)
    }
  }

  /// Writes "start" and "end" below the knobs, or beside knobs that move up and down.
  private func drawKnobLabels(on sheet: inout Markup) {
    guard let start = control.startKnob.map(view.box), let end = control.endKnob.map(view.box) else { return }
    if (start.midX - end.midX).magnitude < 2, (start.midY - end.midY).magnitude < 2 {
      let y = min(end.maxY + 14, view.area.maxY - 4)
      let x = min(max(end.midX, view.area.minX + 56), view.area.maxX - 56)
      sheet.chip("start and end", x, y, anchor: .middle, color: Palette.knob)
      return
    }
    let words = start.midX <= end.midX ? ["start", "end"] : ["end", "start"]
    if (start.midX - end.midX).magnitude >= (start.midY - end.midY).magnitude {
      let wished = [min(start.midX, end.midX), max(start.midX, end.midX)]
      let y = min(max(start.maxY, end.maxY) + 14, view.area.maxY - 4)
      let places = LabelSpacing.places(wished, gap: 36, low: view.area.minX + 18, high: view.area.maxX - 18)
      for (word, x) in zip(words, places) {
        sheet.chip(word, x, y, anchor: .middle, isBold: word == "end", color: Palette.knob)
      }
    } else {
      let wished = [min(start.midY, end.midY), max(start.midY, end.midY)]
      let isLeft = min(start.minX, end.minX) - view.area.minX > 44
      let x = isLeft ? min(start.minX, end.minX) - 6 : max(start.maxX, end.maxX) + 6
      let places = LabelSpacing.places(wished, gap: 15, low: view.area.minY + 10, high: view.area.maxY - 10)
      for (word, y) in zip(start.midY <= end.midY ? ["start", "end"] : ["end", "start"], places) {
        sheet.chip(
          word, min(x, view.area.maxX - 40), y + 4, anchor: isLeft ? .end : .start, isBold: word == "end",
          color: Palette.knob)
      }
    }
  }

  /// Writes a ring around the touch that makes the gesture invalid, and what is wrong beside it.
  private func drawFault(on sheet: inout Markup) {
    guard let fault else { return }
    let room = view.area.grown(by: -11)
    let x = min(max(view.x(fault.place.x), room.minX), room.maxX)
    let y = min(max(view.y(fault.place.y), room.minY), room.maxY)
    sheet.circle(x, y, radius: 10, Palette.faultMark)
    let words = TextMetrics.fitted(fault.words, size: 11, width: view.area.width / 2 - 30, isBold: true)
    let isRight = x < view.area.midX
    sheet.chip(
      words, isRight ? x + 14 : x - 14, y - 8, anchor: isRight ? .start : .end, isBold: true, color: Palette.fault)
  }

  /// Writes the scale bar above the upper right corner.
  private func drawBar(on sheet: inout Markup) {
    let words = "\(view.barLength) pt"
    let pixels = Double(view.barLength) * view.scale
    let right = view.area.maxX - TextMetrics.width(words, size: 10.5) - 6
    let y = view.area.minY - 10.5
    var path = PathData()
    path.move(right - pixels, y - 3)
    path.vertical(y + 3)
    path.move(right - pixels, y)
    path.horizontal(right)
    path.move(right, y - 3)
    path.vertical(y + 3)
    sheet.path(path, Paint(stroke: Palette.quiet, width: 1.2))
    sheet.text(words, view.area.maxX, y + 3.5, size: 10.5, anchor: .end, color: Palette.quiet)
  }
}

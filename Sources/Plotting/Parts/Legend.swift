/// What the symbols mean; only those that occur.
struct Legend {
  /// The width that it takes, in pixels.
  static let width = 204.0

  private enum Sign {
    case line(Paint), down, up, cancelled, startKnob, endKnob, pulse(Pulse.Reasons)
    case seek(SeekKind), mark(String)
  }

  private let entries: [(sign: Sign, words: String)]
  private static let pitch = 17.5

  init(
    control: PlottedControl, strokes: [Stroke], pulses: [Pulse], hasUnadjusted: Bool, marks: Set<EventKind>,
    seeks: Set<SeekKind>, hasLines: Bool = true
  ) {
    var entries: [(sign: Sign, words: String)] = []
    if strokes.contains(where: \.isTracked) { entries.append((.line(Palette.trackedPath), "finger, tracked")) }
    if strokes.contains(where: { !$0.isTracked }) {
      entries.append((.line(Palette.ignoredPath), "finger, not on the knob"))
    }
    if strokes.contains(where: { $0.firstPlace != nil }) { entries.append((.down, "touched down")) }
    if strokes.contains(where: { $0.ending == .lifted }) { entries.append((.up, "lifted")) }
    if strokes.contains(where: { $0.ending == .cancelled }) { entries.append((.cancelled, "cancelled")) }
    if control.startKnob != nil { entries.append((.startKnob, "knob at the start")) }
    if control.endKnob != nil { entries.append((.endKnob, "knob at the end")) }
    if !control.zones.isEmpty { entries.append((.line(Palette.zoneLine), "distances count from here")) }
    let reasons = pulses.reduce(into: Pulse.Reasons(rawValue: 0)) { $0.formUnion($1.reasons) }
    for reason in Pulse.Reasons.each where reasons.contains(reason) {
      entries.append((.pulse(reason), "pulse: \(reason.words)"))
    }
    if hasLines { entries.append((.line(Palette.knobLine), "value, frame index")) }
    if hasUnadjusted { entries.append((.line(Palette.unadjustedLine), "unadjusted value")) }
    for kind in EventKind.marked where marks.contains(kind) {
      if let mark = kind.mark { entries.append((.mark(mark.letter), mark.words)) }
    }
    for kind in SeekKind.all where seeks.contains(kind) { entries.append((.seek(kind), kind.words)) }
    self.entries = entries
  }

  /// The height that it takes, in pixels.
  var height: Double { Double(entries.count) * Legend.pitch + 12 }

  func draw(on sheet: inout Markup, left: Double, top: Double) {
    for (index, entry) in entries.enumerated() {
      let y = top + 14 + Double(index) * Legend.pitch
      draw(entry.sign, on: &sheet, x: left + 14, y: y)
      sheet.text(entry.words, left + 36, y + 3.8, size: 10.5)
    }
  }

  private func draw(_ sign: Sign, on sheet: inout Markup, x: Double, y: Double) {
    var path = PathData()
    switch sign {
    case .line(let paint): sheet.line(x - 14, y, x + 14, y, paint)
    case .down: sheet.circle(x, y, radius: 4.5, Palette.beganMark)
    case .up:
      path.square(x, y, 4)
      sheet.path(path, Palette.endedMark)
    case .cancelled:
      path.cross(x, y, 4.5)
      sheet.path(path, Palette.crossMark)
    case .pulse(let reason):
      PulseStrip.addSign(reason, to: &path, x, y)
      sheet.path(path, Palette.pulseMark)
    case .startKnob, .endKnob:
      let isStart = if case .startKnob = sign { true } else { false }
      sheet.rectangle(
        Box(minX: x - 9, minY: y - 6, maxX: x + 9, maxY: y + 6), corner: 6,
        isStart ? Palette.startKnob : Palette.endKnob)
    case .seek(let kind):
      kind.draw(on: &sheet, from: x - 14, to: x + 13, y: y)
    case .mark(let letter):
      StrokeStrip.drawMark(letter, on: &sheet, x, y)
    }
  }
}

extension GesturePlot {
  /// The picture as an SVG 1.1 document.
  ///
  /// It has no scripts and no external references. The same plot always gives the same text.
  public func svg() -> String { String(decoding: bytes(), as: UTF8.self) }

  /// The picture as an SVG 1.1 document in UTF-8, as it is written to a file.
  public func bytes() -> [UInt8] {
    let figures = GestureFigures(events)
    let axis = timeAxis(figures)
    let row = ThumbnailRow(thumbnails, axis: axis)
    let summary = Summary(
      events: events, strokes: figures.strokes, pulseCount: figures.pulses.count, seeks: seeks,
      thumbnailCount: thumbnails.count, endTime: endTime, refusal: refusal)
    let heading = Heading(title: title, subtitle: subtitle, summary: summary)
    let space = SpacePanel(
      control: control, events: events, strokes: figures.strokes, pulses: figures.pulses, legend: legend(figures),
      refusal: refusal, top: 16 + heading.height)
    var parts: [any PlotPart] = [heading, space]
    parts += panels(figures, axis)
    let body = parts.reduce(16) { $0 + $1.height }
    let notes = Notes(space.notes + row.notes)
    let stage = Stage(stage, control: control, events: events)
    let height = (body + 26 + row.height + notes.height + 14).rounded(.up) + (stage?.height ?? 0)

    var sheet = Markup()
    sheet.add("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\"")
    sheet.add(" xmlns:xlink=\"http://www.w3.org/1999/xlink\" version=\"1.1\"")
    sheet.attribute("width", Page.width)
    sheet.attribute("height", height)
    sheet.add(" viewBox=\"0 0 \(NumberText.label(Page.width, decimals: 2)) \(NumberText.label(height, decimals: 2))\"")
    sheet.add(" font-family=\"sans-serif\">\n<title>")
    sheet.add(escaping: TextMetrics.fitted(title, size: 1, width: 10_000))
    sheet.add("</title>\n<desc>")
    sheet.add(escaping: summary.description)
    sheet.add("</desc>\n")
    sheet.rectangle(Box(minX: 0, minY: 0, maxX: Page.width, maxY: height), Paint(fill: "#FFFFFF"))
    if let stage {
      stage.draw(on: &sheet)
      sheet.add("<g transform=\"translate(0 \(NumberText.label(stage.height, decimals: 0)))\">\n")
    }
    var top = 16.0
    for part in parts {
      sheet.add("<g>\n")
      part.draw(on: &sheet, top: top)
      sheet.add("</g>\n")
      top += part.height
    }
    row.drawLeaders(on: &sheet, top: top)
    axis.draw(on: &sheet, top: top)
    row.draw(on: &sheet, top: top + 26)
    notes.draw(on: &sheet, top: top + 26 + row.height)
    if stage != nil { sheet.add("</g>\n") }
    sheet.add("</svg>\n")
    return sheet.bytes
  }

  /// The panels over time that have something to show.
  private func panels(_ figures: GestureFigures, _ axis: TimeAxis) -> [any PlotPart] {
    let backdrop = Backdrop(axis: axis, strokes: figures.strokes, pulses: figures.pulses)
    var panels: [any PlotPart] = [
      StrokeStrip(backdrop: backdrop, strokes: figures.strokes, marks: figures.marks),
      ValuePanel(
        backdrop: backdrop, events: events, hasUnadjusted: figures.hasUnadjusted, rangeStart: rangeStart,
        rangeEnd: rangeEnd),
    ]
    if let strip = StretchStrip(backdrop: backdrop, stretches: stretches, words: stretchWords) { panels.append(strip) }
    if !control.zones.isEmpty || events.contains(where: { $0.speed != 1 }) {
      let scale = SpeedScale(control, events)
      panels.append(
        SpeedPanel(
          backdrop: backdrop, events: events, scale: scale, zones: control.zones, isCurve: control.isCurve))
    }
    if let frames = FramePanel(backdrop: backdrop, events: events, frameCount: frameCount) { panels.append(frames) }
    if let strip = PulseStrip(backdrop: backdrop, pulses: figures.pulses) { panels.append(strip) }
    if let strip = SeekStrip(backdrop: backdrop, seeks: seeks, caption: seekCaption) { panels.append(strip) }
    return panels
  }

  private func legend(_ figures: GestureFigures) -> Legend {
    Legend(
      control: control, strokes: figures.strokes, pulses: figures.pulses, hasUnadjusted: figures.hasUnadjusted,
      marks: Set(figures.marks.map(\.kind)), seeks: Set(seeks.map(SeekKind.init)))
  }

  private func timeAxis(_ figures: GestureFigures) -> TimeAxis {
    var first = figures.firstTime
    var last = figures.lastTime
    func include(_ time: Int64) {
      first = min(first ?? time, time)
      last = max(last ?? time, time)
    }
    for seek in seeks {
      include(seek.issuedAt)
      include(seek.endedAt)
    }
    for thumbnail in thumbnails { include(thumbnail.timeInMicroseconds) }
    return TimeAxis(first: first ?? 0, last: last ?? 0, left: Page.axisLeft, right: Page.axisRight)
  }
}

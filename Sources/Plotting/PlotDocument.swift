extension GesturePlot {
  /// The picture as an SVG 1.1 document.
  ///
  /// It holds no scripts and refers to nothing outside. The same plot always gives the same text.
  public func svg() -> String { String(decoding: bytes(), as: UTF8.self) }

  /// The picture as an SVG 1.1 document in UTF-8, as it is written to a file.
  public func bytes() -> [UInt8] {
    let digest = GestureFigures(events)
    let axis = timeAxis(digest)
    let backdrop = Backdrop(axis: axis, digest: digest)
    let space = SpacePanel(plot: self, digest: digest)
    let row = ThumbnailRow(thumbnails, axis: axis)
    let summary = Summary(plot: self, digest: digest)
    var parts: [any PlotPart] = [Heading(plot: self, summary: summary), space]
    parts.append(StrokeStrip(backdrop: backdrop, digest: digest))
    parts.append(ValuePanel(backdrop: backdrop, plot: self, hasUnadjusted: digest.hasUnadjusted))
    if !control.zones.isEmpty || events.contains(where: { $0.speed != 1 }) {
      let scale = SpeedScale(control, events)
      parts.append(
        SpeedPanel(backdrop: backdrop, events: events, scale: scale, isShaded: !control.zones.isEmpty))
    }
    if let frames = FramePanel(backdrop: backdrop, plot: self) { parts.append(frames) }
    if let strip = PulseStrip(backdrop: backdrop, pulses: digest.pulses) { parts.append(strip) }
    if let strip = SeekStrip(backdrop: backdrop, seeks: seeks, caption: seekCaption) { parts.append(strip) }
    let body = parts.reduce(16) { $0 + $1.height }
    let notes = Notes(space.notes + row.notes)
    let height = (body + 26 + row.height + notes.height + 14).rounded(.up)

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
    sheet.add("</svg>\n")
    return sheet.bytes
  }

  private func timeAxis(_ digest: GestureFigures) -> TimeAxis {
    var first = digest.firstTime
    var last = digest.lastTime
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

import Scrubbing

/// The speeds of a control as shaded bands over its plane, with labels at their right.
struct ZoneBands {
  /// The part of the picture in which one speed applies.
  struct Band {
    let top: Double
    let bottom: Double
    let words: String
    let speed: Double
    /// The y coordinate of its threshold; nil for the first band, or when it is outside the picture.
    let edge: Double?
    /// Where its words are, if there is room.
    let place: Double
  }

  /// Bands beyond this number are not drawn; a note says so.
  static let most = 40

  let bands: [Band]
  let line: Double
  let isCut: Bool
  private let isLineSeen: Bool
  private let style: SpeedWords

  init(control: PlottedControl, view: SpaceView) {
    let zones = control.zones
    isCut = zones.count > ZoneBands.most
    style = control.words
    line = view.y(control.zoneLine)
    let exact = view.area.midY - line
    isLineSeen = exact.magnitude < view.area.height / 2
    var bands: [Band] = []
    for (index, zone) in zones.prefix(ZoneBands.most).enumerated() {
      let next = index + 1 < zones.count ? zones[index + 1].distance : nil
      let words =
        control.isCurve && next != nil
        ? "at \(NumberText.label(zone.distance, decimals: 1)) pt"
        : ZoneBands.words(zone, next: next, isFirst: index == 0)
      let near = index == 0 ? 0 : zone.distance
      for direction in (control.zonesAreAbove ? [-1.0] : []) + (control.zonesAreBelow ? [1.0] : []) {
        let start = view.y(control.zoneLine + direction * Box.tamed(near))
        let end = next.map { view.y(control.zoneLine + direction * Box.tamed($0)) }
        let far = end ?? (direction < 0 ? view.area.minY : view.area.maxY)
        // The first zone reaches to the edge on the side whose distance does not count.
        let isOpen = index == 0 && control.zonesAreAbove != control.zonesAreBelow
        let top = isOpen && direction > 0 ? view.area.minY : min(start, far)
        let bottom = isOpen && direction < 0 ? view.area.maxY : max(start, far)
        guard bottom - top > 0.5 else { continue }
        let isEdgeSeen = index > 0 && start > view.area.minY && start < view.area.maxY
        bands.append(
          Band(
            top: top, bottom: bottom, words: words, speed: zone.speed, edge: isEdgeSeen ? start : nil,
            place: control.isCurve ? start : (top + bottom) / 2))
      }
    }
    self.bands = bands
  }

  private static func words(_ zone: SpeedTable.Entry, next: Double?, isFirst: Bool) -> String {
    if !isFirst { return "from \(NumberText.label(zone.distance, decimals: 1)) pt" }
    guard let next else { return "everywhere" }
    return "under \(NumberText.label(next, decimals: 1)) pt"
  }

  /// Writes the shades, the thresholds and the line from which distances are measured.
  func draw(on sheet: inout Markup, view: SpaceView) {
    let area = view.area
    for band in bands {
      sheet.rectangle(
        Box(minX: area.minX, minY: band.top, maxX: area.maxX, maxY: band.bottom), Paint(fill: Palette.tint(band.speed)))
    }
    for edge in bands.compactMap(\.edge) { sheet.line(area.minX, edge, area.maxX, edge, Palette.zoneEdge) }
    if !bands.isEmpty, isLineSeen { sheet.line(area.minX, line, area.maxX, line, Palette.zoneLine) }
  }

  /// Writes the labels in the margin at the right.
  func drawLabels(on sheet: inout Markup, view: SpaceView, width: Double) {
    let area = view.area
    // From top to bottom; a band without a lower end is labelled at its upper edge, by the slider.
    let ordered = bands.sorted { ($0.place, $0.bottom) < ($1.place, $1.bottom) }.reduce(into: [Band]()) { kept, band in
      // A curve on both sides begins twice at one line.
      if kept.last?.place != band.place { kept.append(band) }
    }
    let most = Int(area.height / 15)
    let shown = ordered.count <= most ? ordered : ordered.enumerated().filter { $0.offset % 3 == 0 }.map(\.element)
    let wished = shown.map(\.place)
    for (band, y) in zip(shown, LabelSpacing.places(wished, gap: 15, low: area.minY + 7, high: area.maxY - 7)) {
      let speed = TextMetrics.fitted(style.text(band.speed) + "×", size: 12, width: width * 0.5, isBold: true)
      sheet.text(speed, area.maxX + 6, y + 4, size: 12, isBold: true)
      let left = 6 + max(34, TextMetrics.width(speed, size: 12, isBold: true) + 4)
      sheet.text(
        TextMetrics.fitted(band.words, size: 10.5, width: width - left), area.maxX + left, y + 4, size: 10.5,
        color: Palette.quiet)
    }
  }
}

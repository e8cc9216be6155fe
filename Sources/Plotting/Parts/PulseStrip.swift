/// When the slider pulsed and why, a row for each kind of reason.
struct PulseStrip: PlotPart {
  let backdrop: Backdrop
  let pulses: [Pulse]

  private let rows: [Pulse.Reasons]
  private let row = 17.0
  private let heading = 20.0

  /// More pulses than this are drawn without symbols, which would overlap.
  private static let mostSigns = 150

  /// Makes the strip; nil without pulses.
  init?(backdrop: Backdrop, pulses: [Pulse]) {
    guard !pulses.isEmpty else { return nil }
    self.backdrop = backdrop
    self.pulses = pulses
    let all = pulses.reduce(into: Pulse.Reasons(rawValue: 0)) { $0.formUnion($1.reasons) }
    rows = Pulse.Reasons.each.filter(all.contains)
  }

  var height: Double { heading + Double(rows.count) * row + 12 }

  func draw(on sheet: inout Markup, top: Double) {
    let axis = backdrop.axis
    let floor = top + heading
    let inner = height - heading - 12
    let isDense = pulses.count > PulseStrip.mostSigns
    let words = "\(pulses.count), by their reason" + (isDense ? "; so many are drawn as bare lines" : "")
    backdrop.drawHeading("Pulses", words, on: &sheet, baseline: floor - 6)
    backdrop.draw(on: &sheet, top: floor, height: inner)
    for (index, reason) in rows.enumerated() {
      let y = floor + (Double(index) + 0.5) * row
      sheet.text(reason.words, axis.left - 9, y + 3.7, size: 10.5, anchor: .end)
      var path = PathData()
      var taken: Set<Int> = []
      for pulse in pulses where pulse.reasons.contains(reason) {
        let x = axis.x(pulse.time)
        guard taken.insert(isDense ? Int(x) : Int(x * 2)).inserted else { continue }
        if isDense {
          path.move(x, y - 5)
          path.vertical(y + 5)
        } else {
          PulseStrip.addSign(reason, to: &path, x, y)
        }
      }
      sheet.path(path, isDense ? Paint(stroke: Palette.pulse, width: 1) : Palette.pulseMark)
    }
    backdrop.drawBorder(on: &sheet, top: floor, height: inner)
  }

  /// Adds the symbol of one reason: a diamond for the speed, triangles that point to the end of the range, a square for
  /// the rest.
  static func addSign(_ reason: Pulse.Reasons, to path: inout PathData, _ x: Double, _ y: Double) {
    switch reason {
    case .speed: path.diamond(x, y, 5)
    case .min: path.arrow(x, y + 5, dx: 0, dy: 1, length: 9, halfWidth: 5)
    case .max: path.arrow(x, y - 5, dx: 0, dy: -1, length: 9, halfWidth: 5)
    default: path.square(x, y, 3.5)
    }
  }
}

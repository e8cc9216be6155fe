import Scrubbing

/// The marks on the finger's path: where it went down and up, and where the slider pulsed.
struct FingerMarks {
  let strokes: [Stroke]
  let pulses: [Pulse]
  let view: SpaceView

  /// Marks of one kind beyond this number are left out; those too close to distinguish are merged.
  static let most = 150

  /// Strokes are numbered if there are at least two and at most this many.
  private static let mostNumbers = 12

  /// Whether some strokes or pulses have no mark.
  var isCut: Bool { max(strokes.count, pulses.count) > FingerMarks.most }

  func draw(on sheet: inout Markup) {
    for reason in Pulse.Reasons.each {
      var signs = PathData()
      // One symbol for each pulse: that of the end of the range if it had two reasons.
      for (x, y) in distinct(pulses.map { $0.reasons.foremost == reason ? $0.place : nil }) {
        PulseStrip.addSign(reason, to: &signs, x, y)
      }
      sheet.path(signs, Palette.pulseMark)
    }
    for (x, y) in distinct(strokes.map(\.firstPlace)) {
      sheet.circle(x, y, radius: 4.5, Palette.beganMark)
    }
    var squares = PathData()
    for (x, y) in distinct(strokes.map { $0.ending == .lifted ? $0.lastPlace : nil }) {
      squares.square(x, y, 4)
    }
    sheet.path(squares, Palette.endedMark)
    var crosses = PathData()
    for (x, y) in distinct(strokes.map { $0.ending == .cancelled ? $0.lastPlace : nil }) {
      crosses.cross(x, y, 4.5)
    }
    sheet.path(crosses, Palette.crossMark)
    drawNumbers(on: &sheet)
  }

  private func drawNumbers(on sheet: inout Markup) {
    guard (2...FingerMarks.mostNumbers).contains(strokes.count) else { return }
    for (index, stroke) in strokes.enumerated() {
      guard let place = stroke.firstPlace else { continue }
      let x = min(view.x(place.x) + 8, view.area.maxX - 16)
      let y = max(view.y(place.y) - 7, view.area.minY + 12)
      sheet.chip(String(index + 1), x, y, isBold: true)
    }
  }

  /// The positions in pixels, without those where there is already a mark.
  private func distinct(_ places: [Point?]) -> [(Double, Double)] {
    var taken: Set<Int> = []
    var kept: [(Double, Double)] = []
    // Marks are completely inside the area, also when the finger was outside.
    let area = view.area.grown(by: -7)
    for case let place? in places {
      let x = min(max(view.x(place.x), area.minX), area.maxX)
      let y = min(max(view.y(place.y), area.minY), area.maxY)
      guard taken.insert(Int(x / 3) * 10_000 + Int(y / 3)).inserted else { continue }
      kept.append((x, y))
      if kept.count == FingerMarks.most { break }
    }
    return kept
  }
}

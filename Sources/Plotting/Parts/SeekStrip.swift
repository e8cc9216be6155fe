/// The seeks as bars from their issue to their end; overlapping ones are in separate lanes.
struct SeekStrip: PlotPart {
  private struct Bar {
    var left: Double
    var right: Double
    var seek: PlottedSeek
  }

  let backdrop: Backdrop
  private let caption: String
  /// The bars of each kind and lane; of those that begin in the same pixel only the longest.
  private var bars: [[Bar]]
  private let laneCount: Int
  private let isDense: Bool

  private static let mostLanes = 4
  /// With more bars than this the symbols of their ends would hide the bars and are left out.
  private static let mostSigns = 400
  private let lane = 16.0
  private let heading = 20.0

  /// Makes the strip; nil without seeks.
  init?(backdrop: Backdrop, seeks: [PlottedSeek], caption: String?) {
    guard !seeks.isEmpty else { return nil }
    self.backdrop = backdrop
    let superseded = seeks.lazy.filter(\.isSuperseded).count
    var words = "\(seeks.count)"
    if superseded > 0 { words += ", \(superseded) superseded" }
    if let caption { words += "; " + TextMetrics.fitted(caption, size: 1, width: 300) }
    self.caption = words
    let axis = backdrop.axis
    var ordered = seeks
    if zip(seeks, seeks.dropFirst()).contains(where: { $0.issuedAt > $1.issuedAt }) {
      ordered = seeks.enumerated().sorted { ($0.element.issuedAt, $0.offset) < ($1.element.issuedAt, $1.offset) }
        .map(\.element)
    }
    var ends: [Int64] = []
    bars = Array(repeating: [], count: SeekStrip.mostLanes * SeekKind.all.count)
    for seek in ordered {
      let end = max(seek.issuedAt, seek.endedAt)
      var lane = ends.firstIndex { $0 <= seek.issuedAt } ?? ends.count
      if lane == SeekStrip.mostLanes { lane -= 1 }
      if lane == ends.count { ends.append(end) } else { ends[lane] = max(ends[lane], end) }
      let bar = Bar(left: axis.x(seek.issuedAt), right: axis.x(end), seek: seek)
      let row = lane * SeekKind.all.count + SeekKind(seek).index
      if let last = bars[row].last, Int(last.left) == Int(bar.left) {
        if bar.right > last.right { bars[row][bars[row].count - 1].right = bar.right }
      } else {
        bars[row].append(bar)
      }
    }
    laneCount = ends.count
    isDense = bars.reduce(0) { $0 + $1.count } > SeekStrip.mostSigns
  }

  var height: Double { heading + Double(laneCount) * lane + 4 + 12 }

  func draw(on sheet: inout Markup, top: Double) {
    let floor = top + heading
    let inner = height - heading - 12
    let words = caption + (isDense ? "; so many are drawn without their ends" : "")
    backdrop.drawHeading("Seeks", words, on: &sheet, baseline: floor - 6)
    backdrop.draw(on: &sheet, top: floor, height: inner)
    for kind in SeekKind.all {
      var shapes = PathData()
      var signs = PathData()
      for lane in 0..<laneCount {
        let y = middle(of: lane, floor: floor)
        for bar in bars[lane * SeekKind.all.count + kind.index] {
          kind.addBar(to: &shapes, signs: &signs, from: bar.left, to: bar.right, y: y)
        }
      }
      sheet.path(shapes, kind.paint)
      if !isDense { sheet.path(signs, kind.signPaint) }
    }
    if !isDense { drawTargets(on: &sheet, floor: floor) }
    backdrop.drawBorder(on: &sheet, top: floor, height: inner)
  }

  /// Writes the requested frame, and the one shown instead, into bars that are wide enough.
  private func drawTargets(on sheet: inout Markup, floor: Double) {
    var hasTargets = false
    for lane in 0..<laneCount {
      for kind in SeekKind.all {
        for bar in bars[lane * SeekKind.all.count + kind.index] {
          var words = NumberText.whole(Int64(bar.seek.target))
          if let shown = bar.seek.shown, shown != bar.seek.target { words += " gave " + NumberText.whole(Int64(shown)) }
          guard TextMetrics.width(words, size: 9.5, isBold: true) + 12 <= bar.right - bar.left else { continue }
          let x = (bar.left + bar.right) / 2 - 3
          let y = middle(of: lane, floor: floor) + 3.4
          sheet.text(
            words, x, y, size: 9.5, anchor: .middle, isBold: true, color: kind.isSuperseded ? Palette.ink : "#FFFFFF")
          hasTargets = true
        }
      }
    }
    guard hasTargets else { return }
    sheet.text("target frame", backdrop.axis.left - 9, floor + 13.5, size: 10.5, anchor: .end)
  }

  private func middle(of lane: Int, floor: Double) -> Double { floor + 2 + (Double(lane) + 0.5) * self.lane }
}

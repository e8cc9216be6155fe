/// The outcome of a seek: whether it was superseded, and whether its frame was shown.
struct SeekKind: Hashable {
  let isSuperseded: Bool
  let isShown: Bool

  init(isSuperseded: Bool, isShown: Bool) {
    self.isSuperseded = isSuperseded
    self.isShown = isShown
  }

  init(_ seek: PlottedSeek) {
    self.init(isSuperseded: seek.isSuperseded, isShown: seek.shown != nil)
  }

  /// All kinds, in the order of the legend.
  static let all = [
    SeekKind(isSuperseded: false, isShown: true), SeekKind(isSuperseded: true, isShown: true),
    SeekKind(isSuperseded: true, isShown: false), SeekKind(isSuperseded: false, isShown: false),
  ]

  /// The index in ``all``.
  var index: Int { (isSuperseded ? 1 : 0) + (isShown ? 0 : 2) }

  var words: String {
    switch (isSuperseded, isShown) {
    case (false, true): "seek, issued to shown"
    case (true, true): "seek, shown but superseded"
    case (true, false): "seek, superseded, not shown"
    case (false, false): "seek, nothing shown"
    }
  }

  /// How the bar is drawn: hollow if the seek was superseded, else filled.
  var paint: Paint {
    isSuperseded
      ? Paint(fill: "#FFFFFF", stroke: Palette.seek, width: 1, dash: "3 2")
      : Paint(fill: Palette.seek, stroke: Palette.seek, width: 1)
  }

  /// Half of a bar's thickness, in pixels.
  static let halfHeight = 4.5

  /// Adds the bar to `bars` and the symbol of its end to `signs`: an arrowhead if the frame was shown, a cross if not.
  func addBar(to bars: inout PathData, signs: inout PathData, from left: Double, to right: Double, y: Double) {
    let half = SeekKind.halfHeight
    let tip = max(right, left + 0.6)
    bars.rectangle(Box(minX: left, minY: y - half, maxX: tip, maxY: y + half))
    if isShown {
      signs.arrow(tip, y, dx: 1, dy: 0, length: min(5.5, tip - left), halfWidth: half)
    } else {
      signs.cross(tip, y, half - 0.5)
    }
  }

  /// How the symbols of this kind are drawn.
  var signPaint: Paint {
    isShown
      ? Paint(fill: isSuperseded ? "#FFFFFF" : Palette.ink, stroke: Palette.ink, width: 1)
      : Paint(stroke: Palette.ink, width: 1.8, hasRoundEnds: true)
  }

  /// Writes one bar with the symbol of its end.
  func draw(on sheet: inout Markup, from left: Double, to right: Double, y: Double) {
    var bars = PathData()
    var signs = PathData()
    addBar(to: &bars, signs: &signs, from: left, to: right, y: y)
    sheet.path(bars, paint)
    sheet.path(signs, signPaint)
  }
}

/// A quantity of several sliders over time, each a line with its name at its end.
struct OverlaidLines: PlotPart {
  /// The line of a slider: shares of the panel's height from its lower end on; nil for a gap.
  struct Line {
    let name: String
    let places: [(time: Int64, share: Double?, isSlope: Bool)]
  }

  let backdrop: Backdrop
  private let title: String
  private let words: String
  private let lines: [Line]
  private let marks: [(share: Double, text: String)]
  private let inner: Double

  private static let heading = 20.0
  private static let gap = 13.0

  private init(
    _ backdrop: Backdrop, _ title: String, _ words: String, _ lines: [Line], _ marks: [(share: Double, text: String)],
    least: Double
  ) {
    (self.backdrop, self.title, self.words) = (backdrop, title, words)
    (self.lines, self.marks) = (lines, marks)
    // Every name has room.
    inner = max(least, Double(lines.count) * Self.gap + 6)
  }

  // MARK: The quantities

  static func values(_ sliders: [PlottedSlider], _ backdrop: Backdrop) -> OverlaidLines {
    OverlaidLines(
      backdrop, "Value", "0 to 1 of the range",
      sliders.map { slider in
        Line(name: slider.name, places: slider.events.map { ($0.timeInMicroseconds, Box.tamed($0.value), false) })
      },
      stride(from: 0, through: 10, by: 2).map {
        (Double($0) / 10, NumberText.label(Double($0) / 10, decimals: 1))
      }, least: 190)
  }

  /// Nil if all of them have full speed all the time.
  static func speeds(_ sliders: [PlottedSlider], _ backdrop: Backdrop) -> OverlaidLines? {
    let speeds = Set(sliders.flatMap { $0.events.map(\.speed) }.filter { $0.isFinite && $0 > 0 }).union([1])
    guard speeds.count > 1, let least = speeds.min(), let greatest = speeds.max() else { return nil }
    let (low, high) = (SpeedScale.logarithm(least), SpeedScale.logarithm(greatest))
    func share(_ speed: Double) -> Double { (SpeedScale.logarithm(speed) - low) / (high - low) }
    var marks: [(share: Double, speed: Double)] = []
    // A curve has too many speeds to mark each, so round ones are marked.
    let candidates =
      sliders.contains(where: \.isCurve)
      ? SpeedScale.roundSpeeds.filter { least <= $0 && $0 <= greatest } : speeds.sorted(by: >)
    for speed in candidates where marks.allSatisfy({ abs($0.share - share(speed)) > 0.12 }) {
      marks.append((share(speed), speed))
    }
    let style = SpeedWords(marks.map(\.speed))
    return OverlaidLines(
      backdrop, "Speed", "on a logarithmic scale",
      sliders.map { slider in
        Line(
          name: slider.name,
          places: slider.events.speeds(isCurve: slider.isCurve).map { ($0.time, share($0.speed), $0.isSlope) })
      }, marks.map { ($0.share, style.text($0.speed) + "×") }, least: 110)
  }

  /// Nil if no frame is known.
  static func frames(_ sliders: [PlottedSlider], _ backdrop: Backdrop, count: Int?) -> OverlaidLines? {
    let frames = sliders.flatMap { $0.events.compactMap(\.frame) }
    guard let low = frames.min(), let high = frames.max() else { return nil }
    let span = Double(high) - Double(low)
    func share(_ frame: Int64) -> Double { span > 0 ? (Double(frame) - Double(low)) / span : 0.5 }
    var words = "\(NumberText.whole(Int64(low))) to \(NumberText.whole(Int64(high)))"
    if let count, count > 0 { words += ", of 0 to \(count - 1) in the video" }
    return OverlaidLines(
      backdrop, "Frame index", words,
      sliders.map { slider in
        Line(
          name: frameName(slider),
          places: slider.events.map { ($0.timeInMicroseconds, $0.frame.map { share(Int64($0)) }, false) })
      },
      Ticks(from: Int64(low), through: Int64(high), atMost: 6).marks.map { (share($0), NumberText.whole($0)) },
      least: 150)
  }

  /// The name at the end of a slider's line: its last frame, and what it is called.
  static func frameName(_ slider: PlottedSlider) -> String {
    (slider.events.last?.frame.map { NumberText.whole(Int64($0)) + " · " } ?? "") + slider.name
  }

  // MARK: Drawing

  var height: Double { Self.heading + inner + 12 }

  func draw(on sheet: inout Markup, top: Double) {
    let axis = backdrop.axis
    let floor = top + Self.heading
    func y(_ share: Double) -> Double { floor + 6 + (1 - min(max(share, 0), 1)) * (inner - 12) }
    backdrop.drawHeading(title, words, on: &sheet, baseline: floor - 6)
    backdrop.draw(on: &sheet, top: floor, height: inner)
    for mark in marks {
      sheet.line(axis.left, y(mark.share), axis.right, y(mark.share), Palette.gridLine)
      let label = TextMetrics.fitted(mark.text, size: 10.5, width: axis.left - 6 - Page.left)
      sheet.text(label, axis.left - 6, y(mark.share) + 3.7, size: 10.5, anchor: .end)
    }
    backdrop.drawBorder(on: &sheet, top: floor, height: inner)
    var ends: [(number: Int, name: String, y: Double)] = []
    for (number, line) in lines.enumerated() {
      var path = StepLine()
      for place in line.places {
        let x = axis.x(place.time)
        if let share = place.share {
          path.addValue(x: x, y: y(share), isSlope: place.isSlope)
        } else {
          path.lift(at: x)
        }
      }
      path.finish(at: axis.right)
      sheet.path(path.path, Palette.slider(number))
      ends.append((number, line.name, y(line.places.last { $0.share != nil }?.share ?? 0)))
    }
    drawNames(ends, on: &sheet, top: floor)
  }

  /// How far the names are from the lines' ends.
  static let nameInset = 46.0

  static func width(of name: String) -> Double { TextMetrics.width(name, size: 10, isBold: true) }

  /// The names in the right margin, moved apart; a short line leads from each line's end to a piece of it and its name.
  private func drawNames(_ ends: [(number: Int, name: String, y: Double)], on sheet: inout Markup, top: Double) {
    let ordered = ends.sorted { ($0.y, $0.number) < ($1.y, $1.number) }
    let places = LabelSpacing.places(ordered.map(\.y), gap: Self.gap, low: top + 4, high: top + inner - 2)
    let left = backdrop.axis.right
    let width = Page.right - left - Self.nameInset + 1
    for (end, place) in zip(ordered, places) {
      let paint = Palette.slider(end.number)
      sheet.line(left, end.y, left + 14, place, Paint(stroke: paint.stroke, width: 1))
      sheet.line(left + 14, place, left + 41, place, paint)
      sheet.text(
        TextMetrics.fitted(end.name, size: 10, width: width, isBold: true), left + Self.nameInset - 1, place + 3.5,
        size: 10,
        isBold: true, color: paint.stroke ?? Palette.ink)
    }
  }
}

extension Palette {
  /// The line of one of several sliders: the hues of Okabe and Ito, dark enough for small letters, each with a lightness of
  /// its own so that they differ in grey, neighbours most; and dashes, so that all differ without colours.
  static func slider(_ number: Int) -> Paint {
    let colors = ["#005094", "#C25400", "#4A1140", "#006F51", "#1A1A1A", "#523600"]
    let dashes: [String?] = [nil, "7 3", "2 2.5", "10 3 2 3", "5 2 1.5 2 1.5 2", "14 4"]
    // Once all pairs are used, colours and dashes are paired differently.
    let turn = number / colors.count
    return Paint(
      stroke: colors[number % colors.count], width: 1.8, dash: dashes[(number + turn) % dashes.count])
  }
}

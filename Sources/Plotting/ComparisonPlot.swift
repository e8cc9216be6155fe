/// A picture of one gesture on several sliders: the finger's path once, and their values, speeds and frames overlaid.
///
/// Each slider has a colour and a dash of its own, and its name stands at the ends of its lines.
public struct ComparisonPlot: Hashable, Sendable {
  /// The first line of the picture.
  public var title: String
  /// The line below it.
  public var subtitle: String
  /// Where the sliders are, with the zones that are shown.
  public var control: PlottedControl
  /// The sliders, at least one to see anything.
  public var sliders: [PlottedSlider]
  /// How many frames the video has; nil if unknown.
  public var frameCount: Int?

  /// Makes a picture; nothing is drawn yet.
  public init(
    title: String, subtitle: String, control: PlottedControl, sliders: [PlottedSlider], frameCount: Int? = nil
  ) {
    (self.title, self.subtitle, self.control) = (title, subtitle, control)
    (self.sliders, self.frameCount) = (sliders, frameCount)
  }

  /// The picture as an SVG 1.1 document in UTF-8.
  public func bytes() -> [UInt8] {
    let figures = GestureFigures(sliders.first?.events ?? [])
    let axis = TimeAxis(
      first: figures.firstTime ?? 0, last: figures.lastTime ?? 0, left: Page.axisLeft, right: axisRight)
    let backdrop = Backdrop(axis: axis, strokes: figures.strokes, pulses: [])
    let legend = Legend(
      control: control, strokes: figures.strokes, pulses: [], hasUnadjusted: false, marks: [], seeks: [],
      hasLines: false)
    let heading = Heading(title: title, subtitle: subtitle)
    let space = SpacePanel(
      control: control, events: sliders.first?.events ?? [], strokes: figures.strokes, pulses: [], legend: legend,
      top: 16 + heading.height)
    var parts: [any PlotPart] = [heading, space]
    parts.append(OverlaidLines.values(sliders, backdrop))
    if let speeds = OverlaidLines.speeds(sliders, backdrop) { parts.append(speeds) }
    if let frames = OverlaidLines.frames(sliders, backdrop, count: frameCount) { parts.append(frames) }
    let notes = Notes(space.notes)
    let height = (parts.reduce(16) { $0 + $1.height } + 26 + notes.height + 14).rounded(.up)

    var sheet = Markup()
    sheet.add("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\" version=\"1.1\"")
    sheet.attribute("width", Page.width)
    sheet.attribute("height", height)
    sheet.add(" viewBox=\"0 0 \(NumberText.label(Page.width, decimals: 2)) \(NumberText.label(height, decimals: 2))\"")
    sheet.add(" font-family=\"sans-serif\">\n<title>")
    sheet.add(escaping: TextMetrics.fitted(title, size: 1, width: 10_000))
    sheet.add("</title>\n<desc>")
    sheet.add(escaping: description)
    sheet.add("</desc>\n")
    sheet.rectangle(Box(minX: 0, minY: 0, maxX: Page.width, maxY: height), Paint(fill: "#FFFFFF"))
    var top = 16.0
    for part in parts {
      sheet.add("<g>\n")
      part.draw(on: &sheet, top: top)
      sheet.add("</g>\n")
      top += part.height
    }
    axis.draw(on: &sheet, top: top)
    notes.draw(on: &sheet, top: top + 26)
    sheet.add("</svg>\n")
    return sheet.bytes
  }

  /// With room for the names to the right of the lines, unless they are very long.
  private var axisRight: Double {
    let longest = sliders.map { OverlaidLines.width(of: OverlaidLines.frameName($0)) }.max() ?? 0
    return Page.right - OverlaidLines.nameInset - min(longest, 200)
  }

  /// In a few sentences, for people who cannot see the picture.
  private var description: String {
    sliders.map { slider in
      let end = slider.events.last
      let place =
        end?.frame.map { "on frame " + NumberText.whole(Int64($0)) }
        ?? "at value " + NumberText.label(end?.value ?? 0, decimals: 4)
      return "\(slider.name) ends \(place)."
    }.joined(separator: " ")
  }
}

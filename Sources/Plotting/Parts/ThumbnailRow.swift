import Packing

/// Thumbnails side by side in order of time, each with its caption and a line to its moment.
struct ThumbnailRow {
  /// The greatest number drawn; of more, evenly chosen ones are drawn, including the first and the last.
  static let most = 8

  private let shown: [PlottedThumbnail]
  private let leftOut: Int
  private let axis: TimeAxis
  private let centers: [Double]
  private let cell: Double
  private let pictureHeight: Double

  private static let gap = 12.0
  private static let leaders = 34.0
  private static let captionPitch = 13.0
  private static let mostLines = 4

  init(_ thumbnails: [PlottedThumbnail], axis: TimeAxis) {
    self.axis = axis
    let ordered = thumbnails.enumerated().sorted {
      ($0.element.timeInMicroseconds, $0.offset) < ($1.element.timeInMicroseconds, $1.offset)
    }.map(\.element)
    if ordered.count > ThumbnailRow.most {
      let last = ordered.count - 1
      shown = (0..<ThumbnailRow.most).map { ordered[$0 * last / (ThumbnailRow.most - 1)] }
    } else {
      shown = ordered
    }
    leftOut = ordered.count - shown.count
    let width = Page.right - Page.left
    cell = min(160, (width - Double(max(0, shown.count - 1)) * ThumbnailRow.gap) / Double(max(1, shown.count)))
    centers = LabelSpacing.places(
      shown.map { axis.x($0.timeInMicroseconds) }, gap: cell + ThumbnailRow.gap - 0.001, low: Page.left + cell / 2,
      high: Page.right - cell / 2)
    let cell = cell
    let heights = shown.map { cell / ThumbnailRow.aspect($0) }
    pictureHeight = min(120, heights.max() ?? 0)
  }

  /// The aspect ratio of a picture, width over height, clamped to sensible values.
  private static func aspect(_ thumbnail: PlottedThumbnail) -> Double {
    guard thumbnail.width > 0, thumbnail.height > 0 else { return 16.0 / 9 }
    return min(max(Double(thumbnail.width) / Double(thumbnail.height), 0.25), 4)
  }

  private var lineCount: Int { min(ThumbnailRow.mostLines, shown.map(\.caption.count).max() ?? 0) }

  var height: Double {
    guard !shown.isEmpty else { return 0 }
    return ThumbnailRow.leaders + pictureHeight + Double(lineCount) * ThumbnailRow.captionPitch + 10
  }

  var notes: [String] {
    leftOut == 0 ? [] : ["\(NumberText.count(leftOut, "thumbnail")) between these left out for want of room."]
  }

  /// Writes the lines from the time axis at `top` to the pictures.
  func drawLeaders(on sheet: inout Markup, top: Double) {
    var path = PathData()
    for (thumbnail, center) in zip(shown, centers) {
      // Around the labels of the axis, above and below which there is room to turn.
      let moment = axis.x(thumbnail.timeInMicroseconds)
      let column = axis.columnBetweenLabels(nearestTo: moment)
      path.move(moment, top)
      path.line(column, top + TimeAxis.labelEdges.lowerBound - 1)
      path.vertical(top + TimeAxis.labelEdges.upperBound + 2)
      path.line(center, top + 26 + ThumbnailRow.leaders - 8)
      path.vertical(top + 26 + ThumbnailRow.leaders)
    }
    sheet.path(path, Paint(stroke: Palette.quiet, width: 1))
    var tips = PathData()
    for thumbnail in shown {
      tips.arrow(axis.x(thumbnail.timeInMicroseconds), top, dx: 0, dy: -1, length: 6, halfWidth: 3.5)
    }
    sheet.path(tips, Paint(fill: Palette.ink))
  }

  func draw(on sheet: inout Markup, top: Double) {
    let upper = top + ThumbnailRow.leaders
    for (index, (thumbnail, center)) in zip(shown, centers).enumerated() {
      let isLast = index == shown.count - 1
      let aspect = ThumbnailRow.aspect(thumbnail)
      let width = min(cell, pictureHeight * aspect)
      let box = Box(minX: center - width / 2, minY: upper, maxX: center + width / 2, maxY: upper + width / aspect)
      draw(thumbnail, in: box, on: &sheet)
      let border = isLast ? Paint(stroke: Palette.knob, width: 3) : Paint(stroke: Palette.edge, width: 1)
      sheet.rectangle(isLast ? box.grown(by: 1.5) : box, border)
      for (line, words) in thumbnail.caption.prefix(ThumbnailRow.mostLines).enumerated() {
        let isBold = line == 0
        let fitted = TextMetrics.fitted(words, size: 10.5, width: cell + 8, isBold: isBold)
        let baseline = box.maxY + 15 + Double(line) * ThumbnailRow.captionPitch
        sheet.text(
          fitted, center, baseline, size: 10.5, anchor: .middle, isBold: isBold,
          color: isBold ? (isLast ? Palette.knob : Palette.ink) : Palette.quiet)
      }
    }
  }

  private func draw(_ thumbnail: PlottedThumbnail, in box: Box, on sheet: inout Markup) {
    guard !thumbnail.png.isEmpty else {
      sheet.rectangle(box, Paint(fill: Palette.outside))
      sheet.text("no picture", box.midX, box.midY + 4, size: 10, anchor: .middle, color: Palette.quiet)
      return
    }
    sheet.add("<image")
    sheet.attribute("x", box.minX)
    sheet.attribute("y", box.minY)
    sheet.attribute("width", box.width)
    sheet.attribute("height", box.height)
    sheet.add(" preserveAspectRatio=\"xMidYMid meet\" xlink:href=\"data:image/png;base64,")
    sheet.add(bytes: Base64.encode(thumbnail.png))
    sheet.add("\"/>\n")
  }
}

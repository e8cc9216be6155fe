import FrameGrabbing
import Scrubbing
import Screen

/// The mouse of a scrubbing session: turns its reports into points and drags of the slider.
struct ScrubMouse {
  let layout: ScreenLayout
  /// The height of a row in points.
  let rowHeight: Double
  /// The text area in pixels, if reports are in pixels; nil for cells.
  let pixels: (width: Int, height: Int)?

  /// Where a report is, in points.
  func point(of report: MouseReport) -> Point {
    guard let pixels else {
      return Point(
        x: ScreenLayout.cellWidth * (Double(report.column) - 0.5), y: rowHeight * (Double(report.row) - 0.5))
    }
    return Point(
      x: Double(report.column) * ScreenLayout.cellWidth * Double(layout.columns) / Double(pixels.width),
      y: Double(report.row) * rowHeight * Double(layout.rows) / Double(pixels.height))
  }

  /// Handles a report; returns false if it cannot have changed anything.
  func handle(_ report: MouseReport, on slider: inout LiveSlider, time: Int64) -> Bool {
    let point = point(of: report)
    switch (report.kind, report.button) {
    case (.press, .wheelDown): slider.step(by: 1, time: time)
    case (.press, .wheelUp): slider.step(by: -1, time: time)
    case (.press, .left): press(at: point, on: &slider, time)
    case (.motion, .left): slider.drag(to: point, time: time)
    // Terminals do not report a release outside of their window; the next motion without a button shows it.
    case (.release, .left), (.motion, .none): slider.release(time: time)
    default: return false
    }
    return true
  }

  private func press(at point: Point, on slider: inout LiveSlider, _ time: Int64) {
    slider.release(time: time)
    guard !layout.isOnlyLabel else { return }
    var frame: Int?
    let row = (point.y / rowHeight).rounded(.down) + 1
    let (sliderRow, marksRow) = (Double(layout.sliderRow), Double(layout.marksRow))
    guard row <= marksRow else { return }
    if row >= sliderRow {
      let knob = slider.configuration.thumbCentre(at: slider.value)
      let distance = abs((point.x / 8).rounded(.down) - (knob / 8).rounded(.down))
      // A press beside the knob first moves the slider to the frame there.
      if distance > 1 { frame = slider.frame(under: point.x) }
    }
    slider.press(at: point, over: frame, time: time)
  }

  /// The slider's place on a screen, in points.
  static func geometry(_ layout: ScreenLayout, rowHeight: Double) throws(GestureFault) -> ControlGeometry {
    let above = Double(max(0, layout.sliderRow - 1))
    // At least two cells, one more than the knob, so that it can move.
    let cells = Double(max(2, layout.sliderCells))
    return try ControlGeometry(
      frame: ControlGeometry.Frame(
        x: ScreenLayout.cellWidth * Double(layout.left), y: rowHeight * above, width: ScreenLayout.cellWidth * cells,
        height: rowHeight),
      thumb: ControlGeometry.Thumb(width: ScreenLayout.cellWidth, height: rowHeight))
  }
}

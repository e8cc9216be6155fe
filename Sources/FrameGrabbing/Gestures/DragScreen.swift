import Scrubbing

/// The screen for a drag, and the slider on it: the finger may leave the slider, but not the screen.
struct DragScreen {
  /// The places of a finger, from 0 on, in points.
  let width: Double
  let height: Double
  /// Where a slider is.
  let slider: ControlGeometry.Frame
  /// The size of its knob.
  let thumb: ControlGeometry.Thumb
  /// Where a film strip is.
  let strip: ControlGeometry.Frame

  /// A phone 375 points wide, with the slider of the format's example near its lower edge.
  ///
  /// From the knob at the left end to the right edge there are 343.5 points, half a point more than the slider is wide:
  /// at full speed every moment can be reached from every other.
  static let phone = DragScreen(
    width: 375, height: 667, slider: ControlGeometry.Frame(x: 16, y: 600, width: 343, height: 31),
    thumb: ControlGeometry.Thumb(), strip: ControlGeometry.Frame(x: 16, y: 80, width: 343, height: 480))

  /// The same screen, or one that is so much larger that a slider of one's own has as much room around it.
  func holding(_ frame: ControlGeometry.Frame) -> DragScreen {
    DragScreen(
      width: max(width, frame.x + frame.width + width - slider.x - slider.width),
      height: max(height, frame.y + frame.height + height - slider.y - slider.height),
      slider: slider, thumb: thumb, strip: strip)
  }
}

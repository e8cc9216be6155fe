import Scrubbing

/// The screen on which a drag is made, and the slider on it: the finger does not leave the one, but may leave the other.
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
}

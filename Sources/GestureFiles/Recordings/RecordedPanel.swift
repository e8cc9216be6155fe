/// The only device of a recording that has touches.
struct RecordedPanel {
  /// At least one.
  let touches: [RecordedTouch]
  /// The ranges of its axes, if the recording has them.
  let x: AxisRange?
  let y: AxisRange?

  init(_ panel: TouchPanel, _ axes: PanelAxes?) {
    touches = panel.touches
    x = panel.hasContacts ? axes?.contactX : axes?.x
    y = panel.hasContacts ? axes?.contactY : axes?.y
  }

  /// The error of a recording without touches.
  static let noTouches = RecordingFault(0, "there are no touches in this recording")

  /// The error of touches on a second device, at its first one.
  static func secondDevice(_ offset: Int) -> RecordingFault {
    RecordingFault(offset, "a second device has touches, too; record only the one whose touches count")
  }
}

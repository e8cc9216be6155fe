internal import Scrubbing

/// A gesture file that is written: a drag that was recorded or computed.
///
/// ``GestureFile`` reads the text again, so that it is certain to be accepted and understood in the same way.
public struct GestureRecording: Sendable {
  /// The file's text, UTF-8 with a line end: a line for each key of the control and for each event, keys in the order of
  /// the format, numbers in the fewest digits that read back as the same double.
  public let bytes: [UInt8]
  /// The same as the reader has it.
  public let file: GestureFile

  /// Writes a gesture.
  ///
  /// - Parameters:
  ///   - video: The video's path as the file should have it, relative to the file's folder; nil for none.
  ///   - control: The slider; parts with their default values are left out of the text.
  ///   - events: At least one, in order.
  /// - Throws: The reader's error for what a gesture file cannot say: no events, times that go backwards, a place that
  ///   is not finite, a percentage without an end to its decimals, and everything else that it refuses.
  public init(
    video: String? = nil, control: GestureControl, events: [GestureEvent]
  ) throws(GestureFileError) {
    var text = "{\n  \"version\": 1,\n"
    if let video { text += "  \"video\": \(ControlText.quoted(video)),\n" }
    text += "  \"control\": {\n    "
    text += ControlText(control).lines.joined(separator: ",\n    ")
    text += "\n  },\n  \"touches\": ["
    for (number, event) in events.enumerated() {
      text += number == 0 ? "\n    " : ",\n    "
      text += Self.line(of: event)
    }
    text += events.isEmpty ? "]\n}\n" : "\n  ]\n}\n"
    bytes = Array(text.utf8)
    file = try GestureFile(parsing: bytes)
  }

  /// One element of `touches`.
  private static func line(of event: GestureEvent) -> String {
    let time = ("t", ScriptNumber.seconds(event.timeInMicroseconds))
    switch event {
    case .touch(let touch):
      var members = [time, ("phase", ControlText.quoted(touch.phase.rawValue))]
      if let location = touch.location {
        members += [("x", ScriptNumber.text(location.x)), ("y", ScriptNumber.text(location.y))]
      }
      return ControlText.object(members)
    case .adjust(let adjustment, _):
      return ControlText.object([time, ("adjust", ControlText.quoted(adjustment.rawValue))])
    case .step(let frames, _): return ControlText.object([time, ("step", String(frames))])
    }
  }
}

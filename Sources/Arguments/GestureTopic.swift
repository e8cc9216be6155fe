/// A gesture file that works with any video, to start from.
public enum ExampleGesture {
  /// The file, with a line end.
  ///
  /// The knob is at a quarter of the video. The finger drags it 40 of the track's 320 points at full speed, an eighth
  /// of the video, then goes 80 points up, where the speed is a half, and 40 points on, a sixteenth: it ends at 7/16.
  public static let text = """
    {
      "version": 1,
      "control": {
        "model": "scrubbing-slider",
        "frame": { "x": 0, "y": 0, "width": 320, "height": 31 },
        "value": "25%"
      },
      "touches": [
        { "t": 0.0, "phase": "began", "x": 88, "y": 15 },
        { "t": 0.1, "phase": "moved", "x": 128, "y": 15 },
        { "t": 0.2, "phase": "moved", "x": 128, "y": -65 },
        { "t": 0.3, "phase": "moved", "x": 168, "y": -65 },
        { "t": 0.4, "phase": "ended" }
      ]
    }

    """
}

/// What a gesture file is.
enum GestureTopic {
  static let topic = Topic(
    "Gestures", word: "gestures",
    opening: """
      A gesture file is JSON: a slider that spans the video, and the touches of a finger that drags its knob. The frame
      at the slider's value when the finger lifts is grabbed. Places are in points, x to the right and y down, t is in
      seconds. This one goes with any video; framegrab --example-gesture prints it:
      """,
    sample: ExampleGesture.text,
    rows: [
      .init(
        "model",
        "scrubbing-slider, the default; frame-grabber; obslider, as it is, or as obslider-january or as obslider-original; "
          + "uislider; scroll-scrubber; media3; telegram; html-range; bar; or custom, with a name"),
      .init("rule", "what is changed of the model, such as {\"side\": \"both\"}; see SLIDERS OF YOUR OWN"),
      .init("frame", "where the slider is; a drag starts on its knob"),
      .init("value", "where the knob is before the first touch, a TIME"),
      .init("range", "the part of the video, {\"from\": TIME, \"to\": TIME}"),
      .init("speeds", "how much slower the knob is, the further the finger is from the slider"),
      .init("phase", "began, moved, stationary, ended or cancelled"),
      .init("video, output", "may be named beside version; the command line wins"),
    ],
    closing: """
      With it in drag.json, framegrab video.mp4 --gesture drag.json grabs the frame at 7/16 of the video. When a gesture
      does not do what it should, --gesture drag.json --trace shows each event, with the slider's value and the row of
      speeds in force, and --gesture drag.json --plot drag.svg draws it. --schema prints the JSON Schema, with which
      editors check and complete such a file.
      """)
}

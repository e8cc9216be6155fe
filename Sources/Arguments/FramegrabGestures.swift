/// The options that make gesture files.
enum FramegrabGestures {
  /// The models; a test compares them with those of the scrubbing module, which this module must not import.
  static let models = [
    "uislider", "scrubbing-slider", "frame-grabber", "obslider", "obslider-january", "obslider-original",
    "scroll-scrubber", "media3", "telegram", "html-range", "bar",
  ]

  static let options: [Option] = [.newGesture, .model, .reach, .away, .return, .over, .rate, .solve, .solveTouch]
}

extension Option {
  /// Make a gesture file.
  public static let newGesture = Option(
    "new-gesture", value: .file("FILE", .filesEnding(".json")), section: .gestures,
    goesWith: [.newGesture], request: .never,
    summary: "make a gesture file",
    discussion: """
      Of a drag as a hand makes it, that ends exactly on the moment after --reach: its end is found with the slider
      itself, and the file is played before it is written. A moment that no place on the screen reaches is an error
      (exit code 4) that says how far the drag gets. Without a video only percentages have a meaning. Without --reach it
      is an example for the model, to be edited. '-' is standard output.
      """)

  /// The slider that is dragged.
  public static let model = Option(
    "model", value: .choice("MODEL", FramegrabGestures.models), section: .gestures,
    goesWith: [.newGesture, .scrub], request: .never,
    summary: "the slider (default: scrubbing-slider)",
    discussion: """
      One of uislider, scrubbing-slider, frame-grabber, obslider, obslider-january, obslider-original and
      scroll-scrubber; or media3, telegram, html-range and bar.
      """)

  /// The moment on which the drag ends.
  public static let reach = Option(
    "reach", value: .required("TIME"), section: .gestures,
    goesWith: [.newGesture], request: .never,
    summary: "where the drag ends",
    discussion: "The drag starts at --from, or at the start of the video.")

  /// How far the finger moves away from the slider.
  public static let away = Option(
    "away", value: .required("PTS"), section: .gestures,
    goesWith: [.newGesture], request: .never, needs: [.reach],
    summary: "how far the finger goes up (default: 0)",
    discussion: """
      In points, before it drags, which takes a third of the time; there it stays. The farther the finger is from the
      slider, the slower it drags.
      """)

  /// Whether it comes back.
  public static let `return` = Option(
    "return", section: .gestures,
    goesWith: [.newGesture], request: .never, needs: [.away],
    summary: "come back to the slider at the end",
    discussion: """
      The drag takes the second third of the time, and the way back the last. In most models the knob then catches up with
      the finger, so that the drag reaches further.
      """)

  /// How long the drag takes.
  public static let over = Option(
    "over", value: .required("TIME"), section: .gestures,
    goesWith: [.newGesture], request: .never, needs: [.reach],
    summary: "how long the drag takes (default: 2s)")

  /// How many events a second it has.
  public static let rate = Option(
    "rate", value: .required("HZ"), section: .gestures,
    goesWith: [.newGesture], request: .never, needs: [.reach],
    summary: "touches a second (default: 60)",
    discussion: "From 1 to 1000; as many as a screen delivers.")

  /// Correct a gesture file.
  public static let solve = Option(
    "solve", value: .required("TIME"), section: .gestures,
    goesWith: [.solve], request: .never,
    summary: "move a touch so that a gesture ends there",
    discussion: """
      The gesture is that of --gesture. Its last touch is moved along the slider as little as it takes, and standard error
      says by how much; all else in the file stays as it is, byte for byte. The result is written beside the file, as
      NAME-solved.json, or to -o; -y allows the file itself.
      """)

  /// The touch that is moved.
  public static let solveTouch = Option(
    "solve-touch", value: .required("N"), section: .gestures,
    goesWith: [.solve], request: .never,
    summary: "move touch N instead of the last",
    discussion: "Touches are counted from 0, as --trace does.")
}

/// The options for looking at videos and gestures.
enum FramegrabLooking {
  static let options: [Option] = [
    .info, .listFrames, .trace, .compare, .gestures, .replay, .seeker, .simulate, .plot, .animate,
  ]
}

extension Option {
  /// Print facts about the video.
  public static let info = Option(
    "info", section: .looking,
    goesWith: [.info], request: .flag,
    summary: "print what is in the video",
    discussion: """
      Container, codec, picture, colours, frames and how they were counted, keyframes, duration, rate, timecode, date,
      place, camera, chapters and streams. With --json one object, with the same keys for every video. Several videos have
      a block each, or an object; one that cannot be read has one with "error" and "code".
      """)

  /// Print the frame table.
  public static let listFrames = Option(
    "list-frames", section: .looking,
    goesWith: [.listFrames], request: .flag,
    summary: "print every frame's index and time",
    discussion: """
      In the order in which the frames are shown. Nothing is decoded into a picture. Of several videos each has a heading,
      or with --json its name as "input" in each object.
      """)

  /// Print what a gesture does, event by event.
  public static let trace = Option(
    "trace", section: .looking,
    goesWith: [.trace], request: .never,
    summary: "print what a gesture does, event by event",
    discussion: """
      For --gesture: the slider's value after each event, as a table on a terminal, elsewhere or with --json as one
      JSON object a line. It needs no video; with one, each value's frame is shown too. All of a gesture is shown before
      it is refused.
      """)

  /// The sliders that gestures are compared on.
  public static let compare = Option(
    "compare", value: .required("SLIDERS"), section: .looking,
    goesWith: [.compare], request: .never,
    summary: "play a gesture on several sliders",
    discussion: """
      For --gesture or --gestures: models, gesture files whose slider counts, or all, with commas between them. The same
      touches go through each. A line says on which frame they end, when the value last changed, from when on the frame
      stays within one of its end, how often and how far the value goes, speeds, pulses, values sent, and which seeks
      are shown or lost; with --json it is an object. --plot draws all of them over each other. --help sliders shows
      how a slider of your own is written.
      """)

  /// Several gesture files.
  public static let gestures = Option(
    "gestures", value: .file("FILE..."), repeats: true, section: .looking,
    goesWith: [.compare], request: .never,
    summary: "the gestures to compare with",
    discussion: "All words up to the next option are gesture files or recordings: --gestures drags/*.json.")

  /// Play a gesture's seeks against the decoder.
  public static let replay = Option(
    "replay", section: .looking,
    goesWith: [.replay], request: .never,
    summary: "play a gesture in real time, seek by seek",
    discussion: """
      For --gesture: the slider's values become seeks in the video while they come. Each seek is a line, and a summary
      the last one: a table on a terminal, JSON elsewhere or with --json. With -o the frames that were shown are
      written too.
      """)

  /// The seeker in a replay.
  public static let seeker = Option(
    "seeker", value: .choice("SEEKER", ["chase", "naive", "player"]), section: .gestures,
    goesWith: [.compare, .replay, .plot], request: .never,
    summary: "who seeks in a replay (default: chase)",
    discussion: """
      chase: one seek at a time, and the newest value next. naive: every value stops the seek before it. player: as
      the app Frame Grabber does it, which can miss the newest value.
      """)

  /// A fixed latency instead of the decoder.
  public static let simulate = Option(
    "simulate", value: .required("MS"), section: .gestures,
    goesWith: [.compare, .replay, .plot], request: .never,
    summary: "seeks that take MS milliseconds each",
    discussion: "For --replay, --plot and --compare: on a simulated clock, without decoding and without waiting.")

  /// Draw a gesture.
  public static let plot = Option(
    "plot", value: .file("FILE"), section: .looking,
    goesWith: [.compare, .replay, .plot], request: .never,
    summary: "draw a gesture into an SVG file",
    discussion: """
      For --gesture: the finger's path, the slider's value, speed and frame, and why it ended there. Its seeks are
      those of --replay, or simulated ones. With a video it shows frames on the way too. A gesture that is refused is
      drawn as well, with a mark at the touch at fault.
      """)

  /// Let the drawing move.
  public static let animate = Option(
    "animate", section: .gestures,
    goesWith: [.replay, .plot], request: .never, needs: [.plot],
    summary: "let the drawing of --plot move",
    discussion: """
      It begins with the gesture as it happens, in real time: the frame that is shown, the finger, the knob, the value and
      the speed. It needs a video, has no script and plays in an <img>, too.
      """)
}

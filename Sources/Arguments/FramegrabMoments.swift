import Timeline

/// The options that select frames.
enum FramegrabMoments {
  static let options = single + many + moving + gestures

  private static let single: [Option] = [.at, .atList, .frame, .gesture]

  private static let many: [Option] = [.every, .count, .repeat, .all, .keyframes, .chapters, .from, .to]

  private static let moving: [Option] = [.step, .snap, .skipBlank, .nearest, .clamp, .stream, .clock]

  private static let gestures: [Option] = [.control, .screen, .density, .allowUnfinished, .trustPaths]
}

extension Option {
  /// What can be done with a gesture.
  private static let showing: Set<Mode> = [.grab, .batch, .trace, .compare, .replay, .plot, .scrub, .solve]

  /// The frame on screen at a time.
  public static let at = Option(
    "at", value: .required("TIME"), repeats: true, section: .moments,
    goesWith: [.grab, .batch, .scrub], request: .texts, role: .moment,
    summary: "the frame on screen at TIME",
    discussion: """
      That is the last frame that starts at TIME or before it, or the first one, if it starts later. Forms are under
      TIME. A time before the start or after the end is an error that names the end; see --clamp.
      """)

  /// A file of times.
  public static let atList = Option(
    "at-list", value: .file("FILE"), repeats: true, section: .moments,
    goesWith: [.grab, .batch], request: .never, role: .moment,
    summary: "the frames at the times in FILE",
    discussion: """
      The file has one TIME on each line; # starts a comment. What follows TIME and a tab is the name of the moment, for
      {name} in -o and for --json. The CSV that PySceneDetect writes (list-scenes) is such a list, too: the first frame
      of each scene, named Scene-001 and so on. '-' reads the list from standard input. A line that is no time is an error
      (exit code 2), before anything is done.
      """)

  /// A frame index or a range of them.
  public static let frame = Option(
    "frame", value: .required("N|A..B[:STEP]"), repeats: true, section: .moments,
    goesWith: [.grab, .batch, .scrub], request: .texts, role: .moment,
    summary: "frame N, or frames A to B",
    discussion: """
      Frames are counted from 0 in the order in which they are shown; -1 is the last, -2 the one before it. A..B takes
      in both ends; with :STEP only every STEPth frame from A on is taken.
      """)

  /// A gesture file.
  public static let gesture = Option(
    "gesture", value: .file("FILE"), section: .moments,
    goesWith: showing,
    request: .file(insteadOfDash: "standard input has the requests: name a file"), role: .moment,
    summary: "the frame where a scripted drag ends",
    discussion: """
      FILE is JSON: a slider and the touches on it, as explained under GESTURES. It may also name the video, below its
      own folder or the current one, and the output, a .png below the current folder that -y does not replace; what the
      command line names wins. '-' reads the gesture from standard input. FILE may also be a recording of a device, as
      libinput record, evemu-record or Android's getevent -lt makes it; see RECORDINGS.
      """)

  /// Frames at a regular time interval.
  public static let every = Option(
    "every", value: .required("TIME"), section: .moments,
    goesWith: [.grab, .batch], request: .text, role: .moment,
    summary: "a frame each TIME",
    discussion: """
      Those on screen at --from, and then at each multiple of TIME after it, as long as that is before --to. Moments
      that meet a frame once more are passed over, so that each frame comes once. On a sheet (--sheet, NAME.vtt) it is
      the middle of each TIME, so that what is shown is half of TIME away at most.
      """)

  /// A number of frames, evenly spaced.
  public static let count = Option(
    "count", value: .required("N"), section: .moments,
    goesWith: [.grab, .batch], request: .text, role: .moment,
    summary: "the middles of N equal parts",
    discussion: """
      The frames on screen there, N of them evenly spaced from --from to --to; each frame comes once, so that a short
      part may give fewer than N; see --repeat.
      """)

  /// Give a frame again for each moment that selects it.
  public static let `repeat` = Option(
    "repeat", section: .moments,
    goesWith: [.grab, .batch], request: .flag, role: .series, needs: [.count, .every],
    summary: "a frame again for each moment it is at",
    discussion: """
      For --count and --every: as many pictures as there are moments, a million at most. Default names tell them apart
      by their times.
      """)

  /// Every frame.
  public static let all = Option(
    "all", section: .moments,
    goesWith: [.grab, .batch], request: .flag, role: .moment,
    summary: "every frame", discussion: "That starts from --from on, and before --to.")

  /// Every keyframe.
  public static let keyframes = Option(
    "keyframes", section: .moments,
    goesWith: [.grab, .batch], request: .flag, role: .moment,
    summary: "every keyframe",
    discussion: "That starts from --from on, and before --to.")

  /// The start of every chapter.
  public static let chapters = Option(
    "chapters", section: .moments,
    goesWith: [.grab, .batch], request: .flag, role: .moment,
    summary: "the start of every chapter",
    discussion: """
      The frame on screen there, as for --at. The moment's name, for {name} in -o and for --json, is the chapter's title,
      or chapter-01 and so on. Many containers round these times to milliseconds: if that shows the frame before,
      --nearest helps. A video without chapters is an error (exit code 4).
      """)

  /// The start of the part of the video that many frames are taken from.
  public static let from = Option(
    "from", value: .required("TIME"), section: .moments,
    goesWith: [.grab, .batch, .newGesture], request: .text, role: .series,
    needs: [.every, .count, .all, .keyframes, .newGesture],
    summary: "where the many start (default: 0)",
    discussion: """
      For --every, --count, --all and --keyframes. With --new-gesture, where the slider stands before the drag.
      """)

  /// The end of that part.
  public static let to = Option(
    "to", value: .required("TIME"), section: .moments,
    goesWith: [.grab, .batch], request: .text, role: .series, needs: [.every, .count, .all, .keyframes],
    summary: "where the many end (default: the end)",
    discussion: "For --every, --count, --all and --keyframes. A TIME behind the end means the end.")

  /// Move forwards or backwards by this many frames.
  public static let step = Option(
    "step", value: .required("N"), section: .moments,
    goesWith: [.grab, .batch, .serve], request: .text, role: .move,
    summary: "move the moment by N frames",
    discussion:
      "Back if N is negative, and to the first or the last frame at most. The default name then holds the index.")

  /// Move to a keyframe.
  public static let snap = Option(
    "snap", value: .choice("KEYFRAME", Keyframes.Side.self), section: .moments,
    goesWith: [.grab, .batch, .serve], request: .text, role: .move,
    summary: "move the moment to a keyframe",
    discussion: """
      To the previous-keyframe, the next-keyframe or the nearest-keyframe, which take the least work to decode. A
      keyframe stays where it is, and where there is none on that side, the first or the last one is taken. --step
      counts from there. The default name of a time then holds the keyframe's.
      """)

  /// Take a later frame in place of a blank one.
  public static let skipBlank = Option(
    "skip-blank", value: .optional(placeholder: "TIME", choices: []), section: .moments,
    goesWith: [.grab, .batch, .serve], request: .text, role: .move,
    excludes: Exclusion(
      [.frame, .all, .keyframes, .gesture, .snap, .step], advice: "what is skipped comes after moments given by time"),
    summary: "a later frame in place of a blank one",
    discussion: """
      Black, white or any one colour, with noise or a small logo: then it is the frame one second after the first that
      is not blank, TIME after the moment at most (default: 10s), and on a sheet before the end of its piece; or that first
      one. If all is blank, the moment has its own frame, and one line says so. Names are those of the moment's own frame, and
      several moments may have the same frame. With --dry-run nothing is decoded, so no frame is moved. For --at, --at-list, --every, --count and --chapters.
      """)

  /// For a time: select the frame whose start is nearest.
  public static let nearest = Option(
    "nearest", section: .moments,
    goesWith: [.grab, .batch, .serve, .scrub], request: .flag,
    summary: "for --at: the frame that starts nearest",
    discussion: "Without it, the frame on screen at the time. Times of --every and --count are taken alike.")

  /// For a moment outside the video: use the first or last frame.
  public static let clamp = Option(
    "clamp", section: .moments,
    goesWith: [.grab, .batch, .serve, .scrub], request: .flag,
    summary: "outside the video: first or last frame",
    discussion: """
      Without it, a time or frame index outside the video is an error (exit code 4). What is missing of a file that is cut
      off is an error in any case.
      """)

  /// The stream of the file.
  public static let stream = Option(
    "stream", value: .required("N"), section: .moments,
    goesWith: .all, request: .text,
    summary: "take stream N (default: the best video)",
    discussion: "Streams are counted from 0. A cover picture is taken only when it is named here.")

  /// The position of time zero.
  public static let clock = Option(
    "clock", value: .choice("CLOCK", ["player", "first-frame"]), section: .moments,
    goesWith: .all, request: .text,
    summary: "where time 0 is (default: player)",
    discussion: """
      player: where a player's clock shows 0, the moment at which anything is first seen or heard. first-frame: the
      start of frame 0.
      """)

  /// The slider of a recorded gesture.
  public static let control = Option(
    "control", value: .file("FILE", .filesEnding(".json")), section: .gestures,
    goesWith: showing.union([.serve, .newGesture]), request: .file(insteadOfDash: "is the name of a file, not '-'"),
    excludes: Exclusion([.model], advice: "the file says which model its slider is"),
    summary: "the slider of a recorded or new gesture",
    discussion: """
      FILE is a gesture file, of which everything but the touches counts; it need not have any. Without this option the
      slider of a recording is the default one, 343 points wide in the upper left corner. With --new-gesture and --scrub
      only the slider counts, in place of --model.
      """)

  /// The size of the screen on which a gesture was recorded.
  public static let screen = Option(
    "screen", value: .required("WxH"), section: .gestures,
    goesWith: showing.union([.serve]), request: .text,
    summary: "the pixels of the recorded screen",
    discussion: """
      The range of the touch panel is stretched over them. The recording has to have that range. Without this option the
      units of the panel are pixels.
      """)

  /// Pixels per point of that screen.
  public static let density = Option(
    "density", value: .required("N"), section: .gestures,
    goesWith: showing.union([.serve]), request: .text,
    summary: "pixels per point of the recorded screen",
    discussion: """
      A number such as 3 or 2.625, or Android's density such as 420dpi, of which 160 are 1. Without this option pixels
      are points.
      """)

  /// Accept a gesture without a final lift.
  public static let allowUnfinished = Option(
    "allow-unfinished", section: .gestures,
    goesWith: .all, request: .flag,
    summary: "accept a gesture that is not lifted",
    discussion: """
      A gesture whose last stroke does not end, or is cancelled, is refused; with this option its last value counts.
      """)

  /// Take the video that a gesture file names from any folder.
  public static let trustPaths = Option(
    "trust-paths", section: .moments,
    goesWith: .all, request: .never,
    summary: "accept a gesture's video anywhere",
    discussion: """
      Without it, the video that a gesture file names has to be below the file's folder or below the current one;
      with --source it is not read at all.
      """)
}

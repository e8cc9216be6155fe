/// The options of scrubbing in the terminal.
enum FramegrabScrubbing {
  static let options: [Option] = [.scrub, .record, .view]
}

extension Option {
  /// Scrub in the terminal.
  public static let scrub = Option(
    "scrub", section: .scrubbing,
    goesWith: [.scrub], request: .never,
    summary: "scrub through the video in the terminal",
    discussion: """
      The picture, and a slider below it, which the mouse drags: from the picture the slower the higher. Keys step by
      frames; ? lists them. Enter saves exactly the frame that is named on the screen, as --frame does with the same
      options, and leaves; s saves and goes on; q leaves. --at or --frame is where the slider stands first, --control or
      --gesture what slider it is, and m tries the others. The exit code is 0 when a picture or the file of --record was
      written, or is left as it is by -n; 1 when not. Should the terminal be left in a wrong state, because framegrab was
      killed by SIGKILL, type reset.
      """)

  /// The file for what was dragged.
  public static let record = Option(
    "record", value: .file("FILE", .filesEnding(".json")), section: .scrubbing,
    goesWith: [.scrub], request: .never,
    summary: "keep what was dragged as a gesture",
    discussion: """
      On leaving, but not by a signal such as Ctrl-C, what happened to the slider since its last change of model, range
      or place is written to FILE, which --gesture then takes to the same frame. While nothing has, it is what happened
      before that change.
      """)

  /// How the picture is shown in the terminal.
  public static let view = Option(
    "view", value: .choice("VIEW", ["auto", "blocks", "quadrants", "sextants", "kitty", "sixel", "text"]),
    section: .scrubbing,
    goesWith: [.scrub], request: .never,
    summary: "how the picture is shown (default: auto)",
    discussion: """
      auto finds out what the terminal has: kitty's graphics, sixels, or blocks in cells. blocks are sextants, six parts a
      cell, or quadrants, four, where the terminal is known to draw them, and half blocks elsewhere, also in tmux; sextants
      and quadrants draw those in any terminal. text paints nothing and says each frame in a line, also for screen readers.
      """)
}

extension OptionTable {
  /// The command line of framegrab.
  public static let framegrab = OptionTable(
    program: "framegrab",
    summary: "save exact frames of a video as PNG pictures",
    synopses: [
      "[VIDEO...] MOMENT... | --gesture FILE [-o OUTPUT] [options]",
      "VIDEO --info | --list-frames | --scrub [options]",
      "[VIDEO] --gesture FILE --trace | --replay | --plot FILE",
      "[VIDEO] --new-gesture FILE | --gesture FILE --solve TIME [options]",
      "--batch JOBS | --videos LIST | --serve [options]",
    ],
    operand: "VIDEO",
    first: FramegrabExamples.first, examples: FramegrabExamples.all,
    options: options,
    topics: FramegrabTopics.all,
    habits: { FramegrabHabits(options).all },
    foreign: FramegrabForeignOptions.all
  )

  private static let options =
    FramegrabMoments.options + FramegrabGrabbing.options + FramegrabLooking.options + FramegrabScrubbing.options
    + FramegrabGestures.options
    + FramegrabServing.options
    + FramegrabRunning.options
}

/// Example commands.
enum FramegrabExamples {
  /// What a new user types first, a line each.
  static let first = [
    Example("framegrab video.mp4 --at 12.5s", "the frame on screen at 12.5 seconds"),
    Example("framegrab video.mp4 --frame -1", "the last frame"),
    Example("framegrab video.mp4 --gesture drag.json", "the frame on which a drag of a slider ends"),
    Example("framegrab video.mp4 --count 12", "twelve frames, evenly spread"),
    Example("framegrab *.mp4 --at 50%", "the middle of each of many videos"),
    Example("framegrab video.mp4 --scrub", "look for a frame in the terminal"),
    Example("framegrab video.mp4 --info", "what is in the video"),
  ]

  static let all = [
    Example("framegrab video.mp4 --at 12.5s", "the frame on screen at 12.5 seconds, as video-00.00.12.500.png"),
    Example("framegrab video.mp4 --gesture drag.json", "the frame on which a scripted drag of a slider ends"),
    Example("framegrab video.mp4 --gesture drag.json --plot drag.svg", "a drawing of the drag, and why it ended there"),
    Example(
      "framegrab video.mp4 --new-gesture drag.json --reach 375f", "a gesture file of a drag that ends on frame 375"),
    Example("framegrab video.mp4 --frame -1 -o last.png", "the last frame, under a name of your own"),
    Example(
      "framegrab video.mp4 --frame 0..100:10 -o 'frames/%06d.png' --mkdir",
      "every tenth frame from 0 to 100, in a new folder"),
    Example("framegrab video.mp4 --every 10s --to 1m", "the frames at 0, 10, 20, 30, 40 and 50 seconds"),
    Example("framegrab video.mp4 --all -o frames/ --mkdir", "every frame, in a new folder"),
    Example("framegrab video.mp4 --at 0% --at 50% --at 100%", "the first frame, the middle and the last frame"),
    Example("img=$(framegrab v.mp4 --at 3s)", "the picture's path in a shell variable"),
    Example("framegrab v.mp4 --at 3s -o - | convert - frame.jpg", "the picture to another program"),
    Example(
      "framegrab *.mp4 --at 50% -o 'thumbs/{stem}.png' --mkdir", "a picture from the middle of each of many videos"),
    Example("framegrab video.mp4 --scrub", "looking for a frame in the terminal, with the mouse and keys"),
    Example("framegrab video.mp4 --info", "what is in the video"),
  ]
}

/// The options that limit resources, and those about help and messages.
enum FramegrabRunning {
  static let options: [Option] = limits + cache + messages

  private static let limits: [Option] = [
    .timeout, .maxPixels, .maxPicture, .maxAllocation, .maxMemory, .maxStreams, .probeSize, .probeDuration, .maxGap,
    .sandbox,
  ]

  private static let cache: [Option] = [.source, .cache, .whole, .index, .noCache]

  private static let messages: [Option] = [
    .progress, .quiet, .verbose, .timings, .usage, .help, .version, .man, .schema, .exampleGesture, .completions,
  ]
}

extension Option {
  /// Wall time for each frame.
  public static let timeout = Option(
    "timeout", value: .required("TIME"), section: .limits,
    goesWith: .all, request: .never, changes: .handling,
    summary: "most time without progress (default: 30s)",
    discussion: """
      Progress is a frame that was decoded, or, while one is looked for, a part of the file that was read; waiting for a
      slow disk that delivers does not count. To be converted, and then to be encoded, a picture has the same time. On a
      busy machine the processor time of the decoder counts, up to four times as long on the clock. Whatever a decoder
      says of its progress, it has 20 times as long for one picture, and a second for each 4 MiB of the file. This and the
      limits that follow end with exit code 6 when they are reached.
      """)

  /// Largest picture.
  public static let maxPixels = Option(
    "max-pixels", value: .required("N"), section: .limits,
    goesWith: .all, request: .never, changes: .handling,
    summary: "most pixels a picture (default: 67108864)",
    discussion: "The default is that of a picture of 8192 by 8192.")

  /// Most memory for a picture.
  public static let maxPicture = Option(
    "max-picture", value: .required("SIZE"), section: .limits,
    goesWith: .all, request: .never, changes: .handling,
    summary: "most memory a picture (default: 1GiB)",
    discussion: """
      That is its frame, its pixels in and between all steps, and its file, as far as they are held at the same time. A
      picture that needs more is refused before it is decoded.
      """)

  /// Largest single allocation.
  public static let maxAllocation = Option(
    "max-allocation", value: .required("SIZE"), section: .limits,
    goesWith: .all, request: .never, changes: .handling,
    summary: "largest piece of memory (default: 1GiB)")

  /// Largest address space.
  public static let maxMemory = Option(
    "max-memory", value: .required("SIZE"), section: .limits,
    goesWith: .all, request: .never, changes: .handling,
    summary: "most address space (default: 4GiB)")

  /// Most streams in a file.
  public static let maxStreams = Option(
    "max-streams", value: .required("N"), section: .limits,
    goesWith: .all, request: .never, changes: .handling,
    summary: "most streams in a file (default: 64)")

  /// Bytes read to recognise the file.
  public static let probeSize = Option(
    "probe-size", value: .required("SIZE"), section: .limits,
    goesWith: .all, request: .never,
    summary: "most bytes to probe (default: 8MiB)",
    discussion: "Probing finds out what is in the file.")

  /// Media time read to recognise the file.
  public static let probeDuration = Option(
    "probe-duration", value: .required("TIME"), section: .limits,
    goesWith: .all, request: .never,
    summary: "most media time to probe (default: 5s)")

  /// Most bytes without a video packet.
  public static let maxGap = Option(
    "max-gap", value: .required("SIZE"), section: .limits,
    goesWith: .all, request: .never, changes: .handling,
    summary: "most bytes without video (default: 256MiB)",
    discussion: "So much may be read from the file without meeting a packet of the video stream.")

  /// The sandbox of the process that reads a video.
  public static let sandbox = Option(
    "sandbox", value: .choice("WALLS", SandboxChoice.self), section: .limits,
    goesWith: .all, request: .never, changes: .handling,
    summary: "walls around the decoder (default: auto)",
    discussion: """
      A video is read and decoded by a process of its own, which can open no file and start no program, so that a bad one
      can do no harm. auto: with the walls that the system has; framegrab --version -v says which. require: only if it
      has all of them, else exit code 6. off: in the same process, for debuggers.
      """)

  /// The program that reads the videos.
  public static let source = Option(
    "source", value: .required("COMMAND"), section: .reading,
    goesWith: [.grab, .info, .listFrames, .trace, .compare, .replay, .plot, .scrub, .batch, .serve],
    request: .never, changes: .handling,
    summary: "a program of yours reads the videos",
    discussion: """
      For videos that are no files: objects of a store, addresses of a web server. COMMAND is started once, and answers
      questions for sizes and bytes on its standard input and output, as the page "Many videos" says; quotes in it work
      as in a shell, and nothing else does. Each name of a video then goes to it as it is written. What follows a ? or # in a
      name is left out of all names, reports and errors. A video that a gesture file names is not read without
      --trust-paths. An error that may pass is code 6, any other is 3.
      """)

  /// The folder of the index cache.
  public static let cache = Option(
    "cache", value: .file("DIR", .folders), section: .reading,
    goesWith: .all, request: .never, changes: .handling, excludes: Exclusion([.noCache]),
    summary: "where indexes of long videos are kept",
    discussion: """
      Finding a frame of a long video can mean reading through all of it, once: what was found is kept in DIR. The
      default is $XDG_CACHE_HOME/framegrab, else ~/.cache/framegrab. DIR must be yours, and nobody else may write to it.
      It never grows above 256 MiB. An index is used only for the very file, unchanged, and checked against it; --verify
      does without.
      """)

  /// Read every packet of a video.
  public static let whole = Option(
    "whole", section: .reading,
    goesWith: .all, request: .never, changes: .handling,
    summary: "read every packet of a video",
    discussion: """
      An mp4 or mov says where each of its packets is and when its picture is shown. The frames of a large one (from 2 MiB
      on) are found by that, without reading it, and what is read for a picture is checked against it: if anything is
      different, every packet is read. The end of a Matroska file is found by its last packets, and a time by those around
      it. --whole reads every packet instead, and uses no index that was kept. --list-frames and --verify believe no table,
      either.
      """)

  /// Report the number of each frame.
  public static let index = Option(
    "index", section: .reading,
    goesWith: [.grab, .batch, .serve, .scrub], request: .flag,
    summary: "report each frame's index and timecode",
    discussion: """
      A report always has them for mp4, mov and raw streams, and for a moment that names a frame by its number. In Matroska,
      MPEG-TS, AVI and others only reading everything before the frame tells its number, and everything its timecode:
      without this option or --whole, "index", "timecode" and "label" are null there.
      """)

  /// Neither read nor write the index cache.
  public static let noCache = Option(
    "no-cache", section: .reading,
    goesWith: .all, request: .never, changes: .handling,
    summary: "keep no index, and use none")

  /// When progress is shown.
  public static let progress = Option(
    "progress", value: .choice("WHEN", ProgressChoice.self), section: .messages,
    goesWith: .single.union([.batch]), request: .never, changes: .run,
    summary: "whether to show how far it is",
    discussion: """
      auto: after half a second, one line on standard error if that is a terminal: how much of the video was read, then
      the frames that are done, how many a second, and the time left. always: at once, and elsewhere too, a line each
      second. never: not at all. json: of many videos, a JSON object each second, with -q, too; the last one has
      "summary": true.
      """)

  /// Print errors only.
  public static let quiet = Option(
    "quiet", short: "q", section: .messages,
    goesWith: .all, request: .never, changes: .handling, excludes: Exclusion([.verbose]),
    summary: "only failures on standard error")

  /// Print more; repeats.
  public static let verbose = Option(
    "verbose", short: "v", repeats: true, section: .messages,
    goesWith: .all, request: .never, changes: .handling,
    summary: "say how frames were found",
    discussion: "-vv adds FFmpeg's own messages.")

  /// Print the times of the stages.
  public static let timings = Option(
    "timings", section: .messages,
    goesWith: .single.subtracting([.scrub]), request: .never, changes: .run,
    summary: "say how long each stage took",
    discussion: """
      Load, open, index, seek, decode, colour, PNG, write and other, in milliseconds of wall and CPU time, on standard
      error; with --json as one JSON object. Load is what came before the command line was read. One decoder works then.
      """)

  /// The short help, `-h`.
  public static let usage = Option(
    "h", short: "h", section: .messages,
    goesWith: .all, request: .never,
    summary: "show the options, a line each")

  /// The long help.
  public static let help = Option(
    "help", section: .messages,
    goesWith: .all, request: .never,
    summary: "show everything, with examples",
    discussion: """
      On a terminal through $PAGER, else less. With a TOPIC after it only that: codes, time, size, output, printed, habits,
      gestures, sliders, recordings, examples, a section or an option.
      """)

  /// The version.
  public static let version = Option(
    "version", section: .messages,
    goesWith: .all, request: .never,
    summary: "print the version",
    discussion: "With -v also the libraries.")

  /// The manual page.
  public static let man = Option(
    "man", section: .messages,
    goesWith: .all, request: .never,
    summary: "print the manual page",
    discussion: "In roff: framegrab --man > framegrab.1 makes a file for man.")

  /// The JSON Schema of a gesture file.
  public static let schema = Option(
    "schema", section: .messages,
    goesWith: .all, request: .never,
    summary: "print the JSON Schema of a gesture")

  /// An example of a gesture file.
  public static let exampleGesture = Option(
    "example-gesture", section: .messages,
    goesWith: .all, request: .never,
    summary: "print an example of a gesture file",
    discussion: "It works with any video: framegrab --example-gesture > drag.json makes a file to start from.")

  /// A completion script.
  public static let completions = Option(
    "completions", value: .choice("SHELL", Shell.self), section: .messages,
    goesWith: .all, request: .never,
    summary: "print a completion script for a shell",
    discussion: "For bash: source <(framegrab --completions bash)")
}

import Arguments
import Broker
import Files
import FrameGrabbing
import Seeking

/// The checked and typed values of a command line.
struct Invocation {
  /// What to do with a video or a gesture.
  let mode: Mode
  let level: Terminal.Level
  /// The video, the moments and the pictures.
  let request: GrabRequest
  let printsJSON: Bool
  /// The byte after each printed path: a line feed, or NUL with `-0`.
  let pathEnd: UInt8
  let wantsTimings: Bool
  /// The seeker of a replay or a drawing of one.
  let seeker: SeekerKind
  /// The latency of simulated seeks in microseconds, nil for the decoder's own.
  let latency: Int64?
  /// The output of a drawing of the gesture.
  let plot: Path?
  /// Whether the drawing is animated.
  let isAnimated: Bool
  /// The gesture file to make, and its drag.
  let newGesture: Path?
  let drag: DragWish
  /// The sliders that gestures are compared on.
  let comparison: ComparisonWish?
  /// The correction of a gesture.
  let correction: CorrectionWish?
  /// The sandbox around the process that reads the video.
  let sandbox: SandboxChoice
  /// Whether progress is shown.
  let progress: ProgressChoice
  /// Whether standard output is a terminal.
  let printsToTerminal = standardOutputIsTerminal

  /// Reads the values of a command line.
  ///
  /// - Throws: `UsageError` for a value that cannot be read and for options that exclude each other.
  init(_ arguments: ParsedArguments) throws(UsageError) {
    let reader = ValueReader(arguments: arguments)
    mode = Mode(arguments)
    level = Terminal.Level(arguments)
    request = try GrabRequest(arguments)
    printsJSON = arguments.has(.json)
    pathEnd = arguments.has(.print0) ? 0 : 0x0A
    wantsTimings = arguments.has(.timings)
    seeker = reader.choice(.seeker) ?? .chase
    latency = try reader.milliseconds(.simulate)
    plot = try reader.output(.plot, Advice.init(drawing:))
    isAnimated = arguments.has(.animate)
    newGesture = try reader.output(.newGesture) { _ in nil }
    drag = try DragReader(arguments: arguments).wish()
    correction = try DragReader(arguments: arguments).correction()
    comparison = try ComparisonWish(arguments)
    sandbox = reader.choice(.sandbox) ?? .auto
    progress = reader.choice(.progress) ?? .auto
    if progress == .json { throw UsageError(line: "--progress json is for --batch and for several videos") }
    try arguments.check(ParsedArguments.checkMode)
    try checkStandardOutput()
  }

  /// Refuses two outputs to standard output.
  private func checkStandardOutput() throws(UsageError) {
    let standardOutput = Array("-".utf8)
    if mode == .grab || mode == .scrub, printsJSON, request.output?.bytes == standardOutput, !request.options.isDryRun {
      throw UsageError(line: "--json and -o - exclude each other: both would go to standard output")
    }
    if mode == .compare, let comparison, plot != nil, comparison.gestures.count > 1 {
      throw UsageError(line: "--plot draws one gesture at a time: name one, with --gesture")
    }
    guard mode == .replay else { return }
    if let raw = request.options.pixels.raw, raw.isArray {
      throw UsageError(line: "--replay writes PNG pictures: give -o a name that does not end with .npy")
    }
    if request.output?.bytes == standardOutput {
      throw UsageError(line: "--replay prints its seeks on standard output: give -o a folder, such as -o frames/")
    }
    if plot?.bytes == standardOutput {
      throw UsageError(line: "--replay prints its seeks on standard output: give --plot a file")
    }
  }
}

extension Terminal.Level {
  /// The level of messages chosen with `-q`, `-v` and `-vv`.
  init(_ arguments: ParsedArguments) {
    let verbosity = arguments.all(.verbose).count
    self = arguments.has(.quiet) ? .quiet : verbosity >= 2 ? .all : verbosity == 1 ? .verbose : .normal
  }
}

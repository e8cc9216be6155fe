import Arguments
import Color
import Files
import FrameGrabbing
import GestureFiles
import PNG
import Seeking
import Timeline
import Video

/// What a command line means: everything that was typed, checked and brought together.
struct Invocation {
  /// What is to be done with a video or a gesture.
  enum Mode {
    case grab
    case info
    case listFrames
    case trace
    case replay
    case plot
  }

  let mode: Mode
  let level: Terminal.Level
  let video: Path?
  /// The moments in the order of the command line.
  let asked: AskedMoments
  let allowsUnfinished: Bool
  let output: Path?
  let stream: Int?
  let clock: VideoClock
  let printsJSON: Bool
  let wantsTimings: Bool
  let limits: Limits
  /// Where indexes are kept; nil when none is to be used.
  let cacheFolder: Path?
  /// Whether somebody named it.
  let namesCacheFolder: Bool
  /// Bytes of address space.
  let memory: Int64
  /// Who seeks in a replay or a drawing of one.
  let seeker: SeekerKind
  /// The latency of simulated seeks in microseconds, nil for the decoder's own.
  let latency: Int64?
  /// Where a drawing of the gesture goes.
  let plot: Path?
  /// Whether it is shown how far a run has come: auto, always or never.
  let progress: String
  private(set) var options = GrabOptions()

  /// Brings together what the words of a command line mean.
  ///
  /// - Throws: `UsageError` for a value that cannot be read and for options that exclude each other.
  init(_ arguments: ParsedArguments) throws(UsageError) {
    let reader = ValueReader(arguments)
    mode = try Self.mode(arguments)
    let verbosity = arguments.all(.verbose).count
    if arguments.has(.quiet), verbosity > 0 { throw UsageError(line: "-q and -v exclude each other") }
    level = arguments.has(.quiet) ? .quiet : verbosity >= 2 ? .all : verbosity == 1 ? .verbose : .normal
    if let extra = arguments.operands.dropFirst().first {
      throw UsageError(
        line: "one video at a time: '\(printable(extra.bytes))' is one too many; a shell loop takes many")
    }
    video = arguments.operands.first.map { Path(bytes: $0.bytes) }
    asked = try AskedMoments(arguments, reader)
    allowsUnfinished = arguments.has(.allowUnfinished)
    output = arguments.last(.output).map { Path(bytes: $0.bytes) }
    stream = try reader.wholeNumber(.stream).map { Int(clamping: $0) }
    clock = arguments.last(.clock)?.text == "first-frame" ? .firstFrame : .player
    printsJSON = arguments.has(.json)
    wantsTimings = arguments.has(.timings)
    limits = try reader.limits()
    cacheFolder = try Self.cacheFolder(arguments)
    namesCacheFolder = arguments.has(.cache)
    memory = try reader.size(.maxMemory) ?? 4 << 30
    seeker = arguments.last(.seeker).flatMap { SeekerKind(rawValue: $0.text) } ?? .chase
    latency = try reader.milliseconds(.simulate)
    plot = arguments.last(.plot).map { Path(bytes: $0.bytes) }
    progress = arguments.last(.progress)?.text ?? "auto"
    options = try Self.options(arguments)
    options.span = TimeSpan(
      from: try arguments.last(.from).map(reader.time), to: try arguments.last(.to).map(reader.time))
    options.sizing = try SizingReader(arguments).sizing(pixelLimit: limits.pixels)
    options.step = try reader.signedNumber(.step) ?? 0
    options.workers = try reader.jobs() ?? ProcessLimits.cores
    try checkCombination(arguments)
  }

  private static func mode(_ arguments: ParsedArguments) throws(UsageError) -> Mode {
    let modes: [(OptionName, Mode)] = [
      (.info, .info), (.listFrames, .listFrames), (.trace, .trace), (.replay, .replay), (.plot, .plot),
    ]
    var asked = modes.filter { arguments.has($0.0) }
    // A replay can be drawn: its seeks are those in the drawing.
    if asked.map(\.0) == [.replay, .plot] { asked.removeLast() }
    if asked.count > 1 {
      throw UsageError(line: "--\(asked[0].0.rawValue) and --\(asked[1].0.rawValue) exclude each other")
    }
    return asked.first?.1 ?? .grab
  }

  private static func cacheFolder(_ arguments: ParsedArguments) throws(UsageError) -> Path? {
    let named = arguments.last(.cache).map { Path(bytes: $0.bytes) }
    if named != nil, arguments.has(.noCache) { throw UsageError(line: "--cache and --no-cache exclude each other") }
    if let named, named.isEmpty { throw UsageError(line: "the value of --cache is the name of a folder, not ''") }
    // What is compared with a linear decode must not rest on anything else.
    return arguments.has(.noCache) || arguments.has(.verify) ? nil : named ?? standardCacheFolder
  }

  private static func options(_ arguments: ParsedArguments) throws(UsageError) -> GrabOptions {
    var options = GrabOptions()
    options.isNearest = arguments.has(.nearest)
    options.bounds = arguments.has(.clamp) ? .clamp : .refuse
    switch arguments.last(.depth)?.text {
    case "8": options.depth = .eight
    case "16": options.depth = .sixteen
    default: options.depth = .auto
    }
    options.color = arguments.last(.color).flatMap { ColorChoice(rawValue: $0.text) } ?? .auto
    options.metadata = arguments.last(.metadata).flatMap { GrabOptions.Metadata(rawValue: $0.text) } ?? .full
    options.compression =
      arguments.last(.compression).flatMap { PNGCompression(rawValue: $0.text) } ?? .default
    if arguments.has(.overwrite), arguments.has(.skipExisting) {
      throw UsageError(line: "-y and -n exclude each other: overwrite, or skip what exists")
    }
    options.policy = arguments.has(.overwrite) ? .overwrite : arguments.has(.skipExisting) ? .skip : .refuse
    options.makesFolders = arguments.has(.mkdir)
    options.syncs = arguments.has(.sync)
    options.isDryRun = arguments.has(.dryRun)
    options.wantsHash = arguments.has(.hash)
    options.wantsReport = arguments.has(.json)
    options.isStrict = arguments.has(.strict)
    options.stopsAtFailure = arguments.has(.failFast)
    options.snap = arguments.last(.snap).flatMap { Keyframes.Side(rawValue: $0.text) }
    options.isVerified = arguments.has(.verify)
    options.appliesOrientation = !arguments.has(.noRotate)
    options.deinterlaces = arguments.has(.deinterlace)
    return options
  }

  private func checkCombination(_ arguments: ParsedArguments) throws(UsageError) {
    switch mode {
    case .grab:
      if asked.isEmpty {
        throw UsageError(
          line: "nothing to grab: say when with --at TIME, --frame N or --gesture FILE (framegrab --help has examples)")
      }
      if video == nil, asked.gesture == nil {
        throw UsageError(line: "which video? Name one before or after the options")
      }
      if printsJSON, output?.bytes == Array("-".utf8), !options.isDryRun {
        throw UsageError(line: "--json and -o - exclude each other: both would go to standard output")
      }
    case .info, .listFrames:
      if video == nil { throw UsageError(line: "which video? Name one before or after the options") }
      if !asked.isEmpty {
        throw UsageError(line: "--info and --list-frames look at the whole video: leave the moments out")
      }
      for option in [OptionName.step, .snap] where arguments.has(option) {
        throw UsageError(
          line: "--\(option.rawValue) moves a moment, and --info and --list-frames have none: leave it out")
      }
    case .trace, .replay, .plot: try checkShow(arguments)
    }
    if mode != .replay, mode != .plot {
      for option in [OptionName.seeker, .simulate] where arguments.has(option) {
        throw UsageError(line: "--\(option.rawValue) belongs to --replay and --plot")
      }
    }
  }

  /// What shows a gesture shows nothing else.
  private func checkShow(_ arguments: ParsedArguments) throws(UsageError) {
    let name = mode == .trace ? "--trace" : mode == .replay ? "--replay" : "--plot"
    if asked.gesture == nil { throw UsageError(line: "\(name) shows a gesture: name its file with --gesture FILE") }
    if asked.holdsOthers { throw UsageError(line: "\(name) shows a gesture only: leave the other moments out") }
    var senseless: [OptionName] = [.step, .snap, .hash, .nearest, .clamp, .failFast, .jobs]
    if mode != .replay {
      senseless += [.depth, .color, .metadata, .noRotate, .strict, .verify]
      senseless += [.size, .width, .height, .scale, .pixels, .deinterlace, .compression]
    }
    for option in senseless where arguments.has(option) {
      throw UsageError(line: "--\(option.rawValue) belongs to frames that are grabbed: leave it out with \(name)")
    }
    if mode != .replay, output != nil { throw UsageError(line: "\(name) writes no frames: leave -o out") }
    if output?.bytes == Array("-".utf8) {
      throw UsageError(line: "--replay prints its seeks on standard output: give -o a folder, such as -o frames/")
    }
    if mode == .replay, plot?.bytes == Array("-".utf8) {
      throw UsageError(line: "--replay prints its seeks on standard output: give --plot a file")
    }
  }
}

import Arguments
import Color
import Files
import FrameGrabbing
import GestureFiles
import PNG
import Sourcing
import Timeline
import Video

/// What one command line or one request of `--serve` asks for: a video, moments in it, and how their frames are
/// written.
struct GrabRequest {
  /// The video's name, as people see it.
  let video: Path?
  /// The name by which a helper reads it; nil for a file.
  let sourceName: SourceName?
  /// The helper that reads all videos; nil if they are files.
  let source: HelperCommand?
  /// The moments in the order in which they were given.
  let asked: AskedMoments
  /// The question about the video that replaces frames; nil for frames.
  let look: Look?
  let allowsUnfinished: Bool
  /// Whether the video that a gesture file names may be anywhere.
  let trustsPaths: Bool
  /// The file with the slider of a recorded gesture.
  let control: Path?
  /// The screen of a recorded gesture.
  let recording: RecordingSettings
  let output: Path?
  /// The folder of the outputs, taken literally.
  let folder: Path?
  let stream: Int?
  let clock: VideoClock
  let limits: Limits
  /// The folder of the index cache; nil for no cache.
  let cacheFolder: Path?
  /// Whether the folder was given as an option.
  let namesCacheFolder: Bool
  /// The limit of address space in bytes.
  let memory: Int64
  var options: GrabOptions
  /// The number of the job, for the names of its outputs.
  var number = 1
  /// The version of the video, if the job gives it.
  var version: String?
  /// The options as they would be typed for a run over many videos.
  var wordsForMany: [String] { arguments.wordsForMany }
  /// The parsed words; those of a job include the command line's.
  let arguments: ParsedArguments

  /// The output or the folder that the user named; if nil, a gesture file may name the output.
  var names: Path? { output ?? folder }

  /// The names of the pictures; `foreign` is the one that a gesture file gives, which counts if the user named none.
  func template(foreign: Path? = nil) throws(TemplateError) -> OutputTemplate {
    guard let name = output ?? foreign else { return inFolder(standardNames) }
    return inFolder(
      try OutputTemplate(name, inFolder: standardNames, areSheets: options.pixels.sheet != nil) {
        suggestion(for: $0, among: $1)
      })
  }

  /// The names if none is given; raw pictures end with the name of their layout.
  var standardNames: OutputTemplate {
    if options.pixels.sheet != nil { return .standardSheets }
    return options.pixels.raw.map { .standard(ending: $0.layout.rawValue) } ?? .standard
  }

  /// Whether the names may contain the number of the job.
  var namesNumber: Bool { output.map { $0.text.contains("{n}") || $0.text.contains("{n:") } ?? false }

  private func inFolder(_ names: OutputTemplate) -> OutputTemplate {
    (folder.map(names.inside) ?? names).numbered(number)
  }

  /// Reads the values of the options.
  ///
  /// - Parameter isPart: Whether these options are shared by many requests, each with more of its own.
  /// - Throws: `UsageError` for options that exclude each other and for a value that cannot be read.
  init(_ arguments: ParsedArguments, isPart: Bool = false) throws(UsageError) {
    try arguments.check(isPart ? ParsedArguments.checkPart : ParsedArguments.checkOptions)
    let reader = ValueReader(arguments: arguments)
    try Operands(arguments).checkCount()
    source = try reader.source()
    let named = arguments.operands.first
    sourceName = source == nil ? nil : named.flatMap { SourceName($0.bytes) }
    guard source == nil || named == nil || sourceName != nil else { throw UsageError(line: SourceName.fault) }
    video = sourceName?.shown ?? named.map { Path(bytes: $0.bytes) }
    asked = try AskedMoments(arguments, reader)
    look = Look(arguments)
    allowsUnfinished = arguments.has(.allowUnfinished)
    trustsPaths = arguments.has(.trustPaths)
    control = reader.path(.control)
    if let control, control.bytes.isEmpty || control.bytes == Array("-".utf8) {
      throw UsageError(line: "the value of --control is the name of a file, not '\(control)'")
    }
    recording = try ScreenReader(arguments: arguments).settings()
    // Without a video, these are the options that many requests share.
    let isForMany = arguments.operands.isEmpty && !arguments.has(.gesture)
    let isSeries = asked.givesSeveral && !arguments.has(.sheet) || arguments.has(.json) || isForMany
    let writesPictures = [.grab, .batch, .serve, .scrub].contains(Mode(arguments))
    output = try reader.output(.output) { name in
      // If the output is also named as the video, opening it gives the better error.
      if arguments.operands.contains(name) { return nil }
      return Advice(output: name, isSeries: isSeries)
        ?? (writesPictures ? Advice(unmade: name, hasRaw: arguments.has(.raw)) : nil)
    }
    folder = reader.path(.into)
    if let folder, folder.isEmpty { throw UsageError(line: "the value of --into is the name of a folder, not ''") }
    if folder != nil, let output, output.bytes.contains(UInt8(ascii: "/")) || output.bytes == Array("-".utf8) {
      throw UsageError(line: "with --into, -o is the name of a file in that folder, not '\(output)'")
    }
    stream = try reader.wholeNumber(.stream).map { Int(clamping: $0) }
    clock = reader.choice(.clock) ?? .player
    limits = try reader.limits()
    cacheFolder = try Self.cacheFolder(arguments, reader)
    namesCacheFolder = arguments.has(.cache)
    memory = try reader.size(.maxMemory) ?? 4 << 30
    self.arguments = arguments
    options = try Self.options(arguments, reader)
    if let raw = try RawReader(arguments: arguments).raw() {
      options.pixels.raw = raw
      options.pixels.depth = raw.bitDepth == .sixteen ? .sixteen : .eight
    }
    options.pixels.sizing = try SizingReader(arguments: arguments).sizing(pixelLimit: limits.pixels)
    let sheets = SheetReader(arguments: arguments)
    if let sheet = try sheets.sheet(asked) { sheets.apply(sheet, to: &options) }
    if look != nil { options.isDryRun = true }
  }

  /// Puts the pictures of a request whose output is `-` or `-.npy` into its answer.
  ///
  /// - Throws: `UsageError` for sheets, which are files; `-.vtt` is no name of one.
  mutating func answerPictures(mostBytes: Int) throws(UsageError) {
    let signs: [Path: Bool] = ["-": false, "-.npy": true, "-.vtt": false]
    guard let output, let isArray = signs[output] else { return }
    guard options.pixels.sheet == nil else { throw UsageError(line: "a sheet is a file: name its output") }
    options.output.answer = OutputOptions.Answer(mostBytes: mostBytes, isArray: isArray)
    guard isArray else { return }
    // The pictures come one by one; they become an array once all are there.
    options.pixels.raw = options.pixels.raw.map { RawPictures($0.layout, bitDepth: $0.bitDepth) }
    options.stopsAtFailure = true
  }

  private static func cacheFolder(_ arguments: ParsedArguments, _ reader: ValueReader) throws(UsageError) -> Path? {
    let named = reader.path(.cache)
    if let named, named.isEmpty { throw UsageError(line: "the value of --cache is the name of a folder, not ''") }
    // A check against a linear decode, or a fresh reading, must not use cached data.
    return [.noCache, .verify, .whole].contains(where: arguments.has) ? nil : named ?? standardCacheFolder
  }

  private static func options(_ arguments: ParsedArguments, _ reader: ValueReader) throws(UsageError) -> GrabOptions {
    var options = GrabOptions()
    options.choice.isNearest = arguments.has(.nearest)
    options.choice.bounds = arguments.has(.clamp) ? .clamp : .refuse
    options.pixels.depth = reader.choice(.depth) ?? .auto
    options.pixels.color = reader.choice(.color) ?? .auto
    options.pixels.metadata = reader.choice(.metadata) ?? .full
    options.pixels.compression = reader.choice(.compression) ?? .default
    options.output.policy = arguments.has(.overwrite) ? .overwrite : arguments.has(.skipExisting) ? .skip : .refuse
    options.output.makesFolders = arguments.has(.mkdir)
    options.output.syncs = arguments.has(.sync)
    options.isDryRun = arguments.has(.dryRun)
    options.wantsHash = arguments.has(.hash)
    options.wantsReport = arguments.has(.json)
    options.wantsIndex = arguments.has(.index)
    options.isStrict = arguments.has(.strict)
    options.stopsAtFailure = arguments.has(.failFast)
    options.choice.repeatsFrames = arguments.has(.repeat)
    options.choice.snap = reader.choice(.snap)
    if arguments.has(.skipBlank) { options.choice.skipsBlank = try reader.length(.skipBlank) ?? Rational(10) }
    options.isVerified = arguments.has(.verify)
    options.readsEverything = arguments.has(.whole)
    options.pixels.flags = Set(
      PictureFlag.allCases.filter { flag in arguments.occurrences.contains { $0.option.name == flag.rawValue } })
    options.choice.span = TimeSpan(
      from: try arguments.last(.from).map(reader.time), to: try arguments.last(.to).map(reader.time))
    options.choice.step = try reader.signedNumber(.step) ?? 0
    options.workers = try reader.jobs() ?? ProcessLimits.cores
    return options
  }
}

extension ParsedArguments {
  /// Runs one of the checks of combined options.
  func check(_ check: (ParsedArguments) -> () throws(CombinationError) -> Void) throws(UsageError) {
    do throws(CombinationError) {
      try check(self)()
    } catch {
      throw UsageError(line: printableWords(error.description))
    }
  }
}

import Arguments
import Files
import FrameGrabbing

/// Where the jobs of a run come from.
enum BatchSource {
  /// A file of jobs; `-` is standard input.
  case jobs(Path)
  /// A file with names of videos; `-` is standard input.
  case list(Path)
  /// Videos on the command line.
  case videos([Path])

  /// What the command line names.
  ///
  /// - Throws: `UsageError` for more than one of them.
  init(_ arguments: ParsedArguments) throws(UsageError) {
    let operands = arguments.operands
    if let list = arguments.last(.videos) {
      if let video = operands.first {
        throw UsageError(line: "--videos names the videos: put '\(printable(video.bytes))' into its list")
      }
      self = .list(Path(bytes: list.bytes))
    } else if arguments.has(.batch), operands.count == 1, !operands[0].hasVideoEnding {
      self = .jobs(Path(bytes: operands[0].bytes))
    } else {
      if arguments.has(.batch) {
        try Self.checkVideos(operands)
      } else {
        try Operands(arguments).checkMany()
      }
      self = .videos(operands.map { Path(bytes: $0.bytes) })
    }
  }

  /// Refuses a file of jobs among videos.
  private static func checkVideos(_ operands: [Word]) throws(UsageError) {
    let endings = [".ndjson", ".jsonl", ".json"]
    guard let jobs = operands.first(where: { word in endings.contains { word.text.lowercased().hasSuffix($0) } }) else {
      return
    }
    throw UsageError(line: "--batch takes one file of jobs, and nothing else: '\(printable(jobs.bytes))' is not alone")
  }

  /// The file, if standard input or a file is read.
  var file: Path? {
    switch self {
    case .jobs(let path), .list(let path): path
    case .videos: nil
    }
  }

  private var isStandardInput: Bool { file?.bytes == Array("-".utf8) }

  /// A job as people find it.
  func name(of number: Int) -> String {
    switch self {
    case .jobs(let path): "\(path): line \(number)"
    case .list(let path): "\(path): name \(number)"
    case .videos(let videos): "\(videos[min(number, videos.count) - 1])"
    }
  }

  /// The jobs; nil if they come through a pipe, in parts.
  ///
  /// - Throws: `GrabError` for a file that cannot be read.
  func texts() throws(GrabError) -> (any JobTexts)? {
    switch self {
    case .videos(let videos): return HeldJobs(videos: videos)
    case .list(let path):
      return try isPipe(path) ? HeldJobs(names: Self.standardInput()) : try Self.open(path, .videos)
    case .jobs(let path): return try isPipe(path) ? nil : try Self.open(path, .requests)
    }
  }

  /// Whether it is standard input, which another pipe replaces, such as that of a shell's `<(command)`.
  private func isPipe(_ path: Path) throws(GrabError) -> Bool {
    guard !isStandardInput else { return true }
    guard NamedThing(at: path) == .other else { return false }
    try blaming(path, GrabError.Fault.input) { () throws(FileError) in try replaceStandardInput(by: path) }
    return true
  }

  private static func open(_ path: Path, _ kind: JobTextKind) throws(GrabError) -> any JobTexts {
    let file: InputFile
    do throws(FileError) {
      file = try InputFile(opening: path)
    } catch {
      // A list that another program found nothing for.
      if error.fault == .empty { return HeldJobs(kind) }
      throw GrabError(path, .input(error))
    }
    return try JobFile(kind, file)
  }

  /// The most bytes of a list that comes through a pipe.
  private static let mostBytes = 1 << 30

  private static func standardInput() throws(GrabError) -> [UInt8] {
    do throws(FileError) {
      guard let bytes = try readStandardInput(atMost: mostBytes) else {
        throw FileError(path: .standardInput, fault: .readsTooMuch)
      }
      return bytes
    } catch {
      throw GrabError(.standardInput, .input(error))
    }
  }
}

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
    try Operands(arguments).checkPlaces()
    if let list = arguments.last(.videos) {
      if list.hasVideoEnding, Self.isBinary(Path(bytes: list.bytes)) {
        throw UsageError(
          line: "--videos reads names from a file, and '\(printable(list.bytes))' is a video: leave --videos out")
      }
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

  /// Whether a file has bytes of value 0, as no list of lines has.
  private static func isBinary(_ path: Path) -> Bool {
    guard let file = try? InputFile(opening: path) else { return false }
    return (try? file.contains(0)) ?? false
  }

  /// Refuses a file of jobs among the videos.
  private static func checkVideos(_ operands: [Word]) throws(UsageError) {
    let endings = [".ndjson", ".jsonl", ".json"]
    guard let jobs = operands.first(where: { word in endings.contains { word.text.lowercased().hasSuffix($0) } }) else {
      return
    }
    let name = printable(jobs.bytes)
    throw UsageError(line: "--batch takes one file of jobs and no other words; leave out what is beside '\(name)'")
  }

  /// The file, if standard input or a file is read.
  var file: Path? {
    switch self {
    case .jobs(let path), .list(let path): path
    case .videos: nil
    }
  }

  /// Whether the command line must give the moments.
  var needsMoments: Bool {
    if case .jobs = self { false } else { true }
  }

  /// Whether there can be one video only.
  var isOneVideo: Bool {
    if case .videos(let videos) = self { videos.count == 1 } else { false }
  }

  var isStandardInput: Bool { file?.bytes == Array("-".utf8) }

  /// A job as messages name it.
  func name(of number: Int) -> String {
    switch self {
    case .jobs(let path): "\(path): line \(number)"
    case .list(let path): "\(path): name \(number)"
    case .videos(let videos): "\(videos[min(number, videos.count) - 1])"
    }
  }
}

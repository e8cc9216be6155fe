import Arguments
import Broker
import Files
import FrameGrabbing
import Timeline
import Video

/// The values of the command line of a run over many videos.
struct BatchSettings {
  /// How a run continues a file of results.
  enum Resuming: String, CaseIterable {
    /// Only with the same versions of framegrab and FFmpeg.
    case sameVersion
    case anyVersion = "any-version"
    /// The bytes of all outputs are compared with their checksums.
    case verify
  }

  var service: ServiceSettings
  let source: BatchSource
  /// Whether the command line gives moments for all jobs.
  private let hasMoments: Bool
  /// The file of results; nil for none, and for standard output.
  let results: Path?
  /// Whether the results are printed to standard output, in place of everything else.
  let printsResults: Bool
  /// How to continue the file of results; nil for a new one.
  let resuming: Resuming?
  let shard: Shard?
  let printsJSON: Bool
  let pathEnd: UInt8
  /// Whether each result must be on the disk before the run goes on.
  let syncs: Bool
  /// Whether the first failure ends the run.
  let stopsAtFailure: Bool
  /// What jobs have written, in this run and, if it goes on, in the earlier ones, and their videos.
  let files = RunFiles()
  /// Whether progress is told as JSON.
  let tellsProgress: Bool

  /// - Throws: `UsageError` for options of a single run, and for values that are invalid for every job.
  init(_ arguments: ParsedArguments) throws(UsageError) {
    source = try BatchSource(arguments)
    try arguments.check(ParsedArguments.checkMode)
    try arguments.check(ParsedArguments.checkOptions)
    let reader = ValueReader(arguments: arguments)
    hasMoments = arguments.occurrences.contains { $0.option.role == .moment }
    service = try ServiceSettings(
      arguments, ServiceRequest.Rules(hasMoment: hasMoments, takesWeight: true, word: "job"))
    let results = try reader.output(.results) { _ in nil }
    printsResults = results?.bytes == Array("-".utf8)
    self.results = printsResults ? nil : results
    resuming = arguments.has(.resume) ? reader.choice(.resume) ?? .sameVersion : nil
    shard = try arguments.last(.shard).map { (word) throws(UsageError) in
      guard let shard = Shard(word.text) else {
        throw reader.fault(.shard, word.text, "is a part I of N such as 0/8, with I from 0 to N - 1")
      }
      return shard
    }
    printsJSON = arguments.has(.json)
    pathEnd = arguments.has(.print0) ? 0 : 0x0A
    syncs = arguments.has(.sync)
    stopsAtFailure = arguments.has(.failFast)
    let progress = reader.choice(.progress) ?? ProgressChoice.auto
    tellsProgress = progress == .json
    service.wantsReports = results != nil || arguments.has(.json)
    // The jobs of one video are done in succession, so one open video is enough.
    if !arguments.has(.maxOpen) { service.mostOpen = 1 }
    service.terminal.said = SaidLines()
    service.terminal.progress = ProgressLine(progress, isHeard: service.terminal.level >= .normal)
    try check()
  }

  /// Refuses options that do not make sense for many jobs.
  private func check() throws(UsageError) {
    let standard = Array("-".utf8)
    if service.base.output?.bytes == standard {
      throw UsageError(line: "-o - is for one video: give -o a name with {stem} or {n}")
    }
    for item in service.base.asked.items {
      switch item {
      case .gesture(let path) where path.bytes == standard, .list(let path) where path.bytes == standard:
        throw UsageError(line: "each job reads its moments itself: name a file in place of '-'")
      case .gesture, .list, .moment: break
      }
    }
    if results?.namesFolder ?? false {
      throw UsageError(line: "--results is the name of a file: lines are added to it, and it is locked")
    }
    if printsResults, resuming != nil {
      throw UsageError(line: "--resume goes on with a file: give --results its name in place of '-'")
    }
    if !hasMoments, source.needsMoments {
      throw UsageError(
        line: "nothing to grab: say when with --at TIME, --frame N or --gesture FILE (framegrab --help has examples)")
    }
  }
}

/// One of several parts of all videos; the hash of a video's name decides its part.
struct Shard: Equatable {
  let number: UInt64
  let count: UInt64

  /// Reads `I/N`, with I from 0 to N - 1; nil if it is not that.
  init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
      let number = UInt64(parts[0]), let count = UInt64(parts[1]), number < count
    else { return nil }
    (self.number, self.count) = (number, count)
  }

  /// Whether a video belongs to it: the first 8 bytes of the SHA-256 of its name, the most significant first, modulo N.
  func contains(_ video: Path) -> Bool {
    guard let digest = SHA256.digest(of: video.bytes) else { return number == 0 }
    return digest.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) } % count == number
  }
}

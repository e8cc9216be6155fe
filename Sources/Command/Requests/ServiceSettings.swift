import Arguments
import Broker
import Files
import FrameGrabbing
import Sourcing

/// What the command line of a service, or of a batch, says about all its requests.
struct ServiceSettings {
  var terminal: Terminal
  let sandbox: SandboxChoice
  /// How many requests are worked on at a time.
  var workers: Int
  let isFolderNamed: Bool
  /// How many videos stay open for each request in progress, each in its own worker.
  var mostOpen: Int
  /// Whether answers are printed in the order of their requests.
  let isOrdered: Bool
  /// Whether failed requests leave the exit code 0.
  let exitsZero: Bool
  /// The options that apply to every request.
  private let common: [Occurrence]
  /// The request that the shared options alone make, with limits and defaults.
  let base: GrabRequest
  /// Which members requests may have.
  let rules: ServiceRequest.Rules
  /// The most bytes of the pictures of an answer; nil if none has pictures.
  private(set) var mostPictureBytes: Int?
  /// Whether every request needs a full report.
  var wantsReports = true
  /// The helper that reads all videos, once it was started; nil if they are files.
  var source: SourceLink?
  /// The lists of moments that the command line names, which workers cannot read.
  var lists: [Path: InputText] = [:]

  /// The settings of `--serve`.
  ///
  /// - Throws: `UsageError` for options of a single run, and for values that are invalid for every request.
  init(serving arguments: ParsedArguments) throws(UsageError) {
    try arguments.check(ParsedArguments.checkMode)
    if let name = arguments.operands.first {
      throw UsageError(line: "--serve takes videos from its requests: leave '\(printable(name.bytes))' out")
    }
    try self.init(arguments, ServiceRequest.Rules(answersPictures: true))
  }

  /// - Parameters:
  ///   - arguments: the command line; its options that are not about the run apply to every request.
  ///   - rules: what requests may have.
  /// - Throws: `UsageError` for values that are invalid for every request.
  init(_ arguments: ParsedArguments, _ rules: ServiceRequest.Rules) throws(UsageError) {
    common = arguments.occurrences.filter { !$0.isAboutRun }
    self.rules = rules
    base = try GrabRequest(ParsedArguments(occurrences: common, operands: []), isPart: arguments.haveRequests)
    terminal = Terminal(level: Terminal.Level(arguments), progress: nil)
    let reader = ValueReader(arguments: arguments)
    sandbox = reader.choice(.sandbox) ?? .auto
    workers = try reader.jobs() ?? ProcessLimits.cores
    isFolderNamed = arguments.has(.cache)
    mostOpen = try reader.wholeNumber(.maxOpen, isPositive: true).map { Int(min($0, 1000)) } ?? Self.mostOpen
    if rules.answersPictures {
      mostPictureBytes = Int(clamping: try reader.size(.maxPayload) ?? Self.mostPictureBytes)
    }
    isOrdered = !arguments.has(.unordered)
    exitsZero = arguments.has(.exitZero)
  }

  /// The options and the video of a request with those of the command line; its own options take precedence, and its
  /// moments take the place of all others.
  private func arguments(of request: ServiceRequest) -> ParsedArguments {
    let hasMoment = request.named.contains {
      $0.role == .moment || Look.options.contains($0) && request.arguments.has($0)
    }
    let kept = common.filter { occurrence in
      !request.named.contains(occurrence.option) && !(hasMoment && occurrence.isAboutMoments)
    }
    return ParsedArguments(
      occurrences: kept + request.arguments.occurrences, operands: request.arguments.operands)
  }

  private static let mostOpen = 8
  private static let mostPictureBytes: Int64 = 256 << 20

  /// A request combined with the service's options.
  func whole(_ request: ServiceRequest, number: Int = 1) throws(UsageError) -> GrabRequest {
    var asked = try GrabRequest(arguments(of: request))
    asked.number = number
    if wantsReports { asked.options.wantsReport = true }
    if workers > 1 { asked.options.workers = 1 }
    if let mostPictureBytes { try asked.answerPictures(mostBytes: mostPictureBytes) }
    return asked
  }
}

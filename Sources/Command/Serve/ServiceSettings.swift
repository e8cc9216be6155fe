import Arguments
import Files
import FrameGrabbing

/// What the command line of a service says about all its requests.
struct ServiceSettings {
  let terminal: Terminal
  let sandbox: SandboxChoice
  /// How many requests are worked on at a time.
  let workers: Int
  let isFolderNamed: Bool
  /// How many videos stay open in each process that decodes.
  let mostOpen: Int
  /// Whether answers are printed in the order of their requests.
  let isOrdered: Bool
  /// Whether failed requests make no other exit code.
  let exitsZero: Bool
  /// The options that apply to every request.
  private let common: [Occurrence]
  /// What the command line alone asks for: limits and the like.
  let base: GrabRequest

  /// - Parameter arguments: the command line; its options other than `--serve` apply to every request.
  /// - Throws: `UsageError` for options of a single run, and for values that are invalid for every request.
  init(_ arguments: ParsedArguments) throws(UsageError) {
    try arguments.check(OptionTable.checkMode)
    if let name = arguments.operands.first {
      throw UsageError(line: "--serve takes videos from its requests: leave '\(printable(name.bytes))' out")
    }
    common = arguments.occurrences.filter { $0.option != .serve }
    base = try GrabRequest(arguments)
    terminal = Terminal(level: Terminal.Level(arguments), progress: nil)
    let reader = ValueReader(arguments)
    sandbox = reader.choice(.sandbox) ?? .auto
    workers = try reader.jobs() ?? ProcessLimits.cores
    isFolderNamed = arguments.has(.cache)
    mostOpen = try reader.wholeNumber(.maxOpen, isPositive: true).map { Int(min($0, 1000)) } ?? 8
    isOrdered = !arguments.has(.unordered)
    exitsZero = arguments.has(.exitZero)
  }

  /// A request combined with the service's options; its own options take precedence.
  func whole(_ request: ServiceRequest) throws(UsageError) -> GrabRequest {
    let arguments = ParsedArguments(
      occurrences: common.filter { !request.named.contains($0.option) } + request.arguments.occurrences,
      operands: request.arguments.operands)
    var asked = try GrabRequest(arguments)
    asked.options.wantsReport = true
    if workers > 1 { asked.options.workers = 1 }
    return asked
  }
}

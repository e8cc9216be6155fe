import Arguments
import Files
import FrameGrabbing
import JSON
import Timeline

/// Answers requests for frames from standard input, one JSON object per line, until the input ends.
///
/// The start-up cost of the process is paid once, and recently used videos stay open.
struct Service {
  /// The most bytes of a request.
  private static let longestRequest = 1 << 20

  /// The options that apply to every request.
  private let common: [Occurrence]
  private let terminal: Terminal
  private let opened = OpenedVideos()
  private let isFolderNamed: Bool

  /// - Parameter arguments: the command line; its options other than `--serve` apply to every request.
  /// - Throws: `UsageError` for options of a single run, and for values that are invalid for every request.
  init(_ arguments: ParsedArguments) throws(UsageError) {
    try arguments.check(OptionTable.checkMode)
    if let name = arguments.operands.first {
      throw UsageError(line: "--serve takes videos from its requests: leave '\(printable(name.bytes))' out")
    }
    common = arguments.occurrences.filter { $0.option != .serve }
    _ = try GrabRequest(arguments)
    terminal = Terminal(level: Terminal.Level(arguments), progress: nil)
    isFolderNamed = arguments.has(.cache)
  }

  /// Answers requests until the input or the output ends.
  func run() -> ExitCode {
    defer { opened.keepIndexes(terminal, isFolderNamed: isFolderNamed) }
    var lines = StandardInputLines(atMost: Self.longestRequest)
    var code = ExitCode.success
    while true {
      let line: StandardInputLines.Line
      do throws(FileError) {
        guard let next = try lines.next() else { return code }
        line = next
      } catch {
        terminal.fail(GrabError(.standardInput, .input(error)).description)
        return .input
      }
      if case .bytes(let bytes) = line, bytes.allSatisfy({ [0x20, 0x09, 0x0D].contains($0) }) { continue }
      let answer = answer(line)
      if answer.isFailure { code = .someFailed }
      do throws(GrabError) {
        try terminal.print(answer.object.description)
      } catch {
        if case .output(let fault) = error.fault, !fault.isBrokenPipe { terminal.fail(error.description) }
        return .output
      }
    }
  }

  private func answer(_ line: StandardInputLines.Line) -> Answer {
    guard case .bytes(let bytes) = line else {
      return Answer(nil, "the request has more than \(Self.longestRequest) bytes", .usage)
    }
    let request: ServiceRequest
    let asked: GrabRequest
    do throws(ServiceRequest.Fault) {
      request = try ServiceRequest(parsing: bytes)
    } catch {
      return Answer(error.id, error.line, .usage)
    }
    do throws(UsageError) {
      asked = try whole(request)
    } catch {
      return Answer(request.id, error.line, .usage)
    }
    do throws(GrabError) {
      let (report, notes) = try frame(
        of: Inputs(request: asked, terminal: terminal, stopwatch: nil, opened: opened))
      for note in notes { terminal.say(note) }
      return Answer(request.id, report)
    } catch {
      return Answer(request.id, FileAdvice(request: asked).line(error), ExitCode(error))
    }
  }

  /// A request combined with the service's options; its own options take precedence.
  private func whole(_ request: ServiceRequest) throws(UsageError) -> GrabRequest {
    let arguments = ParsedArguments(
      occurrences: common.filter { !request.named.contains($0.option) } + request.arguments.occurrences,
      operands: request.arguments.operands)
    var asked = try GrabRequest(arguments)
    asked.options.wantsReport = true
    for item in asked.asked.items {
      guard case .moment(let moment) = item, moment.mayGiveSeveral else { continue }
      throw UsageError(line: "a request asks for one frame, not for \(moment.text)")
    }
    return asked
  }

  private func frame(of inputs: Inputs) throws(GrabError) -> (FrameReport, notes: [String]) {
    let named = try NamedGrab(inputs)
    if let report = try named.present() { return (report, []) }
    let grab = try FrameGrab(named)
    var found: Result<FrameReport, GrabError>?
    try grab.run(goesOn: { _ in true }, report: { found = found ?? $0 })
    guard let found else { throw GrabError(grab.path, .moment(.outOfRange, asked: "")) }
    let report = try found.get()
    return (report, [grab.choice, report.warning, grab.warning].compactMap { $0 })
  }
}

/// An answer of a service: a JSON object with the request's `id` as its first member.
private struct Answer {
  let object: JSONText
  let isFailure: Bool

  init(_ id: JSONText?, _ report: FrameReport) {
    var object = Self.start(id)
    report.add(to: &object)
    self.object = object.finished()
    isFailure = false
  }

  init(_ id: JSONText?, _ line: String, _ code: ExitCode) {
    var object = Self.start(id)
    object.add("error", .string(printableWords(line)))
    object.add("code", .integer(Int64(code.rawValue)))
    self.object = object.finished()
    isFailure = true
  }

  private static func start(_ id: JSONText?) -> JSONObjectWriter {
    var object = JSONObjectWriter()
    if let id { object.add("id", id) }
    return object
  }
}

import Arguments
import Files
import FrameGrabbing
import JSON
import Timeline
import Video
import Workers

/// Answers requests for frames from standard input, one JSON object per line, in order, until the input ends.
///
/// The start-up cost of the process is paid once, and recently used videos stay open in the workers. A request that
/// crashes its worker is answered like any other that fails.
struct Service {
  /// The most bytes of a request.
  private static let longestRequest = 1 << 20
  /// The most answers that wait for an earlier one.
  private static let mostWaiting = 1000

  let terminal: Terminal
  let sandbox: SandboxChoice
  /// How many requests are worked on at a time.
  let workers: Int
  let isFolderNamed: Bool
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
    workers = try reader.jobs() ?? 1
    isFolderNamed = arguments.has(.cache)
  }

  /// In a process that the service started anew as a worker: works and ends.
  func workIfFresh() {
    let allowance = WorkerProcess.Allowance(memory: UInt64(clamping: base.memory), walls: .all)
    WorkerProcess.workIfFresh(allowance) { channel, memory, walls in ServiceWork(self, channel, memory).run(walls) }
  }

  // MARK: Requests

  /// Answers requests until the input or the output ends.
  func run() -> ExitCode {
    if let error = Sandbox.check(sandbox) {
      terminal.fail(error)
      return ExitCode(rawValue: error.code) ?? .bug
    }
    let desk: any RequestDesk = sandbox == .off ? DirectDesk(self) : WorkerPool(self)
    var lines = StandardInputLines(atMost: Self.longestRequest)
    var answers = AnswerQueue(terminal)
    var number = 0
    defer { desk.close() }
    while true {
      while desk.hasRoom, answers.waiting < Self.mostWaiting, let line = lines.nextRead() {
        if case .bytes(let bytes) = line, bytes.allSatisfy({ [0x20, 0x09, 0x0D].contains($0) }) { continue }
        switch read(line) {
        case .success(let job): desk.start(job, number: number)
        case .failure(let unread): answers.add(unread.answer, number: number)
        }
        number += 1
        for (number, answer) in desk.takeAnswers() { answers.add(answer, number: number) }
      }
      guard answers.print() else { return .output }
      if lines.isEnded, desk.isIdle, answers.waiting == 0 { return answers.code }
      // While no request can be started, none is read.
      let wantsLines = !lines.isEnded && desk.hasRoom && answers.waiting < Self.mostWaiting
      if desk.await(orStandardInput: wantsLines) {
        do throws(FileError) {
          try lines.readMore()
        } catch {
          terminal.fail(GrabError(.standardInput, .input(error)).description)
          return .input
        }
      }
      for (number, answer) in desk.takeAnswers() { answers.add(answer, number: number) }
    }
  }

  /// A request that is answered without a video.
  private struct Unread: Error {
    let answer: Answer
  }

  private func read(_ line: StandardInputLines.Line) -> Result<ServiceJob, Unread> {
    guard case .bytes(let bytes) = line else {
      return .failure(Unread(answer: Answer(nil, "the request has more than \(Self.longestRequest) bytes", .usage)))
    }
    let request: ServiceRequest
    let asked: GrabRequest
    do throws(ServiceRequest.Fault) {
      request = try ServiceRequest(parsing: bytes)
    } catch {
      return .failure(Unread(answer: Answer(error.id, error.line, .usage)))
    }
    do throws(UsageError) {
      asked = try whole(request)
    } catch {
      return .failure(Unread(answer: Answer(request.id, error.line, .usage)))
    }
    do throws(GrabError) {
      var inputs = Inputs(request: asked)
      inputs.gestureText = try inputs.readGestureText()
      let named = try NamedGrab(inputs)
      if let report = try named.present() { return .failure(Unread(answer: Answer(request.id, report))) }
      let input = try VideoInput(opening: named.path)
      return .success(
        ServiceJob(request.id, asked, named, input, line: bytes, gesture: inputs.gestureText?.bytes))
    } catch {
      return .failure(Unread(answer: Answer(request.id, RelayedError(error, asked))))
    }
  }

  /// A request combined with the service's options; its own options take precedence.
  func whole(_ request: ServiceRequest) throws(UsageError) -> GrabRequest {
    let arguments = ParsedArguments(
      occurrences: common.filter { !request.named.contains($0.option) } + request.arguments.occurrences,
      operands: request.arguments.operands)
    var asked = try GrabRequest(arguments)
    asked.options.wantsReport = true
    if workers > 1 { asked.options.workers = 1 }
    for item in asked.asked.items {
      guard case .moment(let moment) = item, moment.mayGiveSeveral else { continue }
      throw UsageError(line: "a request asks for one frame, not for \(moment.text)")
    }
    return asked
  }
}

/// Where the requests of a service are answered.
protocol RequestDesk: AnyObject {
  /// Whether another request can be started.
  var hasRoom: Bool { get }
  /// Whether no request is worked on.
  var isIdle: Bool { get }

  /// Starts to answer a request.
  func start(_ job: ServiceJob, number: Int)

  /// Waits until an answer may be there, or a request; returns whether standard input has something to read.
  func await(orStandardInput isWanted: Bool) -> Bool

  /// The answers that were found since the last call, with the numbers of their requests.
  func takeAnswers() -> [(number: Int, answer: Answer)]

  /// Closes all videos, after their indexes were stored.
  func close()
}

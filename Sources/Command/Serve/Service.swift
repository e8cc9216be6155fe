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

  private let settings: ServiceSettings

  init(_ settings: ServiceSettings) {
    self.settings = settings
  }

  /// In a process that the service started anew as a worker: works and ends.
  func workIfFresh() {
    let allowance = WorkerProcess.Allowance(memory: UInt64(clamping: settings.base.memory), walls: .all)
    WorkerProcess.workIfFresh(allowance) { channel, memory, walls in ServiceWork(settings, channel, memory).run(walls) }
  }

  // MARK: Requests

  /// Answers requests until the input or the output ends, or a signal asks for the end; returns the exit code.
  func run() -> Int32 {
    if let error = Sandbox.check(settings.sandbox) {
      settings.terminal.fail(error)
      return error.code
    }
    let stops = StopSignals()
    let desk: any RequestDesk = settings.sandbox == .off ? DirectDesk(settings) : WorkerPool(settings)
    defer { desk.close() }
    var lines = StandardInputLines(atMost: Self.longestRequest)
    var answers = AnswerQueue(settings.terminal, isOrdered: settings.isOrdered)
    var number = 0
    while true {
      let hasRoom = { desk.hasRoom && answers.waiting < Self.mostWaiting }
      while stops.noted == nil, hasRoom(), let line = lines.nextRead() {
        start(line, number: number, desk, &answers)
        number += 1
        for (number, answer) in desk.takeAnswers() { answers.add(answer, number: number) }
      }
      guard answers.print() else { return ExitCode.output.rawValue }
      let isEnded = lines.isEnded || stops.noted != nil
      if isEnded, desk.isIdle, answers.waiting == 0 { return code(answers, stops) }
      // While no request can be started, none is read.
      let wantsLines = !isEnded && hasRoom()
      let stop = stops.noted == nil ? stops.descriptor : nil
      let ready = desk.await(or: [stop].compactMap { $0 } + (wantsLines ? [0] : []))
      if wantsLines, ready.last == true, stops.noted == nil {
        do throws(FileError) {
          try lines.readMore()
        } catch {
          settings.terminal.fail(GrabError(.standardInput, .input(error)).description)
          return ExitCode.input.rawValue
        }
      }
      for (number, answer) in desk.takeAnswers() { answers.add(answer, number: number) }
    }
  }

  private func code(_ answers: AnswerQueue, _ stops: StopSignals) -> Int32 {
    if let signal = stops.noted { return 128 + signal }
    return answers.hasFailure && !settings.exitsZero ? ExitCode.someFailed.rawValue : ExitCode.success.rawValue
  }

  /// Starts to answer a line, or answers it if it needs no video.
  private func start(
    _ line: StandardInputLines.Line, number: Int, _ desk: any RequestDesk, _ answers: inout AnswerQueue
  ) {
    switch read(line, number: number + 1) {
    case .success(let job): desk.start(job, number: number)
    case .failure(let unread): answers.add(unread.answer, number: number)
    }
  }

  /// A request that is answered without a video.
  private struct Unread: Error {
    let answer: Answer
  }

  private func read(_ line: StandardInputLines.Line, number: Int) -> Result<ServiceJob, Unread> {
    // Without an ID that could be read, the number says which line it is.
    func unreadable(_ words: String, id: JSONText? = nil) -> Result<ServiceJob, Unread> {
      .failure(Unread(answer: Answer(AnswerHead(id: id, line: number), words, .usage)))
    }
    guard case .bytes(let bytes) = line else {
      return unreadable("the line has more than \(Self.longestRequest) bytes")
    }
    if bytes.allSatisfy({ [0x20, 0x09, 0x0D].contains($0) }) { return unreadable("the line is empty") }
    let request: ServiceRequest
    do throws(ServiceRequest.Fault) {
      request = try ServiceRequest(parsing: bytes)
    } catch {
      return unreadable(error.line, id: error.id)
    }
    let head = AnswerHead(id: request.id, line: settings.isOrdered ? nil : number)
    let asked: GrabRequest
    do throws(UsageError) {
      asked = try settings.whole(request)
    } catch {
      return .failure(Unread(answer: Answer(head, error.line, .usage)))
    }
    do throws(GrabError) {
      var inputs = Inputs(request: asked)
      inputs.gestureText = try inputs.readGestureText()
      let named = try NamedGrab(inputs)
      let isSeries = request.hasArray || asked.asked.givesSeveral
      if !isSeries, let report = try named.present() { return .failure(Unread(answer: Answer(head, report))) }
      let input = try VideoInput(opening: named.path)
      return .success(
        ServiceJob(
          head, isSeries: isSeries, asked, named, input, line: bytes, gesture: inputs.gestureText?.bytes))
    } catch {
      return .failure(Unread(answer: Answer(head, RelayedError(error, asked))))
    }
  }
}

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

  /// Answers requests until the input or the output ends.
  func run() -> ExitCode {
    if let error = Sandbox.check(settings.sandbox) {
      settings.terminal.fail(error)
      return ExitCode(rawValue: error.code) ?? .bug
    }
    let desk: any RequestDesk = settings.sandbox == .off ? DirectDesk(settings) : WorkerPool(settings)
    var lines = StandardInputLines(atMost: Self.longestRequest)
    var answers = AnswerQueue(settings.terminal)
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
          settings.terminal.fail(GrabError(.standardInput, .input(error)).description)
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
      asked = try settings.whole(request)
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
}

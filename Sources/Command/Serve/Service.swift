import Arguments
import Broker
import Files
import FrameGrabbing
import JSON
import Sourcing
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

  // MARK: Requests

  /// Answers requests until the input or the output ends, or a signal asks for the end; returns the exit code.
  func run() -> Int32 {
    var settings = settings
    do throws(RelayedError) {
      let zygote = try settings.begin()
      return Service(settings).answerRequests(zygote)
    } catch {
      settings.terminal.fail(error)
      return error.code
    }
  }

  private func answerRequests(_ zygote: Zygote?) -> Int32 {
    let stops = ProcessLimits.noteStops()
    let desk = settings.desk(zygote)
    defer {
      desk.close()
      settings.source?.close()
    }
    var lines = StandardInputLines(atMost: Self.longestRequest)
    var answers = AnswerQueue(settings.terminal, isOrdered: settings.isOrdered)
    var number = 0
    while true {
      let hasRoom = {
        !desk.freeSlots.isEmpty && answers.waiting < Self.mostWaiting
          && answers.waitingBytes < settings.mostPictureBytes ?? .max
      }
      while stops.noted == nil, !hasFailed(desk), hasRoom(), let line = lines.nextRead() {
        start(line, number: number, desk, &answers)
        number += 1
        takeFinished(desk, &answers)
      }
      guard answers.print() else { return ExitCode.output.rawValue }
      let endsEarly = stops.noted != nil || hasFailed(desk)
      // Printing answers may have made room for lines that were read before.
      if !endsEarly, hasRoom(), lines.hasNext { continue }
      let isEnded = endsEarly || lines.isEnded && !lines.hasNext
      if isEnded, desk.isIdle, answers.waiting == 0 { return code(answers, stops, desk) }
      // Lines are read only if a request could be started.
      let wantsLines = !isEnded && hasRoom()
      let stop = stops.noted == nil ? stops.descriptor : nil
      let ready = desk.await(or: [stop].compactMap { $0 } + (wantsLines ? [0] : []), atMost: nil)
      if wantsLines, ready.last == true, stops.noted == nil {
        do throws(FileError) {
          try lines.readMore()
        } catch {
          settings.terminal.fail(GrabError(.standardInput, .input(error)).description)
          return ExitCode.input.rawValue
        }
      }
      takeFinished(desk, &answers)
    }
  }

  /// Whether no more requests can be answered.
  private func hasFailed(_ desk: any RequestDesk) -> Bool { desk.hasFailed || settings.source?.fault != nil }

  private func code(_ answers: AnswerQueue, _ stops: StopSignals, _ desk: any RequestDesk) -> Int32 {
    if let signal = stops.noted { return 128 + signal }
    if desk.hasFailed {
      settings.terminal.fail(WorkerLoss.noMoreWorkers)
      return ExitCode.limit.rawValue
    }
    if let fault = settings.source?.fault {
      settings.terminal.fail("\(fault.words), so no more requests are answered")
      return ExitCode.limit.rawValue
    }
    return answers.hasFailure && !settings.exitsZero ? ExitCode.someFailed.rawValue : ExitCode.success.rawValue
  }

  private func takeFinished(_ desk: any RequestDesk, _ answers: inout AnswerQueue) {
    for finished in desk.takeFinished() {
      let job = finished.job
      let answer = Answer(
        job.head, finished.result, isSeries: job.isSeries, hasPictures: job.request.options.output.answer != nil)
      answers.enqueue(answer, number: finished.number)
    }
  }

  /// Starts a request, or answers it at once if it needs no video.
  private func start(
    _ line: StandardInputLines.Line, number: Int, _ desk: any RequestDesk, _ answers: inout AnswerQueue
  ) {
    switch read(line, number: number + 1) {
    case .job(let job):
      if let slot = desk.freeSlots.first { desk.start(job, number: number, in: slot, isFresh: false) }
    case .answer(let answer): answers.enqueue(answer, number: number)
    }
  }

  /// A line that was read.
  private enum Line {
    case job(ServiceJob)
    /// The answer to a request that needs no video, or is invalid.
    case answer(Answer)
  }

  private func read(_ line: StandardInputLines.Line, number: Int) -> Line {
    // If the ID cannot be read, the line's number identifies it.
    func unreadable(_ words: String, id: JSONText? = nil) -> Line {
      .answer(Answer(AnswerHead(id: id, line: number), JobResult(words, .usage), isSeries: false))
    }
    guard case .bytes(let bytes) = line else {
      return unreadable("the line has more than \(Self.longestRequest) bytes")
    }
    let request: ServiceRequest
    do throws(ServiceRequest.Fault) {
      request = try ServiceRequest(parsing: bytes, settings.rules)
    } catch {
      return unreadable(error.line, id: error.id)
    }
    let head = AnswerHead(id: request.id, line: settings.isOrdered ? nil : number)
    let reader = JobReader(settings)
    let asked: GrabRequest
    do throws(UsageError) {
      asked = try settings.whole(request, number: number)
    } catch {
      return .answer(Answer(head, JobResult(error.line, .usage), isSeries: false))
    }
    let hasPictures = asked.options.output.answer != nil
    let isSeries =
      request.hasArray || asked.asked.givesSeveral || asked.asked.hasRange || asked.options.pixels.sheet != nil
      || asked.look == .frames
    do throws(GrabError) {
      let (inputs, named) = try reader.named(asked)
      switch reader.job(inputs, named, head, isSeries: isSeries) {
      case .job(let job): return .job(job)
      case .result(let result): return .answer(Answer(head, result, isSeries: isSeries, hasPictures: hasPictures))
      }
    } catch {
      let result = JobResult(RelayedError(error, asked))
      return .answer(Answer(head, result, isSeries: isSeries, hasPictures: hasPictures))
    }
  }
}

extension ServiceSettings {
  /// Checks the sandbox and starts the helper of `--source`.
  ///
  /// - Returns: The process that forks the workers, made before anything else is read; nil without workers.
  /// - Throws: `RelayedError` if a required sandbox is missing, or no process can be started.
  mutating func begin() throws(RelayedError) -> Zygote? {
    if let error = Sandbox.check(sandbox) { throw error }
    var zygote: Zygote?
    do throws(Channel.Fault) {
      if sandbox != .off { zygote = try Zygote(ServiceWork.run) }
    } catch {
      throw WorkerLoss.notStarted(error).words
    }
    source = try base.startSource()
    return zygote
  }

  /// The workers that answer requests, or this process if there are none.
  func desk(_ zygote: Zygote?) -> any RequestDesk { zygote.map { CrewDesk(self, $0) } ?? DirectDesk(self) }
}

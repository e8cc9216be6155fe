import Arguments
import Files
import FrameGrabbing
import JSON

/// Reads texts as jobs and orders them; of the files that they name it opens only gestures and sliders.
struct BatchPlanner {
  private let settings: BatchSettings
  private let journal: Journal?

  /// How many invalid texts are kept; after that many, no job will be read again.
  private let mostFaults: Int

  private var plan = BatchPlan()
  /// The queue entries, by place.
  private var entries: [BatchQueue.Entry] = []
  /// The jobs that may be done under other numbers.
  private var moved: [(job: Known, place: Int)] = []
  /// The outputs whose names are known.
  private var outputs = OutputMarks()
  /// The video that was noted last.
  private var lastVideo: Path?

  /// - Parameter mostFaults: how many invalid texts are kept.
  init(_ settings: BatchSettings, _ journal: Journal?, mostFaults: Int = .max) {
    (self.settings, self.journal, self.mostFaults) = (settings, journal, mostFaults)
  }

  /// A job as an earlier run may know it.
  private struct Known {
    let key: JobKey
    let number: Int
    let video: Path
    let output: Path?
  }

  /// A text that was read as a job.
  struct Job {
    let request: ServiceRequest
    let asked: GrabRequest
    /// The video, or the gesture file that names it.
    let subject: Path
  }

  /// Reads one text.
  ///
  /// - Throws: `BatchPlan.Fault` for a text that is no job.
  static func job(
    _ text: JobText, _ kind: JobTextKind, _ number: Int, _ settings: BatchSettings
  ) throws(BatchPlan.Fault) -> Job {
    guard case .bytes(let bytes) = text else {
      throw BatchPlan.Fault(
        number: number, id: nil, words: "the \(kind.word) has more than \(JobTextKind.longest) bytes")
    }
    let request: ServiceRequest
    switch kind {
    case .videos: request = ServiceRequest(video: Path(bytes: bytes))
    case .requests:
      do throws(ServiceRequest.Fault) {
        request = try ServiceRequest(parsing: bytes, settings.service.rules)
      } catch {
        throw BatchPlan.Fault(number: number, id: error.id, words: error.line)
      }
    }
    func fault(_ words: String) -> BatchPlan.Fault { BatchPlan.Fault(number: number, id: request.id, words: words) }
    var asked: GrabRequest
    do throws(UsageError) {
      asked = try settings.service.whole(request, number: number)
      asked.version = request.version
    } catch {
      throw fault(error.line)
    }
    if let output = asked.output {
      if output.bytes == Array("-".utf8) { throw fault("\"output\": is the name of a file, not '-'") }
      do throws(TemplateError) {
        _ = try asked.template()
      } catch {
        throw fault(error.description)
      }
    }
    return Job(request: request, asked: asked, subject: asked.video ?? asked.asked.gesture ?? "")
  }

  /// Reads all texts once.
  ///
  /// - Throws: `GrabError` for a file of them that cannot be read, or was changed meanwhile.
  mutating func plan(_ texts: any JobTexts) throws(GrabError) -> BatchPlan {
    try texts.readAll { (place, text) throws(GrabError) in
      let entry = try entry(of: text, place, texts)
      let isKept = plan.faultCount < mostFaults
      if isKept { entries.append(entry) }
      return isKept
    }
    outputs = OutputMarks()
    if let journal {
      // Every job has its own line by now.
      let last = texts.firstNumber + entries.count - 1
      for (job, place) in moved where isDone(job, journal.takeMoved(job.key, upTo: last)) { entries[place] = .nothing }
    }
    plan.queue = BatchQueue(entries, isOrdered: settings.service.isOrdered)
    return plan
  }

  /// Plans one text.
  private mutating func entry(
    of text: JobText, _ place: Int, _ texts: any JobTexts
  ) throws(GrabError) -> BatchQueue.Entry {
    let number = texts.firstNumber + place
    let job: Job
    do throws(BatchPlan.Fault) {
      job = try Self.job(text, texts.kind, number, settings)
    } catch {
      note(error)
      return .nothing
    }
    // Files that cannot be read are an error of the job itself, when it is done.
    let named = try? JobReader(settings.service).named(job.asked)
    if let output = named?.grab.knownOutput, plan.faultCount < mostFaults {
      if let other = try other(with: output, texts) {
        let words = "\(output) is the output of job \(other), too; {n} tells them apart, {stem} may"
        note(BatchPlan.Fault(number: number, id: job.request.id, words: words))
        return .nothing
      }
      outputs.insert(output, at: place)
    }
    guard settings.shard?.contains(job.subject) ?? true else { return .nothing }
    let video = named?.grab.path ?? job.subject
    if settings.service.source == nil, video != lastVideo {
      settings.files.note(video: video)
      lastVideo = video
    }
    // A helper is asked for a video's state only if this is a resumed run.
    let isWanted = settings.service.source == nil || settings.resuming != nil
    let identity = isWanted ? named.map(\.grab.video.lastingIdentity) ?? FileIdentity(of: video) : nil
    if settings.resuming != nil, let journal, let named,
      let key = settings.key(of: named.grab, named.inputs, identity)
    {
      let known = Known(key: key, number: number, video: named.grab.path, output: named.grab.knownOutput)
      let record = journal.takeOwn(key, number: number)
      if isDone(known, record) { return .nothing }
      // Behind too many faults nothing will be done.
      if record == nil, plan.faultCount < mostFaults, journal.knows(key) { moved.append((known, place)) }
    }
    let weight = job.request.weight ?? Double(identity?.size ?? 0) * job.asked.asked.share
    return BatchQueue.Entry(video: video, weight: weight)
  }

  private mutating func note(_ fault: BatchPlan.Fault) {
    plan.faultCount += 1
    if plan.faults.count < mostFaults { plan.faults.append(fault) }
  }

  /// The number of an earlier job with this output; nil if there is none.
  private func other(with output: Path, _ texts: any JobTexts) throws(GrabError) -> Int? {
    for place in outputs.places(of: output) {
      let number = texts.firstNumber + place
      let text = try texts.text(at: place)
      guard let job = try? Self.job(text, texts.kind, number, settings) else { continue }
      if (try? JobReader(settings.service).named(job.asked))?.grab.knownOutput == output { return number }
    }
    return nil
  }

  /// Whether an earlier run has done a job, or has found that it cannot be done.
  private mutating func isDone(_ job: Known, _ record: JournalRecord?) -> Bool {
    guard let record, record.isFinal, record.isIntact(verifies: settings.resuming == .verify) else { return false }
    for output in record.outputs where output.published != .skipped { settings.files.note(written: output.path) }
    plan.earlierJobs.append((record.key ?? job.key, job.number, job.video, job.output))
    if record.codes.isEmpty {
      plan.doneEarlier += 1
    } else {
      plan.failedEarlier += 1
      if plan.earlierFailures.count < BatchPlan.mostFailures {
        plan.earlierFailures.append(
          BatchPlan.EarlierFailure(
            number: job.number, reason: record.reason ?? "failed",
            code: record.code.flatMap { ExitCode(rawValue: Int32(clamping: $0)) } ?? .someFailed))
      }
    }
    return true
  }
}

extension NamedGrab {
  /// The name of its output, if it does not depend on the content of the video.
  var knownOutput: Path? { options.knownOutput(of: moments, input: path) }
}

extension BatchSettings {
  /// The key of a job.
  func key(of named: NamedGrab, _ inputs: Inputs, _ video: FileIdentity?) -> JobKey? {
    JobKey(named, inputs, video)
  }
}

extension AskedMoments {
  /// Roughly how much of a video must be decoded for them, from 0 to 1.
  fileprivate var share: Double {
    let parts = items.map { item in
      guard case .moment(let moment) = item else { return 1.0 / 16 }
      switch moment.kind {
      case .all, .every, .keyframes: return 1.0
      case .count(let count): return Double(count) / 64
      case .frames, .time, .gesture, .times, .chapters: return 1.0 / 64
      }
    }
    return min(1, parts.reduce(0, +))
  }
}

/// The plan for a number of texts: the jobs to be done, and the texts that are no valid jobs.
struct BatchPlan {
  /// A text that is no valid job.
  struct Fault: Error {
    let number: Int
    let id: JSONText?
    let words: String
  }

  /// A job that failed in an earlier run and would fail again.
  struct EarlierFailure {
    let number: Int
    let reason: String
    let code: ExitCode
  }

  /// The most failures of an earlier run that are kept.
  static let mostFailures = 10

  /// The jobs that are to be done.
  var queue = BatchQueue([])
  /// The texts that are no valid jobs; only the first ones if there are too many.
  var faults: [Fault] = []
  /// How many texts are no valid jobs.
  var faultCount = 0
  /// How many jobs an earlier run has done.
  var doneEarlier = 0
  /// How many failed in an earlier run, and the first of them.
  var failedEarlier = 0
  var earlierFailures: [EarlierFailure] = []

  /// The jobs that an earlier run has done, or whose failure was final.
  var earlierJobs: [(key: JobKey, number: Int, video: Path, output: Path?)] = []

  /// How many jobs there are.
  var total: Int { queue.count + faultCount + doneEarlier + failedEarlier }
}

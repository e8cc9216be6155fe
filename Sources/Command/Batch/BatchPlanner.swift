import Arguments
import Files
import FrameGrabbing
import JSON

/// Reads texts as jobs and orders them; nothing is opened but gesture files.
struct BatchPlanner {
  private let settings: BatchSettings
  private let journal: Journal?

  private var plan = BatchPlan()
  /// The groups by the names of their videos.
  private var groups: [Path: Int] = [:]
  /// The hashes of the outputs whose names are known, with the places of their jobs.
  private var outputs: [Int: Int32] = [:]

  init(_ settings: BatchSettings, _ journal: Journal?) {
    (self.settings, self.journal) = (settings, journal)
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
  static func job(_ texts: JobTexts, _ place: Int, _ settings: BatchSettings) throws(BatchPlan.Fault) -> Job {
    let number = texts.firstNumber + place
    let text = texts[place]
    let request: ServiceRequest
    if texts.kind == .videos {
      request = ServiceRequest(video: Path(bytes: text))
    } else {
      guard text.count <= JobTexts.longestLine else {
        throw BatchPlan.Fault(number: number, id: nil, words: "the line has more than \(JobTexts.longestLine) bytes")
      }
      do throws(ServiceRequest.Fault) {
        request = try ServiceRequest(parsing: text, settings.service.rules)
      } catch {
        throw BatchPlan.Fault(number: number, id: error.id, words: error.line)
      }
    }
    func fault(_ words: String) -> BatchPlan.Fault { BatchPlan.Fault(number: number, id: request.id, words: words) }
    let asked: GrabRequest
    do throws(UsageError) {
      asked = try settings.service.whole(request, number: number)
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

  /// Reads all texts.
  mutating func plan(_ texts: JobTexts) -> BatchPlan {
    for place in 0..<texts.count {
      do throws(BatchPlan.Fault) {
        try add(try Self.job(texts, place, settings), place, texts)
      } catch {
        plan.faults.append(error)
      }
    }
    return plan
  }

  private mutating func add(_ job: Job, _ place: Int, _ texts: JobTexts) throws(BatchPlan.Fault) {
    let number = texts.firstNumber + place
    // What the files that it names are like is the matter of the job itself.
    let named = try? JobReader(settings.service).named(job.asked)
    if let output = named?.grab.knownOutput,
      let other = outputs.updateValue(Int32(place), forKey: output.hashValue),
      knownOutput(texts, Int(other)) == output
    {
      throw BatchPlan.Fault(
        number: number, id: job.request.id,
        words: "\(output) is the output of job \(texts.firstNumber + Int(other)), too; {stem} and {n} tell names apart")
    }
    guard settings.shard?.contains(job.subject) ?? true else { return }
    let video = named?.grab.path ?? job.subject
    let identity = FileIdentity(of: video)
    if settings.resuming != nil, let journal, let named, isDone(job, named.grab, named.inputs, identity, journal) {
      return
    }
    let group = groups[video] ?? plan.groups.count
    if group == plan.groups.count {
      groups[video] = group
      plan.groups.append(BatchPlan.Group())
    }
    plan.groups[group].jobs.append(Int32(place))
    plan.groups[group].weight += job.request.weight ?? Double(identity?.size ?? 0) * job.asked.asked.share
  }

  private func knownOutput(_ texts: JobTexts, _ place: Int) -> Path? {
    guard let job = try? Self.job(texts, place, settings) else { return nil }
    return (try? JobReader(settings.service).named(job.asked))?.grab.knownOutput
  }

  /// Whether an earlier run has done a job, or has found that it cannot be done.
  private mutating func isDone(
    _ job: Job, _ named: NamedGrab, _ inputs: Inputs, _ video: FileIdentity?, _ journal: Journal
  ) -> Bool {
    guard let key = settings.key(of: job.request, named, inputs, video), let record = journal.record(of: key),
      record.isFinal, record.isIntact(verifies: settings.resuming == .verify)
    else { return false }
    if record.codes.isEmpty {
      plan.doneEarlier += 1
    } else {
      plan.failedEarlier.append(
        BatchPlan.EarlierFailure(number: inputs.request.number, reason: record.reason ?? "failed"))
    }
    return true
  }
}

extension NamedGrab {
  /// The name of its output, if nothing in the video is needed for it.
  fileprivate var knownOutput: Path? { options.knownOutput(of: moments, input: path) }
}

extension BatchSettings {
  /// The key of a job.
  func key(of request: ServiceRequest, _ named: NamedGrab, _ inputs: Inputs, _ video: FileIdentity?) -> JobKey? {
    JobKey(service.arguments(of: request), named, inputs, video, hasVersions: resuming != .anyVersion)
  }
}

extension AskedMoments {
  /// The part of a video that has to be decoded for them, roughly, from 0 to 1.
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

import Files
import FrameGrabbing

/// How a resumed run handles existing outputs: it replaces only those that were cut off.
struct ResumedOutputs {
  private let settings: BatchSettings
  private let journal: Journal

  init(_ settings: BatchSettings, _ journal: Journal) {
    (self.settings, self.journal) = (settings, journal)
  }

  /// Sets how the outputs of a job are handled if they exist; without `--resume` and with `-y` nothing changes.
  func setPolicies(of named: inout NamedGrab, _ inputs: Inputs) {
    guard settings.resuming != nil, named.options.output.policy != .overwrite else { return }
    let skips = named.options.output.policy == .skip
    if !skips { named.options.output.policy = .adopt(as: .created) }
    for output in earlier(named, inputs)?.outputs ?? [] {
      guard let count = output.byteCount, output.published != .skipped else { continue }
      named.options.output.policies[output.path] = .repair(
        EarlierOutput(byteCount: count, published: output.published, skipsOthers: skips))
    }
  }

  /// The earlier line about the job, else that with its number if the video is the same: a job or video that was
  /// changed may still give the bytes that were cut off.
  private func earlier(_ named: NamedGrab, _ inputs: Inputs) -> JournalRecord? {
    if let key = settings.key(of: named, inputs, named.video.lastingIdentity),
      let record = journal.record(of: key)
    {
      return record
    }
    let record = journal.record(ofJob: inputs.request.number)
    return record?.video == named.path ? record : nil
  }
}

import Files
import FrameGrabbing

/// What a run that goes on does with outputs that exist: none of them is replaced but what was cut off.
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

  /// The line of the job; or that of its number, if it is about the same video: the job or the video may have been
  /// changed, and still make the bytes that were cut off.
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

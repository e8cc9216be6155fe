import Files

/// The results of frames whose turn to be reported has not come.
struct WaitingReports {
  /// A result.
  enum Entry {
    case kept(WaitingReport)
    /// The whole report, since the timeline that it was made from has changed.
    indirect case whole(FrameReport)
    indirect case failure(GrabError)
    /// There is none to report.
    case nothing
  }

  private var entries: [AskedFrame: Entry] = [:]
  private var likeness: WaitingReport.SharedFacts?

  /// Whether a frame has one.
  func hold(_ request: AskedFrame) -> Bool { entries[request] != nil }

  /// Whether any of them is a picture's.
  var hasPictures: Bool { entries.values.contains { if case .failure = $0 { false } else { true } } }

  /// The frames that have one, in request order.
  var requests: [AskedFrame] { entries.keys.sorted() }

  /// Keeps a result.
  mutating func keep(_ result: Result<FrameReport, GrabError>, of request: AskedFrame) {
    switch result {
    case .success(let whole): entries[request] = .kept(WaitingReport(whole, sharing: &likeness))
    case .failure(let error): entries[request] = .failure(error)
    }
  }

  /// Gives a frame the result that is not reported.
  mutating func drop(_ request: AskedFrame) { entries[request] = .nothing }

  /// The result of a frame, which is not kept any more; nil if there is none.
  mutating func take(_ request: AskedFrame) -> Entry? { entries.removeValue(forKey: request) }

  /// Makes them independent of these frames, which are about to be looked up again.
  mutating func complete(with frames: NamedFrames) {
    for (request, entry) in entries {
      guard case .kept(let kept) = entry, let frame = try? frames.frame(request) else { continue }
      entries[request] = .whole(kept.report(on: frame, of: frames.input))
    }
  }
}

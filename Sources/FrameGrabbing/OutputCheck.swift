import Files
import Video

/// Settles frames whose outputs exist already or cannot be written, before anything is decoded for them.
struct OutputCheck {
  private let inputs: [FileIdentity]
  private let options: GrabOptions
  private var isFirstRound = true

  init(_ video: VideoFile, _ options: GrabOptions) {
    inputs = [video.identity] + options.otherInputs
    self.options = options
  }

  /// Settles the frames of a ledger that have no result yet; a missing folder is reported once for all of its frames.
  ///
  /// - Throws: `GrabError` as `GrabLedger.frame` does.
  mutating func settle(_ ledger: GrabLedger, _ report: GrabLedger.Report) throws(GrabError) {
    guard case .files = options.destination else { return }
    // The folders that are missing, and the last moment that was told so.
    var missing: [Path: Int] = [:]
    try ledger.found.forEach { request, _ throws(GrabError) in
      guard ledger.isOpen(request), !(options.stopsAtFailure && ledger.hasFailed) else { return }
      let frame = try ledger.frame(request)
      // In later rounds, a file that several requests share may be one that this run wrote.
      guard let path = frame.output, isFirstRound || !ledger.sharedNames.contains(path) else { return }
      do throws(FileError) {
        let isFree = try Output(path, options).check(notInputs: inputs)
        // A hash is of a decoded picture, whatever becomes of its file.
        guard !isFree, !options.wantsHash else { return }
        ledger.settle(
          request,
          .success(
            FrameReport(
              input: ledger.input, frame: frame, outcome: .skipped(path), pixels: nil, isDamaged: nil, hash: nil)),
          report)
      } catch {
        var failure = GrabError(path, .output(error))
        if error.fault == .noFolder {
          let last = missing.updateValue(request.moment, forKey: path.parent)
          if last == request.moment { return ledger.drop(request, report) }
          if last != nil { failure = failure.repeated() }
        }
        ledger.settle(request, .failure(failure), report)
      }
    }
    isFirstRound = false
  }
}

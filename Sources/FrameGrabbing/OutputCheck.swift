public import Files
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
    var missing: Set<Path> = []
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
        if error.fault == .noFolder, !missing.insert(path.parent).inserted { return ledger.drop(request, report) }
        ledger.settle(request, .failure(GrabError(path, .output(error))), report)
      }
    }
    isFirstRound = false
  }
}

extension Output {
  /// The output of a picture.
  init(_ path: Path, _ options: GrabOptions) {
    self.init(
      path: path, policy: options.policy, makesFolders: options.makesFolders, syncs: options.syncs,
      isForeign: options.isNameForeign)
  }
}

extension Grabber {
  /// The output of a moment, if its name is known before the video is opened, a file has it, and the options say that
  /// such a one is left as it is; else nil.
  ///
  /// - Parameters:
  ///   - moments: What to grab: only a single moment with a single frame has such a name.
  ///   - input: The name of the video.
  /// - Throws: `GrabError` for a name that cannot be an output.
  public static func presentOutput(
    of moments: [Moment], input: Path, options: GrabOptions
  ) throws(GrabError) -> Path? {
    guard options.policy == .skip, !options.isDryRun, !options.wantsHash, moments.count == 1,
      case .files(let template) = options.destination,
      let path = FrameName(template, video: input).path(of: moments[0], options: options)
    else { return nil }
    let video = (try? InputFile(opening: input))?.identity
    let inputs = [video].compactMap { $0 } + options.otherInputs
    return try blaming(path, GrabError.Fault.output) { () throws(FileError) in
      try Output(path, options).check(notInputs: inputs) ? nil : path
    }
  }
}

import Files
import Video

/// Settles frames whose outputs exist already or cannot be written, before anything is decoded for them.
struct OutputCheck {
  private let outlet: any PictureOutlet
  private let options: GrabOptions
  private var isFirstRound = true

  /// How many outputs are checked at once.
  private static let group = 256

  init(_ outlet: any PictureOutlet, _ options: GrabOptions) {
    self.outlet = outlet
    self.options = options
  }

  /// Settles the frames of a ledger that have no result yet; a folder that cannot be written to is reported once for
  /// all of its frames.
  ///
  /// - Throws: `GrabError` as `GrabLedger.frame` does.
  mutating func settle(_ ledger: GrabLedger, _ report: GrabLedger.Report) throws(GrabError) {
    guard case .files = options.output.destination, options.pixels.sheet == nil else { return }
    if options.joinsFile { return try settleFile(ledger, report) }
    ledger.unblock()
    var group: [(request: AskedFrame, frame: PlannedFrame)] = []
    try ledger.frames.found.forEach { request, _ throws(GrabError) in
      guard ledger.isOpen(request) else { return }
      let frame = try ledger.frame(request)
      // In later rounds, a file that several requests share may be one that this run wrote.
      guard let path = frame.output, isFirstRound || !ledger.frames.sharedNames.contains(path) else { return }
      group.append((request, frame))
      if group.count == Self.group { settle(&group, ledger, report) }
    }
    settle(&group, ledger, report)
    ledger.unblock()
    isFirstRound = false
  }

  /// Settles all frames if the one file for them cannot be written, or exists and is kept.
  private func settleFile(_ ledger: GrabLedger, _ report: GrabLedger.Report) throws(GrabError) {
    guard ledger.isHeld else { return }
    switch outlet.check([PictureName()], onlyFolders: false)[0] {
    case .success(true): return
    case .success(false):
      guard !options.wantsHash else { return }
      try leave(ledger, report)
    case .failure(let failure): throw failure
    }
  }

  /// Settles all frames as skipped, since their file or sheets exist and are kept.
  func leave(_ ledger: GrabLedger, _ report: GrabLedger.Report) throws(GrabError) {
    try ledger.frames.found.forEach { request, _ throws(GrabError) in
      let frame = try ledger.frame(request)
      let skipped = FrameReport(
        input: ledger.frames.input, frame: frame, outcome: .skipped(frame.output ?? ""), pixels: nil, isDamaged: nil,
        hash: nil
      )
      ledger.settle(request, .success(skipped), report)
    }
    ledger.release(.skipped, report)
  }

  private func settle(
    _ group: inout [(request: AskedFrame, frame: PlannedFrame)], _ ledger: GrabLedger, _ report: GrabLedger.Report
  ) {
    defer { group.removeAll(keepingCapacity: true) }
    let answers = outlet.check(group.map { $0.frame.name ?? PictureName() }, onlyFolders: false)
    for ((request, frame), answer) in zip(group, answers) where !(options.stopsAtFailure && ledger.faults.hasAny) {
      guard let path = frame.output else { continue }
      switch answer {
      // A hash needs the decoded picture even if its file exists.
      case .success(let isFree):
        guard !isFree, !options.wantsHash else { continue }
        let skipped = FrameReport(
          input: ledger.frames.input, frame: frame, outcome: .skipped(path), pixels: nil, isDamaged: nil, hash: nil)
        ledger.settle(request, .success(skipped), report)
      case .failure(let failure) where failure.isAboutFolder:
        ledger.refuse(request, in: path.parent, failure, isUntried: !isFirstRound, report)
      case .failure(let failure): ledger.settle(request, .failure(failure), report)
      }
    }
  }
}

import Color
public import Files
import Memory
import Timeline
public import Video

/// Grabs frames of one video: from requested moments to picture files, each reported in request order.
public struct Grabber {
  /// Receives the progress of the run, and returns whether to continue.
  public typealias Going = (GrabProgress) -> Bool
  /// Receives the result of a frame.
  public typealias Report = (Result<FrameReport, GrabError>) -> Void

  private let video: VideoFile
  private let input: Path
  private var options: GrabOptions
  private let outlet: any PictureOutlet

  /// How many read errors in a row, without a picture in between, end the run.
  private static let mostFailures = 3

  /// The most rounds of looking frames up: a timeline changes two or three times at most.
  private static let mostRounds = 16

  /// Prepares a grab.
  ///
  /// - Parameters:
  ///   - video: The open video.
  ///   - input: The name under which it was opened.
  ///   - options: What is done with each frame.
  ///   - outlet: What writes the pictures; nil for this process.
  public init(_ video: VideoFile, input: Path, options: GrabOptions, outlet: (any PictureOutlet)? = nil) {
    self.video = video
    self.input = input
    self.options = options
    // Readers find pictures by position, so a missing one would spoil all others; a sheet only leaves its cell black.
    if options.joinsPictures, options.pixels.sheet == nil || options.isStrict { self.options.stopsAtFailure = true }
    self.outlet = outlet ?? DirectOutlet(options, input: input, inputs: [video.identity])
  }

  /// Grabs all moments in one pass over the video and reports them in request order.
  ///
  /// A frame that is requested twice is decoded once. A moment that fails does not stop the others, unless the options
  /// say so. Memory grows with the number of frames by only some bytes each.
  ///
  /// The steps of a grab: the moments become frames with names (`GrabLedger`); outputs that exist or cannot be written
  /// are settled (`OutputCheck`); the frames that have no result yet become a batch; their pictures are decoded
  /// (`VideoFile`), by workers or in turn; each picture becomes a bitmap, a PNG and a file (`PictureWriter`), or a tile of
  /// a sheet; the result is noted and reported (`GrabLedger`). If decoding shows that the timeline is a different one, the
  /// frames without a result are looked up again.
  ///
  /// - Parameters:
  ///   - moments: What to grab.
  ///   - goesOn: Called after each frame; returns whether to continue.
  ///   - report: Receives the result of each frame.
  /// - Returns: How many pictures were not tried, since another one could not be written to their folder.
  /// - Throws: `GrabError` for errors that make the whole call invalid, before anything is decoded or written.
  @discardableResult
  public func grab(
    _ moments: [Moment], goesOn: Going = { _ in true }, report: Report
  ) throws(GrabError) -> Int {
    var counter = RawCounter(options)
    let shown = options.pixels.sheet == nil ? nil : try ShownPicture(video, input: input, options: options)
    let ledger = try GrabLedger(moments, video, input: input, options: options, shown: shown)
    try grabInRounds(moments, ledger, goesOn) { result in
      guard case .success(var whole) = result else { return report(result) }
      counter.addPlace(to: &whole)
      report(.success(whole))
    }
    return ledger.faults.untriedCount
  }

  private func grabInRounds(
    _ moments: [Moment], _ ledger: GrabLedger, _ goesOn: Going, _ report: Report
  ) throws(GrabError) {
    if options.isStrict, isEndUncertain(for: moments) { throw GrabError(input, .cutOff(lastFrame: lastFrame)) }
    if options.stopsAtFailure, ledger.reportFirstFault(report) { return }
    ledger.reportDue(report)
    if options.isDryRun { return try plan(ledger, goesOn, report) }
    var outputs = OutputCheck(outlet, options)

    var writer = writer(ledger, threads: options.workers)
    var (rounds, isBegun) = (0, false)
    while rounds < Self.mostRounds {
      rounds += 1
      try outputs.settle(ledger, report)
      if options.stopsAtFailure, ledger.faults.hasAny { return ledger.reportRest(report) }
      if ledger.isHeld, !isBegun {
        isBegun = ledger.frames.sheets != nil
        let isOpen = try outlet.begin(ledger.frames.sheets?.order)
        if isBegun, !isOpen { return try outputs.leave(ledger, report) }
        ledger.startAgain(isOpen: isOpen)
      }
      let batch = ledger.batch(inTurn: options.streamsPictures)
      let done = ledger.progress.done
      writer.joins = ledger.hasFile || options.streamsPictures
      writer.shared = ledger.frames.sharedNames
      writer.expected = try expected(batch)
      let rest = decodeSideBySide(batch, ledger, goesOn, report)
      switch rest.map({ decode($0, of: batch, ledger, &writer, goesOn, report) }) ?? .ended {
      // A folder takes no files: the next round settles its frames and goes on with those of other folders.
      case .ended where ledger.faults.isBlocked && goesOn(ledger.progress):
        rounds -= 1
        continue
      case .ended: return ledger.reportRest(report)
      case .complete where !ledger.blanks.isEmpty:
        ledger.moveBlanks({ goesOn(ledger.progress) }, report)
        guard goesOn(ledger.progress) else { return ledger.reportRest(report) }
        rounds -= 1
        continue
      case .complete:
        guard options.streamsPictures || ledger.frames.sheets != nil, !batch.frames.isEmpty else {
          return ledger.finish(through: outlet, report)
        }
        // Another round: for requests that come later but are earlier in the video, or for the tiles of the next
        // sheets.
        if ledger.progress.done > done { rounds -= 1 }
        continue
      case .needsLookUp(let inWhole):
        try ledger.resolveAgain(inWhole: inWhole)
        isBegun = false
        writer = self.writer(ledger, threads: options.workers)
      }
      if options.stopsAtFailure, ledger.reportFirstFault(report) { return ledger.reportRest(report) }
      ledger.reportDue(report)
    }
    let batch = ledger.batch()
    _ = lose(batch.frames.flatMap(batch.requests(for:)), ledger, goesOn, report)
    ledger.reportRest(report)
  }

  /// The writer that turns decoded pictures into outputs.
  private func writer(_ ledger: GrabLedger, threads: Int) -> PictureWriter {
    var options = options
    if let sheets = ledger.frames.sheets { options.pixels.sizing = sheets.sizing }
    var writer = PictureWriter(video, input: input, options: options, outlet: outlet, threads: threads)
    writer.tile = ledger.frames.sheets?.grid.tile
    return writer
  }

  /// A warning about moments that depend on the end of a file that is cut off, or nil; call it after they were
  /// grabbed.
  public func warning(for moments: [Moment]) -> String? {
    guard isEndUncertain(for: moments) else { return nil }
    return
      "\(printable(input.bytes)): warning: \(GrabError.cutOff(after: lastFrame)); that is taken for the end of the video"
  }

  private func isEndUncertain(for moments: [Moment]) -> Bool {
    video.isCutOff && !video.tellsWhole && moments.contains { $0.dependsOnEnd(in: options.choice.span) }
  }

  private var lastFrame: Int? { (try? video.timeline(.whole))?.lastDecodable }

  /// Reports the frames and their output names without writing (a dry run).
  private func plan(_ ledger: GrabLedger, _ goesOn: Going, _ report: Report) throws(GrabError) {
    let found = ledger.frames.found
    if let sheets = ledger.frames.sheets { _ = try outlet.begin(sheets.order) }
    var isWanted = true
    var missing: [AskedFrame] = []
    try found.forEach { request, _ throws(GrabError) in
      guard isWanted else { return }
      let frame = try ledger.frame(request)
      guard frame.isDecodable else { return missing.append(request) }
      let planned = FrameReport(
        input: input, frame: frame, outcome: .planned(frame.output), pixels: nil, isDamaged: nil, hash: nil)
      ledger.settle(request, .success(planned), report)
      isWanted = goesOn(ledger.progress)
    }
    _ = lose(missing, ledger, goesOn, report)
  }

  /// The hashes that the pictures should have, if they are verified.
  private func expected(_ batch: Batch) throws(GrabError) -> [Int: String]? {
    guard options.isVerified else { return nil }
    let indices = batch.frames.filter { $0.stretch == .main }.map(\.place)
    // Without indexes nothing can be verified, and the reason was reported.
    guard !indices.isEmpty else { return [:] }
    return try blaming(input, GrabError.Fault.video) { () throws(VideoError) in
      try video.hashesOfLinearDecode(of: Set(indices))
    }
  }

  // MARK: Pictures

  /// Decodes and writes frames with as many workers as the options say.
  ///
  /// - Returns: the frames that remain to be decoded in turn: all of them if workers would not help; nil when the run
  ///   was ended early.
  private func decodeSideBySide(
    _ batch: Batch, _ ledger: GrabLedger, _ goesOn: Going, _ report: Report
  ) -> [FrameReference]? {
    let frames = batch.frames
    // Stages that run in parallel cannot be timed separately.
    guard options.workers > 1, frames.count > 1, !options.isVerified, !options.streamsPictures, video.stopwatch == nil
    else { return frames }
    let writers = (0..<options.workers).map { _ in
      var writer = writer(ledger, threads: 1)
      writer.joins = ledger.hasFile
      return SharedWriter(writer)
    }
    let shared = ParallelLedger(ledger, batch, writers: writers)
    var goes = true
    let rest = video.pictures(of: frames, workers: options.workers) {
      (worker: Int, frame: FrameReference, picture: consuming Picture) -> [Result<FrameReport, GrabError>]? in
      shared.write(picture, of: frame, by: worker)
    } take: { (frame: FrameReference, results: [Result<FrameReport, GrabError>]) in
      shared.withLedger { ledger in
        for (request, result) in zip(batch.requests(for: frame), results) where goes {
          ledger.settle(request, result, report)
          goes = isWanted(ledger, goesOn)
        }
      }
      return goes
    }
    return goes ? rest : nil
  }

  /// The outcome of a pass over the frames of a batch.
  private enum Pass {
    /// Each of them has its result.
    case complete
    /// The run was ended early.
    case ended
    /// Some of them have to be looked up again, on the present timeline.
    case needsLookUp(inWhole: Bool)
  }

  /// Decodes and writes frames one after the other, until the timeline turns out to be a different one.
  private func decode(
    _ frames: [FrameReference], of batch: Batch, _ ledger: GrabLedger, _ writer: inout PictureWriter,
    _ goesOn: Going, _ report: Report
  ) -> Pass {
    MemoryRoom.keepHeap()
    var needsWhole = false
    var failures = 0
    var rest = frames[...]
    while let first = rest.first {
      guard video.isCurrent(first) else { return .needsLookUp(inWhole: needsWhole) }
      let part = Array(rest.prefix { $0.isBeside(first) })
      rest = rest.dropFirst(part.count)
      do throws(VideoError) {
        let missing = try video.pictures(of: part) { frame, picture throws(VideoError) in
          failures = 0
          for request in batch.requests(for: frame) {
            // On standard output a picture must wait for its turn: the next pass decodes it again.
            if options.streamsPictures, !ledger.isNext(request) { continue }
            if (try? ledger.frame(request).mayBeBlank) ?? false, (try? picture.isBlank()) == true {
              ledger.blanks.insert(request)
              continue
            }
            ledger.settle(request, result(of: picture, for: request, ledger, &writer), report)
            guard isWanted(ledger, goesOn) else { throw VideoError("grabbing", .abandoned) }
          }
        }
        guard video.isCurrent(first) else { return .needsLookUp(inWhole: needsWhole) }
        failures = 0
        if first.stretch != .main, !missing.isEmpty {
          // The timeline of the whole video may give the picture.
          needsWhole = true
        } else if !lose(missing.flatMap(batch.requests(for:)), ledger, goesOn, report) {
          return .ended
        }
      } catch {
        if error.fault == .abandoned { return .ended }
        guard video.isCurrent(first) else { return .needsLookUp(inWhole: needsWhole) }
        failures += 1
        let open = part.filter {
          batch.requests(for: $0).contains { ledger.isOpen($0) && !ledger.blanks.contains($0) }
        }
        let givenUp = failures < Self.mostFailures ? open.prefix(1) : open[...]
        fail(givenUp.flatMap(batch.requests(for:)), error, ledger, report)
        guard isWanted(ledger, goesOn) else { return .ended }
        failures = givenUp.count == open.count ? 0 : failures
        rest = open.dropFirst(givenUp.count) + rest
      }
    }
    return needsWhole ? .needsLookUp(inWhole: true) : .complete
  }

  private func result(
    of picture: borrowing Picture, for request: AskedFrame, _ ledger: GrabLedger, _ writer: inout PictureWriter
  ) -> Result<FrameReport, GrabError> {
    do throws(GrabError) {
      return writer.write(picture, for: try ledger.frame(request))
    } catch {
      return .failure(error)
    }
  }

  private func isWanted(_ ledger: GrabLedger, _ goesOn: Going) -> Bool {
    goesOn(ledger.progress) && !(options.stopsAtFailure && ledger.faults.hasAny) && !ledger.faults.isBlocked
      && ledger.loss == nil
  }

  // MARK: Failures

  /// Reports frames whose pictures are unavailable: one by one, but once for each moment if they are after the end of a
  /// file that is cut off.
  ///
  /// - Returns: whether the run continues.
  private func lose(
    _ requests: [AskedFrame], _ ledger: GrabLedger, _ goesOn: Going, _ report: Report
  ) -> Bool {
    var rest = requests.sorted()[...]
    while let request = rest.first {
      let frame = try? ledger.frame(request)
      let behind = rest.prefix { next in
        next.moment == request.moment && (next == request || (try? ledger.frame(next))?.isBehindEnd == true)
      }
      if let frame, frame.isBehindEnd, let reason = reason(behind: frame) {
        let error = VideoError("finding \(frame.asked)", reason)
        let fault: GrabError.Fault =
          behind.count > 1 ? .videoForAll(error, frames: behind.count) : .video(error)
        ledger.settle(request, .failure(GrabError(input, fault)), report)
        for other in behind.dropFirst() { ledger.drop(other, report) }
        rest = rest.dropFirst(behind.count)
      } else {
        let fault = VideoError(frame?.mention ?? "a frame", video.isEncrypted ? .encrypted : .missingPicture)
        ledger.settle(request, .failure(GrabError(input, .video(fault))), report)
        rest = rest.dropFirst()
      }
      guard isWanted(ledger, goesOn) else { return false }
    }
    return true
  }

  /// Why there is no frame behind the end of a file that is cut off; nil if that does not say it.
  private func reason(behind frame: PlannedFrame) -> VideoError.Fault? {
    let whole = try? video.timeline(.whole)
    if let part = frame.cutOffPart(of: whole) { return .cutOff(part) }
    return whole.map { $0.lastDecodable == nil } == true ? video.lackOfPictures : nil
  }

  /// Reports the frames for which reading failed, once for each moment.
  private func fail(_ requests: [AskedFrame], _ error: VideoError, _ ledger: GrabLedger, _ report: Report) {
    var rest = requests.sorted()[...]
    while let first = rest.first {
      let own = rest.prefix { $0.moment == first.moment }
      rest = rest.dropFirst(own.count)
      let fault: GrabError.Fault = own.count > 1 ? .videoForAll(error, frames: own.count) : .video(error)
      ledger.settle(first, .failure(GrabError(input, fault)), report)
      for request in own.dropFirst() { ledger.drop(request, report) }
    }
  }
}

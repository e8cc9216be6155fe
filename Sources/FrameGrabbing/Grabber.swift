import Color
public import Files
import PNG
import Timeline
public import Video

/// Grabs frames of one video: from the moments asked for to pictures in their places, each reported as it was asked.
public struct Grabber {
  private let video: VideoFile
  private let input: Path
  private let options: GrabOptions

  /// How often reading may fail in a row, without any picture in between, before the rest is given up.
  private static let mostFailures = 3

  /// Prepares a grab from a video that is open; `input` is the name it was opened under.
  public init(_ video: VideoFile, input: Path, options: GrabOptions) {
    self.video = video
    self.input = input
    self.options = options
  }

  /// Grabs all moments in one pass over the video and reports them in the order in which they were asked.
  ///
  /// A frame that is asked for twice is decoded once. A moment that fails does not stop the others, unless the options
  /// say so. Memory does not grow with the number of frames by more than some bytes each.
  ///
  /// - Parameters:
  ///   - moments: What to grab.
  ///   - goesOn: Is told after each frame how far the run has come, and says whether it goes on.
  ///   - report: Takes what became of each frame.
  /// - Throws: `GrabError` for what makes the whole call senseless, before anything is decoded or written.
  public func grab(
    _ moments: [Moment], goesOn: (GrabProgress) -> Bool = { _ in true },
    report: (Result<FrameReport, GrabError>) -> Void
  ) throws(GrabError) {
    var run = try GrabLedger(moments, video, input: input, options: options)
    if options.isStrict, isEndUncertain(for: moments) {
      throw GrabError(input, .cutOff(lastFrame: lastFrame))
    }
    if options.stopsAtFailure, run.reportFirstFault(report) { return }
    run.reportDue(report)
    if options.isDryRun { return try plan(&run, goesOn, report) }
    var writer = PictureWriter(video, input: input, options: options, threads: options.workers)
    while true {
      let revision = video.revision
      writer.shared = run.sharedNames
      writer.expected = try expected(run)
      var isAllDone = true
      guard decode(&run, &writer, &isAllDone, goesOn, report) else { return run.reportRest(report) }
      if video.revision == revision, isAllDone { return run.reportDue(report) }
      // The decoder refuted the packets, or the file what was kept of it: what they promised and did not keep is looked
      // up on the timeline that holds now. Or a picture needs more than what is around it.
      try run.resolveAgain(inWhole: !isAllDone)
      if options.stopsAtFailure, run.reportFirstFault(report) { return run.reportRest(report) }
      run.reportDue(report)
    }
  }

  /// What people should know of moments that depend on the end of a file that is cut off, nil when there is nothing; to be
  /// asked when they were grabbed.
  public func warning(for moments: [Moment]) -> String? {
    guard isEndUncertain(for: moments) else { return nil }
    return
      "\(printable(input.bytes)): warning: \(GrabError.cutOff(after: lastFrame)); that is taken for the end of the video"
  }

  private func isEndUncertain(for moments: [Moment]) -> Bool {
    video.isCutOff && !video.tellsWhole && moments.contains { $0.dependsOnEnd(in: options.span) }
  }

  private var lastFrame: Int? {
    do throws(VideoError) {
      return try video.timeline(.whole).lastDecodable
    } catch {
      return nil
    }
  }

  /// Says where the pictures would go.
  private func plan(
    _ run: inout GrabLedger, _ goesOn: (GrabProgress) -> Bool, _ report: (Result<FrameReport, GrabError>) -> Void
  ) throws(GrabError) {
    video.deadline.pause()
    defer { video.deadline.restart() }
    let found = run.found
    var isWanted = true
    var missing: [Target] = []
    try found.forEach { target, _, _ throws(GrabError) in
      guard isWanted else { return }
      let frame = try run.frame(target)
      guard frame.isDecodable else { return missing.append(target) }
      let planned = FrameReport(
        input: input, frame: frame, outcome: .planned(frame.output), pixels: nil, isDamaged: nil, hash: nil)
      run.settle(target, .success(planned), report)
      isWanted = goesOn(run.progress)
    }
    _ = lose(missing, &run, goesOn, report)
  }

  /// Says of frames that their pictures cannot be had: of each, but of those behind the end of a file that is cut off once
  /// for each of the moments.
  ///
  /// - Returns: whether the run goes on.
  private func lose(
    _ targets: [Target], _ run: inout GrabLedger, _ goesOn: (GrabProgress) -> Bool,
    _ report: (Result<FrameReport, GrabError>) -> Void
  ) -> Bool {
    var rest = targets.sorted()[...]
    while let target = rest.first {
      let frame = try? run.frame(target)
      let behind = rest.prefix { next in
        next.moment == target.moment && (next == target || (try? run.frame(next))?.isBehindEnd == true)
      }
      if let frame, frame.isBehindEnd, let last = frame.lastDecodable {
        let error = VideoError("finding \(frame.asked)", .endsAfter(frame: last))
        let fault: GrabError.Fault =
          behind.count > 1 ? .videoForAll(error, frames: behind.count) : .video(error)
        run.settle(target, .failure(GrabError(input, fault)), report)
        for other in behind.dropFirst() { run.drop(other, report) }
        rest = rest.dropFirst(behind.count)
      } else {
        let index = frame?.index.map { "frame \($0)" } ?? "frame"
        let fault = VideoError(
          "\(index) at \(frame?.printedTime ?? "") s", video.isEncrypted ? .encrypted : .missingPicture)
        run.settle(target, .failure(GrabError(input, .video(fault))), report)
        rest = rest.dropFirst()
      }
      guard isWanted(run, goesOn) else { return false }
    }
    return true
  }

  /// What the pictures have to be, where that is wanted to be known.
  private func expected(_ run: GrabLedger) throws(GrabError) -> [Int: String]? {
    guard options.isVerified else { return nil }
    let indices = run.wanted().first { $0.stretch == .main }?.places.places ?? []
    return try blaming(input, GrabError.Fault.video) { () throws(VideoError) in
      try video.hashesOfLinearDecode(of: Set(indices))
    }
  }

  // MARK: Pictures

  /// Decodes stretch by stretch, each in presentation order, until the timeline turns out to be another one.
  ///
  /// - Parameter isAllDone: Becomes false when pictures did not come that the whole timeline may lead to.
  /// - Returns: whether the run goes on.
  private func decode(
    _ run: inout GrabLedger, _ writer: inout PictureWriter, _ isAllDone: inout Bool, _ goesOn: (GrabProgress) -> Bool,
    _ report: (Result<FrameReport, GrabError>) -> Void
  ) -> Bool {
    let revision = video.revision
    for (stretch, wanted) in run.wanted() {
      var places = wanted.places
      // Stages that run side by side have no times of their own.
      if options.workers > 1, places.count > 1, !options.isVerified, video.stopwatch == nil {
        guard decodeSideBySide(&places, in: stretch, wanted, &run, goesOn, report) else { return false }
        if video.revision != revision { return true }
      }
      var failures = 0
      while !places.isEmpty {
        // Each frame has its own time: a picture that comes out gives the next one the full allowance.
        video.deadline.restart()
        do throws(VideoError) {
          let missing = try video.pictures(of: places, in: stretch) { place, picture throws(VideoError) in
            failures = 0
            for target in wanted.targets(at: place) {
              let result: Result<FrameReport, GrabError>
              do throws(GrabError) {
                result = writer.write(picture, for: try run.frame(target))
              } catch {
                result = .failure(error)
              }
              run.settle(target, result, report)
              guard isWanted(run, goesOn) else { throw VideoError("grabbing", .abandoned) }
            }
            video.deadline.restart()
          }
          if video.revision != revision { return true }
          if stretch != .main, !missing.isEmpty {
            isAllDone = false
            break
          }
          guard lose(missing.flatMap(wanted.targets(at:)), &run, goesOn, report) else { return false }
          places = []
        } catch {
          guard error.fault != .abandoned, video.revision == revision else { return error.fault != .abandoned }
          failures += 1
          places.removeAll { place in !wanted.targets(at: place).contains(where: run.isOpen) }
          let isGivenUp = failures >= Self.mostFailures
          fail(isGivenUp ? places : Array(places.prefix(1)), wanted, error, &run, report)
          guard isWanted(run, goesOn) else { return false }
          places = isGivenUp ? [] : Array(places.dropFirst())
        }
      }
    }
    return true
  }

  /// Decodes with several workers what is plainly right, and leaves the rest of the places.
  ///
  /// - Returns: whether the run goes on.
  private func decodeSideBySide(
    _ places: inout [Int], in stretch: Stretch, _ wanted: WantedPlaces, _ run: inout GrabLedger,
    _ goesOn: (GrabProgress) -> Bool, _ report: (Result<FrameReport, GrabError>) -> Void
  ) -> Bool {
    let writers = (0..<options.workers).map { _ in
      SharedWriter(PictureWriter(video, input: input, options: options, threads: 1))
    }
    let shared = ParallelLedger(run, wanted, writers: writers)
    var goes = true
    places = video.pictures(of: places, in: stretch, workers: options.workers) {
      (worker: Int, place: Int, picture: consuming Picture) -> [Result<FrameReport, GrabError>]? in
      shared.write(picture, at: place, by: worker)
    } take: { (place: Int, results: [Result<FrameReport, GrabError>]) in
      shared.withRun { run in
        for (target, result) in zip(wanted.targets(at: place), results) where goes {
          run.settle(target, result, report)
          goes = isWanted(run, goesOn)
        }
      }
      return goes
    }
    run = shared.withRun { $0 }
    return goes
  }

  private func isWanted(_ run: GrabLedger, _ goesOn: (GrabProgress) -> Bool) -> Bool {
    goesOn(run.progress) && !(options.stopsAtFailure && run.hasFailed)
  }

  /// Says of frames that reading failed for them, once for each of the moments.
  private func fail(
    _ places: [Int], _ wanted: WantedPlaces, _ error: VideoError, _ run: inout GrabLedger,
    _ report: (Result<FrameReport, GrabError>) -> Void
  ) {
    let targets = places.flatMap(wanted.targets(at:)).sorted()
    var rest = targets[...]
    while let first = rest.first {
      let own = rest.prefix { $0.moment == first.moment }
      rest = rest.dropFirst(own.count)
      let fault: GrabError.Fault = own.count > 1 ? .videoForAll(error, frames: own.count) : .video(error)
      run.settle(first, .failure(GrabError(input, fault)), report)
      for target in own.dropFirst() { run.drop(target, report) }
    }
  }
}

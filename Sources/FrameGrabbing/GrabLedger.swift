import Files
import Timeline
import Video

/// The bookkeeping of one run: the frames of its moments, and their results, which are reported in request order as
/// early as possible, whatever order they arrive in.
///
/// A class, since the workers of a run put their results into one ledger (`ParallelLedger` guards it).
final class GrabLedger {
  /// Receives the result of a frame.
  typealias Report = (Result<FrameReport, GrabError>) -> Void

  /// The one file for all pictures, or the sheets: reports are held back until they are complete.
  private struct Whole {
    var isHeld: Bool
    /// Whether that file is open for pictures.
    var isOpen = false
    /// How it was published.
    var published: Published?
    /// Why it cannot be written, which ends the run.
    var loss: GrabError?
  }

  private(set) var frames: NamedFrames
  private var whole: Whole
  private(set) var faults = ToldFaults()
  /// Requests whose own picture is blank.
  var blanks: Set<AskedFrame> = []
  private var waiting = WaitingReports()
  /// The first request that was not reported yet.
  private(set) var next = AskedFrame(moment: 0, position: 0)
  /// All requests before this one have a result: the search for the next tiles starts here.
  var firstOpen = AskedFrame(moment: 0, position: 0)
  private var done = 0

  /// Finds the frames and names them.
  ///
  /// - Throws: `GrabError` for errors that make the whole call invalid.
  init(
    _ moments: [Moment], _ video: VideoFile, input: Path, options: GrabOptions, shown: ShownPicture? = nil
  ) throws(GrabError) {
    frames = try NamedFrames(moments, video, input: input, options: options, shown: shown)
    whole = Whole(isHeld: options.joinsFile && !options.isDryRun && !frames.lacksSheets)
  }

  /// Looks up again the frames that have no result yet, on a timeline that has changed or on the whole one.
  ///
  /// A range that reaches to the end may have fewer or more frames now than the packets implied.
  ///
  /// - Parameter inWhole: Whether to use the timeline from the first frame on from now on.
  func resolveAgain(inWhole: Bool) throws(GrabError) {
    waiting.complete(with: frames)
    blanks = []
    try frames.lookUpAgain(inWhole: inWhole)
    if frames.lacksSheets { whole.isHeld = false }
  }

  /// The progress of the run; a timeline that has changed may have fewer frames than have results.
  var progress: GrabProgress { GrabProgress(done: min(done, frames.found.count), total: frames.found.count) }

  /// All facts about a frame, with its name.
  func frame(_ request: AskedFrame) throws(GrabError) -> PlannedFrame { try frames.frame(request) }

  /// Decodes another frame for a request whose own is blank.
  func replace(_ request: AskedFrame, by move: BlankMove) { frames.replace(request, by: move) }

  /// Whether a request is the next one to be reported.
  func isNext(_ request: AskedFrame) -> Bool { request == next }

  /// Whether a frame has no result yet.
  func isOpen(_ request: AskedFrame) -> Bool { request >= next && !waiting.hold(request) }

  // MARK: One file for all pictures

  /// Whether reports are held back until the one file for all pictures, or all sheets, are complete.
  var isHeld: Bool { whole.isHeld }

  /// Whether that file is open for pictures.
  var hasFile: Bool { whole.isOpen }

  /// Why the file or the sheets cannot be written, which ends the run.
  var loss: GrabError? { whole.loss }

  /// Forgets all results, since the file or the sheets start anew; `isOpen` tells whether they take pictures.
  func startAgain(isOpen: Bool) {
    waiting = WaitingReports()
    firstOpen = next
    done = 0
    whole.isOpen = isOpen
  }

  /// Completes the file or the sheets, if there are any, and reports what is left.
  func finish(through outlet: any PictureOutlet, _ report: Report) {
    guard whole.isHeld, frames.sheets == nil || waiting.hasPictures else {
      whole.isHeld = false
      return reportDue(report)
    }
    do throws(GrabError) {
      let count = frames.sheets?.grid.count ?? frames.found.count
      release(whole.isOpen ? try outlet.complete(count: count) : .skipped, report)
    } catch {
      report(.failure(error))
    }
  }

  /// Reports everything that was held back until the file was published.
  func release(_ published: Published, _ report: Report) {
    (whole.published, whole.isHeld) = (published, false)
    reportDue(report)
  }

  // MARK: Results

  /// Stores the result of a frame, once, and reports whatever is due.
  func settle(_ request: AskedFrame, _ result: Result<FrameReport, GrabError>, _ report: Report) {
    guard isOpen(request) else { return }
    done += 1
    if case .failure(let error) = result {
      faults.hasAny = true
      if whole.isHeld, error.isAboutOutput { whole.loss = error }
    }
    let result = result.mapError { error in
      let frame = try? frame(request)
      let told = faults.note(error, of: request, in: frame?.output?.parent)
      return told.asked(frame?.asked ?? frames.moments[request.moment].text)
    }
    guard request == next, !whole.isHeld else { return waiting.keep(result, of: request) }
    report(result)
    next.position += 1
    reportDue(report)
  }

  /// Settles a frame whose folder takes no files: one error for each moment.
  ///
  /// - Parameter isUntried: Whether it was not tried only because another one had failed.
  func refuse(_ request: AskedFrame, in folder: Path, _ failure: GrabError, isUntried: Bool, _ report: Report) {
    if isUntried { faults.untriedCount += 1 }
    if faults.hold(folder, of: request.moment) {
      drop(request, report)
    } else {
      settle(request, .failure(failure), report)
    }
  }

  /// Forgets that a folder takes no files, before outputs are checked again and after.
  func unblock() { faults.isBlocked = false }

  /// Drops a frame that gets no report.
  func drop(_ request: AskedFrame, _ report: Report) {
    guard isOpen(request) else { return }
    done += 1
    waiting.drop(request)
    reportDue(report)
  }

  /// Reports what is due: stored results, and frames that cannot be found, up to the first request without a result.
  func reportDue(_ report: Report) {
    if whole.isHeld { return }
    let found = frames.found
    while next.moment < found.sets.count {
      switch found.sets[next.moment] {
      case .failure(let error):
        // Of a moment that has had frames, the rest cannot be found: the timeline has changed.
        fail(error.asked(frames.moments[next.moment].text), report)
      case .success(let set):
        while next.position < set.count {
          if let entry = waiting.take(next) {
            tell(entry, of: next, report)
          } else if found.reference(next) == nil {
            fail(faults.note(frames.fault(next), of: next, in: nil), report)
          } else {
            return
          }
          next.position += 1
        }
      }
      next = AskedFrame(moment: next.moment + 1, position: 0)
    }
  }

  /// Reports all available results in request order, after a run that was ended early.
  func reportRest(_ report: Report) {
    if whole.isHeld, let loss { return report(.failure(loss)) }
    for request in waiting.requests {
      guard let entry = waiting.take(request) else { continue }
      guard whole.isHeld else {
        tell(entry, of: request, report)
        continue
      }
      // Without the file there are no pictures to report: only the first error is.
      if case .failure = entry { return tell(entry, of: request, report) }
    }
  }

  /// Reports the first request that cannot be found; false when all can.
  func reportFirstFault(_ report: Report) -> Bool {
    for (moment, set) in frames.found.sets.enumerated() {
      switch set {
      case .failure(let error):
        fail(error.asked(frames.moments[moment].text), report)
        return true
      case .success(let set):
        guard set.hasFailures else { continue }
        let requests = (0..<set.count).lazy.map { AskedFrame(moment: moment, position: $0) }
        guard let request = requests.first(where: { frames.found.reference($0) == nil }) else { continue }
        fail(frames.fault(request), report)
        return true
      }
    }
    return false
  }

  private func tell(_ entry: WaitingReports.Entry, of request: AskedFrame, _ report: Report) {
    switch entry {
    case .whole(let whole): report(.success(whole))
    case .failure(let error): report(.failure(error))
    case .nothing: break
    case .kept(let kept):
      do throws(GrabError) {
        let frame = try frame(request)
        var told = kept.report(on: frame, of: frames.input)
        if let published = whole.published {
          let path = frames.sheets == nil ? frames.file : frame.output
          told.outcome = path.map { FrameReport.Outcome(published, $0) } ?? .standardOutput
        }
        report(.success(told))
      } catch {
        report(.failure(error))
      }
    }
  }

  private func fail(_ error: GrabError, _ report: Report) {
    faults.hasAny = true
    done += 1
    report(.failure(error))
  }
}

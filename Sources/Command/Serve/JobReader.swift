import Broker
import Files
import FrameGrabbing

/// Reads the inputs that a request names: its gesture and its video.
struct JobReader {
  private let settings: ServiceSettings

  init(_ settings: ServiceSettings) {
    self.settings = settings
  }

  /// A request whose inputs were looked for.
  enum Reading {
    case job(ServiceJob)
    /// The result of a request that needs no worker, or that has failed.
    case result(JobResult)
  }

  /// Reads the files that a request names besides its video.
  ///
  /// - Throws: `GrabError` for a gesture that cannot be read, and for names that cannot be outputs.
  func named(_ asked: GrabRequest) throws(GrabError) -> (inputs: Inputs, grab: NamedGrab) {
    var inputs = Inputs(request: asked, source: settings.source, lists: settings.lists)
    inputs.gestureText = try inputs.readGestureText()
    inputs.controlText = try inputs.readControlText()
    return (inputs, try NamedGrab(inputs))
  }

  /// Opens the video, unless the picture exists and is kept.
  func job(
    _ inputs: Inputs, _ named: NamedGrab, _ head: AnswerHead, isSeries: Bool, recording: ServiceJob.Recording? = nil
  ) -> Reading {
    let asked = inputs.request
    do throws(GrabError) {
      if !asked.asked.givesSeveral, let report = try named.present(recording?.published) {
        return .result(result(report, isSeries: isSeries, recording))
      }
      let input = try named.video.open()
      let order = settings.order(for: input, inputs)
      return .job(ServiceJob(head, isSeries: isSeries, asked, named, input, order, recording: recording))
    } catch {
      return .result(JobResult(RelayedError(error, asked)))
    }
  }

  /// The result of a picture that exists and is kept.
  private func result(_ report: FrameReport, isSeries: Bool, _ recording: ServiceJob.Recording?) -> JobResult {
    var result = JobResult()
    (result.reported, result.skipped) = (1, 1)
    result.lines = recording?.reporter?.text(report) ?? []
    guard isSeries else {
      result.single = report
      return result
    }
    result.frames = [ResultSink.object(report, measures: recording?.measures ?? false)]
    return result
  }
}

import Files
import FrameGrabbing
import JSON

/// The result of a request or a job.
struct JobResult {
  /// The frame of a request for a single one.
  var single: FrameReport?
  /// The object that describes the video, if that was asked for.
  var description: JSONText?
  /// A JSON object for each frame of a series, and for each moment that failed.
  var frames: [JSONText] = []
  /// The result of the sheets, if there are any.
  var sheets: SheetFiles?
  /// The codes of the moments that failed.
  var failedMoments = FailureCodes()
  /// The exit code that a run of this job alone would have, if moments failed.
  var momentsCode: ExitCode?
  /// How many frames have a result.
  var reported = 0
  /// How many existing files of them were kept.
  var skipped = 0
  /// How many pictures were made from damaged parts of the file.
  var damaged = 0
  /// The failure of the whole job; nil if there was none.
  var failure: (line: String, code: ExitCode, isCutOff: Bool)?
  /// Why its first moment failed.
  var firstReason: String?
  /// The lines that are printed for its frames.
  var lines: [UInt8] = []
  /// The bytes that follow its answer, in pieces.
  var payload: [[UInt8]] = []
  /// How many bytes of the video were read.
  var bytesRead: Int64 = 0
  /// Whether its worker was lost, so that another one may succeed.
  var isLost = false

  /// A result without frames.
  init() {}

  /// A failure before anything was done.
  init(_ line: String, _ code: ExitCode, isCutOff: Bool = false) {
    failure = (printableWords(line), code, isCutOff)
  }

  /// A failure that another process found, before anything was done.
  init(_ error: RelayedError) {
    self.init(error.report, ExitCode(rawValue: error.code) ?? .bug, isCutOff: error.isCutOff)
  }

  /// Why the job, or the first of its moments, failed; nil if nothing did.
  var reason: String? { failure?.line ?? firstReason }

  /// The exit code that a run for it alone would have: that of the whole, or of a single moment; nil if nothing failed.
  var code: ExitCode? { failure?.code ?? momentsCode }

  /// The codes of all failures.
  var codes: Set<ExitCode> { Set(failedMoments.all + [failure?.code].compactMap { $0 }) }
}

import Broker
import Files
import FrameGrabbing
import JSON
import Timeline

/// Collects the results of a request or a job.
final class ResultSink: ReportSink {
  /// The most bytes of the texts about all frames: more could fill the memory of both sides.
  private static let longest = 256 << 20
  private static let tooLong = "the answer has more than \(longest >> 20) MiB: ask for fewer frames"

  /// Members of an answer that only this process may write.
  private static let ownKeys: Set<String> = ["id", "line", "error", "code", "payload"]

  private let job: ServiceJob
  private let terminal: Terminal
  private var result = JobResult()
  /// The frames of a series, with the files of their pictures.
  private var frames: [(object: JSONObjectWriter, file: Path?, isFailure: Bool)] = []
  private var bytes = 0
  /// How many frames have a result.
  private var succeeded = 0
  /// Where its pictures are written.
  var outlet: DirectOutlet?
  /// What the job has found besides frames.
  var findings: Findings?

  init(_ job: ServiceJob, _ terminal: Terminal) {
    (self.job, self.terminal) = (job, terminal)
  }

  func receive(_ report: FrameReport) -> Bool {
    guard result.failure == nil else { return false }
    succeeded += 1
    if report.isDamaged == true { result.damaged += 1 }
    if job.recording == nil, let warning = report.warning { terminal.say(warning) }
    if let reporter = job.recording?.reporter { result.lines += reporter.text(report) }
    // A file of results has an object for each file, not for each tile.
    if report.isTile, job.recording != nil { return true }
    if let fault = outlet?.answerPictures?.fault {
      result.failure = JobResult(RelayedError(fault, job.request)).failure
      return false
    }
    result.reported += 1
    if case .skipped = report.outcome { result.skipped += 1 }
    guard job.isSeries else {
      guard result.single == nil else { return false }
      result.single = report
      return true
    }
    var object = JSONObjectWriter()
    report.addMembers(to: &object)
    return addFrame(object, file: report.isInFile ? report.path : nil, isFailure: false)
  }

  func receive(_ failure: MomentFailure) -> Bool {
    // Lines that are only for people are not in the result of a series.
    guard !failure.isOnlyLine, result.failure == nil else { return result.failure == nil }
    let report = FailureReport(failure.error, asked: failure.asked, input: job.input.path)
    guard job.isSeries else {
      result.failure = JobResult(failure.error).failure
      return true
    }
    result.failedMoments.add(report.code, isWhole: failure.asked == nil)
    result.firstReason = result.firstReason ?? report.line
    if let reporter = job.recording?.reporter { result.lines += reporter.text(report) }
    var object = JSONObjectWriter()
    report.addMembers(to: &object)
    return addFrame(object, file: nil, isFailure: true)
  }

  private func addFrame(_ object: JSONObjectWriter, file: Path?, isFailure: Bool) -> Bool {
    bytes += object.byteCount
    guard bytes <= Self.longest else {
      fail(Self.tooLong, .limit)
      frames = []
      return false
    }
    frames.append((object, file, isFailure))
    return true
  }

  /// Adds the answer to a question about the video.
  private func addFound(by look: Look) {
    var lines: [[UInt8]] = []
    switch look {
    case .description:
      // Text from a worker is not trusted: it is parsed before it becomes a part of an answer.
      guard let text = findings?.description,
        text.firstIndex(of: 0x0A).map({ $0 == text.count - 1 }) ?? true,
        let root = try? JSONDocument(parsing: text, maximumDepth: 6).root, root.kind == .object,
        !root.members.contains(where: { Self.ownKeys.contains($0.key) })
      else { return fail("the decoder's process sent no valid description", .input) }
      lines = [text.last == 0x0A ? text.dropLast() : text]
      result.description = JSONText(raw: lines[0])
    case .frames:
      guard let found = findings?.timeline else { return fail("its decoder found no frames", .input) }
      let list = FrameList(found.table, isCutOff: found.isCutOff, isDecoded: found.isCounted, path: job.input.path)
      if let warning = list.warning { terminal.say(warning) }
      try? list.write(asJSON: true, namesVideo: job.recording != nil) { line throws(GrabError) in
        bytes += line.utf8.count
        if bytes <= Self.longest { lines.append(Array(line.utf8)) }
      }
      guard bytes <= Self.longest else { return fail(Self.tooLong, .limit) }
      let end = job.recording?.measures ?? false ? Array(#","error":null,"code":null}"#.utf8) : [UInt8(ascii: "}")]
      result.frames = lines.map { JSONText(raw: $0.dropLast() + end) }
    }
    if job.recording?.reporter != nil { result.lines = lines.flatMap { $0 + [0x0A] } }
  }

  private func fail(_ words: String, _ code: ExitCode) {
    result.failure = ("\(job.input.path): \(words)", code, false)
  }

  private func addSheets() {
    guard result.failure == nil, let sheets = outlet?.sheetFiles else { return }
    result.sheets = sheets
    guard let recording = job.recording else { return }
    if let reporter = recording.reporter { result.lines += reporter.text(sheets) }
    for (path, published) in sheets.all {
      result.reported += 1
      if published == .skipped { result.skipped += 1 }
      var object = JSONObjectWriter()
      object.add("input", as: "inputBytes", job.input.path)
      object.add("output", as: "outputBytes", path)
      object.add("outcome", .string(SheetFiles.word(published)))
      frames.append((object, published == nil ? nil : path, false))
    }
  }

  /// Adds the pictures; an array is complete or left out.
  private func addPictures() {
    guard let pictures = outlet?.answerPictures else { return }
    guard pictures.isArray, !result.codes.isEmpty else {
      result.payload = pictures.pieces
      return
    }
    result.single = nil
    frames.removeAll { !$0.isFailure }
  }

  /// The object of a frame whose picture existed.
  static func object(_ report: FrameReport, measures: Bool) -> JSONText {
    var object = JSONObjectWriter()
    report.addMembers(to: &object)
    var files = OutputFacts()
    if measures {
      if let file = report.path { files.addFacts(of: file, to: &object) }
      addNoFailure(to: &object)
    }
    return object.finished()
  }

  /// The result at the end of the work.
  func finished(_ failure: RelayedError?) -> JobResult {
    if let look = job.request.look {
      result.failure = failure.flatMap { JobResult($0).failure }
      if result.failure == nil { addFound(by: look) }
      return result
    }
    if result.failure == nil, job.isSeries || result.single == nil {
      if let failure {
        result.failure = JobResult(failure).failure
      } else if !job.isSeries {
        // The worker has reported neither a frame nor an error for the moment.
        let error = GrabError(job.input.path, .moment(.outOfRange, asked: ""))
        result.failure = JobResult(RelayedError(error, job.request)).failure
      }
    }
    if job.recording != nil, result.damaged > 0 {
      terminal.say("\(job.input.path): warning: the file is damaged where some of its pictures come from")
    }
    result.momentsCode = result.failedMoments.exitCode(of: job.named, succeeded: succeeded)
    addSheets()
    addPictures()
    var files = OutputFacts()
    result.frames = frames.map { frame in
      var object = frame.object
      if job.recording?.measures ?? false {
        if let file = frame.file { files.addFacts(of: file, to: &object) }
        if !frame.isFailure { Self.addNoFailure(to: &object) }
      }
      return object.finished()
    }
    frames = []
    return result
  }

  /// Adds empty members, so that all frames in a file of results have the same ones.
  private static func addNoFailure(to object: inout JSONObjectWriter) {
    object.add("error", .null)
    object.add("code", .null)
  }
}

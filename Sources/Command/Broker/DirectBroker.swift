import Broker
import Files
import FrameGrabbing
import Seeking
import Video

/// Does everything that a job asks for in this process, which may open and write files.
///
/// It belongs to one thread; only pictures and messages may come from several.
final class DirectBroker: JobHost, @unchecked Sendable {
  private let terminal: Terminal
  let outlet: DirectOutlet
  private let reports: any ReportSink
  let indexes: (any IndexStore)?
  /// What the job has found besides pictures.
  let findings = Findings()

  /// The name of the video.
  let input: Path

  init(
    _ terminal: Terminal, input: Path, outlet: DirectOutlet, indexes: (any IndexStore)?, reports: any ReportSink
  ) {
    (self.terminal, self.input, self.outlet) = (terminal, input, outlet)
    (self.indexes, self.reports) = (indexes, reports)
  }

  func say(_ line: String, from level: NoteLevel) { terminal.say(line, from: level) }

  func show(_ progress: JobProgress) {
    switch progress {
    case .frames(let progress): terminal.progress?.show(progress)
    case .reading(let percent): terminal.progress?.show(reading: input, percent: percent)
    case .alive: break
    }
  }

  func report(_ report: FrameReport) -> Bool {
    var report = report
    outlet.addPlace(to: &report)
    return reports.receive(report)
  }

  func report(_ failure: MomentFailure) -> Bool { reports.receive(failure) }

  func report(_ finding: Finding) { findings.collect(finding) }

  func check(_ names: [PictureName], onlyFolders: Bool) -> [Result<Bool, GrabError>] {
    outlet.check(names, onlyFolders: onlyFolders)
  }

  func publish(
    _ picture: UnsafeRawBufferPointer, _ shape: PictureShape, as name: PictureName?
  ) throws(GrabError) -> Published {
    try outlet.publish(picture, shape, as: name)
  }

  func begin(_ sheets: SheetOrder?) throws(GrabError) -> Bool { try outlet.begin(sheets) }

  func placePicture(
    _ picture: UnsafeRawBufferPointer, _ shape: PictureShape, at position: Int
  ) throws(GrabError) -> PictureShape {
    try outlet.placePicture(picture, shape, at: position)
  }

  func complete(count: Int) throws(GrabError) -> Published { try outlet.complete(count: count) }
}

extension Work {
  /// A job that this broker carries out.
  init(_ broker: DirectBroker, _ bounds: JobBounds, _ request: GrabRequest) {
    self.init(broker, broker.outlet, on: broker.input, bounds) { RelayedError($0, request) }
  }
}

/// Receives the results of a job.
protocol ReportSink: AnyObject {
  /// Receives the result of a frame; returns whether more are wanted.
  func receive(_ report: FrameReport) -> Bool

  /// Receives a moment that failed; returns whether more are wanted.
  func receive(_ failure: MomentFailure) -> Bool
}

/// What a job has found in a video, to be printed or drawn.
final class Findings {
  private(set) var timeline: PackedTimeline?
  private(set) var seeks: [SeekRecord] = []
  private(set) var summary: SeekSummary?
  /// The result of the sheets of a run.
  var sheets: SheetFiles?
  /// Small pictures by the indexes of their frames.
  private(set) var thumbnails: [Int: Thumbnail] = [:]

  /// The description of the video, to be printed.
  private(set) var description: [UInt8] = []

  /// Stores a finding.
  func collect(_ finding: Finding) {
    switch finding {
    case .description(let text): description += text
    case .timeline(let timeline): self.timeline = timeline
    case .seeks(let records): seeks += records
    case .summary(let summary): self.summary = summary
    case .thumbnail(let thumbnail, let frame): thumbnails[frame] = thumbnail
    }
  }
}

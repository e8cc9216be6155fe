import Files
import FrameGrabbing
import Video

/// The broker's own hands: everything that a job asks for is done here, in the process that may do it.
///
/// One thread uses it; only pictures and lines for people may come from several.
final class DirectBroker: Broker, @unchecked Sendable {
  private let terminal: Terminal
  let outlet: DirectOutlet
  private let reports: any ReportSink
  private let drawing: Drawing?
  let indexes: (any IndexStore)?

  /// The name of the video.
  let input: Path

  init(
    _ terminal: Terminal, input: Path, outlet: DirectOutlet, indexes: (any IndexStore)?, reports: any ReportSink,
    drawing: Drawing? = nil
  ) {
    (self.terminal, self.input, self.outlet) = (terminal, input, outlet)
    (self.indexes, self.reports, self.drawing) = (indexes, reports, drawing)
  }

  /// The file of a picture.
  func path(of name: PictureName) -> Path? { outlet.path(of: name) }

  /// Whether the job may publish a picture of this name; nil is standard output.
  func expects(_ name: PictureName?) -> Bool { outlet.expects(name) }

  func say(_ line: String, from level: Terminal.Level) { terminal.say(line, from: level) }

  func show(_ progress: JobProgress) {
    switch progress {
    case .frames(let progress): terminal.progress?.show(progress)
    case .reading(let percent): terminal.progress?.show(reading: input, percent: percent)
    case .alive: break
    }
  }

  func write(_ bytes: [UInt8]) throws(GrabError) { try terminal.print(bytes: bytes) }

  func report(_ report: FrameReport) -> Bool { reports.take(report) }

  func report(_ failure: MomentFailure) -> Bool { reports.take(failure) }

  func check(_ names: [PictureName], onlyFolders: Bool) -> [Result<Bool, GrabError>] {
    outlet.check(names, onlyFolders: onlyFolders)
  }

  func publish(
    _ picture: UnsafeRawBufferPointer, _ shape: PictureShape, as name: PictureName?
  ) throws(GrabError) -> Published {
    try outlet.publish(picture, shape, as: name)
  }

  func begin() throws(GrabError) -> Bool { try outlet.begin() }

  func place(
    _ picture: UnsafeRawBufferPointer, _ shape: PictureShape, at position: Int
  ) throws(GrabError) -> PictureShape {
    try outlet.place(picture, shape, at: position)
  }

  func complete(count: Int) throws(GrabError) -> Published { try outlet.complete(count: count) }

  func isDrawingWanted() throws(GrabError) -> Bool { try drawing?.isWanted() ?? false }

  /// Whether a drawing of a worker may be written.
  func accepts(drawing: [UInt8]) -> Bool { self.drawing?.accepts(drawing) ?? DrawingCheck.accepts(drawing) }

  func draw(_ svg: [UInt8]?, isNamed: Bool) throws(GrabError) {
    guard let drawing else { return }
    if let svg { try drawing.write(svg) }
    if isNamed { try drawing.name() }
  }
}

/// What takes the results of a job.
protocol ReportSink: AnyObject {
  /// Takes the result of a frame; returns whether more are wanted.
  func take(_ report: FrameReport) -> Bool

  /// Takes a moment that failed; returns whether more are wanted.
  func take(_ failure: MomentFailure) -> Bool
}

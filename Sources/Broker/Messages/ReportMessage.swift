import FrameGrabbing
import Packing

/// The result of a frame.
struct ReportMessage: Message {
  typealias Answer = Bool
  static let code: UInt8 = 5

  private var report: FrameReport

  init(_ report: FrameReport) { self.report = report }

  func pack(into packing: inout VarintWriter) { report.pack(into: &packing) }

  /// The names of files in it are the broker's own.
  init(unpacking packing: inout VarintReader, in session: WorkerSession) throws(VarintError) {
    let work = try session.working()
    report = try FrameReport(unpacking: &packing, input: work.input, path: work.outlet.path)
  }

  func check(in session: WorkerSession) throws(VarintError) { try session.account.check(report) }

  func answer(by session: WorkerSession) throws(VarintError) -> VarintWriter? {
    var report = report
    session.account.addPlace(to: &report)
    return session.wanted(try session.working().hands.report(report))
  }
}

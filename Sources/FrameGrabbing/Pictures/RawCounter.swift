/// Counts where each raw picture of a run is, in the order of the reports.
public struct RawCounter {
  private let raw: RawPictures?
  private let joins: Bool
  private var count = 0

  /// Starts with the first report of a run.
  public init(_ options: GrabOptions) {
    (raw, joins) = (options.pixels.sheet == nil ? options.pixels.raw : nil, options.joinsPictures)
  }

  /// Adds to a report the place of its picture; a report on another picture stays as it is.
  public mutating func addPlace(to report: inout FrameReport) {
    guard let raw else { return }
    var offset: Int64?
    switch report.outcome {
    case .written, .replaced, .standardOutput:
      guard let pixels = report.pixels, let size = raw.byteCount(width: pixels.width, height: pixels.height) else {
        break
      }
      let (start, overflows) = Int64(joins ? count : 0).multipliedReportingOverflow(by: Int64(size))
      let (sum, overflowsSum) = start.addingReportingOverflow(
        Int64(report.isOnStandardOutput ? 0 : raw.headerByteCount))
      offset = overflows || overflowsSum ? nil : sum
    case .skipped, .planned, .examined: break
    }
    report.part = RawPart(layout: raw.layout, offset: offset, follows: joins && count > 0)
    count += 1
  }
}

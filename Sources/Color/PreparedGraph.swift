import Threading
import Video

/// zimg's graph of the last format, kept for the next picture of the same.
struct PreparedGraph: ~Copyable, Sendable {
  private var format: ZimgFormat?
  private var graph: ZimgGraph?

  /// Converts planes of a format into `rows` rows of `plan`'s bitmap, from `start` on, with alpha as the last sample.
  mutating func convert(
    _ planes: borrowing SamplePlanes, alpha: SamplePlane?, as format: ZimgFormat, _ plan: BitmapPlan,
    into start: UnsafeMutablePointer<UInt8>, bytesPerRow: Int, rows: Int, _ stop: StopCheck
  ) throws(ColorError) {
    if format != self.format {
      self.format = nil
      graph = try ZimgGraph(format)
      self.format = format
    }
    let isDone: Void? = try graph?.process(
      plan.colors(of: planes), alpha: alpha, into: start, bytesPerRow: bytesPerRow, width: plan.target.width,
      height: rows, bitDepth: plan.bitDepth, rendering: plan.rendering, stop)
    guard isDone != nil else { throw ColorError(.incompletePicture(width: plan.width, height: plan.height)) }
  }
}

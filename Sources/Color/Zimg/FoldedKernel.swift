import CZimg
import LibC

/// Lanczos' kernel over a picture that is mirrored as often as the kernel reaches, for a new side of 1 or 2 pixels.
///
/// zimg mirrors a picture once, and repeats its outermost pixels beyond that.
struct FoldedKernel: Sendable {
  /// For each new column, the columns it is made of.
  private let columns: [Weights]
  /// For each row, the new rows that it is a part of, and its weight there.
  private let uses: [[(row: Int, weight: Double)]]

  /// The weights of a row's pixels from a first one on.
  private struct Weights {
    let first: Int
    let values: [Double]
  }

  /// The kernel from one size to another; nil where mirroring once is enough.
  init?(_ format: ResamplingFormat) {
    guard
      format.targetWidth <= 2 && format.targetWidth < format.width
        || format.targetHeight <= 2 && format.targetHeight < format.height
    else { return nil }
    columns = (0..<format.targetWidth).map { Self.weights(of: $0, from: format.width, to: format.targetWidth) }
    var uses = [[(row: Int, weight: Double)]](repeating: [], count: format.height)
    for row in 0..<format.targetHeight {
      let weights = Self.weights(of: row, from: format.height, to: format.targetHeight)
      for (place, weight) in weights.values.enumerated() { uses[weights.first + place].append((row, weight)) }
    }
    self.uses = uses
  }

  /// The weights of the pixels that make one of `count`; their sum is 1.
  private static func weights(of index: Int, from length: Int, to count: Int) -> Weights {
    let scale = Double(count) / Double(length)
    let step = min(scale, 1)
    let centre = (Double(index) + 0.5) / scale
    let places = Int((centre - 3 / step).rounded(.down))...Int((centre + 3 / step).rounded(.up))
    func folded(_ place: Int) -> Int {
      let phase = (place % (2 * length) + 2 * length) % (2 * length)
      return min(phase, 2 * length - 1 - phase)
    }
    var (first, last) = (length, 0)
    for place in places { (first, last) = (min(first, folded(place)), max(last, folded(place))) }
    var values = [Double](repeating: 0, count: last - first + 1)
    for place in places { values[folded(place) - first] += kernel((Double(place) + 0.5 - centre) * step) }
    let sum = values.reduce(0, +)
    return Weights(first: first, values: values.map { $0 / sum })
  }

  private static func kernel(_ x: Double) -> Double {
    guard x != 0 else { return 1 }
    return abs(x) < 3 ? 3 * sin(.pi * x) * sin(.pi * x / 3) / (.pi * .pi * x * x) : 0
  }

  /// Resamples the rows that `czimg_read_light` gives, and passes the new ones to `czimg_write_light`; false when one of
  /// them says that it takes too long.
  func process(
    _ read: UnsafeMutablePointer<czimg_light_source>, _ written: UnsafeMutablePointer<czimg_light_target>,
    _ format: ResamplingFormat
  ) -> Bool {
    let planes = format.channels.planes
    var sums = [Double](repeating: 0, count: planes.count * format.targetHeight * columns.count)
    func place(_ plane: Int, _ row: Int) -> Int { (plane * format.targetHeight + row) * columns.count }
    for row in uses.indices {
      guard czimg_read_light(read, UInt32(row), 0, UInt32(format.width)) == 0 else { return false }
      for (plane, number) in planes.enumerated() {
        guard let light = czimg_ring_row(&read.pointee.ring, number, UInt32(row)) else { return false }
        for (column, weights) in columns.enumerated() {
          var sum = 0.0
          for (offset, weight) in weights.values.enumerated() { sum += weight * Double(light[weights.first + offset]) }
          for use in uses[row] { sums[place(plane, use.row) + column] += use.weight * sum }
        }
      }
    }
    for row in 0..<format.targetHeight {
      for (plane, number) in planes.enumerated() {
        guard let light = czimg_ring_row(&written.pointee.ring, number, UInt32(row)) else { return false }
        for column in columns.indices { light[column] = Float(sums[place(plane, row) + column]) }
      }
      guard czimg_write_light(written, UInt32(row), 0, UInt32(columns.count)) == 0 else { return false }
    }
    return true
  }
}

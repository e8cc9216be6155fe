import Color
import Foundation

/// Lanczos' kernel of three lobes over light, in double precision; written independently of the module under test.
struct LightModel {
  /// H.273's number.
  let transfer: Int32

  /// Light of a sample: the curves of displays, each as its standard writes it.
  func light(_ sample: Double) -> Double {
    switch transfer {
    case 8: return sample
    case 16:
      // ST 2084 with the constants as it lists them.
      let (m1, m2, c1, c2, c3) = (0.1593017578125, 78.84375, 0.8359375, 18.8515625, 18.6875)
      let root = pow(sample, 1 / m2)
      return pow(max(root - c1, 0) / (c2 - c3 * root), 1 / m1)
    case 17: return pow(sample, 2.6)
    case 18:
      let (a, b, c) = (0.17883277, 0.28466892, 0.55991073)
      return sample <= 0.5 ? sample * sample / 3 : (exp((sample - c) / a) + b) / 12
    // All others count as sRGB's.
    default: return sample > 0.04045 ? pow((sample + 0.055) / 1.055, 2.4) : sample / 12.92
    }
  }

  /// The sample of light: the same curves the other way.
  func sample(_ light: Double) -> Double {
    let light = min(max(light, 0), 1)
    switch transfer {
    case 8: return light
    case 16:
      let (m1, m2, c1, c2, c3) = (0.1593017578125, 78.84375, 0.8359375, 18.8515625, 18.6875)
      let power = pow(light, m1)
      return pow((c1 + c2 * power) / (1 + c3 * power), m2)
    case 17: return pow(light, 1 / 2.6)
    case 18:
      let (a, b, c) = (0.17883277, 0.28466892, 0.55991073)
      return light <= 1.0 / 12 ? sqrt(3 * light) : a * log(12 * light - b) + c
    default: return light > 0.0031308 ? 1.055 * pow(light, 1 / 2.4) - 0.055 : 12.92 * light
    }
  }

  private static func kernel(_ x: Double) -> Double {
    guard x != 0 else { return 1 }
    guard abs(x) < 3 else { return 0 }
    return 3 * sin(.pi * x) * sin(.pi * x / 3) / (.pi * .pi * x * x)
  }

  /// One row or column resampled to another length: pixel centres are at halves; the kernel is widened when the row
  /// shrinks; beyond an edge the row is mirrored, and the mirrored row again, as between two mirrors.
  static func resampled(_ row: [Double], to length: Int) -> [Double] {
    let scale = Double(length) / Double(row.count)
    let step = min(scale, 1)
    return (0..<length).map { index in
      let centre = (Double(index) + 0.5) / scale
      let first = Int((centre - 3 / step).rounded(.down)) - 1
      let last = Int((centre + 3 / step).rounded(.up)) + 1
      var (sum, weights) = (0.0, 0.0)
      for place in first...last {
        let weight = kernel((Double(place) + 0.5 - centre) * step)
        var mirrored = place
        while !row.indices.contains(mirrored) { mirrored = mirrored < 0 ? -1 - mirrored : 2 * row.count - 1 - mirrored }
        sum += weight * row[mirrored]
        weights += weight
      }
      return sum / weights
    }
  }

  /// A plane of rows.
  static func resampled(_ rows: [[Double]], width: Int, height: Int) -> [[Double]] {
    let wide = rows.map { resampled($0, to: width) }
    let columns = (0..<width).map { x in resampled(wide.map { $0[x] }, to: height) }
    return (0..<height).map { y in columns.map { $0[y] } }
  }

  /// How far a bitmap is from what the model makes of another, at the worst sample, in codes.
  ///
  /// zimg adds up in floats, so a small difference in light from the model is tolerated.
  func worstError(of bitmap: Bitmap, from original: Bitmap) -> Double {
    let noise = 4e-7
    let top = Double(original.bitDepth == .eight ? 255 : 65_535)
    let colors = original.channels.hasAlpha ? original.channels.count - 1 : original.channels.count
    func plane(_ value: (Int, Int) -> Double) -> [[Double]] {
      let rows = (0..<original.height).map { y in (0..<original.width).map { x in value(x, y) } }
      return Self.resampled(rows, width: bitmap.width, height: bitmap.height)
    }
    func opacity(_ x: Int, _ y: Int) -> Double {
      original.channels.hasAlpha ? Double(original.sample(x, y, colors)) / top : 1
    }
    let alpha = plane(opacity)
    var worst = 0.0
    for channel in 0..<colors {
      let colored = plane { x, y in light(Double(original.sample(x, y, channel)) / top) * opacity(x, y) }
      for y in 0..<bitmap.height {
        for x in 0..<bitmap.width {
          let code = Double(bitmap.sample(x, y, channel))
          // Half a code of opacity decides whether a pixel has a colour at all.
          if abs(alpha[y][x] * top - 0.5) < 0.01 { continue }
          let isSeen = alpha[y][x] * top >= 0.5
          let slack = isSeen ? 2 * noise / alpha[y][x] : 0
          let truth = isSeen ? colored[y][x] / alpha[y][x] : 0
          let (least, most) = (sample(truth - slack) * top, sample(truth + slack) * top)
          worst = max(worst, least - code, code - most)
        }
      }
    }
    guard original.channels.hasAlpha else { return worst }
    for y in 0..<bitmap.height {
      for x in 0..<bitmap.width {
        worst = max(worst, abs(Double(bitmap.sample(x, y, colors)) - min(max(alpha[y][x], 0), 1) * top))
      }
    }
    return worst
  }
}

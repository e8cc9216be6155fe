import Color

/// What a decoder of H.273's equations would show if it computed with real numbers; written independently of the module
/// under test.
struct Truth {
  /// (Kr, Kb) of H.273 table 4; nil for YCgCo, whose equations have no such constants.
  static let weights: [Int32: (kr: Double, kb: Double)] = [
    1: (0.2126, 0.0722), 4: (0.30, 0.11), 5: (0.299, 0.114), 6: (0.299, 0.114), 7: (0.212, 0.087),
    9: (0.2627, 0.0593),
  ]

  let matrix: Int32
  let isFullRange: Bool
  let depth: Int

  /// Luma, or a primary: black 0, white 1.
  func luma(_ code: Double) -> Double {
    let top = Double((1 << depth) - 1)
    let scale = Double(1 << (depth - 8))
    return isFullRange ? code / top : (code / scale - 16) / 219
  }

  /// A chroma difference from -0.5 to 0.5.
  func chroma(_ code: Double) -> Double {
    let top = Double((1 << depth) - 1)
    let scale = Double(1 << (depth - 8))
    let centre = Double(1 << (depth - 1))
    // Limited YCgCo is made of R, G and B that already span 219 codes (H.273, equations for matrix 8).
    return isFullRange ? (code - centre) / top : (code - centre) / scale / (matrix == 8 ? 219 : 224)
  }

  /// R'G'B' of codes, including values below black and above white.
  func rgb(_ y: Double, _ u: Double, _ v: Double) -> [Double] {
    // H.273 stores green, blue and red in the places of luma, Cb and Cr.
    if matrix == 0 { return [luma(v), luma(y), luma(u)] }
    let (y, b, r) = (luma(y), chroma(u), chroma(v))
    var rgb: [Double]
    if matrix == 8 {
      // Cg is stored in the place of Cb, Co in that of Cr.
      rgb = [y - b + r, y + b, y - b - r]
    } else if let (kr, kb) = Self.weights[matrix] {
      let red = y + 2 * (1 - kr) * r
      let blue = y + 2 * (1 - kb) * b
      rgb = [red, (y - kr * red - kb * blue) / (1 - kr - kb), blue]
    } else {
      rgb = []
    }
    return rgb
  }

  /// A chroma sample for the luma sample at `position`, interpolated linearly between `samples` that are `1 << shift`
  /// apart, the first at `site`; beyond the ends the outermost are repeated.
  static func taps(position: Int, shift: Int, site: Double, count: Int) -> (Int, Int, Double) {
    let place = (Double(position) - site) / Double(1 << shift)
    let left = place.rounded(.down)
    let (low, high) = (Int(left), Int(left) + 1)
    return (min(max(low, 0), count - 1), min(max(high, 0), count - 1), place - left)
  }

  /// The position of the first chroma sample of a row or column, in luma samples, for FFmpeg's location numbers.
  static func site(location: Int32, shiftX: Int, shiftY: Int) -> (x: Double, y: Double) {
    let centreX = (Double(1 << shiftX) - 1) / 2
    let centreY = (Double(1 << shiftY) - 1) / 2
    let bottom = Double(1 << shiftY) - 1
    return switch location {
    case 1: (0, centreY)
    case 2: (centreX, centreY)
    case 3: (0, 0)
    case 4: (centreX, 0)
    case 5: (0, bottom)
    default: (centreX, bottom)
    }
  }
}

/// The greatest error of a bitmap's colour samples, in codes of the bitmap; compared after conversion to sRGB if there
/// is a `display`.
func worstError(
  of bitmap: Bitmap, truth: Truth, planes: [[[Int]]], shiftX: Int, shiftY: Int, location: Int32,
  display: DisplayTruth? = nil
) -> Double {
  let top = bitmap.bitDepth == .eight ? 255.0 : 65_535.0
  let site = Truth.site(location: location, shiftX: shiftX, shiftY: shiftY)
  var worst = 0.0
  for y in 0..<bitmap.height {
    for x in 0..<bitmap.width {
      func chroma(_ plane: [[Int]]) -> Double {
        let (x0, x1, fx) = Truth.taps(position: x, shift: shiftX, site: shiftX == 0 ? 0 : site.x, count: plane[0].count)
        let (y0, y1, fy) = Truth.taps(position: y, shift: shiftY, site: shiftY == 0 ? 0 : site.y, count: plane.count)
        let above: Double = Double(plane[y0][x0]) * (1 - fx) + Double(plane[y0][x1]) * fx
        let below: Double = Double(plane[y1][x0]) * (1 - fx) + Double(plane[y1][x1]) * fx
        return above * (1 - fy) + below * fy
      }
      let raw = truth.rgb(Double(planes[0][y][x]), chroma(planes[1]), chroma(planes[2]))
      let rgb = display?.shown(raw) ?? raw.map { min(max($0, 0), 1) }
      for channel in 0..<3 {
        worst = max(worst, abs(Double(bitmap.sample(x, y, channel)) - rgb[channel] * top))
      }
    }
  }
  return worst
}

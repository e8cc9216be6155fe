import Foundation

/// What R'G'B' of a video looks like on its display, and which codes of sRGB look the same, in real numbers; written
/// from the standards, independently of the module under test.
struct DisplayTruth {
  /// Red, green, blue and white of ITU-T H.273, table 2, as x, y.
  static let primaries: [Int32: [(Double, Double)]] = [
    1: [(0.64, 0.33), (0.3, 0.6), (0.15, 0.06), d65], 4: [(0.67, 0.33), (0.21, 0.71), (0.14, 0.08), c],
    5: [(0.64, 0.33), (0.29, 0.6), (0.15, 0.06), d65], 6: [(0.63, 0.34), (0.31, 0.595), (0.155, 0.07), d65],
    7: [(0.63, 0.34), (0.31, 0.595), (0.155, 0.07), d65], 8: [(0.681, 0.319), (0.243, 0.692), (0.145, 0.049), c],
    9: [(0.708, 0.292), (0.17, 0.797), (0.131, 0.046), d65], 10: [(1, 0), (0, 1), (0, 0), (1.0 / 3, 1.0 / 3)],
    11: [(0.68, 0.32), (0.265, 0.69), (0.15, 0.06), (0.314, 0.351)],
    12: [(0.68, 0.32), (0.265, 0.69), (0.15, 0.06), d65], 22: [(0.63, 0.34), (0.295, 0.605), (0.155, 0.077), d65],
  ]
  private static let d65 = (0.3127, 0.329)
  private static let c = (0.31, 0.316)

  static let transfers: [Int32] = [1] + Array(4...18)

  let transfer: Int32
  /// Whether browsers and players show the samples as they are: primaries of television sets (BT.709, BT.470, BT.601,
  /// SMPTE 240M, EBU 3213), and a transfer of SDR.
  private let isOrdinary: Bool
  /// The brightest light in cd/m², for PQ and HLG.
  let peak: Double
  private let toBT709: [[Double]]
  private let luminance: [Double]

  init(primaries: Int32, transfer: Int32, peak: Double = 1000) {
    let own = Self.primaries[primaries] ?? []
    let bt709 = Self.primaries[1] ?? []
    let toXYZ = Self.xyz(own)
    luminance = toXYZ[1]
    self.transfer = transfer
    isOrdinary = [1, 4, 5, 6, 7, 22].contains(primaries) && Self.isSDR(transfer)
    self.peak = transfer == 18 ? min(peak, 1000) : peak
    // XYZ of one colour after another: adapted to D65, then solved for the amounts of BT.709's primaries.
    let response = { (xyz: [Double]) -> [Double] in
      [
        0.8951 * xyz[0] + 0.2664 * xyz[1] - 0.1614 * xyz[2], -0.7502 * xyz[0] + 1.7135 * xyz[1] + 0.0367 * xyz[2],
        0.0389 * xyz[0] - 0.0685 * xyz[1] + 1.0296 * xyz[2],
      ]
    }
    let bradford = [[0.8951, 0.2664, -0.1614], [-0.7502, 1.7135, 0.0367], [0.0389, -0.0685, 1.0296]]
    let (from, to) = (response(Self.white(own[3])), response(Self.white(bt709[3])))
    let columns = (0..<3).map { column in
      let cones = response((0..<3).map { toXYZ[$0][column] })
      return Self.solve(Self.xyz(bt709), Self.solve(bradford, (0..<3).map { cones[$0] * to[$0] / from[$0] }))
    }
    toBT709 = (0..<3).map { row in columns.map { $0[row] } }
  }

  private static func white(_ xy: (Double, Double)) -> [Double] { [xy.0 / xy.1, 1, (1 - xy.0 - xy.1) / xy.1] }

  /// The matrix of RGB to XYZ by SMPTE RP 177.
  private static func xyz(_ primaries: [(Double, Double)]) -> [[Double]] {
    let unscaled = [
      primaries.prefix(3).map(\.0), primaries.prefix(3).map(\.1), primaries.prefix(3).map { 1 - $0.0 - $0.1 },
    ]
    let amounts = solve(unscaled, white(primaries[3]))
    return unscaled.map { row in (0..<3).map { row[$0] * amounts[$0] } }
  }

  /// Three equations with three unknowns, by Cramer's rule.
  private static func solve(_ m: [[Double]], _ right: [Double]) -> [Double] {
    func determinant(_ m: [[Double]]) -> Double {
      let first: Double = m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1])
      let second: Double = m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0])
      let third: Double = m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0])
      return first - second + third
    }
    let whole = determinant(m)
    return (0..<3).map { column in
      var replaced = m
      for row in 0..<3 { replaced[row][column] = right[row] }
      return determinant(replaced) / whole
    }
  }

  // MARK: Light

  /// ST 2084 with its constants in decimals.
  static func pqLight(_ code: Double) -> Double {
    let root = pow(code, 1 / 78.84375)
    return 10_000 * pow(max(root - 0.8359375, 0) / (18.8515625 - 18.6875 * root), 1 / 0.1593017578125)
  }

  static func pqCode(_ light: Double) -> Double {
    let root = pow(light / 10_000, 0.1593017578125)
    return pow((0.8359375 + 18.8515625 * root) / (1 + 18.6875 * root), 78.84375)
  }

  /// BT.2390, 5.4.1: from a display of `peak` to one of 203 cd/m², both with black at 0.
  static func toned(_ light: Double, peak: Double) -> Double {
    if peak <= 203 { return min(light, 203) }
    let e1 = min(pqCode(light) / pqCode(peak), 1)
    let maxLum = pqCode(203) / pqCode(peak)
    let ks = 1.5 * maxLum - 0.5
    if e1 < ks { return light }
    let t = (e1 - ks) / (1 - ks)
    let p =
      (2 * t * t * t - 3 * t * t + 1) * ks + (t * t * t - 2 * t * t + t) * (1 - ks) + (3 * t * t - 2 * t * t * t)
      * maxLum
    return pqLight(p * pqCode(peak))
  }

  /// Light of a sample: display white is 1; cd/m² for PQ; 0 to 1 of the scene for HLG.
  func light(_ v: Double) -> Double {
    let inside = min(max(v, 0), 1)
    switch transfer {
    case 8: return inside
    case 16: return Self.pqLight(inside)
    case 17: return pow(inside, 2.6) * 52.37 / 48
    case 18:
      let (a, b) = (0.17883277, 1 - 4 * 0.17883277)
      return inside <= 0.5
        ? inside * inside / 3 : (exp((inside - (0.5 - a * log(4 * a))) / a) + b) / 12
    // All other transfers count as that of sRGB.
    default: return inside <= 0.04045 ? inside / 12.92 : pow((inside + 0.055) / 1.055, 2.4)
    }
  }

  static func sRGB(_ light: Double) -> Double {
    let inside = min(max(light, 0), 1)
    return inside <= 0.0031308 ? inside * 12.92 : 1.055 * pow(inside, 1 / 2.4) - 0.055
  }

  /// Linear light, PQ, cinema's curve and HLG are shown by curves of their own.
  static func isSDR(_ transfer: Int32) -> Bool { ![8, 16, 17, 18].contains(transfer) }

  /// R'G'B' of the video to R'G'B' of sRGB.
  func shown(_ samples: [Double]) -> [Double] {
    if isOrdinary { return samples.map { min(max($0, 0), 1) } }
    var light = samples.map { self.light($0) }
    if transfer == 18 {
      // Reference OOTF of a display of 1000 cd/m².
      let scene = zip(luminance, light).map { $0 * $1 }.reduce(0, +)
      light = light.map { $0 == 0 ? 0 : 1000 * pow(scene, 0.2) * $0 }
    }
    if transfer == 16 || transfer == 18 {
      let most = light.max() ?? 0
      let factor = most == 0 ? 0 : Self.toned(most, peak: peak) / most
      light = light.map { $0 * factor / 203 }
    }
    return toBT709.map { row in Self.sRGB(row[0] * light[0] + row[1] * light[1] + row[2] * light[2]) }
  }

  /// A gray sample of the video to one of sRGB.
  func shown(gray sample: Double) -> Double {
    if Self.isSDR(transfer) { return min(max(sample, 0), 1) }
    var light = light(sample)
    if transfer == 18 { light = light == 0 ? 0 : 1000 * pow(light, 1.2) }
    if transfer == 16 || transfer == 18 { light = Self.toned(light, peak: peak) / 203 }
    return Self.sRGB(light)
  }
}

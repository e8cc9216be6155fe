import CZimg
import ColorCodes
import LibC

/// The conversion of R'G'B' or gray of any primaries and transfer to sRGB, as tables that are read once per sample.
///
/// Light is mapped to a peak of 203 cd/m², then to the primaries of BT.709 and the white of D65; values still out of
/// range are clipped. Tables are interpolated linearly between entries, with an error of less than 0.1/65 535.
struct Rendering: Sendable {
  /// What a rendering depends on.
  struct Source: Hashable {
    let primaries: ColorPrimaries
    let transfer: TransferCharacteristics
    /// The brightest light in cd/m²; nil for transfers that end at white.
    let peak: Int?
    let isGray: Bool
    /// Whether the white of the primaries becomes that of sRGB; else colours are not adapted.
    let keepsWhite: Bool
  }

  let source: Source
  private let kind: Int32
  private let weights: SIMD3<Double>
  private let mix: Matrix
  /// All tables, one after the other.
  private let entries: [Float]
  private let codesStart: Int
  private let tonesStart: Int
  private let systemStart: Int

  private static let codeOctaves = Octaves(exponents: -9...0, stepBits: 8)
  /// BT.2390's curve begins to bend at 20 cd/m² or above, and the brightest light is 10 000 cd/m². For a peak of 204 it
  /// bends only in the last 1/200 of its range.
  private static let toneOctaves = Octaves(exponents: -4...6, stepBits: 11)
  private static let systemOctaves = Octaves(exponents: -40...0, stepBits: 8)

  /// A range between two powers of two, each octave divided into the same number of equal steps.
  private struct Octaves {
    let exponents: ClosedRange<Int>
    let stepBits: Int32

    var low: Float { Float(sign: .plus, exponent: exponents.lowerBound, significand: 1) }
    var high: Float { Float(sign: .plus, exponent: exponents.upperBound, significand: 1) }

    func entries(_ value: (Double) -> Double) -> [Float] {
      let (first, step) = (low.bitPattern, UInt32(1) << UInt32(23 - stepBits))
      return (0...UInt32(exponents.count - 1) << UInt32(stepBits) + 1).map {
        Float(value(Double(Float(bitPattern: first + $0 * step))))
      }
    }

    func table(_ start: UnsafePointer<Float>?) -> czimg_octaves {
      czimg_octaves(entries: start, low: low, high: high, step_bits: stepBits)
    }
  }

  /// Makes the tables; nil for primaries that H.273 does not define.
  init?(_ source: Source) {
    guard let primaries = PrimaryChromaticities(of: source.primaries),
      let bt709 = PrimaryChromaticities(of: .bt709)
    else { return nil }
    let transfer = DisplayTransfer(source.transfer)
    self.source = source
    weights = primaries.luminanceWeights
    mix = primaries.matrix(to: bt709, keepsWhite: source.keepsWhite)
    let curve = ToneCurve(peak: Double(source.peak ?? 0))
    let isAlone = transfer.scale == .white && (source.isGray || source.primaries == .bt709)
    kind =
      switch transfer.scale {
      case _ where isAlone: Int32(CZIMG_ALONE)
      case .white: Int32(CZIMG_MIXED)
      case .nominalWhite: Int32(CZIMG_TONED)
      case .scene: Int32(CZIMG_SCENE)
      }

    func system(_ luminance: Double) -> Double { Self.greatestHLG / ToneCurve.white * pow(luminance, 0.2) }
    func toned(_ light: Double) -> Double { curve.mapped(light * ToneCurve.white) / ToneCurve.white }
    var entries: [Float] = (0...Int(CZIMG_CURVE_STEPS) + 1).map { step in
      let light = transfer.light(of: Double(step) / Double(CZIMG_CURVE_STEPS))
      return Float(isAlone ? DisplayTransfer.sRGBCode(of: light) : light)
    }
    codesStart = entries.count
    if !isAlone { entries += Self.codeOctaves.entries { DisplayTransfer.sRGBCode(of: min($0, 1)) } }
    tonesStart = entries.count
    if !isAlone, transfer.scale != .white { entries += Self.toneOctaves.entries { toned($0) / $0 } }
    systemStart = entries.count
    if !isAlone, transfer.scale == .scene { entries += Self.systemOctaves.entries(system) }
    self.entries = entries
  }

  /// The display for which HLG is rendered, in cd/m²: the one whose exponent is 1.2 (ITU-R BT.2100, table 5).
  private static let greatestHLG = 1000.0

  /// The peak to assume: what the video says, limited to what its transfer can express, else 1000 cd/m²; nil for
  /// transfers that end at white.
  static func peak(said: Int?, transfer: TransferCharacteristics) -> Int? {
    guard transfer.isHDR else { return nil }
    let most = transfer == .hlg ? greatestHLG : PerceptualQuantizer.greatestLuminance
    return min(max(said ?? 1000, Int(ToneCurve.white)), Int(most))
  }

  /// Passes the tables to `body` as C reads them, without a packing; the pointers must not escape.
  func withTables<Result>(_ body: (inout czimg_rendering) -> Result) -> Result {
    entries.withUnsafeBufferPointer { entries in
      var rendering = czimg_rendering()
      rendering.colors = source.isGray ? 1 : 3
      rendering.kind = kind
      rendering.samples = entries.baseAddress
      func start(_ place: Int) -> UnsafePointer<Float>? { entries.baseAddress.map { $0 + place } }
      rendering.codes = Self.codeOctaves.table(start(codesStart))
      rendering.tones = Self.toneOctaves.table(start(tonesStart))
      rendering.system = Self.systemOctaves.table(start(systemStart))
      let whites = mix.rows.map { source.keepsWhite ? 1 : Float($0.sum()) }
      rendering.weights = (Float(weights.x), Float(weights.y), Float(weights.z))
      rendering.whites = (whites[0], whites[1], whites[2])
      let rows = mix.rows.map { (red: Float($0.x), blue: Float($0.z)) }
      rendering.mix = (rows[0].red, rows[0].blue, rows[1].red, rows[1].blue, rows[2].red, rows[2].blue)
      return body(&rendering)
    }
  }
}

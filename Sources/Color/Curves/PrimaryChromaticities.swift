public import ColorCodes

/// The chromaticities of red, green, blue and white (ITU-T H.273, table 2), in CIE 1931 coordinates.
public struct PrimaryChromaticities: Hashable, Sendable {
  /// A colour without its brightness.
  public struct Chromaticity: Hashable, Sendable {
    /// The x coordinate.
    public let x: Double
    /// The y coordinate.
    public let y: Double

    /// The x, y and z of a colour, whose sum is 1.
    fileprivate var xyz: SIMD3<Double> { SIMD3(x, y, 1 - x - y) }
  }

  /// Red at full strength.
  public let red: Chromaticity
  /// Green at full strength.
  public let green: Chromaticity
  /// Blue at full strength.
  public let blue: Chromaticity
  /// All three at full strength.
  public let white: Chromaticity

  /// Looks primaries up; nil for those that the standard does not define.
  public init?(of primaries: ColorPrimaries) {
    let d65 = (0.3127, 0.3290)
    let c = (0.310, 0.316)
    switch primaries {
    case .bt709: self.init((0.640, 0.330), (0.300, 0.600), (0.150, 0.060), d65)
    case .bt470M: self.init((0.67, 0.33), (0.21, 0.71), (0.14, 0.08), c)
    case .bt470BG: self.init((0.64, 0.33), (0.29, 0.60), (0.15, 0.06), d65)
    case .smpte170M, .smpte240M: self.init((0.630, 0.340), (0.310, 0.595), (0.155, 0.070), d65)
    case .film: self.init((0.681, 0.319), (0.243, 0.692), (0.145, 0.049), c)
    case .bt2020: self.init((0.708, 0.292), (0.170, 0.797), (0.131, 0.046), d65)
    case .smpte428: self.init((1, 0), (0, 1), (0, 0), (1.0 / 3, 1.0 / 3))
    case .smpte431: self.init((0.680, 0.320), (0.265, 0.690), (0.150, 0.060), (0.314, 0.351))
    case .smpte432: self.init((0.680, 0.320), (0.265, 0.690), (0.150, 0.060), d65)
    case .ebu3213: self.init((0.630, 0.340), (0.295, 0.605), (0.155, 0.077), d65)
    default: return nil
    }
  }

  private init(_ red: (Double, Double), _ green: (Double, Double), _ blue: (Double, Double), _ white: (Double, Double))
  {
    self.red = Chromaticity(x: red.0, y: red.1)
    self.green = Chromaticity(x: green.0, y: green.1)
    self.blue = Chromaticity(x: blue.0, y: blue.1)
    self.white = Chromaticity(x: white.0, y: white.1)
  }

  /// Linear red, green and blue to CIE XYZ, in which white has the luminance 1 (SMPTE RP 177).
  private var toXYZ: Matrix {
    let columns = Matrix(red.xyz, green.xyz, blue.xyz).transposed
    return columns * Matrix(diagonal: columns.inverse * (white.xyz / white.y))
  }

  /// The share of red, green and blue in the luminance of white.
  var luminanceWeights: SIMD3<Double> { toXYZ.rows[1] }

  /// Converts linear red, green and blue of these primaries to those of others. With `keepsWhite` white stays white, by
  /// von Kries's rule on the Bradford cone responses; without it colours are not adapted.
  func matrix(to other: PrimaryChromaticities, keepsWhite: Bool) -> Matrix {
    guard keepsWhite else { return other.toXYZ.inverse * toXYZ }
    let cones = Matrix(
      SIMD3(0.8951, 0.2664, -0.1614), SIMD3(-0.7502, 1.7135, 0.0367), SIMD3(0.0389, -0.0685, 1.0296))
    let (here, there) = (cones * (white.xyz / white.y), cones * (other.white.xyz / other.white.y))
    let adaptation = cones.inverse * Matrix(diagonal: there / here) * cones
    return other.toXYZ.inverse * adaptation * toXYZ
  }
}

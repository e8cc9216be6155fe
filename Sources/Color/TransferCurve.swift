#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The curve between a sample and light, both from 0 to 1, for one number of H.273 table 3.
///
/// Light is that of the display on which pictures of this kind are judged: BT.1886 for all curves of television
/// cameras. HLG, whose display has no curve for one channel alone, is light in front of the camera. A number without a
/// curve is taken for television's.
enum TransferCurve: Hashable, Sendable {
  case power(Double)
  case sRGB
  /// Logarithmic over so many decades.
  case logarithm(decades: Double)
  case pq
  case hlg

  init(_ transfer: Int32) {
    switch transfer {
    case 4: self = .power(2.2)
    case 5: self = .power(2.8)
    case 8: self = .power(1)
    case 9: self = .logarithm(decades: 2)
    case 10: self = .logarithm(decades: 2.5)
    case 13: self = .sRGB
    case 16: self = .pq
    case 17: self = .power(2.6)
    case 18: self = .hlg
    default: self = .power(2.4)
    }
  }

  /// The light of a sample from 0 to 1; it grows with the sample, and 0 and 1 stay what they are.
  func light(_ sample: Double) -> Double {
    guard sample > 0 else { return 0 }
    switch self {
    case .power(1): return sample
    case .power(let exponent): return pow(sample, exponent)
    case .sRGB: return sample <= 0.04045 ? sample / 12.92 : pow((sample + 0.055) / 1.055, 2.4)
    case .logarithm(let decades): return pow(10, decades * (sample - 1))
    case .pq:
      // SMPTE ST 2084; 1 is 10 000 cd/m².
      let root = pow(sample, 32 / 2523.0)
      return pow(max(root - 107 / 128.0, 0) / (2413 / 128.0 - 2392 / 128.0 * root), 8192 / 1305.0)
    case .hlg:
      // BT.2100 table 5, the inverse of the OETF.
      let (a, b) = (0.17883277, 1 - 4 * 0.17883277)
      return sample <= 0.5 ? sample * sample / 3 : (4 * a * exp((sample - 0.5) / a) + b) / 12
    }
  }
}

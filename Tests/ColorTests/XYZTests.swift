import CFFmpeg
import Color
import ColorCodes
import Foundation
import TestSupport
import Testing
import Video

/// Pictures of digital cinema, whose samples are X', Y' and Z' (SMPTE ST 428-1): no viewer shows them directly.
struct XYZTests {
  /// CIE XYZ to BT.709 by SMPTE RP 177, solved by hand for its primaries and D65, to ten digits.
  private static func sRGB(_ codes: [Double]) -> [Double] {
    let light = codes.map { 52.37 / 48 * pow($0 / 4095, 2.6) }
    // The columns of RGB to XYZ are primaries scaled so that white is (0.3127/0.329, 1, 0.3583/0.329).
    let columns = [(0.64, 0.33, 0.03), (0.3, 0.6, 0.1), (0.15, 0.06, 0.79)]
    func determinant(_ a: [Double], _ b: [Double], _ c: [Double]) -> Double {
      let first = a[0] * (b[1] * c[2] - b[2] * c[1])
      let second = a[1] * (b[0] * c[2] - b[2] * c[0])
      let third = a[2] * (b[0] * c[1] - b[1] * c[0])
      return first - second + third
    }
    let p = columns.map { [$0.0, $0.1, $0.2] }
    func amounts(_ color: [Double]) -> [Double] {
      let whole = determinant(p[0], p[1], p[2])
      return [
        determinant(color, p[1], p[2]) / whole, determinant(p[0], color, p[2]) / whole,
        determinant(p[0], p[1], color) / whole,
      ]
    }
    let white = amounts([0.3127 / 0.329, 1, 0.3583 / 0.329])
    return zip(amounts(light), white).map { DisplayTruth.sRGB($0 / $1) }
  }

  @Test(arguments: [AV_PIX_FMT_XYZ12LE, AV_PIX_FMT_XYZ12BE], ColorChoice.allCases)
  func `XYZ becomes sRGB with every colour choice`(format: AVPixelFormat, color: ColorChoice) throws {
    var random = SeededNumbers(seed: 17)
    for (depth, bound) in [(DepthChoice.eight, 1.0), (.auto, 2.0)] {
      let frame = try Frame(format, width: 40, height: 12)
      // Half of the codes are near the gray axis, where most colours of sRGB are, the others anywhere.
      let codes = (0..<480).map { place in
        let base = random.below(3800)
        return (0..<3).map { _ in place < 240 ? base + random.below(296) : random.below(4096) }
      }
      for component in 0..<3 { frame.fill(component) { UInt16(codes[$1 * 40 + $0][component]) } }
      let bitmap = try convert(frame.picture(matrix: 10, primaries: 9, transfer: 16), depth: depth, color: color)
      let top = depth == .eight ? 255.0 : 65_535.0
      for (place, pixel) in codes.enumerated() {
        let expected = Self.sRGB(pixel.map { Double($0) })
        for channel in 0..<3 {
          let found = Double(bitmap.sample(place % 40, place / 40, channel))
          #expect(abs(found - expected[channel] * top) <= bound, "\(pixel)")
        }
      }
      #expect(bitmap.color.samples == ColorSpec.Samples(primaries: .bt709, transfer: .sRGB, isConverted: true))
      #expect(
        bitmap.color.primaries == .smpte428 && bitmap.color.transfer == .smpte428 && bitmap.color.guesses == [])
      #expect(bitmap.significantBits == nil)
    }
  }

  @Test func `the colours reported for XYZ without converting it are the same`() throws {
    let spec = try ColorSpec(
      tags: ColorTags(), pixelFormat: "xyz12le",
      isJPEG: false, width: 4, height: 4)
    let frame = try Frame(AV_PIX_FMT_XYZ12LE, width: 4, height: 4)
    let shown = try convert(frame.picture()).color
    #expect(spec.primaries == shown.primaries && spec.transfer == shown.transfer && spec.guesses == shown.guesses)
  }
}

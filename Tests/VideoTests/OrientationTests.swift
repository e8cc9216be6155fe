import TestSupport
import Testing
@testable import Video

struct OrientationTests {
  /// A matrix of ISO/IEC 14496-12, 8.3.2: a b u, c d v, x y w, the first two columns in 16.16, the last in 2.30.
  private func matrix(_ a: Int32, _ b: Int32, _ c: Int32, _ d: Int32, x: Int32 = 0, y: Int32 = 0) -> [Int32] {
    [a, b, 0, c, d, 0, x << 16, y << 16, 1 << 30]
  }

  private let one: Int32 = 1 << 16

  @Test func `the eight matrices that need no resampling`() {
    // A point goes to (a x + c y, b x + d y), y down.
    let cases: [([Int32], Bool, Int)] = [
      (matrix(one, 0, 0, one), false, 0),
      // A quarter turn clockwise takes right to down and down to left.
      (matrix(0, one, -one, 0, x: 160), false, 1),
      (matrix(-one, 0, 0, -one, x: 160, y: 120), false, 2),
      (matrix(0, -one, one, 0, y: 160), false, 3),
      // Left and right are exchanged; then the same turns.
      (matrix(-one, 0, 0, one, x: 160), true, 0),
      (matrix(0, -one, -one, 0, x: 120, y: 160), true, 1),
      (matrix(one, 0, 0, -one, y: 120), true, 2),
      (matrix(0, one, one, 0), true, 3),
    ]
    for (matrix, isMirrored, turns) in cases {
      let orientation = Orientation(displayMatrix: matrix)
      #expect(orientation == Orientation(isMirrored: isMirrored, quarterTurns: turns), "\(matrix)")
      #expect(orientation?.degrees == 90 * turns && orientation?.swapsAxes == (turns % 2 == 1))
    }
  }

  @Test func `a matrix does what its orientation says`() {
    // Mirror first, then turn: the images of the unit vectors are the matrix's rows.
    for isMirrored in [false, true] {
      for turns in 0..<4 {
        func image(_ x: Int32, _ y: Int32) -> (Int32, Int32) {
          var point = (isMirrored ? -x : x, y)
          for _ in 0..<turns { point = (-point.1, point.0) }
          return point
        }
        let (right, down) = (image(one, 0), image(0, one))
        let orientation = Orientation(displayMatrix: matrix(right.0, right.1, down.0, down.1))
        #expect(orientation == Orientation(isMirrored: isMirrored, quarterTurns: turns))
      }
    }
  }

  @Test func `scaling is ignored`() {
    #expect(Orientation(displayMatrix: matrix(2 * one, 0, 0, one / 3)) == .upright)
    #expect(Orientation(displayMatrix: matrix(0, .max, .min, 0)) == Orientation(isMirrored: false, quarterTurns: 1))
  }

  @Test func `other angles, shears and collapses give nil`() {
    // 45°: cos and sin are 46341 / 65536.
    for (a, b, c, d): (Int32, Int32, Int32, Int32) in [
      (46341, 46341, -46341, 46341), (56756, 32768, -32768, 56756), (one, 0, one, one), (one, one, 0, one),
      (0, 0, 0, 0), (one, 0, 0, 0), (0, one, 0, 0), (one, one, 0, 0), (0, one, 0, one),
    ] { #expect(Orientation(displayMatrix: matrix(a, b, c, d)) == nil) }
  }

  @Test func `a matrix must have nine numbers`() {
    for count in [0, 4, 8, 10] { #expect(Orientation(displayMatrix: [Int32](repeating: one, count: count)) == nil) }
  }

  @Test func `turns are reduced to 0 to 3`() {
    for (given, turns) in [(4, 0), (-1, 3), (-4, 0), (7, 3), (-6, 2), (Int.max, 3), (Int.min, 0)] {
      #expect(Orientation(isMirrored: false, quarterTurns: given).quarterTurns == turns)
    }
  }

  @Test func `clips have the expected orientation`() throws {
    for (clip, orientation): (Fixture, Orientation) in [
      (.h264BFrames, .upright), (.h264Rotated, Orientation(isMirrored: false, quarterTurns: 1)),
      (.h264Flipped, Orientation(isMirrored: true, quarterTurns: 0)),
      (.h264FlippedVertical, Orientation(isMirrored: true, quarterTurns: 2)),
    ] {
      let video = try VideoFile.open(clip)
      #expect(try video.facts().orientation == orientation)
      _ = try video.timeline(.whole)
      var seen: Orientation?
      _ = try video.pictures(of: video.references([0])) { _, picture in seen = picture.orientation }
      #expect(seen == orientation)
    }
  }
}

import CFFmpeg
import Color
import Memory
import Synchronization
import TestSupport
import Testing
import Video

/// A conversion that takes longer than allowed.
@Suite struct StopTests {
  /// Counts how often it was asked whether to stop, and says so from some time on.
  private final class Clock: Sendable {
    private let asked = Atomic<Int>(0)
    private let end: Int

    init(end: Int) { self.end = end }

    var count: Int { asked.load(ordering: .relaxed) }

    @Sendable func isOver() -> Bool { asked.add(1, ordering: .relaxed).newValue > end }
  }

  private func picture(_ format: AVPixelFormat, turns: Int = 0) throws -> Picture {
    let frame = try Frame(format, width: 128, height: 520)
    for component in 0..<3 { frame.fill(component) { x, y in UInt16((x + y) % 200) } }
    return frame.picture(
      matrix: 1, range: 1, primaries: 1, transfer: 1, orientation: Orientation(isMirrored: false, quarterTurns: turns))
  }

  @Test(arguments: [AV_PIX_FMT_YUV420P, AV_PIX_FMT_RGB24, AV_PIX_FMT_RGB48LE, AV_PIX_FMT_YUV444P10LE], [0, 1])
  func `a conversion stops when told so`(format: AVPixelFormat, turns: Int) throws {
    for color in [ColorChoice.auto, .srgb] {
      func convert(_ clock: Clock) throws -> Bitmap {
        var converter = BitmapConverter(depth: .auto, color: color)
        return try converter.bitmap(of: try picture(format, turns: turns), unless: clock.isOver)
      }
      let patient = Clock(end: .max)
      _ = try convert(patient)
      // Once for each 64 of the 520 rows, at least.
      #expect(patient.count >= 8)
      for end in [0, patient.count / 2, patient.count - 1] {
        #expect(throws: ColorError(.stopped)) { _ = try convert(Clock(end: end)) }
      }
    }
  }

  @Test func `a change of size stops when told so`() throws {
    var converter = BitmapConverter(depth: .auto)
    let bitmap = try converter.bitmap(of: try picture(AV_PIX_FMT_RGB24))
    for (width, height) in [(64, 260), (200, 900), (1, 1)] {
      func resize(_ clock: Clock) throws -> Bitmap {
        var resampler = Resampler()
        return try resampler.resampled(bitmap, width: width, height: height, unless: clock.isOver)
      }
      let patient = Clock(end: .max)
      let resized = try resize(patient)
      #expect(resized.width == width && resized.height == height && patient.count >= 4)
      for end in [0, patient.count / 2] {
        #expect(throws: ColorError(.stopped)) { _ = try resize(Clock(end: end)) }
      }
      // What was stopped leaves nothing behind that harms the next one.
      var resampler = Resampler()
      _ = try? resampler.resampled(bitmap, width: width, height: height, unless: { true })
      #expect(try resampler.resampled(bitmap, width: width, height: height).pixels == resized.pixels)
    }
  }
}

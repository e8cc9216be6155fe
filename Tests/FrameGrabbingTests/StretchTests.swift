import GestureFiles
import Scrubbing
import TestSupport
import Testing

@testable import FrameGrabbing

/// Why a gesture ends where it does: stretches whose sums add up.
@Suite struct StretchTests {
  private func table(_ gesture: Gesture, frames: Int?) throws -> [String] {
    let trace = try GestureTrace(gesture, in: try frames.map { try timeline(frames: $0) })
    var lines: [String] = []
    try trace.writeTable { lines.append($0) }
    return lines
  }

  /// The track is 200 points wide.
  @Test func `a stretch says its sum where it ends, and all of them follow the table`() throws {
    let gesture = try drag(control(), (25, 15), (45, 15), (65, 15), (65, -45), (105, -45))
    let lines = try table(gesture, frames: 250)
    // 40/200 of 250 frames, and half of that.
    #expect(lines[3].hasSuffix("  +40.0 points ÷ 200 × 250 frames = +50.0 frames"), "\(lines[3])")
    #expect(lines[6].hasSuffix("  +40.0 points × ½ ÷ 200 × 250 frames = +25.0 frames"), "\(lines[6])")
    #expect(lines.last == "0 → 75: +50.0 at 1×, +25.0 at ½×")
    #expect(try table(gesture, frames: nil).last == "0 % → 30 %: +20.0 at 1×, +10.0 at ½×")
  }

  /// Down from 150 above to 50 (the gap of 90 at a tenth of 100 points closes), to the end, and a step back.
  @Test func `closing up, ends, jumps and steps have names`() throws {
    let closing = try table(
      try drag(control(), (25, 15), (25, -135), (125, -135), (125, 5)), frames: 250)
    // 100 points at a tenth: .05; U = .5. At 10 above, (.5 − .05)/11 of the range is closed: 10.2 frames.
    #expect(closing.last == "0 → 22: +12.5 at 0.1×, +10.2 closing up", "\(closing.last ?? "")")
    let far = try table(try drag(control(), (25, 15), (265, 15)), frames: 250)
    // 240 of 200 points.
    #expect(far.last == "0 → 249: +300.0 at 1×, -50.0 at an end", "\(far.last ?? "")")
    let bar = try table(try drag(control(#""model":"bar""#), (50, 15), (110, 15)), frames: 250)
    // (50 − 10)/200 at touch-down, and 60 points.
    #expect(bar.last == "0 → 125: +50.0 jumping, +75.0 at 1×", "\(bar.last ?? "")")
  }

  /// 1 000 random events on each model.
  @Test func `what is rounded away is less than 2⁻⁴⁰ of the range, and nothing is hidden`() throws {
    var numbers = SeededNumbers(seed: 40)
    for model in Model.allCases where model != .scrollScrubber {
      for lift in ["true", "false"] {
        var places = [(25.0, 15.0)]
        for _ in 0..<998 {
          places.append((numbers.double(-20, 240), 15 - [0, 20, 60, 110, 160, -60, -110][numbers.below(7)]))
        }
        let gesture = try drag(control("\"model\":\"\(model.rawValue)\",\"liftCorrection\":\(lift)"), places)
        let table = try timeline(frames: 250)
        var rehearsal = try GestureRehearsal(gesture, in: table)
        var account = StretchAccount(rehearsal)
        let start = rehearsal.value
        var stretches: [SliderStretch] = []
        _ = try rehearsal.playThrough { played throws(GrabError) in
          stretches += account.take(played)
          if let correction = played.event.correction { stretches += account.take(correction) }
        }
        stretches += account.finish()
        let rounding = stretches.filter { $0.reason == .rounding }.reduce(0) { $0 + $1.value }
        #expect(abs(rounding) < 0x1p-40, "\(model): \(rounding)")
        let sum = stretches.reduce(start) { $0 + $1.value }
        #expect(abs(sum - rehearsal.value) < 0x1p-44, "\(model): \(sum) and \(rehearsal.value)")
        // A speed's sum is of its points alone.
        for stretch in stretches {
          guard case .speed(let speed) = stretch.reason else { continue }
          #expect(stretch.value == speed * stretch.points / rehearsal.configuration.travel, "\(model)")
        }
      }
    }
  }
}

import GestureFiles
import JSON
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
    #expect(closing.last == "0 → 22: +12.5 at 1/10×, +10.2 closing up", "\(closing.last ?? "")")
    let far = try table(try drag(control(), (25, 15), (265, 15)), frames: 250)
    // 240 of 200 points.
    #expect(far.last == "0 → 249: +300.0 at 1×, -50.0 at an end", "\(far.last ?? "")")
    let bar = try table(try drag(control(#""model":"bar""#), (50, 15), (110, 15)), frames: 250)
    // (50 − 10)/200 at touch-down, and 60 points.
    #expect(bar.last == "0 → 125: +50.0 jumping, +75.0 at 1×", "\(bar.last ?? "")")
  }

  /// 10 frames at 25 a second from 0.4 s on: the frame that begins at 0.8 s, the range's end, is not one of them.
  @Test func `the sums of a part of the video are those of its frames`() throws {
    let part = control(#""model":"bar","range":{"from":"0.4s","to":"0.8s"}"#)
    let lines = try table(try drag(part, (10, 15), (210, 15)), frames: 250)
    #expect(lines.contains { $0.hasSuffix("  +200.0 points ÷ 200 × 10 frames = +10.0 frames") }, "\(lines)")
    #expect(lines.last == "10 → 20: +10.0 at 1×", "\(lines.last ?? "")")
  }

  /// On a curve from 1 at the line to ½ at 100 points: 40 points at ¾, 40 at ⅝ and 40 at ½ are 55 and 20 at full speed.
  @Test func `on a curve a stretch goes from entry to entry of the table`() throws {
    let curve = control(
      #""model":"custom","name":"Mine","rule":{"curve":"linear"},"speeds":[{"speed":1,"distance":0},{"speed":0.5,"distance":100}]"#
    )
    let gesture = try drag(
      curve, (25, 15), (25, -35), (65, -35), (65, -60), (105, -60), (105, -85), (145, -85))
    let lines = try table(gesture, frames: 250)
    #expect(lines.first == "Mine")
    // 55/200 and 20/200 of 250 frames, at the last event before the entry of ½ and at the end.
    #expect(lines[6].hasSuffix("  +80.0 points × 1 to ½ ÷ 200 × 250 frames = +68.8 frames"), "\(lines)")
    #expect(lines[9].hasSuffix("  +40.0 points × ½ ÷ 200 × 250 frames = +25.0 frames"), "\(lines)")
    #expect(lines.last == "0 → 93: +68.8 between 1× and ½×, +25.0 at ½×")
    let trace = try GestureTrace(gesture, in: try timeline(frames: 250))
    var objects: [String] = []
    try trace.write { objects.append($0.description) }
    #expect(
      objects.filter { $0.contains(#""stretches":[{"reason":"curve","speeds":[1.0,0.5],"points":80.0,"width":200.0,"#) }
        .count == 1, "\(objects)")
  }

  /// Whose times are those of the touches, a tenth of a second apart.
  @Test func `a stretch begins where the finger left and ends where it arrived`() throws {
    let gesture = try drag(control(), (25, 15), (45, 15), (65, 15), (65, -45), (105, -45))
    var rehearsal = try GestureRehearsal(gesture, in: nil)
    var account = StretchAccount(rehearsal)
    var stretches: [SliderStretch] = []
    var times: [Int64] = []
    _ = try rehearsal.playThrough { played throws(GrabError) in
      stretches += account.take(played)
      times.append(played.timeInMicroseconds)
    }
    stretches += account.finish()
    let moved = stretches.filter { $0.reason.speeds != nil }
    #expect(moved.map(\.span) == [times[0]...times[2], times[2]...times[4]])
  }

  /// 1 000 random events on each model.
  @Test func `what is rounded away is less than 2⁻⁴⁰ of the range, and nothing is hidden`() throws {
    var numbers = SeededNumbers(seed: 40)
    let speeds = #""speeds":[{"speed":1,"distance":0},{"speed":0.3,"distance":70},{"speed":0.02,"distance":150}]"#
    let curves = [#"{"curve":"linear"}"#, #"{"curve":"linear","follows":"whole","side":"both"}"#].map {
      #""model":"custom","name":"Mine","rule":\#($0),\#(speeds)"#
    }
    let models = Model.allCases.filter { $0 != .scrollScrubber }.map { #""model":"\#($0.rawValue)""# }
    for model in models + curves {
      for lift in ["true", "false"] {
        var places = [(25.0, 15.0)]
        for _ in 0..<998 {
          places.append((numbers.double(-20, 240), 15 - [0, 20, 60, 110, 160, -60, -110][numbers.below(7)]))
        }
        let gesture = try drag(control("\(model),\"liftCorrection\":\(lift)"), places)
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

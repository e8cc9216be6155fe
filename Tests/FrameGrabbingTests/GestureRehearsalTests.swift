import GestureFiles
import Scrubbing
import Testing
import Timeline
@testable import FrameGrabbing

/// Gestures computed by hand from touches to frames, on ten seconds of video at 25 frames a second: frame n starts at
/// n/25 s, so that a value V selects frame floor(250 V). The slider is that of `control()`: 2 points are 0.01.
struct GestureRehearsalTests {
  private struct Played {
    var events: [ScrubEvent] = []
    let value: Double
    let frame: Int?
  }

  private func play(_ gesture: Gesture, in table: FrameTable? = nil) throws -> Played {
    let table = try table ?? timeline(frames: 250)
    var rehearsal = try GestureRehearsal(gesture, in: table)
    var events: [ScrubEvent] = []
    let value = try rehearsal.play { events.append($0.event) }
    return Played(events: events, value: value, frame: rehearsal.frame(at: value)?.index)
  }

  // MARK: ScrubbingSlider

  @Test func `every speed applies exactly from its threshold on`() throws {
    // The line is at y 15. 20 points are .1 at full speed: 50 above .05, 100 above .025, 150 above .01.
    for (y, speed, step) in [
      (15.0, 1.0, 0.1), (-34.5, 1, 0.1), (-35, 0.5, 0.05), (-84.5, 0.5, 0.05), (-85, 0.25, 0.025),
      (-134.5, 0.25, 0.025),
      (-135, 0.1, 0.01), (-900, 0.1, 0.01),
    ] {
      // Up first, then across.
      let played = try play(drag(control(), (25, 15), (25, y), (45, y)))
      #expect(played.events[2].speed == speed && isClose(played.value, step), "at y \(y)")
      // .1 is frame 25, .05 12, .025 6, .01 2.
      #expect(played.frame == Int(step * 1000) / 4, "at y \(y)")
    }
  }

  @Test func `below the slider the speed stays 1`() throws {
    let played = try play(drag(control(), (25, 15), (25, 400), (45, 400)))
    #expect(played.events[2].speed == 1 && isClose(played.value, 0.1) && played.frame == 25)
  }

  @Test func `a value clamped at the end turns back at once`() throws {
    // From 95 % the knob is at 25 + 170 · .95 = 186.5. +20: 1 (U 1.05), +20: 1 (U 1.15), -20: .9 (U 1.05).
    let played = try play(drag(control(#""value": "95%""#), (186, 15), (206, 15), (226, 15), (206, 15)))
    #expect(played.events.map(\.value).prefix(4).map { ($0 * 1000).rounded() } == [950, 1000, 1000, 900])
    #expect(zip(played.events.compactMap(\.unadjusted), [0.95, 1.05, 1.15, 1.05]).allSatisfy { isClose($0, $1) })
    // Reaching the end pulses once; staying there and leaving do not.
    #expect(played.events.map(\.feedback) == [[], [.max], [], [], []])
    #expect(played.frame == 225)
  }

  @Test func `a value clamped at the start turns back at once`() throws {
    // From 5 % the knob is at 33.5. -20: 0 (U -.05), +6: .03 (U -.02).
    let played = try play(drag(control(#""value": "5%""#), (33, 15), (13, 15), (19, 15)))
    #expect(played.events.map(\.feedback) == [[], [.min], [], []])
    // .03 · 10 s is 0.3 s: frame 7.
    #expect(isClose(played.value, 0.03) && played.frame == 7)
  }

  @Test func `the knob closes the gap to a finger that returns from above`() throws {
    // At 135 above: +100 points at .25 are .125, U .5. Then straight back to 85 above: 1/(1+85) of the gap .375.
    // Then to 9 above: a tenth of the rest.
    let first = 0.125 + 0.375 / 86
    let second = first + (0.5 - first) / 10
    let played = try play(drag(control(), (25, 15), (125, -120), (125, -70), (125, 6)))
    #expect(isClose(played.events[1].value, 0.125) && isClose(played.events[2].value, first))
    #expect(isClose(played.value, second))
    // .12936 and .1 · .37064: .16642 -> 1.6642 s -> frame 41.
    #expect(played.frame == 41)
  }

  @Test func `the knob also closes the gap to a finger that returns from below`() throws {
    // Slow above (.1 · 100 points = .05, U .5), then straight down to 60 below (across the line: nothing), then up to
    // 8 below: a ninth of the gap .45.
    let played = try play(drag(control(), (25, 15), (125, -135), (125, 75), (125, 23)))
    #expect(isClose(played.events[2].value, 0.05) && isClose(played.value, 0.05 + 0.45 / 9))
    #expect(played.frame == 25)
  }

  @Test func `on the line or moving away, the gap is not closed`() throws {
    let played = try play(drag(control(), (25, 15), (125, -135), (125, 15), (125, 60), (125, -20)))
    #expect(played.events.dropFirst(2).allSatisfy { isClose($0.value, 0.05) })
    #expect(played.frame == 12)
  }

  @Test func `crossing a threshold pulses once, even if an end is reached in the same event`() throws {
    // 50 above and far to the left: another zone and the low end in one event.
    let played = try play(drag(control(#""value": "10%""#), (42, 15), (-100, -35), (-100, -85)))
    #expect(played.events.map(\.feedback) == [[], [.speed, .min], [.speed], []])
    // The lift resets the speed, without a pulse.
    #expect(played.events.map(\.speed) == [1, 0.5, 0.25, 1] && played.frame == 0)
  }

  @Test func `the lift itself does not move the value`() throws {
    let text = """
      { "version": 1, "control": \(control()), "touches": [
        { "t": 0, "phase": "began", "x": 25, "y": 15 }, { "t": 0.1, "phase": "moved", "x": 45, "y": 15 },
        { "t": 0.2, "phase": "ended", "x": 125, "y": 15 } ] }
      """
    #expect(try play(gesture(text)).frame == 25)
  }

  // MARK: Frame Grabber's slider, the plain slider

  @Test func `Frame Grabber's thresholds, started anywhere`() throws {
    for (y, step) in [(-54.5, 0.1), (-55, 0.05), (-104.5, 0.05), (-105, 0.025), (-154.5, 0.025), (-155, 0.01)] {
      let played = try play(drag(control(#""model": "frame-grabber""#), (900, 15), (900, y), (920, y)))
      #expect(isClose(played.value, step) && played.frame == Int(step * 1000) / 4, "at y \(y)")
      #expect(played.events.map(\.sends) == [1, 1, 1, 0])
    }
  }

  @Test func `with one fixed speed the gap is never closed`() throws {
    let fixed = #""model": "frame-grabber", "speeds": [{ "speed": 0.1, "distance": 0 }]"#
    let played = try play(drag(control(fixed), (25, 15), (125, -135), (125, -20), (125, 10)))
    #expect(isClose(played.value, 0.05) && played.frame == 12)
    #expect(played.events.map(\.speed) == [0.1, 0.1, 0.1, 0.1, 0.1])
  }

  @Test func `the plain slider follows the finger over the knob's travel`() throws {
    // Grabbed 5 right of the knob's centre. x 115: (115 - 5 - 25)/170 = .5; y has no effect.
    let plain = #""model": "uislider""#
    #expect(try play(drag(control(plain), (30, 15), (115, -300))).frame == 125)
    // Past the end it stays: .7 at 149, 1 beyond 200, .9 at 183.
    let played = try play(drag(control(plain), (30, 15), (149, 0), (400, 0), (183, 0)))
    #expect(played.events.map(\.value).prefix(4).map { ($0 * 10).rounded() } == [0, 7, 10, 9])
    #expect(played.frame == 225)
  }

  // MARK: Lift correction

  private func lifted(_ end: Double, held: Int) throws -> Played {
    // Held at x 65 (V .2) for this many microseconds, then moved, moved again after 10 ms, and lifted after 10 more.
    func seconds(_ microseconds: Int) -> Double { Double(microseconds) / 1_000_000 }
    let moved = 10_000 + held
    let text = """
      { "version": 1, "control": \(control(#""liftCorrection": true"#)), "touches": [
        { "t": 0, "phase": "began", "x": 25, "y": 15 }, { "t": 0.010, "phase": "moved", "x": 65, "y": 15 },
        { "t": \(seconds(moved)), "phase": "moved", "x": \(end), "y": 15 },
        { "t": \(seconds(moved + 10_000)), "phase": "moved", "x": \(end), "y": 15 },
        { "t": \(seconds(moved + 20_000)), "phase": "ended" } ] }
      """
    return try play(gesture(text))
  }

  @Test func `a value that was held is restored on lift`() throws {
    // Moved 10 points: .05 of 220 points are 11, less than 12. The second event of the same value restarts its time.
    let played = try lifted(75, held: 180_000)
    let correction = try #require(played.events.last?.correction)
    #expect(
      isClose(correction.value, 0.2) && correction.heldMicroseconds == 180_000 && isClose(correction.distance, 11))
    let last = try #require(played.events.last)
    #expect(isClose(last.value, 0.25) && isClose(played.value, 0.2) && played.frame == 50)
  }

  @Test func `twelve points are too far, fifty milliseconds too short`() throws {
    // 12/220 of the range are 12/220 · 200 = 10.909… points of the track; 11 points are more: not corrected.
    #expect(try lifted(76, held: 180_000).events.last?.correction == nil)
    // Exactly 50 ms are not more than 50 ms.
    #expect(try lifted(75, held: 50_000).events.last?.correction == nil)
    #expect(try lifted(75, held: 50_000).frame == 62 && lifted(75, held: 50_001).frame == 50)
  }

  // MARK: Faults

  @Test func `if no touch catches the knob, the error names the knob's position`() throws {
    let missed = try drag(control(#""value": "50%""#), (25, 15), (125, 15))
    let error = #expect(throws: GrabError.self) { try play(missed) }
    guard case .gesture(let refusal) = error?.fault else {
      Issue.record("not the gesture's fault")
      return
    }
    // 25 + 170/2, on the line.
    #expect(refusal.pointer == "/touches" && refusal.reason.contains("(110.0, 15.0)"))
    #expect(
      error?.description.hasPrefix("drag.json:1:") == true || error?.description.hasPrefix("drag.json:2:") == true)
  }

  @Test func `the edges of the knob`() throws {
    // At 0 it reaches from 10 to 40 and from 0 to 30; low edges belong to it, high ones do not.
    for (x, y, isCaught) in [(10.0, 0.0, true), (39.9, 29.9, true), (40, 15, false), (9.9, 15, false), (25, 30, false)]
    {
      let gesture = try drag(control(), (x, y), (x + 20, y))
      if isCaught {
        #expect(isClose(try play(gesture).value, 0.1))
      } else {
        #expect(throws: GrabError.self) { try play(gesture) }
      }
    }
  }

  @Test func `a stroke that catches the knob is enough`() throws {
    let text = """
      { "version": 1, "control": \(control()), "touches": [
        { "t": 0, "phase": "began", "x": 200, "y": 15 }, { "t": 0.1, "phase": "moved", "x": 100, "y": 15 },
        { "t": 0.2, "phase": "ended" },
        { "t": 1, "phase": "began", "x": 25, "y": 15 }, { "t": 1.1, "phase": "moved", "x": 35, "y": 15 },
        { "t": 1.2, "phase": "ended" } ] }
      """
    #expect(try play(gesture(text)).frame == 12)
  }
}

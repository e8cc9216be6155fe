import Files
import Foundation
import GestureFiles
import Scrubbing
import TestSupport
import Testing
import Timeline
@testable import FrameGrabbing

/// The gesture files of the repository, computed by hand, on six seconds of video at 25 frames a second (150 frames),
/// so that a value V selects frame floor(150 V).
///
/// Unless a file says otherwise the control is 343 by 31 points, its line at y 15.5, its track as wide as the control,
/// and its knob 31 wide: the knob's centre is at 15.5 + 312 V, and a point at full speed is 1/343.
struct GestureFixtureTests {
  private struct Played {
    var values: [Double] = []
    var unadjusted: [Double?] = []
    var speeds: [Double] = []
    var feedback: [[FeedbackReason]] = []
    var sends: [Int] = []
    var correction: Correction?
    var value = 0.0
    var frame = -1
  }

  private func play(_ name: String) throws -> Played {
    let url = Fixture.folder.appending(components: "gestures", name + ".json")
    let file = try GestureFile(parsing: Array(Data(contentsOf: url)))
    let gesture = try Gesture(file, path: Path(name), allowsUnfinished: false)
    var rehearsal = try GestureRehearsal(gesture, in: timeline(frames: 150))
    var played = Played()
    played.value = try rehearsal.play { happened in
      let event = happened.event
      played.values.append(event.value)
      played.unadjusted.append(event.unadjusted)
      played.speeds.append(event.speed)
      played.feedback.append(event.feedback)
      played.sends.append(event.sends)
      played.correction = event.correction
    }
    played.frame = try #require(rehearsal.frame(at: played.value)).index
    return played
  }

  private func expect(_ values: [Double], _ expected: [Double]) {
    #expect(values.count == expected.count && zip(values, expected).allSatisfy { isClose($0, $1) }, "\(values)")
  }

  @Test func `thresholds`() throws {
    // 20 points a step: 1 up to 49.9 above, .5 from 50, .25 from 100, .1 from 150.
    let played = try play("thresholds")
    expect(played.values, [0, 20, 30, 40, 45, 50, 52, 54, 54].map { $0 / 343 })
    #expect(played.speeds == [1, 1, 0.5, 0.5, 0.25, 0.25, 0.1, 0.1, 1])
    #expect(played.feedback == [[], [], [.speed], [], [.speed], [], [.speed], [], []])
    #expect(played.frame == 23)  // 150 · 54/343 = 23.6
  }

  @Test func `both sides`() throws {
    // From .5: 20 points at .1, 20 at .5 while approaching (75.5 above), approaching again (25.5 above), across the
    // line, approaching from below (24.5), and onto the line.
    let first = 0.5 + 2.0 / 343
    let second = first + 10.0 / 343 + 18.0 / 343 / 76.5
    let goal = 0.5 + 40.0 / 343
    let third = second + (goal - second) / 26.5
    let fourth = third + (goal - third) / 25.5
    let played = try play("both-sides")
    expect(played.values, [0.5, first, second, third, third, fourth, fourth, fourth])
    expect(played.unadjusted.compactMap { $0 }, [0.5, 0.5 + 20.0 / 343, goal, goal, goal, goal, goal, goal])
    #expect(played.feedback == [[], [.speed], [.speed], [.speed], [], [], [], []])
    // .5 + (12 + .235)/343 = .53567, and 1/26.5 and 1/25.5 of the rest of the 40/343: 0.5417 · 150 = 81.2.
    #expect(played.frame == 81)
  }

  @Test func `exact meeting`() throws {
    // 100 points at .1; then from 150 to 75.5 above closes 74.5/150 of the gap 90/343; then onto the line closes all.
    let played = try play("exact-meeting")
    let second = 10.0 / 343 + 90.0 / 343 * 74.5 / 150
    expect(played.values, [0, 10.0 / 343, second, 100.0 / 343, 100.0 / 343])
    #expect(played.frame == 43)  // 43.7
  }

  @Test func `Frame Grabber's zones`() throws {
    // 100 points each at 70, 120 and 170 above: .5, .25, .1 of them; then 5.5 above, 1/6.5 of the gap 215/343.
    let played = try play("frame-grabber-zones")
    let last = 0.1 + 85.0 / 343 + 215.0 / 343 / 6.5
    expect(played.values, [0.1, 0.1 + 50.0 / 343, 0.1 + 75.0 / 343, 0.1 + 85.0 / 343, last, last])
    #expect(played.speeds == [1, 0.5, 0.25, 0.1, 1, 1] && played.sends == [1, 1, 1, 1, 1, 0])
    #expect(played.frame == 66)  // .44424 · 150 = 66.6
  }

  @Test func `Frame Grabber at one speed`() throws {
    // Twice 20 points at .25, coming from below, without any adjustment.
    let played = try play("frame-grabber")
    expect(played.values, [0, 5.0 / 343, 10.0 / 343, 10.0 / 343])
    #expect(played.frame == 4 && played.sends == [1, 1, 1, 0])  // 4.4
  }

  @Test func `lift correction`() throws {
    // 85/343 was held 200 ms, then 91/343 16 ms and 95/343 8 ms: 10 points back, less than 12.
    let played = try play("lift-correction")
    expect(played.values, [0, 85.0 / 343, 91.0 / 343, 95.0 / 343, 95.0 / 343])
    let correction = try #require(played.correction)
    #expect(isClose(correction.value, 85.0 / 343) && correction.heldMicroseconds == 200_000)
    #expect(isClose(correction.distance, 10) && correction.sends == 1)
    #expect(isClose(played.value, 85.0 / 343) && played.frame == 37)  // 37.2
  }

  @Test func `lift correction with custom parameters, on the plain slider`() throws {
    // Grabbed half a point left of the centre: (x + .5 - 15.5)/312. 85/312 was held 100.1 ms; the lift moves to 97/312,
    // 12/312 of 343 points away: 13.2, less than 20.5.
    let played = try play("lift-correction-tuned")
    expect(played.values, [0, 85.0 / 312, 95.0 / 312, 97.0 / 312])
    let correction = try #require(played.correction)
    #expect(correction.heldMicroseconds == 100_100 && isClose(correction.distance, 12.0 / 312 * 343))
    #expect(isClose(played.value, 85.0 / 312) && played.frame == 40)  // 40.9
  }

  @Test func `only the last value`() throws {
    // Far below 50 points at full speed, far above 10 at .1; the gap is never closed. One value is sent, at the end.
    let played = try play("only-the-last-value")
    expect(played.values, [0, 50.0 / 343, 51.0 / 343, 51.0 / 343, 51.0 / 343])
    #expect(played.sends == [0, 0, 0, 0, 1] && played.frame == 22)  // 22.3
  }

  @Test func `pinned at the end`() throws {
    // A track of 200: 20 points are .1.
    let played = try play("pinned-end")
    expect(played.values, [0.95, 1, 1, 0.95, 1, 1])
    expect(played.unadjusted.compactMap { $0 }, [0.95, 1.05, 1.15, 1.1, 1.25, 1.25])
    #expect(played.feedback == [[], [.max], [], [], [.max], []] && played.frame == 149)
  }

  @Test func `plain slider`() throws {
    // Grabbed 1.5 points left of the centre 171.5: (x + 1.5 - 15.5)/312. The lift moves too.
    let played = try play("plain-slider")
    expect(played.values, [0.5, 0.6, 0.7, 0.75])
    #expect(played.sends == [0, 1, 1, 1] && played.feedback.allSatisfy(\.isEmpty))
    #expect(played.frame == 112)  // 112.5
  }

  @Test func `a part of the video`() throws {
    // 50 % of the video is the middle of 25 % to 75 %; 17.15 points are .05: 1.5 s + .55 · 3 s = 3.15 s, frame 78.75.
    let played = try play("stretch")
    expect(played.values, [0.5, 0.55, 0.55])
    #expect(played.frame == 78)
  }

  @Test func `strokes one after the other`() throws {
    let played = try play("strokes")
    expect(played.values, [0, 0.1, 0.1, 0.1, 0.2, 0.2, 0.2, 0.18, 0.18])
    #expect(played.frame == 27)
  }

  @Test func `a cancelled stroke keeps its value`() throws {
    let played = try play("cancelled-stroke")
    expect(played.values, [0, 0.1, 0.1, 0.1, 0.15, 0.15])
    #expect(played.frame == 22)  // 22.5
  }

  @Test func `one line`() throws {
    let played = try play("one-line")
    expect(played.values, [0, 17.0 / 343, 17.0 / 343])
    #expect(played.frame == 7)  // 7.4
  }

  @Test func `drag`() throws {
    // The line at 615.5, a track of 339, the knob's centre at 110.5. 21 points at 1 (13.5 above), 29 at .5 (55.5),
    // 30 at .25 (105.5), 25 at .25 (110.5), then a rest: the held value is the current one, so there is no correction.
    let played = try play("drag")
    expect(
      played.values,
      [0, 21, 35.5, 43, 49.25, 49.25, 49.25].map { 0.25 + $0 / 339 })
    #expect(played.speeds == [1, 1, 0.5, 0.25, 0.25, 0.25, 1])
    #expect(played.correction == nil && played.frame == 59)  // 59.3
  }
}

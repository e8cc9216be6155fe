import Foundation
import GestureFiles
import JSON
import Scrubbing
import Testing
import Timeline
@testable import FrameGrabbing

/// A scroll scrubber over a video: 250 frames of 10 points are a strip of 2500, seen through 500 points. The nub, 30
/// long, travels from 10 to 500 - 10 - 30 = 460: 450 points for an offset of 0 to 2000.
struct ScrollStripTests {
  private let scroll = """
    { "frame": { "x": 100, "y": 50, "width": 320, "height": 500 }, "model": "scroll-scrubber",
      "scroll": { "framePitch": 10 }VALUE }
    """

  private func touches(_ places: [(Double, Double)]) -> String {
    var lines = places.enumerated().map { number, place in
      #"{ "t": \#(number), "phase": "\#(number == 0 ? "began" : "moved")", "x": \#(place.0), "y": \#(place.1) }"#
    }
    lines.append(#"{ "t": \#(places.count), "phase": "ended" }"#)
    return lines.joined(separator: ", ")
  }

  private func gestureText(_ places: [(Double, Double)], value: String = "") -> String {
    let control = scroll.replacingOccurrences(of: "VALUE", with: value)
    return #"{ "version": 1, "control": \#(control), "touches": [\#(touches(places))] }"#
  }

  @Test func `the nub's travel maps to the strip's`() throws {
    // The nub is at the right: x from 320 - 10 - 30 = 280, so from 380 to 410 on the screen; y from 50 + 10.
    let text = gestureText([(390, 70), (390, 295), (390, 700)])
    var rehearsal = try GestureRehearsal(gesture(text), in: timeline(frames: 250))
    let lookup = rehearsal
    var nubs: [NubReport] = []
    var frames: [Int?] = []
    _ = try rehearsal.play {
      if let nub = $0.event.nub { nubs.append(nub) }
      frames.append(lookup.frame(at: $0.event.value)?.index)
    }
    // 225 points are half of 450: offset 1000, 5 s, frame 125. Then beyond the end.
    #expect(nubs.map(\.offset) == [0, 1000, 2000, 2000, 2000])
    #expect(nubs.map(\.origin) == [10, 235, 460, 460, 460].map { Point(x: 280, y: $0) })
    #expect(frames == [0, 125, 249, 249, 249])
    #expect(nubs.map(\.state) == [.highlighted, .highlighted, .highlighted, .selected, .unselected])
  }

  @Test func `the timer is a separate event with the number of the previous one`() throws {
    let text = gestureText([(390, 70)], value: #", "value": "0%""#)
    var rehearsal = try GestureRehearsal(gesture(text), in: timeline(frames: 250))
    var events: [PlayedEvent] = []
    _ = try rehearsal.play { events.append($0) }
    #expect(events.map(\.name) == ["began", "ended", "timer"])
    #expect(events.map(\.number) == [0, 1, 1])
    #expect(events.map(\.timeInMicroseconds) == [0, 1_000_000, 1_750_000])
  }

  @Test func `the trace has offset, nub and state`() throws {
    let trace = try GestureTrace(gesture(gestureText([(390, 70), (390, 295)])), in: timeline(frames: 250))
    var objects: [[String: Any]] = []
    try trace.write { line in
      let data = Data(line.description.utf8)
      objects.append((try? JSONSerialization.jsonObject(with: data)) as? [String: Any] ?? [:])
    }
    #expect(objects.map { $0["state"] as? String } == ["highlighted", "highlighted", "selected", "unselected"])
    #expect(objects.map { $0["offset"] as? Double } == [0, 1000, 1000, 1000])
    #expect(objects.map { ($0["nub"] as? [String: Double])?["y"] } == [10, 235, 235, 235])
    #expect(objects.allSatisfy { $0["unadjusted"] is NSNull && $0["speed"] as? Double == 1 })
    #expect(objects.map { $0["t"] as? Double } == [0, 1, 2, 2.75])
    #expect(objects.map { $0["fade"] as? Double } == [nil, nil, nil, 0.5])
  }

  @Test func `a strip measured in frames needs a video`() throws {
    let counted = try gesture(gestureText([(390, 70)]))
    let error = #expect(throws: GrabError.self) { try GestureRehearsal(counted, in: nil) }
    #expect(error?.description.contains("/control/scroll: 'framePitch' takes a video") == true)
    let fixed = gestureText([(390, 70), (390, 295)]).replacingOccurrences(
      of: "framePitch\": 10", with: "contentLength\": 2500")
    var rehearsal = try GestureRehearsal(gesture(fixed), in: nil)
    #expect(try rehearsal.play { _ in } == 0.5)
  }

  @Test func `a strip too short for its nub is refused once the video is known`() throws {
    // 99 frames are 990 points, less than twice 500; 100 are just enough.
    let text = try gesture(gestureText([(390, 70)]))
    let error = #expect(throws: GrabError.self) { try GestureRehearsal(text, in: timeline(frames: 99)) }
    #expect(error?.description.contains("/control/scroll: the nub would not be visible") == true)
    #expect(throws: Never.self) { try GestureRehearsal(text, in: timeline(frames: 100)) }
  }

  @Test func `the strip's length is that of the frames in the slider's range`() throws {
    // From 2 s to 6 s: frames 50 to 150, 101 of them: 1010 points, an offset up to 510.
    let text = gestureText([(390, 70), (390, 900)], value: #", "range": { "from": "2s", "to": "6s" }"#)
    var rehearsal = try GestureRehearsal(gesture(text), in: timeline(frames: 250))
    var last: NubReport?
    let value = try rehearsal.play { last = $0.event.nub }
    #expect(last?.offset == 510 && rehearsal.frame(at: value)?.index == 150)
  }
}

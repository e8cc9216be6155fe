import GestureFiles
import JSON
import Scrubbing
import TestSupport
import Testing
import Timeline

@Suite struct GestureFileTests {
  @Test func `every example is accepted and changes the value`() throws {
    for name in try Fixtures.names(in: "gestures") {
      let file = try GestureFile(parsing: try Fixtures.bytes("gestures/\(name)"))
      #expect(file.ending == .lifted, "\(name)")
      #expect(file.unfinishedRefusal == nil, "\(name)")
      // Only percentages are used as values, all of the whole range except in stretch.json.
      let share: Double? =
        switch file.control.value {
        case .percent(let percent):
          name == "stretch.json" ? 0.5 : Double(percent.numerator) / Double(percent.denominator) / 100
        default: nil
        }
      var scrubber = Scrubber(try file.control.configuration(initialValue: share, frameCount: 150, length: Rational(5)))
      let before = scrubber.value
      for event in file.events {
        switch event {
        case .touch(let touch): _ = try scrubber.handle(touch)
        case .adjust(let adjustment, let time): _ = try scrubber.set(scrubber.value + adjustment.change, at: time)
        case .step(let frames, let time): _ = try scrubber.set(scrubber.value + Double(frames) / 150, at: time)
        }
      }
      #expect(scrubber.value != before, "\(name)")
      #expect(scrubber.caughtKnob == !file.touches.isEmpty, "\(name)")
    }
  }

  @Test func `the examples have every model and every key`() throws {
    let all = try Fixtures.names(in: "gestures").map {
      String(decoding: try Fixtures.bytes("gestures/\($0)"), as: UTF8.self)
    }.joined()
    let schema = try JSONSchema(parsing: Array(GestureSchema.text.utf8))
    for member in try JSONSchema.schemas(in: schema.root).flatMap({ Array($0["properties"]?.members ?? $0.members) }) {
      guard member.value["description"] != nil else { continue }
      #expect(all.contains("\"\(member.key)\""), "\(member.key)")
    }
    for model in Model.allCases where model != .scrubbingSlider { #expect(all.contains("\"\(model.rawValue)\"")) }
  }

  @Test func `the long example is parsed correctly`() throws {
    let file = try GestureFile(parsing: try Fixtures.bytes("gestures/drag.json"))
    #expect(file.video == "../clips/h264-bframes.mp4")
    #expect(file.output == "drag-{index}.png")
    #expect(file.control.model == .scrubbingSlider)
    #expect(file.control.geometry.frame == .init(x: 16, y: 600, width: 343, height: 31))
    #expect(file.control.geometry.track == .init(x: 18, width: 339))
    #expect(file.control.geometry.thumb == .init(width: 31, height: 31))
    #expect(file.control.grab == .thumb)
    #expect(file.control.value == .percent(Rational(25)))
    #expect(file.control.rangeFrom == .time(.zero))
    #expect(file.control.rangeTo == .percent(Rational(100)))
    #expect(
      file.control.speeds?.entries == [
        .init(speed: 1, distance: 0), .init(speed: 0.5, distance: 50), .init(speed: 0.25, distance: 100),
        .init(speed: 0.1, distance: 150),
      ])
    #expect(file.control.meet == .faithful)
    #expect(file.control.isContinuous)
    #expect(file.control.liftCorrection == LiftCorrection(holdMicroseconds: 50_000, distance: 12))
    #expect(file.touches.map(\.timeInMicroseconds) == [0, 16_000, 33_000, 50_000, 66_000, 83_000, 250_000])
    #expect(file.touches.map(\.phase) == [.began, .moved, .moved, .moved, .moved, .stationary, .ended])
    #expect(file.touches[1].location == Point(x: 131, y: 602))
  }

  @Test func `missing keys have their defaults`() throws {
    let file = try GestureFile(parsing: try Fixtures.bytes("gestures/one-line.json"))
    #expect(file.video == nil)
    #expect(file.output == nil)
    #expect(file.control.model == .scrubbingSlider)
    #expect(file.control.geometry.frame == .init(x: 0, y: 0, width: 343, height: 31))
    #expect(file.control.geometry.track == .init(x: 0, width: 343))
    #expect(file.control.geometry.thumb == .init(width: 31, height: 31))
    #expect(file.control.grab == nil)
    #expect(file.control.value == nil)
    #expect(file.control.rangeFrom == nil)
    #expect(file.control.rangeTo == nil)
    #expect(file.control.speeds == nil)
    #expect(file.control.meet == .faithful)
    #expect(file.control.isContinuous)
    #expect(file.control.liftCorrection == nil)
    // −0.5 s, the same again, and 1e-3 s; a lift without a location; 3.2e1 is 32.
    #expect(file.touches.map(\.timeInMicroseconds) == [-500_000, -500_000, 1_000])
    #expect(file.touches.map(\.location) == [Point(x: 15, y: 15), Point(x: 32, y: 15), nil])
  }

  @Test func `each number of a rectangle has its own default`() throws {
    let geometry = try gesture(control: #"{"frame":{"x":7,"width":200},"track":{"width":150},"thumb":{"height":9}}"#)
      .control.geometry
    #expect(geometry.frame == .init(x: 7, y: 0, width: 200, height: 31))
    #expect(geometry.track == .init(x: 7, width: 150))
    #expect(geometry.thumb == .init(width: 31, height: 9))
    #expect(
      try gesture(control: #"{"frame":{"width":200},"track":{"x":3}}"#).control.geometry.track
        == .init(x: 3, width: 200))
    // A knob as wide as the track is allowed if the model does not divide by the difference.
    #expect(try gesture(control: #"{"thumb":{"width":343}}"#).control.geometry.thumbTravel == 0)
  }

  @Test func `a lift correction is off, on, or has its own numbers`() throws {
    let defaults = LiftCorrection(holdMicroseconds: 50_000, distance: 12)
    #expect(try gesture(control: #"{"liftCorrection":false}"#).control.liftCorrection == nil)
    #expect(try gesture(control: #"{"liftCorrection":true}"#).control.liftCorrection == defaults)
    #expect(try gesture(control: #"{"liftCorrection":{}}"#).control.liftCorrection == defaults)
    #expect(
      try gesture(control: #"{"liftCorrection":{"hold":0.0500005}}"#).control.liftCorrection
        == LiftCorrection(holdMicroseconds: 50_001, distance: 12))
    #expect(
      try gesture(control: #"{"liftCorrection":{"distance":0,"hold":0}}"#).control.liftCorrection
        == LiftCorrection(holdMicroseconds: 0, distance: 0))
  }

  @Test func `models, grabs and meets have their published names`() throws {
    for (name, model) in [
      ("uislider", Model.uislider), ("scrubbing-slider", .scrubbingSlider), ("frame-grabber", .frameGrabber),
      ("obslider", .obslider), ("obslider-january", .obsliderJanuary), ("obslider-original", .obsliderOriginal),
    ] {
      #expect(try gesture(control: "{\"model\":\"\(name)\"}").control.model == model)
    }
    #expect(try gesture(control: #"{"grab":"anywhere"}"#).control.grab == .anywhere)
    #expect(try gesture(control: #"{"meet":"exact"}"#).control.meet == .exact)
    #expect(try gesture(control: #"{"meet":"none"}"#).control.meet == Meet.none)
    #expect(try gesture(control: #"{"continuous":false}"#).control.isContinuous == false)
  }

  @Test func `equal distances keep their order and a speed above 1 is allowed`() throws {
    let speeds = try gesture(control: #"{"speeds":[{"distance":0,"speed":2},{"speed":1,"distance":0}]}"#).control.speeds
    #expect(speeds?.entries == [.init(speed: 2, distance: 0), .init(speed: 1, distance: 0)])
  }

  @Test func `escapes in keys and values are decoded`() throws {
    let text =
      #"{"\u0076ersion":1.0,"touches":[{"\u0074":0,"phase":"be\u0067an","x":1,"y":2},{"t":0,"phase":"ended"}]}"#
    #expect(try GestureFile(parsing: Array(text.utf8)).touches.count == 2)
  }

  @Test(arguments: ["\r\n", "\r", "\n"])
  func `locations are right with every line end, tabs and multi-byte characters`(end: String) {
    let lines = [
      "{", "\t\"version\": 1,", "\t\"video\": \"🎬漢é\", \"touches\": [", "\t\t{ \"t\": 0, \"phase\": \"begn\" }", "] }",
    ]
    #expect(refusal(of: lines.joined(separator: end))?.description.hasPrefix("4:22: /touches/0/phase: 'begn'") == true)
    let other = ["{", "\t\"video\": \"🎬漢é\", \"vresion\": 1", "}"]
    // A tab, `"video":` (8), a space, `"🎬漢é",` (6), a space: the key is in column 1 + 1 + 8 + 1 + 6 + 1 = 18.
    #expect(refusal(of: other.joined(separator: end))?.description.hasPrefix("2:18: /vresion: ") == true)
  }

  @Test func `an unfinished gesture is parsed and its error is at the last touch`() throws {
    let down = #"{"t":0,"phase":"began","x":15,"y":15}"#
    let unfinished = try gesture(touches: "[\(down),\n{\"t\":1,\"phase\":\"stationary\",\"x\":15,\"y\":15}]")
    #expect(unfinished.ending == .unfinished)
    #expect(
      unfinished.unfinishedRefusal?.description.hasPrefix("2:1: /touches/1: the last stroke has no 'ended'") == true)
    let cancelled = try gesture(touches: "[\(down),\n {\"t\":1,\"phase\":\"cancelled\"}]")
    #expect(cancelled.ending == .cancelled)
    #expect(cancelled.unfinishedRefusal?.description.hasPrefix("2:2: /touches/1: the last stroke is cancelled") == true)
    let again = try gesture(
      touches:
        "[\(down),{\"t\":1,\"phase\":\"cancelled\"},{\"t\":1,\"phase\":\"began\",\"x\":0,\"y\":0},{\"t\":1,\"phase\":\"ended\"}]"
    )
    #expect(again.ending == .lifted)
  }

  @Test func `errors that are found later have the right location`() throws {
    let file = try gesture(control: "{\n\"range\": {\"from\":\n\"10s\"}}")
    #expect(file.refusal(at: .rangeFrom, reason: "no").description == "3:1: /control/range/from: no")
    // An error of a missing value is at the value that would contain it.
    #expect(file.refusal(at: .rangeTo, reason: "no").description == "2:10: /control/range: no")
    #expect(file.refusal(at: .value, reason: "no").description == "1:24: /control: no")
    #expect(file.refusal(at: .video, reason: "no").description == "1:1: no")
    #expect(file.refusal(at: .scroll, reason: "no").pointer == "/control")
    #expect(file.refusal(at: .event(1), reason: "no").pointer == "/touches/1")
    #expect(file.refusal(at: .event(2), reason: "no").pointer == "/touches")
    #expect(file.refusal(at: .event(-1), reason: "no").pointer == "/touches/0")
    #expect(file.refusal(at: .event(.max), reason: "no").pointer == "/touches")
    #expect(file.refusal(at: .events, reason: "no").isLimit == false)
  }

  @Test func `ranges on different scales are accepted without a video`() throws {
    for range in [
      #"{"from":"10s","to":"20%"}"#, #"{"from":"50f","to":"1s"}"#, #"{"from":"-3s","to":"10s"}"#,
      #"{"from":"-1f","to":"end"}"#,
      #"{"from":"5f","to":"-5f"}"#, #"{"from":"23:59:00:00","to":"00:01:00:00"}"#, #"{"from":"pts:9","to":"2s"}"#,
      #"{"from":"-5s","to":"-4s"}"#, #"{"from":"-2f","to":"-1f"}"#, #"{"from":"99%","to":"end"}"#,
      #"{"from":"start","to":"1us"}"#,
      #"{"from":"10s"}"#, "{}",
    ] {
      #expect(throws: Never.self, "\(range)") { try gesture(control: "{\"range\":\(range)}") }
    }
  }

  @Test(arguments: [
    #"{"from":"-4s","to":"-5s"}"#, #"{"from":"-1f","to":"-2f"}"#, #"{"from":"end"}"#, #"{"to":"start"}"#,
    #"{"to":"0%"}"#, #"{"from":"0s","to":"0%"}"#,
    #"{"from":"-0s","to":"end"}"#, #"{"from":"pts:9","to":"pts:9"}"#, #"{"from":"pts:9","to":"pts:8"}"#,
    #"{"from":"01:00:00:00","to":"01:00:00:00"}"#,
    #"{"from":"1001/30000s","to":"0.0333s"}"#, #"{"from":"101%"}"#, #"{"from":"end","to":"start"}"#,
  ])
  func `ranges that are invalid for every video are rejected`(range: String) {
    #expect(throws: GestureFileError.self) { try gesture(control: "{\"range\":\(range)}") }
  }

  @Test func `the value may be at either end of the range`() throws {
    #expect(
      try gesture(control: #"{"range":{"from":"1s","to":"2s"},"value":"1s"}"#).control.value == .time(Rational(1)))
    #expect(
      try gesture(control: #"{"range":{"from":"1s","to":"2s"},"value":"2000ms"}"#).control.value == .time(Rational(2)))
    #expect(throws: GestureFileError.self) { try gesture(control: #"{"value":"101%"}"#) }
  }

  @Test func `more than a million touches exceed a limit`() {
    let head = "{\"version\":1,\"touches\":["
    let million = String(repeating: "0,", count: 999_999) + "0"
    let error = refusal(of: head + million + ",0]}")
    #expect(error?.isLimit == true)
    #expect(error?.description.hasPrefix("1:24: /touches: 1000001 touches") == true)
    // With exactly a million they are parsed: the first is not an object.
    let allowed = refusal(of: head + million + "]}")
    #expect(allowed?.isLimit == false)
    #expect(allowed?.pointer == "/touches/0")
  }

  @Test func `long strings are truncated in messages`() {
    let word = String(repeating: "a", count: 100_000)
    for text in [
      "{\"version\":1,\"\(word)\":1}", "{\"version\":1,\"control\":{\"model\":\"\(word)\"}}",
      "{\"version\":1,\"control\":{\"value\":\"1\(word)\"}}",
      "{\"version\":1\(word.replacing("a", with: "0"))e-99999}",
    ] {
      #expect((refusal(of: text)?.reason.utf8.count ?? .max) < 400)
      #expect((refusal(of: text)?.description.utf8.count ?? .max) < 700)
    }
  }

  @Test func `mutated files are parsed or rejected and never trap`() throws {
    let files = try Fixtures.names(in: "gestures").map { try Fixtures.bytes("gestures/\($0)") }
    var mutations = SeededNumbers(seed: 3)
    var accepted = 0
    for round in 0..<25_000 {
      let bytes = mutations.changed(files[round % files.count])
      do throws(GestureFileError) {
        let file = try GestureFile(parsing: bytes)
        accepted += 1
        #expect(file.touches.first.map { $0.phase == .began } ?? true)
        #expect(!file.events.isEmpty)
        #expect(
          zip(file.events, file.events.dropFirst()).allSatisfy { $0.timeInMicroseconds <= $1.timeInMicroseconds })
        _ = file.unfinishedRefusal
      } catch {
        #expect(error.line >= 1 && error.column >= 1)
        #expect(!error.reason.isEmpty)
      }
    }
    #expect(accepted > 500)
  }
}

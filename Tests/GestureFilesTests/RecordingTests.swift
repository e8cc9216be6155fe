import GestureFiles
import Scrubbing
import TestSupport
import Testing
import Timeline

@Suite struct RecordingTests {
  @Test func `a recording has a line for each key and each touch`() throws {
    let control = GestureControl(
      geometry: try ControlGeometry(
        frame: .init(x: 16, y: 600, width: 343, height: 31), track: .init(x: 18, width: 339)),
      grab: .anywhere, value: .frame(375), rangeFrom: .frame(0), rangeTo: .frame(690),
      speeds: try SpeedTable([.init(speed: 1, distance: 0), .init(speed: 0.5, distance: 50)]),
      liftCorrection: LiftCorrection())
    let recording = try GestureRecording(
      video: "clip.mp4", control: control,
      events: [
        .touch(Touch(timeInMicroseconds: 0, phase: .began, location: Point(x: 110, y: 615))),
        .touch(Touch(timeInMicroseconds: 16_667, phase: .moved, location: Point(x: 131.5, y: 602))),
        .touch(Touch(timeInMicroseconds: 250_000, phase: .ended, location: nil)),
        .adjust(.increment, timeInMicroseconds: 1_000_000), .step(frames: -3, timeInMicroseconds: 1_400_000),
      ])
    #expect(
      String(decoding: recording.bytes, as: UTF8.self) == """
        {
          "version": 1,
          "video": "clip.mp4",
          "control": {
            "model": "scrubbing-slider",
            "frame": { "x": 16, "y": 600, "width": 343, "height": 31 },
            "track": { "x": 18, "width": 339 },
            "grab": "anywhere",
            "value": "375f",
            "range": { "from": "0f", "to": "690f" },
            "speeds": [ { "speed": 1, "distance": 0 }, { "speed": 0.5, "distance": 50 } ],
            "liftCorrection": { "hold": 0.05, "distance": 12 }
          },
          "touches": [
            { "t": 0, "phase": "began", "x": 110, "y": 615 },
            { "t": 0.016667, "phase": "moved", "x": 131.5, "y": 602 },
            { "t": 0.25, "phase": "ended" },
            { "t": 1, "adjust": "increment" },
            { "t": 1.4, "step": -3 }
          ]
        }

        """)
  }

  @Test func `whatever is recorded reads back as it was`() throws {
    var numbers = SeededNumbers(seed: 17)
    for turn in 0..<400 {
      var random = RandomRecording(numbers)
      let model = Model.allCases[turn % Model.allCases.count]
      let (control, events) = try (random.control(model), random.events())
      let video = turn % 3 == 0 ? nil : random.video()
      let recording = try GestureRecording(video: video, control: control, events: events)
      let file = try GestureFile(parsing: recording.bytes)
      #expect(file.control == control)
      #expect(file.events == events)
      #expect(file.video == video)
      // The kept file is the same one.
      #expect(recording.file.control == control && recording.file.events == events && recording.file.video == video)
      numbers = random.numbers
    }
  }

  @Test func `every example can be recorded again`() throws {
    for name in try Fixtures.names(in: "gestures") {
      let file = try GestureFile(parsing: try Fixtures.bytes("gestures/\(name)"))
      let again = try GestureRecording(video: file.video, control: file.control, events: file.events).file
      #expect(again.control == file.control && again.events == file.events, "\(name)")
    }
  }

  @Test func `what a gesture file cannot say is refused`() throws {
    let geometry = try ControlGeometry()
    let control = GestureControl(geometry: geometry)
    let down = GestureEvent.touch(Touch(timeInMicroseconds: 5, phase: .began, location: Point(x: 15, y: 15)))
    func reason(_ control: GestureControl, _ events: [GestureEvent], video: String? = nil) -> String? {
      do throws(GestureFileError) {
        _ = try GestureRecording(video: video, control: control, events: events)
        return nil
      } catch {
        return error.reason
      }
    }
    func moved(_ location: Point?, _ time: Int64 = 6) -> GestureEvent {
      .touch(Touch(timeInMicroseconds: time, phase: .moved, location: location))
    }
    #expect(reason(control, [down, moved(Point(x: 1, y: 1))]) == nil)
    #expect(reason(control, [])?.contains("no touches") == true)
    #expect(reason(control, [down, moved(Point(x: .infinity, y: 1))])?.contains("a number should be here") == true)
    #expect(reason(control, [down, moved(nil)])?.contains("missing") == true)
    #expect(reason(control, [down, moved(Point(x: 1, y: 1), 4)])?.contains("backwards") == true)
    #expect(reason(control, [down], video: "a\0b")?.contains("U+0000") == true)
    // A third of a hundred has no decimals that end, and seconds before t = 0 are those from the end.
    for value in [TimeSpecification.percent(try #require(Rational(100, 3))), .time(Rational(-3))] {
      #expect(reason(GestureControl(geometry: geometry, value: value), [down])?.contains("cannot read") == true)
    }
    #expect(reason(GestureControl(model: .scrollScrubber, geometry: geometry), [down])?.contains("'scroll'") == true)
    #expect(
      reason(GestureControl(model: .uislider, geometry: geometry, speeds: .fullSpeed), [down])?
        .contains("no scrubbing speeds") == true)
  }
}

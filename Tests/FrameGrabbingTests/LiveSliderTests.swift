import Files
import FrameGrabbing
import GestureFiles
import Scrubbing
import TestSupport
import Testing
import Timeline

/// A slider that is dragged live, compared with what its recording replays to.
@Suite struct LiveSliderTests {
  /// 1200 frames at 30 a second, a keyframe every 100.
  private static func table(count: Int = 1200, ticks: (Int) -> Int64 = { Int64($0) * 512 }) throws -> FrameTable {
    let frames = (0..<count).map { number in
      FrameTable.Frame(
        timestamp: ticks(number), tick: ticks(number), ordinal: 0, duration: 512, isKeyframe: number % 100 == 0)
    }
    let base = try #require(TimeBase(1, 15360))
    return try #require(
      FrameTable(
        frames: frames, timeBase: base, origin: .zero, averageRate: Rational(30),
        timecodeStart: nil, isComplete: true))
  }

  /// A slider of 76 cells below 20 rows.
  private static func geometry(row: Double = 16) throws -> ControlGeometry {
    try ControlGeometry(
      frame: ControlGeometry.Frame(x: 16, y: 20 * row, width: 608, height: row),
      thumb: ControlGeometry.Thumb(width: 8, height: row))
  }

  /// The frame on which the recording ends.
  private func replayed(_ slider: LiveSlider) throws -> Int {
    let slider = slider.kept.slider
    let recording = try slider.recording(video: "clip.mp4")
    let file = try GestureFile(parsing: recording.bytes)
    let gesture = try Gesture(file, path: "take.json", allowsUnfinished: false)
    var rehearsal = try GestureRehearsal(gesture, in: slider.timeline)
    let value = try rehearsal.play { _ in }
    return try #require(rehearsal.frameIndex(at: value))
  }

  private static let models = Model.allCases.filter { $0 != .scrollScrubber }

  @Test(arguments: models) func `whatever is done, the recording ends on the frame that is named`(
    _ model: Model
  ) throws {
    var random = SeededNumbers(seed: model.rawValue.utf8.reduce(7) { $0 &* 31 &+ UInt64($1) })
    let table = try Self.table()
    for _ in 0..<60 {
      var slider = try LiveSlider(
        LiveSlider.Kind(model: model, liftCorrection: Bool.random(using: &random) ? LiftCorrection() : nil),
        over: table, at: Int.random(in: 0..<1200, using: &random), geometry: try Self.geometry())
      var time = Int64.random(in: 0...1_000_000_000_000, using: &random)
      var row = 16.0
      for _ in 0..<Int.random(in: 1...80, using: &random) {
        time += Int64.random(in: 0...70_000, using: &random)
        let point = Point(
          x: Double.random(in: -100...800, using: &random),
          y: (Double.random(in: -50...400, using: &random) * 8).rounded() / 8)
        switch Int.random(in: 0..<20, using: &random) {
        case 0..<3: slider.press(at: point, time: time)
        case 3..<14: slider.drag(to: point, time: time)
        case 14..<16: slider.release(time: time)
        case 16: slider.step(by: Int.random(in: -20...20, using: &random), time: time)
        case 17: slider.adjust(Bool.random(using: &random) ? .increment : .decrement, time: time)
        case 18: slider.go(to: Int.random(in: -5...1300, using: &random), time: time)
        default:
          let isNew: Bool
          switch Int.random(in: 0..<8, using: &random) {
          case 0: isNew = try slider.zoomIn(time: time)
          case 1: isNew = try slider.zoomOut(time: time)
          case 2:
            // The same place as before would change nothing.
            row = 36 - row
            try slider.move(to: try Self.geometry(row: row), time: time)
            isNew = true
          default: isNew = false
          }
          if isNew { #expect(slider.take.events.isEmpty) }
        }
      }
      slider.release(time: time)
      // A file without a touch that moved is none.
      if slider.kept.slider.take.events.isEmpty { continue }
      #expect(try replayed(slider) == slider.frame)
    }
  }

  @Test func `nothing jumps when the knob is caught`() throws {
    // Touch-down moves the knob of a bar.
    for model in Self.models where model.isChangeable || model == .telegram {
      var slider = try LiveSlider(
        LiveSlider.Kind(model: model), over: try Self.table(), at: 735, geometry: try Self.geometry())
      slider.press(at: Point(x: 100, y: 5), time: 0)
      #expect(slider.frame == 735, "\(model)")
    }
  }

  @Test func `a tenth of the speed moves a tenth of the frames`() throws {
    // 608 points are 40 s at full speed; 152 points above the slider are a tenth: 152 points right are 1 s, 30 frames.
    var slider = try LiveSlider(LiveSlider.Kind(), over: try Self.table(), at: 600, geometry: try Self.geometry())
    slider.press(at: Point(x: 200, y: 328 - 152), time: 0)
    slider.drag(to: Point(x: 352, y: 328 - 152), time: 16_000)
    #expect(slider.frame == 630 && slider.speed == 0.1)
  }

  @Test func `the step of a web page's slider counts, and is recorded`() throws {
    let kind = LiveSlider.Kind(model: .htmlRange, step: Rational(1))
    var slider = try LiveSlider(kind, over: try Self.table(), at: 0, geometry: try Self.geometry())
    for x in [100.0, 333, 501] {
      slider.press(at: Point(x: x, y: 328), time: Int64(x))
      // Whole seconds of 30 frames each.
      #expect(slider.frame % 30 == 0 && slider.frame > 0, "\(x)")
    }
    #expect(try GestureFile(parsing: slider.recording(video: nil).bytes).control.step == Rational(1))
    #expect(try replayed(slider) == slider.frame)
  }

  @Test func `steps and places`() throws {
    var slider = try LiveSlider(LiveSlider.Kind(), over: try Self.table(), at: 0, geometry: try Self.geometry())
    slider.step(by: -1, time: 0)
    #expect(slider.frame == 0)
    slider.go(to: 5000, time: 1)
    #expect(slider.frame == 1199)
    slider.adjust(.decrement, time: 2)
    // 1199/30 s = 39.966… of 40 s is 0.99916…; less 0.05 that is 37.966… s, frame 1139.
    #expect(slider.frame == 1139)
    #expect(slider.frame(under: 20) == 0 && slider.frame(under: -1000) == 0 && slider.frame(under: 9999) == 1199)
    // Frame 600 is at half the range: 16 + 4 + 0.5 · 600.
    #expect(slider.trackPosition(of: 600) == 320)
    #expect(slider.trackPosition(of: 1200) == nil)
  }

  @Test func `zooming takes a tenth of the frames around, and never fewer than twenty`() throws {
    var slider = try LiveSlider(LiveSlider.Kind(), over: try Self.table(), at: 735, geometry: try Self.geometry())
    #expect(try slider.zoomIn(time: 0))
    #expect(slider.frames == 675...794 && slider.frame == 735 && slider.isZoomed)
    #expect(try slider.zoomIn(time: 1))
    #expect(slider.frames == 725...744)
    #expect(try !slider.zoomIn(time: 2))
    slider.step(by: 100, time: 3)
    #expect(slider.frame == 744)
    slider.go(to: 700, time: 4)
    #expect(slider.frame == 700 && slider.frames == 675...794)
    #expect(try slider.zoomOut(time: 5))
    #expect(slider.frames == 0...1199)
    #expect(try !slider.zoomOut(time: 6))
  }

  @Test func `zooming at an edge stays inside`() throws {
    var slider = try LiveSlider(LiveSlider.Kind(), over: try Self.table(), at: 1199, geometry: try Self.geometry())
    #expect(try slider.zoomIn(time: 0))
    #expect(slider.frames == 1080...1199 && slider.frame == 1199)
  }

  /// What may be done to a slider that has another control then, on frame 735 of a zoomed range.
  static let changes: [(LiveSlider.Change, @Sendable (inout LiveSlider) throws -> Void)] = [
    (.place, { try $0.move(to: try geometry(row: 20), time: 90) }),
    (.kind, { try $0.become(LiveSlider.Kind(model: .obslider), time: 90) }),
    (.range, { _ = try $0.zoomIn(time: 90) }), (.range, { _ = try $0.zoomOut(time: 90) }),
  ]

  @Test(arguments: changes.indices) func `until something happens to a changed slider, the take before is kept`(
    _ number: Int
  ) throws {
    var slider = try LiveSlider(LiveSlider.Kind(), over: try Self.table(), at: 735, geometry: try Self.geometry())
    #expect(try slider.zoomIn(time: 0) && slider.kept.end == nil && slider.kept.slider.take.events.isEmpty)
    slider.press(at: Point(x: 100, y: 328), time: 10)
    slider.drag(to: Point(x: 180, y: 328), time: 20)
    // 80 of 608 points, of 120 frames: 15.8 from 735.
    #expect(slider.frame == 750)
    let (end, change) = Self.changes[number]
    try change(&slider)
    #expect(slider.take.events.isEmpty && slider.frame == 750 && slider.kept.end == end)
    // Further changes before anything happens make no difference.
    try slider.become(LiveSlider.Kind(model: .bar), time: 100)
    #expect(slider.kept.end == end && slider.kept.slider.kind.model == .scrubbingSlider)
    // The finger is lifted when the slider changes.
    #expect(slider.kept.slider.take.events.map(\.timeInMicroseconds) == [0, 10, 80])
    #expect(try replayed(slider) == 750)
    slider.step(by: 2, time: 200)
    #expect(slider.kept.end == nil && slider.kept.slider.kind.model == .bar)
    #expect(try replayed(slider) == 752)
  }

  @Test func `at the same place the take goes on`() throws {
    var slider = try LiveSlider(LiveSlider.Kind(), over: try Self.table(), at: 600, geometry: try Self.geometry())
    slider.step(by: 5, time: 0)
    slider.press(at: Point(x: 100, y: 328), time: 10)
    try slider.move(to: try Self.geometry(), time: 30)
    slider.step(by: -1, time: 40)
    #expect(slider.take.events.map(\.timeInMicroseconds) == [0, 10, 30, 40] && slider.kept.end == nil)
  }

  @Test func `a take without events is no gesture`() throws {
    let slider = try LiveSlider(LiveSlider.Kind(), over: try Self.table(), at: 3, geometry: try Self.geometry())
    #expect(throws: GestureFileError.self) { try slider.recording(video: nil) }
  }

  @Test func `a drag that goes on is lifted in the recording, and equal places are dropped`() throws {
    var slider = try LiveSlider(LiveSlider.Kind(), over: try Self.table(), at: 3, geometry: try Self.geometry())
    slider.press(at: Point(x: 20, y: 328), time: 50)
    for _ in 0..<3 { slider.drag(to: Point(x: 60, y: 328), time: 60) }
    #expect(slider.take.events.count == 2)
    let file = try GestureFile(parsing: try slider.recording(video: nil).bytes)
    #expect(file.events.map(\.name) == ["began", "moved", "ended"] && file.video == nil)
    #expect(file.events.map(\.timeInMicroseconds) == [0, 10, 10])
    #expect(try replayed(slider) == slider.frame)
  }

  // MARK: Frames that are not known yet

  @Test(arguments: models) func `a take over rough frames is the same over as many real ones`(_ model: Model) throws {
    var random = SeededNumbers(seed: model.rawValue.utf8.reduce(3) { $0 &* 31 &+ UInt64($1) })
    let table = try Self.table()
    // 1200 frames at 30 a second last 40 s.
    let stand = try Self.rough(Rational(30))
    for _ in 0..<20 {
      let start = Int.random(in: 0..<1200, using: &random)
      let kind = LiveSlider.Kind(model: model)
      var rough = try LiveSlider(kind, over: stand, isRough: true, at: start, geometry: try Self.geometry())
      var real = try LiveSlider(kind, over: table, at: start, geometry: try Self.geometry())
      var time: Int64 = 5_000_000
      for _ in 0..<30 {
        time += Int64.random(in: 0...70_000, using: &random)
        let point = Point(
          x: Double.random(in: -100...800, using: &random), y: Double(Int.random(in: 0...400, using: &random)))
        let (action, count) = (Int.random(in: 0..<12, using: &random), Int.random(in: -20...20, using: &random))
        func act(_ slider: inout LiveSlider) {
          switch action {
          case 0: slider.press(at: point, time: time)
          case 1..<8: slider.drag(to: point, time: time)
          case 8: slider.release(time: time)
          case 9: slider.step(by: count, time: time)
          case 10: slider.adjust(.increment, time: time)
          default: slider.go(to: 40 * count, time: time)
          }
        }
        act(&rough)
        act(&real)
      }
      let refined = try rough.refined(over: table, from: start)
      #expect(refined.frame == real.frame && refined.value == real.value && !refined.isRough)
      #expect(refined.take.events == real.take.events && refined.isDragged == real.isDragged)
    }
  }

  /// So many frames a second for 40 s.
  private static func rough(_ rate: Rational?) throws -> FrameTable {
    let (base, rate) = (try #require(TimeBase(1, 15360)), try #require(rate))
    return try #require(RoughFrames.table(end: Rational(40), rate: rate, timeBase: base))
  }

  /// 600 frames in the first 10 s, 300 in the next 30 s.
  private static func uneven() throws -> FrameTable {
    try table(count: 900) { $0 < 600 ? Int64($0) * 256 : 153_600 + Int64($0 - 600) * 1536 }
  }

  @Test func `a step leads to the frame at the time that was shown`() throws {
    // 900 frames in 40 s, or 22.5 a second: frame 225 is shown as what is on screen at 225.5 / 22.5 = 10.022 s, in
    // frame 600, from 10.0 to 10.1 s; frame 112 as that at 112.5 / 22.5 = 5 s, frame 300.
    let stand = try Self.rough(Rational(45, 2))
    var rough = try LiveSlider(LiveSlider.Kind(), over: stand, isRough: true, at: 0, geometry: try Self.geometry())
    rough.go(to: 225, time: 0)
    #expect(try rough.refined(over: Self.uneven(), from: 0).frame == 600)
    rough.step(by: -113, time: 9)
    let slider = try rough.refined(over: Self.uneven(), from: 0)
    #expect(slider.frame == 300)
    #expect(try replayed(slider) == 300)
    // It is kept after another one began, which starts where it ends.
    try rough.become(LiveSlider.Kind(model: .obslider), time: 10)
    let changed = try rough.refined(over: Self.uneven(), from: 0)
    #expect(try changed.kept.end == .kind && changed.frame == 300 && replayed(changed) == 300)
    // A take that has not begun starts where it is told.
    let fresh = try LiveSlider(LiveSlider.Kind(), over: stand, isRough: true, at: 225, geometry: try Self.geometry())
    #expect(try fresh.refined(over: Self.uneven(), from: 599).frame == 599)
  }

  @Test func `a zoomed range spans the same time`() throws {
    let stand = try Self.rough(Rational(45, 2))
    var rough = try LiveSlider(LiveSlider.Kind(), over: stand, isRough: true, at: 450, geometry: try Self.geometry())
    #expect(try rough.zoomIn(time: 0) && rough.frames == 405...494)
    // 450.5 / 22.5 = 20.02 s is in frame 700.
    // 405.5 / 22.5 = 18.02 s is in frame 600 + 80, 494.5 / 22.5 = 21.98 s in 600 + 119.
    #expect(try rough.refined(over: Self.uneven(), from: 700).frames == 680...719)
  }
}

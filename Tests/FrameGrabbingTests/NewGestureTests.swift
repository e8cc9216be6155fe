import Files
import Foundation
import GestureFiles
import Scrubbing
import TestSupport
import Testing
import Timeline
@testable import FrameGrabbing

struct NewGestureTests {
  private func wish(
    _ model: Model, from: Int, reach: Int, away: Double = 0, returns: Bool = false,
    duration: Rational? = Rational(1, 2), rate: Rational = Rational(30)
  ) -> DragWish {
    var wish = DragWish()
    wish.model = model
    wish.from = DragWish.Moment(.frame(Int64(from)), text: "\(from)f")
    wish.reach = DragWish.Moment(.frame(Int64(reach)), text: "\(reach)f")
    (wish.away, wish.returns, wish.duration, wish.rate) = (away, returns, duration ?? Rational(1), rate)
    return wish
  }

  /// The frame that a grab of the file gives.
  private func frame(of bytes: [UInt8], in table: FrameTable) throws -> Int? {
    let gesture = try Gesture(GestureFile(parsing: bytes), path: "drag.json", allowsUnfinished: false)
    var rehearsal = try GestureRehearsal(gesture, in: table)
    let value = try rehearsal.play { _ in }
    return rehearsal.frame(at: value)?.index
  }

  private func make(
    _ wish: DragWish, _ table: FrameTable?, on screen: DragScreen = .phone
  ) -> Result<NewGesture, GrabError> {
    do throws(GrabError) {
      return .success(
        try NewGesture(
          wish, in: table.map { DragVideo($0, path: "clip.mp4") }, named: nil, path: "drag.json", bounds: .refuse,
          on: screen))
    } catch {
      return .failure(error)
    }
  }

  private func fault(_ wish: DragWish, _ table: FrameTable?) -> DragFault? {
    guard case .failure(let error) = make(wish, table), case .drag(let fault) = error.fault else { return nil }
    return fault
  }

  // MARK: The path

  @Test func `the path is the minimum-jerk one`() {
    // 10/32 − 15/16/... at a half: 10/8 − 15/16 + 6/32 = 0.5; at a fifth: 0.08 − 0.024 + 0.00192.
    #expect(HandDrag.way(0) == 0 && HandDrag.way(1) == 1 && HandDrag.way(3) == 1 && HandDrag.way(-1) == 0)
    #expect(isClose(HandDrag.way(0.5), 0.5) && isClose(HandDrag.way(0.2), 0.05792))
    // It is the same forwards and backwards.
    for share in stride(from: 0.0, through: 0.5, by: 0.125) {
      #expect(isClose(HandDrag.way(share) + HandDrag.way(1 - share), 1))
    }
  }

  @Test func `touches come at the rate and at the end, from the knob to the place away from the slider`() throws {
    let table = try timeline(frames: 100)
    let gesture = try NewGesture(
      wish(.scrubbingSlider, from: 25, reach: 40, away: 120, duration: Rational(1), rate: Rational(4)),
      in: DragVideo(table, path: "clip.mp4"), named: "clip.mp4", path: "drag.json")
    let file = gesture.recording.file
    #expect(file.video == "clip.mp4" && file.control.value == .frame(25) && file.ending == .lifted)
    #expect(file.events.map(\.timeInMicroseconds) == [0, 250_000, 500_000, 750_000, 1_000_000, 1_000_000])
    // The knob's centre at 25 %: 16 + 15.5 + 0.25 · (343 − 31) = 109.5, at the frame's mid-height.
    #expect(file.touches.first?.location == Point(x: 109.5, y: 615.5))
    // At 3/4 of a third of the time 10 · 27/64 − 15 · 81/256 + 6 · 243/1024 = 459/512 of 120 points are 107.578.
    #expect(file.touches[1].location?.y == 507.92)
    #expect(file.touches[2...4].allSatisfy { $0.location?.y == 495.5 })
    let steps = zip(file.touches.dropFirst(), file.touches).compactMap { later, earlier -> Double? in
      later.location.flatMap { to in earlier.location.map { to.x - $0.x } }
    }
    // Up in the first third of the time, then along: 1/4 is before that.
    #expect(steps.first == 0 && steps.dropFirst().allSatisfy { $0 > 0 })
    #expect(try frame(of: gesture.recording.bytes, in: table) == 40)
  }

  @Test func `a finger that comes back does so in the last third, where the drag ended`() throws {
    let table = try timeline(frames: 100)
    let gesture = try NewGesture(
      wish(
        .scrubbingSlider, from: 25, reach: 40, away: 120, returns: true, duration: Rational(3), rate: Rational(2)),
      in: DragVideo(table, path: "clip.mp4"), named: "clip.mp4", path: "drag.json")
    let places = gesture.recording.file.touches.compactMap(\.location)
    // Half a second a touch: half way up, up at 1 s, half way along, its end at 2 s, half way down, down at 3 s.
    #expect(places.map(\.y) == [615.5, 555.5, 495.5, 495.5, 495.5, 555.5, 615.5])
    let end = try #require(places.last?.x)
    #expect(places[...2].allSatisfy { $0.x == 109.5 } && places[4...].allSatisfy { $0.x == end })
    #expect(abs(places[3].x - (109.5 + end) / 2) <= 0.005 + 1e-9)
    #expect(try frame(of: gesture.recording.bytes, in: table) == 40)
  }

  @Test func `the way back lets the knob catch up`() throws {
    // 410 frames on 343 points: at 170 points the speed is a tenth, so that no drag reaches frame 300, as below. Each touch
    // at a distance d on the way back leaves d/(1 + d) of the gap between knob and finger. Of 40 touches the last ones
    // above the slider are 0.03, 0.2, 0.7, 1.6 and 3 points from it, and leave less than a thousandth.
    let table = try timeline(frames: 410)
    #expect(fault(wish(.scrubbingSlider, from: 0, reach: 300, away: 170), table) != nil)
    let made = try make(
      wish(
        .scrubbingSlider, from: 0, reach: 300, away: 170, returns: true, duration: Rational(2), rate: Rational(60)),
      table
    ).get()
    #expect(try frame(of: made.recording.bytes, in: table) == 300)
  }

  @Test func `the end has few decimals`() throws {
    // 100 frames on 343 points are 3.43 points each, so that there is a whole number in each.
    let table = try timeline(frames: 100)
    for reach in [0, 30, 51, 98] {
      let gesture = try NewGesture(
        wish(.scrubbingSlider, from: 50, reach: reach), in: DragVideo(table, path: "clip.mp4"), named: nil,
        path: "drag.json")
      let end = try #require(gesture.recording.file.touches.dropLast().last?.location?.x)
      #expect(end == end.rounded(), "\(reach)")
    }
  }

  @Test func `the frame at the start takes a touch that does not move`() throws {
    for model in Model.allCases {
      let table = try timeline(frames: 40)
      let gesture = try NewGesture(
        wish(model, from: 17, reach: 17), in: DragVideo(table, path: "clip.mp4"), named: nil, path: "drag.json")
      #expect(gesture.recording.file.touches.map(\.phase) == [.began, .ended], "\(model)")
      #expect(try frame(of: gesture.recording.bytes, in: table) == 17)
    }
  }

  // MARK: Everything that is asked for

  /// A number of the environment's if it is to be a long run, as REQUESTS=10000.
  private static let requestCount = ProcessInfo.processInfo.environment["REQUESTS"].flatMap(Int.init) ?? 210

  @Test func `random requests end exactly on their frame or are out of reach`() throws {
    var numbers = SeededNumbers(seed: 4)
    var (reached, refused) = (0, 0)
    for turn in 0..<Self.requestCount {
      let model = Model.allCases[turn % Model.allCases.count]
      let count = 1 + numbers.below([1, 12, 300, 20_000][numbers.below(4)])
      let table = try timeline(frames: count, ticksPerFrame: Int64(1 + numbers.below(1500)))
      let away = model.defaultSpeeds == nil ? 0 : [0, 20, 49.5, 50, 110, 170, 333][numbers.below(7)]
      let wish = wish(
        model, from: numbers.below(count), reach: numbers.below(count), away: away, returns: turn / 7 % 2 == 1,
        duration: try seconds(Int64(1 + numbers.below(30)), 20), rate: Rational(Int64(1 + numbers.below(40))))
      switch make(wish, table) {
      case .success(let made):
        guard case .frame(let asked)? = wish.reach?.time else { continue }
        #expect(try frame(of: made.recording.bytes, in: table) == Int(asked), "\(wish)")
        reached += 1
      case .failure(let error):
        // Without a distance the finger has room for every frame.
        // But a bar that counts pixels skips frames.
        guard case .drag(.outOfReach(_, let reason)) = error.fault,
          away >= 50 || (model == .media3 && reason.contains("whole pixels"))
        else {
          Issue.record("\(wish): \(error)")
          continue
        }
        refused += 1
      }
    }
    #expect(
      reached > Self.requestCount / 2 && refused > Self.requestCount / 20, "\(reached) reached, \(refused) refused")
  }

  @Test func `nothing that a place on a small screen reaches is refused`() throws {
    // A slider of 40 points on a screen of 60, with a knob of 10; 8 frames.
    let screen = DragScreen(
      width: 60, height: 300, slider: .init(x: 10, y: 200, width: 40, height: 12),
      thumb: .init(width: 10, height: 10), strip: .init(x: 0, y: 10, width: 60, height: 80))
    let table = try timeline(frames: 8)
    for model in Model.allCases {
      for (away, returns) in model.defaultSpeeds == nil
        ? [(0, false)] : [(0.0, false), (60, false), (180, false), (60, true), (180, true)]
      {
        for from in 0..<8 {
          let found = try framesFound(from: from, model, away: away, returns: returns, table, on: screen)
          for reach in 0..<8 {
            let wish = wish(
              model, from: from, reach: reach, away: away, returns: returns, duration: Rational(1, 10),
              rate: Rational(30))
            switch make(wish, table, on: screen) {
            case .success(let made): #expect(try frame(of: made.recording.bytes, in: table) == reach)
            case .failure(let error):
              #expect(!found.contains(reach), "\(model) from \(from) to \(reach) at \(away): \(error)")
              guard case .drag(.outOfReach) = error.fault else {
                Issue.record("\(error)")
                continue
              }
            }
          }
        }
      }
    }
  }

  /// The frames on which drags to every whole and half point of a screen end.
  private func framesFound(
    from: Int, _ model: Model, away: Double, returns: Bool, _ table: FrameTable, on screen: DragScreen
  ) throws -> Set<Int> {
    let wish = wish(
      model, from: from, reach: 0, away: away, returns: returns, duration: Rational(1, 10), rate: Rational(30))
    let maker = try DragMaker(
      wish, in: DragVideo(table, path: "clip.mp4"), named: nil, path: "drag.json", on: screen)
    let drag = try HandDrag(wish, on: maker.slider.configuration)
    let edge = model == .scrollScrubber ? screen.height : screen.width
    var found: Set<Int> = [from]
    for half in 0...Int(2 * edge) {
      var slider = maker.slider
      for event in drag.events(to: Double(half) / 2) { _ = try slider.perform(event) }
      if let frame = slider.frame(at: slider.value)?.index { found.insert(frame) }
    }
    return found
  }

  // MARK: Refusals

  @Test func `what cannot be reached is refused with figures`() throws {
    // 410 frames on 343 points. At 170 points the speed is a tenth: 343.5 points to the edge are 34.35 points of travel,
    // which is frame 41.06.
    let table = try timeline(frames: 410)
    let found = try #require(fault(wish(.obslider, from: 0, reach: 300, away: 170), table))
    let text = "\(found)"
    #expect(text.hasPrefix("frame 300 is out of reach: the speed is 0.1 at 170 points, so that "))
    #expect(text.contains("343.5 points of drag reach 34 points of travel, "))
    #expect(text.contains("41 frames, as far as frame 41;") && !found.isMisuse)
  }

  @Test func `requests that make no sense are refused`() throws {
    let table = try timeline(frames: 100)
    #expect(fault(wish(.uislider, from: 0, reach: 50, away: 1), table) == .noDistance(.uislider))
    #expect(fault(wish(.scrollScrubber, from: 0, reach: 50, away: 1), table) == .noDistance(.scrollScrubber))
    // The slider's middle is 615.5 points below the upper edge.
    #expect(fault(wish(.obslider, from: 0, reach: 50, away: 616), table) == .offScreen(room: 615))
    #expect(
      fault(wish(.obslider, from: 0, reach: 50, duration: Rational(200), rate: Rational(1000)), table)
        == .tooManyTouches(limit: 100_000))
    #expect(fault(wish(.obslider, from: 0, reach: 50), nil) == .needsVideo("0f"))
    guard case .failure(let error) = make(wish(.obslider, from: 0, reach: 100), table) else {
      Issue.record("there is no frame 100")
      return
    }
    #expect(error == GrabError("clip.mp4", .moment(.noSuchFrame(index: 100, count: 100), asked: "100f")))
  }

  @Test func `a frame that another one hides is not promised`() throws {
    // Frames 2 and 3 start together.
    let frames = [0, 1, 2, 2, 3].enumerated().map { index, place in
      FrameTable.Frame(
        timestamp: Int64(place) * 512, tick: Int64(place) * 512, ordinal: index == 3 ? 1 : 0, duration: 512,
        isKeyframe: index == 0)
    }
    let base = try #require(TimeBase(1, 12_800))
    let table = try #require(
      FrameTable(
        frames: frames, timeBase: base, origin: .zero, averageRate: nil,
        timecodeStart: nil, isComplete: true))
    #expect(fault(wish(.uislider, from: 0, reach: 2), table) == .hidden(frame: 2))
    #expect(fault(wish(.uislider, from: 0, reach: 3), table) == nil)
  }

  // MARK: Without a video

  @Test func `percentages need no video`() throws {
    for model in Model.allCases where !model.countsMilliseconds {
      for (from, reach) in [(25, 40), (90, 3), (0, 100), (100, 0), (50, 50)] {
        var wish = wish(model, from: 0, reach: 0)
        wish.from = DragWish.Moment(.percent(Rational(Int64(from))), text: "\(from)%")
        wish.reach = DragWish.Moment(.percent(Rational(Int64(reach))), text: "\(reach)%")
        let made = try NewGesture(wish, in: nil, named: nil, path: "drag.json")
        let gesture = try Gesture(
          GestureFile(parsing: made.recording.bytes), path: "drag.json", allowsUnfinished: false)
        var rehearsal = try GestureRehearsal(gesture, in: nil)
        let value = try rehearsal.play { _ in }
        #expect(
          value >= Double(reach) / 100 - 1e-14 && value <= Double(reach) / 100 + 1e-9, "\(model) \(from) \(reach)")
        #expect(gesture.file.video == nil)
      }
    }
    var wish = wish(.uislider, from: 0, reach: 0)
    wish.from = DragWish.Moment(.start, text: "start")
    wish.reach = DragWish.Moment(.percent(Rational(101)), text: "101%")
    #expect(fault(wish, nil) == .notOnSlider("101%"))
  }

  @Test func `an example of every model can be played, with a video and without`() throws {
    for model in Model.allCases {
      var wish = DragWish()
      wish.model = model
      wish.from = DragWish.Moment(.percent(Rational(25)), text: "25%")
      let table = try timeline(frames: 200)
      for video in [nil, DragVideo(table, path: "clip.mp4")] {
        if model.countsMilliseconds, video == nil {
          #expect(throws: GrabError.self) { try NewGesture(wish, in: nil, named: nil, path: "drag.json") }
          continue
        }
        let made = try NewGesture(wish, in: video, named: nil, path: "drag.json")
        let file = try GestureFile(parsing: made.recording.bytes)
        #expect(
          file.control.model == model && file.ending == .lifted
            && file.events.count == 5 - (model == .scrollScrubber ? 1 : 0))
        if video != nil {
          let end = try #require(try frame(of: made.recording.bytes, in: table))
          #expect(end > 50)
        }
      }
    }
  }
}

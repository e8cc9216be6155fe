import Files
import GestureFiles
import Scrubbing
import TestSupport
import Testing
import Timeline
@testable import FrameGrabbing

struct GestureCorrectionTests {
  private func correct(
    _ gesture: Gesture, to frame: Int, moving touch: Int? = nil, in table: FrameTable
  ) throws -> GestureCorrection {
    try GestureCorrection(
      gesture, reaching: DragWish.Moment(.frame(Int64(frame)), text: "\(frame)f"), moving: touch,
      in: DragVideo(table, path: "clip.mp4"))
  }

  private func frame(of bytes: [UInt8], in table: FrameTable) throws -> Int? {
    var rehearsal = try GestureRehearsal(
      Gesture(GestureFile(parsing: bytes), path: "drag.json", allowsUnfinished: false), in: table)
    let value = try rehearsal.play { _ in }
    return rehearsal.frame(at: value)?.index
  }

  private func fault(_ body: () throws -> GestureCorrection) -> DragFault? {
    do {
      _ = try body()
      return nil
    } catch {
      guard let error = error as? GrabError, case .drag(let fault) = error.fault else { return nil }
      return fault
    }
  }

  @Test func `one number changes and every other byte stays`() throws {
    // 2 points are .01 of 250 frames; +20 points at full speed are .1, which is frame 25.
    let text = """
      { "version" : 1,  "control": \(control()),
        "touches": [ {"x": 25.0, "t":0,"phase":"began","y":15},{"t":1,"phase":"moved", "x" : 4.5e1 ,"y":15},
          {"phase":"ended","t":2} ] }

      """
    let table = try timeline(frames: 250)
    #expect(try frame(of: Array(text.utf8), in: table) == 25)
    // Frame 75 is from .3 to .304: 60 to 60.8 points, so x from 85 to 85.8; 85 is the nearest whole point.
    let corrected = try correct(gesture(text), to: 75, in: table)
    #expect(String(decoding: corrected.bytes, as: UTF8.self) == text.replacing("4.5e1", with: "85"))
    #expect(
      corrected.summary == "touch 1 moved by 40 points to the right: the gesture ends on frame 75 and not on frame 25"
    )
  }

  @Test func `a gesture that ends there already stays as it is`() throws {
    let gesture = try drag(control(), (25, 15), (45, 15))
    let corrected = try correct(gesture, to: 25, in: timeline(frames: 250))
    #expect(corrected.bytes == gesture.file.text && corrected.summary == "the gesture ends on frame 25 as it is")
  }

  @Test func `a lift moves a plain slider and no other`() throws {
    func text(_ model: String) -> String {
      """
      {"version":1,"control":\(control("\"model\":\"\(model)\"")),"touches":[{"t":0,"phase":"began","x":25,"y":15},
      {"t":1,"phase":"moved","x":40,"y":15},{"t":2,"phase":"ended","x":42,"y":15}]}
      """
    }
    let table = try timeline(frames: 250)
    // The knob travels 170 points: frame 100 is at .4 · 170 = 68 to 68.68 points from 25.
    let plain = try correct(gesture(text("uislider")), to: 100, in: table)
    #expect(plain.summary.hasPrefix("touch 2 moved by 51 points to the right"))
    #expect(try frame(of: plain.bytes, in: table) == 100)
    let relative = try correct(gesture(text("obslider")), to: 100, in: table)
    #expect(relative.summary.hasPrefix("touch 1 moved"))
    #expect(try frame(of: relative.bytes, in: table) == 100)
  }

  @Test func `an earlier touch has an effect if the speed changes after it`() throws {
    // Across at full speed, up, and across at .25: moving touch 1 by d gives d at full speed and −d at .25.
    let places = [(25.0, 15.0), (45, 15), (45, -90), (65, -90)]
    let table = try timeline(frames: 250)
    let gesture = try drag(control(), places)
    for (touch, frame) in [(1, 60), (3, 60), (0, 20)] {
      let corrected = try correct(gesture, to: frame, moving: touch, in: table)
      #expect(corrected.summary.hasPrefix("touch \(touch) moved"))
      #expect(try self.frame(of: corrected.bytes, in: table) == frame)
    }
  }

  @Test func `what no place reaches is refused with what is reached`() throws {
    let table = try timeline(frames: 250)
    // A plain slider is where the finger is last; a place in the middle does not matter. 20 of 170 points are frame 29.
    let level = try drag(control("\"model\":\"uislider\""), (25, 15), (30, 15), (45, 15))
    let nothing = fault { try correct(level, to: 60, moving: 1, in: table) }
    #expect(nothing.map { "\($0)" }?.contains("ends on frame 29; --solve-touch chooses another touch") == true)
    // 12 points of the frame of 220 are 13.6 frames: a held value at .5 takes all of .445 to .554 to itself.
    let held = """
      {"version":1,"control":\(control("\"liftCorrection\":true")),"touches":[{"t":0,"phase":"began","x":25,"y":15},
      {"t":1,"phase":"moved","x":125,"y":15},{"t":2,"phase":"moved","x":140,"y":15},{"t":2,"phase":"ended"}]}
      """
    let kept = fault { try correct(gesture(held), to: 130, in: table) }
    #expect(kept.map { "\($0)" }?.contains("lift correction") == true)
    // .56 is farther from it than 12/220.
    #expect(try frame(of: try correct(gesture(held), to: 140, in: table).bytes, in: table) == 140)
  }

  @Test func `touches without a place cannot be moved`() throws {
    let table = try timeline(frames: 250)
    let gesture = try drag(control(), (25, 15), (45, 15))
    #expect(fault { try correct(gesture, to: 60, moving: 2, in: table) } != nil)
    #expect(
      fault { try correct(gesture, to: 60, moving: 9, in: table) }.map { "\($0)" }?.contains("the last one is 2")
        == true)
    #expect(fault { try correct(try drag(control(), [(25, 15)]), to: 60, in: table) } != nil)
  }

  @Test func `a nub that goes up and down is moved up and down`() throws {
    let text = """
      {"version":1,"control":{"model":"scroll-scrubber","frame":{"width":320,"height":480},"scroll":{"framePitch":60}},
      "touches":[{"t":0,"phase":"began","x":290,"y":25},{"t":1,"phase":"moved","x":290,"y":100},{"t":2,"phase":"ended"}]}
      """
    let table = try timeline(frames: 150)
    let corrected = try correct(gesture(text), to: 90, in: table)
    #expect(corrected.summary.contains("points down"))
    #expect(try frame(of: corrected.bytes, in: table) == 90)
  }

  @Test func `no place that is nearer ends on the frame`() throws {
    var numbers = SeededNumbers(seed: 362)
    var (corrected, finer) = (0, 0)
    for turn in 0..<362 {
      let model = Model.allCases[turn % Model.allCases.count]
      guard model != .scrollScrubber else { continue }
      var places = [(25.0, 15.0)]
      for _ in 0...numbers.below(8) {
        places.append((numbers.double(0, 220).rounded(), numbers.double(-200, 60).rounded()))
      }
      let lift = numbers.below(2) == 0 ? "true" : "false"
      let gesture = try drag(control("\"model\":\"\(model.rawValue)\",\"liftCorrection\":\(lift)"), places)
      // Of 1 000 frames a whole point skips some.
      let count = turn % 2 == 0 ? 100 : 1_000
      let (table, target) = (try timeline(frames: count), numbers.below(count))
      // The touch to move: any of the moves, mostly the last one.
      let touch = turn % 3 == 0 ? 1 + numbers.below(places.count - 1) : places.count - 1
      guard let correction = try? correct(gesture, to: target, moving: touch, in: table) else { continue }
      #expect(try frame(of: correction.bytes, in: table) == target)
      let moved = try #require(try GestureFile(parsing: correction.bytes).touches[touch].location).x
      // All whole points that are nearer, on both sides.
      let (own, rehearsal) = (places[touch].0, try GestureRehearsal(gesture, in: table))
      let way = abs(moved - own)
      for step in stride(from: 1.0, to: max(1, way - 1e-9), by: 1) {
        for place in [own - step, own + step] {
          var player = rehearsal
          for (number, event) in gesture.file.events.enumerated() {
            guard number == touch, let point = event.touch?.location, let phase = event.touch?.phase else {
              _ = try player.perform(event)
              continue
            }
            _ = try player.perform(
              .touch(
                Touch(
                  timeInMicroseconds: event.timeInMicroseconds, phase: phase, location: Point(x: place, y: point.y))))
          }
          #expect(
            player.frameIndex(at: player.value) != target,
            "\(model) \(turn): \(place) is nearer to \(own) than \(moved)")
        }
      }
      corrected += 1
      if moved != moved.rounded() { finer += 1 }
    }
    #expect(corrected > 120 && finer > 20, "\(corrected) \(finer)")
  }

  @Test func `a touch that leaves the screen is told`() throws {
    // From 25 a point is half a hundredth. Up at a tenth of the speed 100 frames need 2 000 points: frame 20 needs 400.
    let gesture = try drag(control(), [(25, 15), (25, -150), (45, -150)])
    let table = try timeline(frames: 100)
    let far = try correct(gesture, to: 12, in: table)
    #expect(
      far.summary.hasPrefix(
        "touch 2 moved by 220 points to the right, to x 265, which is farther than anything in the "
          + "gesture (x 220) and may be off the screen: the gesture ends on frame 12"), "\(far.summary)")
    #expect(try correct(gesture, to: 5, in: table).summary.hasPrefix("touch 2 moved by 80 points to the right: "))
  }

  @Test func `random recordings of every model with pulses and returns are corrected`() throws {
    var numbers = SeededNumbers(seed: 12)
    var corrected = 0
    for turn in 0..<140 {
      let model = Model.allCases[turn % Model.allCases.count]
      guard model != .scrollScrubber else { continue }
      let meet = Meet.allCases[numbers.below(3)].rawValue
      let lift = numbers.below(2) == 0 ? "true" : "false"
      var places = [(25.0, 15.0)]
      for _ in 0...numbers.below(12) {
        places.append((numbers.double(0, 220).rounded(), numbers.double(-200, 60).rounded()))
      }
      // The finger comes back to the slider, so that the knob closes up to it.
      places += [(numbers.double(0, 220).rounded(), -40), (numbers.double(0, 220).rounded(), 5)]
      let gesture = try drag(
        control(
          "\"model\":\"\(model.rawValue)\",\"liftCorrection\":\(lift)"
            + (model.isChangeable ? ",\"meet\":\"\(meet)\"" : "")), places)
      let table = try timeline(frames: 100)
      let target = numbers.below(100)
      do {
        let correction = try correct(gesture, to: target, in: table)
        #expect(try frame(of: correction.bytes, in: table) == target)
        corrected += 1
      } catch let error as GrabError {
        guard case .drag(.outOfReach) = error.fault else {
          Issue.record("\(error)")
          continue
        }
      }
    }
    #expect(corrected > 80, "\(corrected)")
  }
}

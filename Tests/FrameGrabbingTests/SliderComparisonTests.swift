import Scrubbing
import Seeking
import Testing

@testable import FrameGrabbing

@Suite struct SliderComparisonTests {
  /// 2 points of the track are a hundredth, at a half from 50 points above; a touch every 16 ms.
  @Test func `its measures are what the touches say`() throws {
    let gesture = try drag(control(), (25, 15), (45, 15), (35, 15), (35, -45), (75, -45), (75, -46))
    let row = SliderComparison(
      gesture, on: ComparedSlider(.scrubbingSlider), in: try timeline(frames: 250), seeker: .chase, latency: 100_000)
    #expect(row.isCaught)
    // 0, +.1, −.05, 0, +.2 · ½, 0.
    #expect(isClose(row.end, 0.15) && row.endFrame == 37)
    #expect(row.movement.reversals == 2 && isClose(row.movement.way, 0.25))
    #expect(row.lastChange == 64_000 && row.settled == 64_000)
    // Down at 0, up at 48, lifted at 96 ms.
    #expect(row.speeds.map(\.speed) == [1, 0.5] && row.speeds.allSatisfy { isClose($0.share, 0.5) })
    #expect(row.row.hasPrefix("scrubbing-slider          0.15      37    0.064    0.064      2    0.25"), "\(row.row)")
    #expect(row.row.hasSuffix("50 % at 1, 50 % at 0.5"), "\(row.row)")
  }

  @Test func `a gesture's own slider gives the same end as the trace`() throws {
    for model in Model.allCases where model != .scrollScrubber {
      let gesture = try drag(
        control("\"model\":\"\(model.rawValue)\""), (25, 15), (45, 15), (65, -70), (30, 70), (90, 80))
      let table = try timeline(frames: 250)
      var rehearsal = try GestureRehearsal(gesture, in: table)
      let value = try rehearsal.play { _ in }
      let row = SliderComparison(
        gesture, on: ComparedSlider(model), in: table, seeker: .chase, latency: 100_000)
      #expect(row.end == value, "\(model)")
    }
  }
}

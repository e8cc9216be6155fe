import Testing

@testable import Plotting

struct AxisTests {
  @Test func `ticks are the finest of steps 1, 2 and 5 within the limit`() {
    // 0, 2, …, 10 are six; steps of 1 would be eleven.
    #expect(Ticks(from: 0, through: 10, atMost: 6).marks == [0, 2, 4, 6, 8, 10])
    #expect(Ticks(from: 0, through: 10, atMost: 5).marks == [0, 5, 10])
    #expect(Ticks(from: -3, through: 12, atMost: 4).marks == [0, 5, 10])
    #expect(Ticks(from: -12, through: -1, atMost: 3).marks == [-10, -5])
    #expect(Ticks(from: 112, through: 330, atMost: 6).marks == [150, 200, 250, 300])
    #expect(Ticks(from: 7, through: 7, atMost: 6).marks == [7])
    #expect(Ticks(from: 10, through: 0, atMost: 3) == Ticks(from: 0, through: 10, atMost: 3))
    #expect(Ticks(from: 1, through: 3, atMost: 0).marks == [2])
  }

  @Test func `ticks of the whole range of integers do not overflow`() {
    let ticks = Ticks(from: .min, through: .max, atMost: 3)
    #expect(ticks.step == 5_000_000_000_000_000_000)
    #expect(ticks.marks == [-5_000_000_000_000_000_000, 0, 5_000_000_000_000_000_000])
    #expect(Ticks.step(after: 5_000_000_000_000_000_000) == nil)
    #expect(Ticks(from: .min, through: .max, atMost: 1).marks.count == 1)
    #expect(Ticks(from: .max, through: .max, atMost: 5).marks == [.max])
  }

  @Test func `a scale bar is the greatest round length that fits`() {
    #expect(Ticks.greatestStep(notAbove: 99) == 50)
    #expect(Ticks.greatestStep(notAbove: 100) == 100)
    #expect(Ticks.greatestStep(notAbove: 0.1) == 1)
    #expect(Ticks.greatestStep(notAbove: 1e300) == 5_000_000_000_000_000_000)
  }

  @Test func `time is spread evenly and kept within the axis`() {
    let axis = TimeAxis(first: 1000, last: 2000, left: 100, right: 300)
    // A quarter of 200 pixels.
    #expect(axis.x(1250) == 150)
    #expect(axis.x(0) == 100 && axis.x(.min) == 100 && axis.x(9999) == 300 && axis.x(.max) == 300)
  }

  @Test func `an axis without duration is a second wide`() {
    let axis = TimeAxis(first: 5_000_000, last: 5_000_000, left: 0, right: 100)
    #expect(axis.low == 4_500_000 && axis.high == 5_500_000 && axis.x(5_000_000) == 50)
    #expect(TimeAxis(first: .max, last: .max, left: 0, right: 100).high == .max)
    #expect(TimeAxis(first: .min, last: .min, left: 0, right: 100).low == .min)
  }

  @Test func `the whole range of times does not overflow`() {
    let axis = TimeAxis(first: .min, last: .max, left: 0, right: 100)
    #expect((axis.x(0) - 50).magnitude < 1e-9)
    #expect(!axis.ticks(labelSize: 10).marks.isEmpty)
  }

  @Test func `labels have the decimals of their step and do not overlap`() {
    let axis = TimeAxis(first: 0, last: 2_620_000, left: 104, right: 848)
    // Steps of .2 s would be fourteen ticks, so .5 s: 0 to 2.5.
    let (marks, decimals) = axis.ticks(labelSize: 10.5)
    #expect(marks == [0, 500_000, 1_000_000, 1_500_000, 2_000_000, 2_500_000] && decimals == 1)
    for last: Int64 in [1, 7, 999, 123_456, 59_000_000, 86_400_000_000, .max] {
      let axis = TimeAxis(first: 0, last: last, left: 0, right: 744)
      let (marks, decimals) = axis.ticks(labelSize: 10.5)
      for (one, other) in zip(marks, marks.dropFirst()) {
        let width = TextMetrics.width(NumberText.seconds(other, decimals: decimals), size: 10.5)
        #expect(axis.x(other) - axis.x(one) > width, "\(last)")
      }
    }
  }

  @Test func `few speeds have rows, many share a logarithmic scale`() {
    let few = SpeedScale(Samples.control, [])
    #expect(few.rows == [1, 0.5, 0.25, 0.1])
    // Rows of 20 below a margin of 4.
    #expect([1, 0.5, 0.25, 0.1].map { few.y($0, top: 100) } == [114, 134, 154, 174])
    let events = (0..<20).map {
      PlottedEvent(timeInMicroseconds: 0, phase: "moved", isTracking: true, value: 0, speed: 1 / Double(1 << $0))
    }
    let many = SpeedScale(Samples.control, events)
    #expect(many.rows == nil)
    // Each halving is the same distance: 1/2 to 1/4 and 1/4 to 1/8.
    let heights = [0.5, 0.25, 0.125].map { many.y($0, top: 0) }
    #expect((heights[1] - heights[0] - (heights[2] - heights[1])).magnitude < 1e-9 && heights[1] > heights[0] + 3)
    let labels = many.labels.map { many.y($0, top: 0) }.sorted()
    #expect(many.labels.contains(0.1) && zip(labels, labels.dropFirst()).allSatisfy { $1 - $0 >= 14 })
  }

  @Test func `the logarithm has its known values`() {
    #expect((SpeedScale.logarithm(2) - 0.693_147_180_559_945_3).magnitude < 1e-11)
    #expect((SpeedScale.logarithm(10) - 2.302_585_092_994_046).magnitude < 1e-11)
    #expect((SpeedScale.logarithm(0.1) + 2.302_585_092_994_046).magnitude < 1e-11)
    #expect(SpeedScale.logarithm(1) == 0 && SpeedScale.logarithm(-5) == SpeedScale.logarithm(1e-6))
  }
}

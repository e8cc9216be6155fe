import TestSupport
import Testing

@testable import Plotting

struct ThinningTests {
  private func text(_ path: PathData) -> String { String(decoding: path.bytes, as: UTF8.self) }

  @Test func `a value is kept until the next one`() {
    var line = StepLine()
    line.addValue(x: 0, y: 5)
    line.addValue(x: 10, y: 7)
    line.addValue(x: 15, y: 7)
    line.finish(at: 20)
    #expect(text(line.path) == "M0 5H10V7H15H20")
  }

  @Test func `a gap lifts the pen`() {
    var line = StepLine()
    line.lift(at: 0)
    line.addValue(x: 1, y: 5)
    line.lift(at: 4)
    line.lift(at: 6)
    line.addValue(x: 10, y: 7)
    line.lift(at: 12)
    line.finish(at: 20)
    #expect(text(line.path) == "M1 5H4M10 7H12")
  }

  @Test func `each half pixel keeps its first, extreme and last values, in their order`() {
    var line = StepLine()
    for y in [5.0, 90, 6, 3, 4, 8] { line.addValue(x: 1.1, y: y) }
    line.addValue(x: 2, y: 1)
    line.finish(at: 2)
    #expect(text(line.path) == "M1.1 5V90V3V8H2V1H2")
  }

  @Test(arguments: 1...5) func `no spike is lost among very many values`(seed: UInt64) {
    var random = SeededNumbers(seed: seed)
    var line = StepLine()
    var columns: [Int: (low: Double, high: Double)] = [:]
    let count = 40_000
    for index in 0..<count {
      let x = Double(index) * 100 / Double(count)
      // Whole numbers, so that they read back the same.
      let spike = Int.random(in: 0..<5000, using: &random) == 0 ? 1000.0 : 0
      let y = Double(Int.random(in: 100...200, using: &random)) + spike
      line.addValue(x: x, y: y)
      let old = columns[Int(x * 2)] ?? (y, y)
      columns[Int(x * 2)] = (min(old.low, y), max(old.high, y))
    }
    line.finish(at: 100)
    var drawn: [Int: (low: Double, high: Double)] = [:]
    // A column's line begins at the pen's previous height, so only the heights after its H are its own.
    var isOwn = true
    var previous = (-1.0, -1.0)
    for case (let x?, let y?) in Document.points(text(line.path)) {
      isOwn = y != previous.1 || previous.0 < 0
      if isOwn {
        let old = drawn[Int(x * 2)] ?? (y, y)
        drawn[Int(x * 2)] = (min(old.low, y), max(old.high, y))
      }
      previous = (x, y)
    }
    for (column, extremes) in columns {
      #expect(drawn[column]?.high == extremes.high, "column \(column)")
      #expect(drawn[column]?.low == extremes.low, "column \(column)")
    }
    #expect(line.path.bytes.count < 200 * 5 * 8)
  }

  @Test func `gaps within half a pixel do not make the line longer`() {
    var line = StepLine()
    for index in 0..<10_000 {
      line.addValue(x: Double(index) / 1000, y: 5)
      line.lift(at: Double(index) / 1000)
    }
    line.finish(at: 10)
    #expect(line.path.bytes.count < 20 * 20)
  }

  @Test func `a line never goes back in time`() {
    var line = StepLine()
    line.addValue(x: 10, y: 1)
    line.addValue(x: 4, y: 2)
    line.addValue(x: 12, y: 3)
    line.finish(at: 1)
    #expect(text(line.path) == "M10 1V2H12V3H12")
  }

  @Test func `points too close to see are dropped, but never starts`() {
    var trail = Trail()
    trail.addPoint(x: 0, y: 0, isStart: true)
    trail.addPoint(x: 0.2, y: 0.2, isStart: false)
    trail.addPoint(x: 0.31, y: 0, isStart: false)
    trail.addPoint(x: 0.4, y: 0, isStart: true)
    trail.addPoint(x: 5, y: 0, isStart: false)
    #expect(trail.steps.map(\.x) == [0, 0.31, 0.4, 5])
    #expect(text(Trail.path(trail.steps)) == "M0 0L0.31 0M0.4 0L5 0")
  }

  @Test func `a long path is capped and keeps its outermost points`() {
    var random = SeededNumbers(seed: 3)
    var trail = Trail()
    for index in 0..<60_000 {
      trail.addPoint(
        x: .random(in: 0...100, using: &random), y: .random(in: 0...100, using: &random), isStart: index % 7 == 0)
      // In the order: left, right, top, bottom.
      if index == 10_001 { trail.addPoint(x: -50, y: 50, isStart: false) }
      if index == 20_002 { trail.addPoint(x: 150, y: 50, isStart: false) }
      if index == 30_003 { trail.addPoint(x: 50, y: -50, isStart: false) }
      if index == 40_004 { trail.addPoint(x: 50, y: 150, isStart: false) }
    }
    let steps = trail.steps
    #expect(steps.count <= Trail.longest && steps.count > Trail.longest / 2)
    let left = steps.firstIndex { $0.x == -50 } ?? -1
    let right = steps.firstIndex { $0.x == 150 } ?? -1
    let top = steps.firstIndex { $0.y == -50 } ?? -1
    let bottom = steps.firstIndex { $0.y == 150 } ?? -1
    #expect(0 <= left && left < right && right < top && top < bottom)
  }

  @Test func `parts outside are a separate path`() {
    var trail = Trail()
    trail.addPoint(x: 0, y: 0, isStart: true)
    trail.addPoint(x: 10, y: 0, isStart: false)
    trail.addPoint(x: 20, y: 0, isStart: false, isOutside: true)
    trail.addPoint(x: 20, y: 9, isStart: false, isOutside: true)
    trail.addPoint(x: 10, y: 9, isStart: false)
    trail.addPoint(x: 0, y: 9, isStart: false)
    #expect(text(Trail.path(trail.steps)) == "M0 0L10 0M10 9L0 9")
    #expect(text(Trail.path(trail.steps, outside: true)) == "M10 0L20 0L20 9L10 9")
  }

  @Test func `arrows point along the path`() {
    // 180 long: arrows are 90 apart, the first after 45, eight long and 3.6 to each side.
    var trail = Trail()
    trail.addPoint(x: 0, y: 50, isStart: true)
    trail.addPoint(x: 180, y: 50, isStart: false)
    let arrow = text(Trail.arrows(trail.steps, limit: 24))
    #expect(arrow == "M45 50L37 53.6L37 46.4Z")
    // Around a corner: 45 along 100, then 90 further, 35 of the way up, where it points straight up.
    var corner = Trail()
    corner.addPoint(x: 0, y: 200, isStart: true)
    corner.addPoint(x: 100, y: 200, isStart: false)
    corner.addPoint(x: 100, y: 120, isStart: false)
    // A corner of points half a pixel apart, 43 along: the arrow after 45 is behind it, straight up, and not across it.
    var dense = Trail()
    for step in 0...86 { dense.addPoint(x: Double(step) / 2, y: 200, isStart: step == 0) }
    for step in 1...90 { dense.addPoint(x: 43, y: 200 - Double(step) / 2, isStart: false) }
    let corners = Document.points(text(Trail.arrows(dense.steps, limit: 24))).map { ($0.0 ?? 0, $0.1 ?? 0) }
    #expect(corners.count == 3 && corners[0].0 == 43)
    #expect(corners[1].1 == corners[2].1 && corners[1].1 == corners[0].1 + 8)
    #expect(text(Trail.arrows(corner.steps, limit: 24)) == "M45 200L37 203.6L37 196.4ZM100 165L103.6 173L96.4 173Z")
  }
}

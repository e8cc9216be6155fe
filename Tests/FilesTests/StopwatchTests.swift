import Files
import Testing

struct StopwatchTests {
  private func time(_ stage: Stopwatch.Stage, of stopwatch: Stopwatch) -> Stopwatch.Time? {
    stopwatch.times.first { $0.stage == stage }?.time
  }

  @Test func `a stage that was interrupted can be resumed`() {
    let stopwatch = Stopwatch()
    let outer = stopwatch.enter(.decode)
    #expect(outer == .other)
    let inner = stopwatch.enter(.png)
    #expect(inner == .decode)
    stopwatch.resume(inner)
    #expect(stopwatch.enter(.write) == .decode)
    stopwatch.resume(nil)
    #expect(stopwatch.enter(.seek) == .write)
  }

  @Test func `every moment belongs to one stage, and a stage that was never entered has no time`() throws {
    let stopwatch = Stopwatch()
    let stage = stopwatch.enter(.color)
    // Wait until the clock has advanced.
    while try #require(time(.color, of: stopwatch)).wall == 0 {}
    stopwatch.resume(stage)
    let color = try #require(time(.color, of: stopwatch))
    #expect(stopwatch.times.map(\.stage) == Stopwatch.Stage.allCases)
    for stage in [Stopwatch.Stage.open, .index, .seek, .decode, .png, .write] {
      #expect(time(stage, of: stopwatch) == Stopwatch.Time())
    }
    // The time of an ended stage no longer grows; that of the others does.
    let other = try #require(time(.other, of: stopwatch))
    while try #require(time(.other, of: stopwatch)).wall == other.wall {}
    #expect(time(.color, of: stopwatch) == color)
  }

  @Test func `loading took some CPU time, and at least as much wall time`() throws {
    let load = try #require(time(.load, of: Stopwatch()))
    #expect(load.cpu > 0)
    #expect(load.wall >= load.cpu)
  }
}

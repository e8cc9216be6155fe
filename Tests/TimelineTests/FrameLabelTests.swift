import Testing
import Timeline

/// Labels `[HH:]mm:ss.ff` as the app Frame Grabber shows them since version 1.4.1.
struct FrameLabelTests {
  private func table(_ ticks: [Int64], per second: Int64 = 10, origin: Rational = .zero) throws -> FrameTable {
    let frames = ticks.map { FrameTable.Frame(timestamp: $0, tick: $0, ordinal: 0, duration: 1, isKeyframe: true) }
    let base = try #require(TimeBase(1, second))
    return try #require(
      FrameTable(
        frames: frames, timeBase: base, origin: origin, averageRate: nil,
        timecodeStart: nil, isComplete: true))
  }

  @Test func `the published example`() throws {
    // Samples at 0 .3 .6 .9 1.2 1.5 1.8: the one at .9 is the fourth of second 0, the one at 1.8 the third of second 1.
    let table = try table([0, 3, 6, 9, 12, 15, 18])
    #expect(table.label(ofFrame: 3) == "00:00.04")
    #expect(table.label(ofFrame: 6) == "00:01.03")
    #expect(table.placeInSecond(ofFrame: 6) == "00:01 #3" && table.placeInSecond(ofFrame: 7) == nil)
    #expect(
      (0..<7).map { table.label(ofFrame: $0) } == [
        "00:00.01", "00:00.02", "00:00.03", "00:00.04", "00:01.01", "00:01.02", "00:01.03",
      ])
  }

  @Test func `minutes and hours`() throws {
    // 59.9, 60, 3599.9, 3600, 36 000 and 360 000 s.
    let table = try table([599, 600, 35_999, 36_000, 360_000, 3_600_000])
    #expect(table.placeInSecond(ofFrame: 3) == "01:00:00 #1")
    #expect(
      (0..<6).map { table.label(ofFrame: $0) } == [
        "00:59.01", "01:00.01", "59:59.01", "01:00:00.01", "10:00:00.01", "100:00:00.01",
      ])
  }

  @Test func `more than a hundred frames in a second take three digits`() throws {
    let table = try table(Array(0..<240), per: 120)
    #expect(table.label(ofFrame: 98) == "00:00.99")
    #expect(table.label(ofFrame: 99) == "00:00.100")
    #expect(table.label(ofFrame: 120) == "00:01.01")
  }

  @Test func `a second that starts between two ticks`() throws {
    // 1001/30000 s a tick: tick 29 is at .967, tick 30 at 1.001 s, the first of second 1.
    let frames = (0..<60).map {
      FrameTable.Frame(timestamp: $0, tick: $0, ordinal: 0, duration: 1, isKeyframe: true)
    }
    let base = try #require(TimeBase(1001, 30_000))
    let table = try #require(
      FrameTable(
        frames: frames, timeBase: base, origin: .zero, averageRate: nil,
        timecodeStart: nil, isComplete: true))
    #expect(table.label(ofFrame: 29) == "00:00.30")
    #expect(table.label(ofFrame: 30) == "00:01.01")
    // Tick 59 is at 1.969 s.
    #expect(table.label(ofFrame: 59) == "00:01.30")
  }

  @Test func `labels count from t = 0, and frames before it get negative seconds`() throws {
    // t = 0 is at tick 5: ticks 3 and 4 are at -.2 and -.1 s, in the second that starts at -1.
    let table = try table([3, 4, 5, 14, 15], origin: try #require(Rational(1, 2)))
    #expect((0..<5).map { table.label(ofFrame: $0) } == ["-00:01.01", "-00:01.02", "00:00.01", "00:00.02", "00:01.01"])
  }

  @Test func `frames with the same start are counted separately`() throws {
    let table = try table([0, 3, 3, 6])
    #expect(table.label(ofFrame: 2) == "00:00.03" && table.label(ofFrame: 3) == "00:00.04")
  }

  @Test func `a frame that does not exist has no label`() throws {
    let table = try table([0])
    #expect(table.label(ofFrame: 1) == nil && table.label(ofFrame: -1) == nil)
  }
}

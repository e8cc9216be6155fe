import Testing
import Timeline
@testable import Video

@Suite struct PacketPlacesTests {
  private func places(_ all: [Int64?]) -> PacketPlaces {
    var places = PacketPlaces()
    for place in all { places.append(place) }
    return places
  }

  @Test func `periods are counted across the end of the numbers`() {
    var count = PeriodCount(bits: 8)
    // 250, 254 and 258 of 8 bits; one that cannot be read, and 261; the same again is the next one, and 7 the second
    // behind that.
    let found = [250, 254, 2, nil, 5, 5, 7].map { count.next($0) }
    #expect(found == [0, 4, 8, 9, 11, 12, 14])
    var short = PeriodCount(bits: 5)
    #expect([30, 31, 1, 0].map { short.next($0) } == [0, 1, 3, 34])
  }

  @Test func `each picture lasts until the next one`() {
    // 1, 3 and 2 periods, and the last as long as the one before it: each longer than one by twice as many halves.
    #expect(places([0, 1, 4, 6]).repeats(of: [0, 1, 2, 3]) == [0, 4, 2, 2])
    // The packet 1 gave no picture.
    #expect(places([0, 1, 4, 6]).repeats(of: [0, 2, 3]) == [6, 2, 2])
    // One picture, one without a place, the wrong order, and a stored index that is damaged.
    #expect(places([3]).repeats(of: [0]) == nil && places([0, nil]).repeats(of: [0, 1]) == nil)
    #expect(places([2, 1]).repeats(of: [0, 1]) == nil && places([0, 1]).repeats(of: [0, 2]) == nil)
    #expect(places([.min, .max]).repeats(of: [0, 1]) == nil && places([0, 513]).repeats(of: [0, 1]) == nil)
  }

  @Test func `a step that is rounded is no gap`() throws {
    func table(_ ticks: [Int64], lasting: Int64, per second: Int64) throws -> FrameTable {
      let base = try #require(TimeBase(1, second))
      let frames = ticks.map {
        FrameTable.Frame(timestamp: $0, tick: $0, ordinal: 0, duration: lasting, isKeyframe: true)
      }
      return try #require(
        FrameTable(
          frames: frames, timeBase: base, origin: .zero, averageRate: nil, timecodeStart: nil, isComplete: true))
    }
    // 30 pictures a second in milliseconds, of which the fourth is missing: 0, 33, 67, (100,) 133.
    let rounded = try table([0, 33, 67, 133], lasting: 33, per: 1000)
    #expect((0..<4).map { rounded.ownEnd(ofFrame: $0) } == [33, 67, 100, 166])
    // Without durations, by the steps before.
    let bare = try table([0, 33, 67, 133], lasting: 0, per: 1000)
    #expect((0..<4).map { bare.ownEnd(ofFrame: $0) } == [nil, 67, 100, 166])
    // Where a tick is a frame, the third one is missing.
    #expect(try table([0, 1, 3], lasting: 1, per: 25).ownEnd(ofFrame: 1) == 2)
  }
}

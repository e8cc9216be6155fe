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
    // 250, 254 and 258 of 8 bits; one that cannot be read, and 261; the same again is the next one, and 7 the second
    // behind that.
    #expect(PeriodCount([250, 254, 2, nil, 5, 5, 7], bits: 8).places == [0, 4, 8, 9, 11, 12, 14])
    #expect(PeriodCount([30, 31, 1, 0], bits: 5).places == [0, 1, 3, 34])
  }

  @Test func `a damaged number moves no other picture`() {
    // 2 a step; 6 is 134 in the fourth, 70 in the third and 0 in the second last one: via each it would be 256 more.
    #expect(PeriodCount([0, 2, 4, 134, 8, 10], bits: 8).places == [0, 2, 4, 5, 8, 10])
    #expect(PeriodCount([0, 2, 70, 6, 8], bits: 8).places == [0, 2, 3, 6, 8])
    #expect(PeriodCount([0, 2, 4, 0, 8], bits: 8).places == [0, 2, 4, 5, 8])
    // An encoder that does not count.
    #expect(PeriodCount([7, 7, 3, 7, 7], bits: 8).places == [0, 1, 253, 257, 258])
    // Long pauses are none: of 5 s and then 4, and of half a second with 5 bits.
    #expect(PeriodCount([0, 150, 14, 16], bits: 8).places == [0, 150, 270, 272])
    #expect(PeriodCount([0, 17, 2, 19, 4], bits: 5).places == [0, 17, 34, 51, 68])
    // Two pauses with one picture between them: of 15 and 20, and of 200 and 100, where steps are 2, and 30.
    #expect(PeriodCount([0, 2, 4, 19, 7, 9, 11], bits: 5).places == [0, 2, 4, 19, 39, 41, 43])
    #expect(PeriodCount([0, 30, 60, 4, 104, 134], bits: 8).places == [0, 30, 60, 260, 360, 390])
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

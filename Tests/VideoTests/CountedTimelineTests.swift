import CFFmpeg
import Packing
import Testing
import Timeline
@testable import Video

/// Timelines of streams whose packets do not say when pictures are shown.
struct CountedTimelineTests {
  /// A picture as a decoder returns it: its timestamp and the number of extra half frames.
  private struct Made {
    var timestamp: Int64?
    var repeats: Int32 = 0
    var duration: Int64 = 0
  }

  private func frames(
    _ pictures: [Made], usesAnchors: Bool = true, places: [Int64] = [], timeBase: (Int64, Int64) = (1, 90_000),
    rate: (Int64, Int64)?
  ) throws -> FrameTable? {
    var timeline = CountedTimeline(usesAnchors: usesAnchors)
    for (number, picture) in pictures.enumerated() {
      timeline.append(
        CountedPackets.Packet(decode: nil, position: -1, size: 1, isStart: number == 0, isOpen: false),
        place: places.indices.contains(number) ? places[number] : nil)
      let frame = try #require(av_frame_alloc())
      frame.pointee.pts = picture.timestamp ?? FG_NO_TIMESTAMP
      frame.pointee.repeat_pict = picture.repeats
      fg_set_frame_duration(frame, picture.duration)
      fg_set_frame_number(frame, Int64(number))
      timeline.append(DecodedFrame(frame, isDamaged: false, followsDamage: false))
    }
    #expect(timeline.count == pictures.count)
    return try timeline.frameTable(
      timeBase: tick(timeBase.0, timeBase.1), origin: .zero,
      rate: rate.map { try #require(Rational($0.0, $0.1)) }, timecodeStart: nil)
  }

  @Test func `a picture sent before the clock passed 33 bits is shown where it came out`() throws {
    // The second came out behind the first; its packet was the last one before the clock started anew.
    let second: Int64 = 7200 + 1 << 33
    let pictures = [3600, second, 10_800].map { Made(timestamp: $0) }
    #expect(try times(pictures) == seconds(3600, 7200, 10_800))
    // In other ticks no clock has 33 bits: a wrong timestamp stays where it was.
    let others = try #require(try frames(pictures, timeBase: (1, 90_001), rate: (25, 1)))
    #expect(others.frames.map(\.timestamp) == [3600, 10_800, second])
  }

  private func times(
    _ pictures: [Made], usesAnchors: Bool = true, rate: (Int64, Int64)? = (25, 1)
  ) throws -> [Rational?] {
    let table = try #require(try frames(pictures, usesAnchors: usesAnchors, rate: rate))
    #expect(table.isComplete)
    return (0..<table.count).map { table.time(ofFrame: $0) }
  }

  /// Ticks of 1/90000 s as seconds.
  private func seconds(_ ticks: Int64...) -> [Rational?] { ticks.map { Rational($0, 90_000) } }

  @Test func `a stored timeline that has not as many packets with pictures as pictures is refused`() throws {
    func packed(_ pictures: Int) throws -> (whole: [UInt8], packets: [UInt8]) {
      var timeline = CountedTimeline(usesAnchors: false)
      for number in 0..<pictures {
        timeline.append(
          CountedPackets.Packet(decode: nil, position: -1, size: 1, isStart: true, isOpen: false), place: nil)
        let frame = try #require(av_frame_alloc())
        fg_set_frame_number(frame, Int64(number))
        timeline.append(DecodedFrame(frame, isDamaged: false, followsDamage: false))
      }
      var (whole, packets) = (VarintWriter(), VarintWriter())
      timeline.pack(into: &whole)
      timeline.packets.pack(into: &packets)
      return (whole.bytes, packets.bytes)
    }
    let (two, three) = (try packed(2), try packed(3))
    var own = VarintReader(two.whole)
    #expect(try CountedTimeline(unpacking: &own).count == 2)
    var foreign = VarintReader(two.whole.replacing(two.packets, with: three.packets))
    #expect(throws: VarintError.self) { try CountedTimeline(unpacking: &foreign) }
  }

  @Test func `without a timestamp a frame's time is its index over the rate`() throws {
    let pictures = [Made](repeating: Made(), count: 4)
    #expect(
      try times(pictures, rate: (30_000, 1001)) == [
        .zero, Rational(1001, 30_000), Rational(2002, 30_000), Rational(3003, 30_000),
      ])
    #expect(try times(pictures) == (0..<4).map { Rational($0, 25) })
    // The rate is unknown: 25 is used.
    #expect(try times(pictures, rate: nil) == (0..<4).map { Rational($0, 25) })
  }

  @Test func `derived timestamps are not used`() throws {
    #expect(
      try times([Made(timestamp: 700), Made(timestamp: 9), Made(timestamp: nil)], usesAnchors: false)
        == (0..<3).map { Rational($0, 25) })
  }

  @Test func `field repeats of soft telecine stretch time`() throws {
    // Alternately three and two fields at 30000/1001: frames start after 0, 3, 5, 8, 10 half frames.
    let pictures = [1, 0, 1, 0, 0].map { Made(repeats: $0) }
    #expect(try times(pictures, rate: (30_000, 1001)) == [0, 3, 5, 8, 10].map { Rational($0 * 1001, 60_000) })
  }

  @Test func `the last picture with field repeats lasts for its own fields`() throws {
    // Five half frames, then three or two.
    let long = try #require(try frames([1, 0, 1].map { Made(repeats: $0) }, rate: (30_000, 1001)))
    #expect(long.end == Rational(8 * 1001, 60_000))
    let short = try #require(try frames([0, 1, 0].map { Made(repeats: $0) }, rate: (30_000, 1001)))
    #expect(short.end == Rational(7 * 1001, 60_000))
    // With timestamps: 6000 ticks, then half a frame more than one of 3600.
    let anchored = try #require(
      try frames([Made(timestamp: 0), Made(timestamp: 6000, repeats: 1)], rate: (25, 1)))
    #expect(anchored.end == Rational(6000 + 5400, 90_000))
  }

  @Test func `the last picture lasts as long as its packet says`() throws {
    // The one before it is missing.
    let pictures = [Made(timestamp: 0), Made(timestamp: 3600), Made(timestamp: 10_800, duration: 3600)]
    let known = try #require(try frames(pictures, rate: (25, 1)))
    #expect(known.end == Rational(14_400, 90_000))
    // Derived timestamps have derived durations.
    let made = try #require(try frames(pictures, usesAnchors: false, rate: (25, 1)))
    #expect(made.end == Rational(3, 25))
  }

  @Test func `a picture stays while the positions after it are empty`() throws {
    // Positions of 1/50 s, every other one empty: 25 pictures per second, whatever the average rate is.
    let pictures = [Made](repeating: Made(timestamp: 5), count: 4)
    func starts(_ places: [Int64], _ pictures: [Made]) throws -> [Rational?] {
      let table = try #require(
        try frames(pictures, usesAnchors: false, places: places, timeBase: (1, 50), rate: (50, 1)))
      return (0..<table.count).map { table.time(ofFrame: $0) }
    }
    #expect(try starts([0, 2, 4, 6], pictures) == (0..<4).map { Rational($0, 25) })
    #expect(try starts([0, 1, 4, 5], pictures) == [0, 1, 4, 5].map { Rational($0, 50) })
    // Positions that do not increase, or that are unknown, are ignored.
    #expect(try starts([0, 2, 2, 6], pictures) == (0..<4).map { Rational($0, 50) })
    #expect(try starts([0, 2, 4], pictures) == (0..<4).map { Rational($0, 50) })
    #expect(try starts([.min, .max, 1, 2], pictures) == (0..<4).map { Rational($0, 50) })
  }

  @Test func `an impossible repeat count is ignored`() throws {
    #expect(try times([Made(repeats: -4), Made(), Made()]) == (0..<3).map { Rational($0, 25) })
  }

  @Test func `times between timestamps follow from the rate`() throws {
    // 3600 ticks per frame.
    #expect(
      try times([Made(timestamp: 1000), Made(), Made(), Made(timestamp: 12_000), Made()])
        == seconds(1000, 4600, 8200, 12_000, 15_600))
  }

  @Test func `between timestamps field repeats count too`() throws {
    // 1 half frame is 1800 ticks: 3 halves, then 2.
    #expect(
      try times([Made(timestamp: 0, repeats: 1), Made(), Made(timestamp: 9000), Made()])
        == seconds(0, 5400, 9000, 12_600))
  }

  @Test func `times before the first timestamp follow from the rate`() throws {
    #expect(try times([Made(), Made(), Made(timestamp: 9000), Made()]) == seconds(1800, 5400, 9000, 12_600))
    // The second one lasts three half frames.
    #expect(try times([Made(), Made(repeats: 1), Made(timestamp: 9000)]) == seconds(0, 3600, 9000))
  }

  @Test func `a timestamp of the file is kept if the rate would pass it`() throws {
    // At the rate the frames between would be at 4600 and 8200.
    let found = try times([Made(timestamp: 1000), Made(), Made(), Made(timestamp: 5000), Made(timestamp: 8600)])
    #expect(found.first == seconds(1000).first && found[3...] == seconds(5000, 8600)[...])
    #expect(zip(found, found.dropFirst()).allSatisfy { ($0 ?? .zero) <= ($1 ?? .zero) })
  }

  @Test func `time never goes back`() throws {
    let found = try times([Made(timestamp: 9000), Made(timestamp: 1000), Made(), Made(timestamp: 90_000)])
    #expect(zip(found, found.dropFirst()).allSatisfy { ($0 ?? .zero) <= ($1 ?? .zero) })
    #expect(found.last == seconds(90_000).first)
  }

  @Test func `frames of one time are numbered`() throws {
    let table = try #require(try frames([7, 7, 7, 3607].map { Made(timestamp: $0) }, rate: (25, 1)))
    #expect(table.frames.map(\.ordinal) == [0, 1, 2, 0])
  }

  @Test func `without pictures there is no table`() throws {
    #expect(try frames([], rate: (25, 1)) == nil)
  }

  @Test func `timestamps and rates at the limits do not crash`() throws {
    let (least, most) = (Int64.min + 1, Int64.max)
    for ticks: [Int64?] in [[most, nil], [nil, least], [most, least], [least, nil, most]] {
      for rate: (Int64, Int64) in [(25, 1), (most, 1), (1, most), (most, most - 1)] {
        let table = try frames(ticks.map { Made(timestamp: $0, repeats: .max) }, timeBase: (1, .max), rate: rate)
        #expect(table.map { zip($0.frames, $0.frames.dropFirst()).allSatisfy { $0.tick <= $1.tick } } ?? true)
        _ = try frames(ticks.map { _ in Made(repeats: .max) }, timeBase: (1, .max), rate: rate)
      }
    }
  }
}

import Testing
import Timeline
@testable import Video

/// Jumps of the timestamps: decode timestamps that fall by more than 1 s or rise by more than 10 s.
struct PacketJumpTests {
  /// In ticks of 1/90000 s.
  private let jump = (back: Int64(90_000), forward: Int64(900_000))

  private func times(_ packets: [MadePacket]) throws -> (ticks: [Int64], starts: [Int]) {
    let table = try table(packets, jump: jump)
    return (table.ticks, table.segmentStarts)
  }

  @Test func `after a fall of more than a second the timeline continues where the previous frames ended`() throws {
    let (ticks, starts) = try times([
      MadePacket(200_000, key: true, duration: 3600), MadePacket(203_600, duration: 3600),
      MadePacket(5_000, key: true, duration: 3600), MadePacket(8_600, duration: 3600),
    ])
    // 203 600 and 3600 more.
    #expect(ticks == [200_000, 203_600, 207_200, 210_800] && starts == [2])
  }

  @Test func `a rise of more than ten seconds is closed`() throws {
    let (ticks, starts) = try times([
      MadePacket(0, key: true, duration: 3600), MadePacket(3600, duration: 1800),
      MadePacket(903_601, key: true), MadePacket(907_201),
    ])
    #expect(ticks == [0, 3600, 5400, 9000] && starts == [2])
  }

  @Test func `a pause among pictures that are reordered is no jump`() throws {
    // Pictures at 0 and 3600, and after 12 s more, 1 080 000 ticks, two others; each decode timestamp is the timestamp of
    // the picture shown before, as x264 makes them with one B picture: it rises two packets behind the first picture
    // after the pause.
    let (ticks, starts) = try times([
      MadePacket(0, decode: -3600, key: true), MadePacket(1_083_600, decode: 0), MadePacket(3600, decode: 3600),
      MadePacket(1_087_200, decode: 1_083_600),
    ])
    #expect(ticks == [0, 3600, 1_083_600, 1_087_200] && starts.isEmpty)
    // What was shown far ahead of both is no sign of it.
    let stray = try times([
      MadePacket(0, decode: -3600, key: true), MadePacket(90_000_000, decode: 0), MadePacket(3600, decode: 3600),
      MadePacket(1_087_200, decode: 1_083_600, key: true),
    ])
    #expect(stray.starts == [3])
  }

  // A bit of it is damaged, far forwards or back: the pictures are shown when they say.
  @Test func `a decode timestamp that alone is far from its neighbours is no jump`() throws {
    for stray: Int64 in [1 << 32, -200_000] {
      var packets = (0..<12).map { MadePacket(3600 * $0, key: $0 == 0) }
      packets[7] = MadePacket(3600 * 7, decode: stray)
      let (ticks, starts) = try times(packets)
      #expect(ticks == (0..<12).map { 3600 * $0 } && starts.isEmpty)
      // The last one may begin another recording, and so may two.
      #expect(try times(Array(packets.prefix(8))).starts == [7])
      packets[8] = MadePacket(3600 * 8, decode: stray + 3600)
      #expect(try times(packets).starts.contains(7))
    }
  }

  @Test func `exactly a second back and exactly ten seconds forwards are not jumps`() throws {
    let back = try table([MadePacket(200_000, key: true), MadePacket(110_000)], jump: jump)
    #expect(back.segmentStarts.isEmpty && back.presentationOrder == [1, 0])
    let (ticks, starts) = try times([MadePacket(0, key: true), MadePacket(900_000)])
    #expect(ticks == [0, 900_000] && starts.isEmpty)
  }

  @Test func `only the decode timestamp counts, not the presentation timestamp`() throws {
    let table = try table(
      [MadePacket(200_000, decode: 0, key: true), MadePacket(100_000, decode: 3600), MadePacket(0, decode: 7200)],
      jump: jump)
    #expect(table.segmentStarts.isEmpty && table.presentationOrder == [2, 1, 0])
  }

  @Test func `without a duration the last step is repeated, or one tick after a single frame`() throws {
    let (ticks, _) = try times([
      MadePacket(400_000, key: true), MadePacket(403_000), MadePacket(0, key: true), MadePacket(3600),
    ])
    #expect(ticks == [400_000, 403_000, 406_000, 409_600])
    let (single, _) = try times([MadePacket(400_000, key: true), MadePacket(0, key: true)])
    #expect(single == [400_000, 400_001])
  }

  @Test func `only decoding shows the order where the clock passes 33 bits`() throws {
    // 2³³ less 3600 and 1800, then 1800; the second picture is shown at 2³³ + 5400, behind the third.
    let end: Int64 = 1 << 33
    let passing = [
      MadePacket(end - 3600, key: true), MadePacket(end + 5400, decode: end - 1800), MadePacket(3600, decode: 1800),
    ]
    #expect(try table(passing, jump: jump).isDoubtful)
    // A fall by half of that is a joint; in a container whose clock never starts anew it is none of both.
    #expect(try !table([MadePacket(end / 2, key: true), MadePacket(0, key: true)], jump: jump).isDoubtful)
    #expect(try !table([MadePacket(end, key: true), MadePacket(0, key: true)], jump: (90_000, .max)).isDoubtful)
  }

  @Test func `nothing is sorted across a jump`() throws {
    // The second stretch has timestamps before, between and after those of the first.
    let table = try table(
      [
        MadePacket(500_000, key: true, duration: 3600), MadePacket(507_200, decode: 503_600),
        MadePacket(503_600, decode: 507_200, duration: 3600),
        MadePacket(400_000, key: true, duration: 3600), MadePacket(407_200, decode: 403_600, duration: 3600),
        MadePacket(403_600, decode: 407_200, duration: 3600),
      ], jump: jump)
    #expect(table.presentationOrder == [0, 2, 1, 3, 5, 4] && table.segmentStarts == [3])
    // The last frame before the jump, 507 200, has no duration: 3600, like the step before it.
    #expect(table.ticks == [500_000, 503_600, 507_200, 510_800, 514_400, 518_000])
  }

  @Test func `several jumps add up`() throws {
    let (ticks, starts) = try times(
      [0, 97_000, 194_000].flatMap { (back: Int64) -> [MadePacket] in
        [MadePacket(200_000 - back, key: true, duration: 3600), MadePacket(203_600 - back, duration: 3600)]
      })
    #expect(ticks == [200_000, 203_600, 207_200, 210_800, 214_400, 218_000] && starts == [2, 4])
  }

  @Test func `decoding does not start before a jump for what follows it`() throws {
    let table = try table(
      [
        MadePacket(200_000, key: true), MadePacket(203_600), MadePacket(5_000), MadePacket(8_600, key: true),
        MadePacket(12_200),
      ], jump: jump)
    #expect(table.start(forFrame: 1) == 0 && table.start(forFrame: 4) == 3)
    #expect(table.start(forFrame: 2) == nil)
  }

  @Test func `packets without decode timestamps are skipped in the search for jumps`() throws {
    var second = MadePacket(3600)
    second.decode = nil
    let (ticks, starts) = try times([MadePacket(0, key: true), second, MadePacket(7200)])
    #expect(ticks == [0, 3600, 7200] && starts.isEmpty)
  }

  @Test func `containers whose timestamps never jump are sorted as a whole`() throws {
    let table = try table([MadePacket(2_000_000, key: true), MadePacket(5_000, key: true)])
    #expect(table.ticks == [5_000, 2_000_000] && table.segmentStarts.isEmpty)
  }

  @Test func `timestamps at the limits of 64 bits do not crash`() throws {
    for ticks: [Int64] in [
      [.max, .min + 1], [.min + 1, .max], [.max, .max - 1, 0, .min + 1, .max], [.min + 1, 0, .min + 1],
    ] {
      let packets = ticks.map { MadePacket($0, key: true, duration: .max) }
      for jump in [nil, self.jump] {
        let made = try table(packets, jump: jump)
        #expect(made.presentationOrder.count == ticks.count)
        // Either a valid order, or none: never one that is out of order.
        let frames = try made.frameTable(
          timeBase: tick(1, 90_000), origin: .zero, averageRate: nil, timecodeStart: nil)
        #expect(frames.map { zip($0.frames, $0.frames.dropFirst()).allSatisfy { $0.tick <= $1.tick } } ?? true)
      }
    }
  }
}

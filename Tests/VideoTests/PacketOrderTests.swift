import Testing
import Timeline
@testable import Video

/// The order of frames according to packets.
struct PacketOrderTests {
  @Test func `packets are shown in the order of their timestamps`() throws {
    // I P B B: decoded 0 3 1 2.
    let table = try table([
      MadePacket(0, decode: -1, key: true), MadePacket(3, decode: 0), MadePacket(1), MadePacket(2),
    ])
    #expect(table.presentationOrder == [0, 2, 3, 1] && table.ticks == [0, 1, 2, 3])
    #expect(
      table.firstStart == 0 && !table.lacksTimestamps && table.segmentStarts.isEmpty && table.leadingFrames.isEmpty)
  }

  @Test func `the reorder depth is the greatest number of pictures that wait for one`() throws {
    func depth(_ ticks: [Int64]) throws -> Int {
      try table(ticks.map { MadePacket($0, key: $0 == 0) }).reorderDepth
    }
    #expect(try depth([0, 1, 2, 3]) == 0)
    // 3 waits for 1 and 2; in a pyramid 4 and 2 wait for 1.
    #expect(try depth([0, 3, 1, 2]) == 1)
    #expect(try depth([0, 4, 2, 1, 3]) == 2)
    #expect(try depth([0, 8, 4, 2, 1, 3, 6, 5, 7]) == 3)
    // No codec reorders by more than sixteen.
    #expect(try depth([0] + (1...40).reversed().map { Int64($0) }) == 16)
    // Behind a clock that starts anew, pictures wait for those of their own stretch.
    #expect(try depth((100...120).map { $0 } + [0, 3, 1, 2]) == 1)
  }

  @Test func `a packet hidden by an edit list is not a frame, but may be a start`() throws {
    let table = try table([
      MadePacket(-2, key: true).discarded, MadePacket(-1).discarded, MadePacket(0), MadePacket(1),
    ])
    #expect(table.presentationOrder == [2, 3] && table.ticks == [0, 1])
    #expect(table.start(forFrame: 0) == 0 && table.start(forFrame: 1) == 0)
  }

  @Test func `nothing before the first keyframe is a frame`() throws {
    let table = try table([MadePacket(5), MadePacket(6), MadePacket(8, key: true), MadePacket(9)])
    #expect(table.presentationOrder == [2, 3] && table.ticks == [8, 9] && table.firstStart == 2)
  }

  @Test func `RASL pictures of the first CRA are not frames, those of later ones are`() throws {
    // CRA 21, RASL 8 and 9, trailing 1.
    let table = try table([
      MadePacket(4, hevcType: 21), MadePacket(2, hevcType: 9), MadePacket(3, hevcType: 8), MadePacket(5, hevcType: 1),
      MadePacket(10, hevcType: 21), MadePacket(8, hevcType: 9), MadePacket(9, hevcType: 8),
    ])
    #expect(table.ticks == [4, 5, 8, 9, 10])
    #expect(table.presentationOrder == [0, 3, 5, 6, 4])
  }

  @Test func `a second CRA at which decoding starts drops its RASL pictures too`() throws {
    // After a jump of the timestamps, earlier starts do not help.
    let table = try table(
      [
        MadePacket(400_000, hevcType: 19), MadePacket(403_600, hevcType: 1),
        MadePacket(10_000, hevcType: 21), MadePacket(6_400, hevcType: 9), MadePacket(13_600, hevcType: 1),
      ], jump: (back: 90_000, forward: 900_000))
    #expect(table.presentationOrder == [0, 1, 2, 4] && table.segmentStarts == [2])
  }

  @Test func `RADL pictures of the first CRA are leading frames`() throws {
    let table = try table([
      MadePacket(4, hevcType: 21), MadePacket(2, hevcType: 9), MadePacket(3, hevcType: 7), MadePacket(5, hevcType: 1),
    ])
    #expect(table.ticks == [3, 4, 5] && table.leadingFrames == [2])
  }

  @Test func `leading frames of the first keyframe are listed, so that decoding can show whether they come out`()
    throws
  {
    let packets = [
      MadePacket(12, decode: 1, key: true), MadePacket(10, decode: 2), MadePacket(11, decode: 3), MadePacket(13),
    ]
    #expect(try table(packets).leadingFrames == [1, 2])
    // If the table does not start at the beginning they belong to the previous keyframe.
    let window = try table(packets, startsAtBeginning: false)
    #expect(window.leadingFrames.isEmpty && window.ticks == [12, 13])
  }

  @Test func `frames with the same timestamp stay in file order`() throws {
    let table = try table([
      MadePacket(0, key: true), MadePacket(2), MadePacket(1), MadePacket(1), MadePacket(2), MadePacket(1),
    ])
    #expect(table.presentationOrder == [0, 2, 3, 5, 1, 4])
    let frames = try #require(
      table.frameTable(timeBase: tick(1, 25), origin: .zero, averageRate: nil, timecodeStart: nil))
    #expect(frames.frames.map(\.ordinal) == [0, 0, 1, 2, 0, 1])
    #expect(frames.frames.map(\.timestamp) == [0, 1, 1, 1, 2, 2])
  }

  @Test func `frames with the same timestamp are counted from the start of decoding`() throws {
    let table = try table([
      MadePacket(0, key: true), MadePacket(1), MadePacket(1, key: true), MadePacket(1), MadePacket(2),
    ])
    #expect((0..<5).map { table.equalsBefore($0, since: 0) } == [0, 0, 1, 2, 0])
    // From the second of the three equal ones on.
    #expect((2..<5).map { table.equalsBefore($0, since: 2) } == [0, 1, 0])
  }

  @Test func `frames with the same timestamp are taken together, and no others`() throws {
    // In order of presentation: 0, 1 1 1, 2, 3 3.
    let table = try table([
      MadePacket(0, key: true), MadePacket(1), MadePacket(1), MadePacket(1), MadePacket(2), MadePacket(3),
      MadePacket(3),
    ])
    #expect(table.equals(of: [0]) == [0] && table.equals(of: [4]) == [4])
    #expect(table.equals(of: [2]) == [1, 2, 3] && table.equals(of: [3, 1]) == [1, 2, 3])
    #expect(table.equals(of: [6, 0]) == [0, 5, 6] && table.equals(of: []) == [])
  }

  @Test func `packets without timestamps are distinguished from packets that need none`() throws {
    #expect(try table([MadePacket(0, key: true), MadePacket(nil)]).lacksTimestamps)
    #expect(try !table([MadePacket(0, key: true), MadePacket(nil).discarded]).lacksTimestamps)
    var hidden = try table([MadePacket(0, key: true), MadePacket(nil), MadePacket(1)])
    hidden.hide(1)
    hidden.arrange(jump: nil)
    #expect(!hidden.lacksTimestamps && hidden.presentationOrder == [0, 2])
  }

  @Test func `arranging again gives the same order`() throws {
    var table = try table([MadePacket(0, key: true), MadePacket(3), MadePacket(1), MadePacket(2)])
    let (order, ticks) = (table.presentationOrder, table.ticks)
    table.arrange(jump: nil)
    #expect(table.presentationOrder == order && table.ticks == ticks)
  }

  @Test func `without packets there are no frames`() throws {
    let table = try table([])
    #expect(table.presentationOrder.isEmpty && table.firstStart == nil && table.leadingFrames.isEmpty)
    #expect(
      try table.frameTable(timeBase: tick(1, 25), origin: .zero, averageRate: nil, timecodeStart: nil)
        == nil)
    #expect(table.covers(0) && table.start(forFrame: 0) == nil && table.start(before: 0) == nil)
  }
}

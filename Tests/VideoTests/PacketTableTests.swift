import Testing
@testable import Video

/// Queries of a table whose frames are in order.
struct PacketTableTests {
  /// Two open GOPs: decoded 0 3 1 2 | 8 6 7 11 9 10, keyframes at 0 and 8.
  private func openGOPs(startsAtBeginning: Bool = true) throws -> PacketTable {
    let shown: [Int64] = [0, 3, 1, 2, 8, 6, 7, 11, 9, 10]
    return try table(
      shown.enumerated().map { MadePacket($1, decode: Int64($0) - 2, key: $1 == 0 || $1 == 8).at(Int64(1000 * $0)) },
      startsAtBeginning: startsAtBeginning)
  }

  @Test func `decoding starts at the last keyframe that is shown at or before the frame`() throws {
    let table = try openGOPs()
    #expect(table.ticks == [0, 1, 2, 3, 6, 7, 8, 9, 10, 11])
    // 6 and 7 are leading pictures of keyframe 8, which is record 4.
    #expect((0..<10).map { table.start(forFrame: $0) } == [0, 0, 0, 0, 0, 0, 4, 4, 4, 4])
    #expect(table.start(forFrame: 10) == nil && table.start(forFrame: -1) == nil)
  }

  @Test func `the keyframe before a keyframe`() throws {
    let table = try openGOPs()
    #expect(table.start(before: 4) == 0 && table.start(before: 9) == 4 && table.start(before: 0) == nil)
  }

  @Test func `a run from the beginning shows what precedes the first keyframe on screen, one from it does not`() throws
  {
    // A cut into an open GOP: a picture that depends on what is missing, then a keyframe with leading pictures 2 and 3.
    let shown: [Int64] = [0, 4, 2, 3, 7, 5, 6]
    let table = try table(shown.enumerated().map { MadePacket($1, decode: Int64($0) - 2, key: $1 == 4) })
    #expect(table.ticks == [2, 3, 4, 5, 6, 7])
    #expect(table.firstStart == 1)
    // The run from the beginning to 7 shows 2 3 4 5 6 before it; the one from the keyframe, 4 5 6.
    #expect(table.firstFrame(shownBefore: 5, since: nil) == 0)
    #expect(table.firstFrame(shownBefore: 5, since: 1) == 2)
    #expect(table.packetsShown(upTo: [5], since: nil) == [2, 3, 1, 5, 6, 4])
    #expect(table.packetsShown(upTo: [5], since: 1) == [1, 5, 6, 4])
  }

  @Test func `a packet that is read again is identified by its timestamps and its position`() throws {
    let table = try openGOPs()
    for (index, record) in table.records.enumerated() {
      for likely in table.records.indices { #expect(table.index(of: record, near: likely) == index) }
    }
    let stranger = try MadePacket(3, decode: -1).at(77).record()
    #expect(table.index(of: stranger, near: 4) == nil)
    let other = try MadePacket(4, decode: -1).at(1000).record()
    #expect(table.index(of: other, near: 4) == nil)
  }

  @Test func `a tick is covered when no later packet can be shown before it`() throws {
    // Forty frames: thirty-three after the answer make it final.
    let packets = (0..<40).map { MadePacket(Int64($0), key: $0 == 0) }
    let partial = try table(packets, isComplete: false)
    #expect(partial.covers(-5) && partial.covers(0) && partial.covers(6))
    #expect(!partial.covers(7) && !partial.covers(39) && !partial.covers(1000))
    let whole = try table(packets)
    #expect(whole.covers(39) && whole.covers(1000) && whole.covers(-5))
    #expect(try !table(Array(packets.prefix(33)), isComplete: false).covers(0))
    #expect(try !table([], isComplete: false).covers(0))
  }

  @Test func `in a window nothing before the first frame is covered`() throws {
    let packets = (0..<40).map { MadePacket(Int64(100 + $0), key: $0 == 0) }
    let window = try table(packets, startsAtBeginning: false, isComplete: false)
    #expect(!window.covers(99) && window.covers(100) && window.covers(106) && !window.covers(107))
    let last = try table(packets, startsAtBeginning: false)
    #expect(!last.covers(99) && last.covers(139) && last.covers(5000))
  }

  @Test func `a window leaves out leading pictures of its first keyframe`() throws {
    let shown: [Int64] = [8, 6, 7, 11, 9, 10]
    let window = try table(shown.map { MadePacket($0, key: $0 == 8) }, startsAtBeginning: false)
    #expect(window.ticks == [8, 9, 10, 11])
  }

  @Test func `a table that ended with an error is cut off`() throws {
    var table = PacketTable(startsAtBeginning: true)
    #expect(!table.isComplete && !table.isCutOff)
    table.finish(isClean: false)
    #expect(table.isComplete && table.isCutOff)
  }

  @Test func `decoding does not start at hidden packets or those without timestamps`() throws {
    let table = try table([MadePacket(nil, key: true), MadePacket(4, key: true), MadePacket(5)])
    #expect(table.firstStart == 1)
  }

  @Test func `two packets are the same if their time and position are equal`() throws {
    let record = try MadePacket(3, decode: 1).at(500).record()
    #expect(try record.isSame(as: MadePacket(3, decode: 1).at(500).record()))
    #expect(try !record.isSame(as: MadePacket(3, decode: 1).at(501).record()))
    // Matroska has no decode timestamps: after a seek they are derived differently.
    #expect(try record.isSame(as: MadePacket(3, decode: 2).at(500).record()))
    #expect(try !record.isSame(as: MadePacket(2, decode: 1).at(500).record()))
    // An unknown position is ignored.
    #expect(try MadePacket(3, decode: 1).record().isSame(as: record))
    #expect(try !MadePacket(3, decode: 2).record().isSame(as: record))
    // Without a time the position alone does not identify one of several packets.
    #expect(try !MadePacket(nil, decode: 2).at(500).record().isSame(as: MadePacket(nil, decode: 1).at(500).record()))
  }

  @Test func `a negative duration counts as unknown`() throws {
    #expect(try MadePacket(0, duration: -5).record().duration == 0)
  }
}

import Testing
@testable import Video

/// Sizes of EBML elements, as RFC 8794 codes them, by hand.
struct MatroskaSegmentTests {
  private let header: [UInt8] = [0x1A, 0x45, 0xDF, 0xA3]
  private let segment: [UInt8] = [0x18, 0x53, 0x80, 0x67]

  @Test func `a segment ends as many bytes after its size field as that says`() {
    // A header of 2 bytes: the segment's ID is at 7, its size of two bytes at 11, its content from 13 on.
    #expect(MatroskaSegment(header + [0x82, 1, 2] + segment + [0x40, 100])?.end == 113)
    // Eight bytes: 0x01, and then 5 000 000 000 = 0x01_2A05_F200.
    #expect(
      MatroskaSegment(header + [0x80] + segment + [0x01, 0, 0, 0x01, 0x2A, 0x05, 0xF2, 0x00])?.end == 5_000_000_017)
    #expect(MatroskaSegment(header + [0x80] + segment + [0x80])?.end == 10)
  }

  @Test func `a size of all ones is unknown`() throws {
    for size: [UInt8] in [[0xFF], [0x7F, 0xFF], [0x01] + [UInt8](repeating: 0xFF, count: 7)] {
      let found = try #require(MatroskaSegment(header + [0x80] + segment + size))
      #expect(found.end == nil)
    }
    // One less is a valid size: 2^56 − 2, after 17 bytes.
    let largest = MatroskaSegment(header + [0x80] + segment + [0x01] + [UInt8](repeating: 0xFF, count: 6) + [0xFE])
    #expect(largest?.end == Int64(1 << 56 - 2 + 17))
  }

  @Test func `filler elements may precede the segment`() {
    // 5 bytes of header, 5 and 3 of the two, 5 of the segment's ID and size, and 5 of content.
    #expect(MatroskaSegment(header + [0x80, 0xEC, 0x83, 0, 0, 0, 0xBF, 0x81, 9] + segment + [0x85])?.end == 23)
    #expect(MatroskaSegment(header + [0x80, 0xA3, 0x80] + segment + [0x85]) == nil)
  }

  @Test func `bytes that are cut off or something else give nil`() {
    let whole = header + [0x82, 1, 2] + segment + [0x40, 100]
    for count in 0..<whole.count { #expect(MatroskaSegment(Array(whole.prefix(count))) == nil, "\(count)") }
    #expect(MatroskaSegment([0x1A, 0x45, 0xDF, 0xA4] + whole.dropFirst(4)) == nil)
    #expect(MatroskaSegment(header + [0xFF] + segment + [0x85]) == nil)
    #expect(MatroskaSegment(header + [0x00, 0x80] + segment + [0x85]) == nil)
    #expect(MatroskaSegment([UInt8](repeating: 0, count: 64)) == nil)
  }

  @Test func `cues are expected unless a cluster comes before any mention of them`() {
    func mayHaveCues(_ children: [UInt8]) -> Bool? {
      MatroskaSegment(header + [0x80] + segment + [0xFF] + children)?.mayHaveCues
    }
    func list(_ ids: [[UInt8]]) -> [UInt8] {
      // Each entry: an ID in SeekID, and a place in SeekPosition (RFC 9559, 5.1.1).
      var entries: [UInt8] = []
      for id in ids { entries += [0x4D, 0xBB, 0x8B, 0x53, 0xAB, 0x84] + id + [0x53, 0xAC, 0x81, 40] }
      return [0x11, 0x4D, 0x9B, 0x74, 0x80 | UInt8(entries.count)] + entries
    }
    let cluster: [UInt8] = [0x1F, 0x43, 0xB6, 0x75]
    let cues: [UInt8] = [0x1C, 0x53, 0xBB, 0x6B]
    let info: [UInt8] = [0x15, 0x49, 0xA9, 0x66]
    let head = info + [0x82, 1, 2]
    #expect(mayHaveCues(head + cluster + [0xFF]) == false)
    #expect(mayHaveCues(list([info]) + head + cluster + [0xFF]) == false)
    // A list may name a cluster before the cues, or another list that does.
    #expect(mayHaveCues(list([cluster, cues]) + head + cluster + [0xFF]) == true)
    #expect(mayHaveCues(list([info, [0x11, 0x4D, 0x9B, 0x74]]) + cluster + [0xFF]) == true)
    #expect(mayHaveCues(head + cues + [0x80] + cluster + [0xFF]) == true)
    // The first cluster is not there to be seen.
    #expect(mayHaveCues(head) == true)
    #expect(mayHaveCues(info + [0x40, 200]) == true)
  }
}

import Foundation
import TestSupport
import Testing

@testable import Video

/// What of an edit list (ISO/IEC 14496-12, 8.6.6) FFmpeg does not apply.
struct EditListTests {
  /// Entries of a length, a time and a rate in 1/65536.
  private func isMisread(_ entries: [[Int]], isWide: Bool = false, count: Int? = nil) -> Bool {
    func number(_ value: Int) -> [UInt8] {
      isWide
        ? Movie.bigEndian(value >> 32) + Movie.bigEndian(value & 0xFFFF_FFFF) : Movie.bigEndian(value & 0xFFFF_FFFF)
    }
    let list =
      [isWide ? 1 : 0, 0, 0, 0] + Movie.bigEndian(count ?? entries.count)
      + entries.flatMap { number($0[0]) + number($0[1]) + Movie.bigEndian($0[2]) }
    let bytes = Movie.box("ftyp") + Movie.box("moov", Movie.box("trak", Movie.box("edts", Movie.box("elst", list))))
    return EditList.isMisread(
      ofTrack: 0, reading: { Array(bytes[min(Int($0), bytes.count)..<min(Int($0) + $1, bytes.count)]) },
      size: Int64(bytes.count))
  }

  private let usual = 1 << 16
  private let twice = 2 << 16

  @Test(arguments: [false, true]) func `pauses and speeds are noticed`(_ isWide: Bool) {
    #expect(!isMisread([[1000, 0, usual]], isWide: isWide))
    // An empty entry, or two, delays the first picture.
    #expect(!isMisread([[500, -1, usual], [500, -1, usual], [1000, 0, usual]], isWide: isWide))
    #expect(!isMisread([[500, -1, 0], [1000, 512, usual], [1000, 0, usual]], isWide: isWide))
    #expect(isMisread([[1000, 0, usual], [500, -1, usual]], isWide: isWide))
    #expect(isMisread([[400, 0, usual], [400, -1, usual], [400, 800, usual]], isWide: isWide))
    #expect(
      isMisread([[1000, 0, twice]], isWide: isWide) && isMisread([[1000, 0, usual], [9, 9, 0]], isWide: isWide))
  }

  @Test func `only entries that are there count`() {
    #expect(!isMisread([]) && !isMisread([[1000, 0, usual], [500, -1, usual]], count: 1))
    #expect(isMisread([[1000, 0, usual], [500, -1, usual]], count: 1 << 30))
  }
}

import Testing
@testable import Video

/// The last fragment of a track, in boxes written by hand as in ISO/IEC 14496-12, 8.8.
struct MovieFragmentsTests {
  private func words(_ numbers: Int...) -> [UInt8] { numbers.flatMap(Movie.bigEndian) }

  /// Two tracks, of the identifiers 7 and 9, whose samples last 70 and 90 unless a fragment says something else.
  private var start: [UInt8] {
    let tracks = [7, 9].flatMap { Movie.box("trak", Movie.box("tkhd", words(0, 0, 0, $0) + words(0))) }
    let defaults = [7, 9].flatMap { Movie.box("trex", words(0, $0, 1, 10 * $0, 0, 0)) }
    return Movie.box("ftyp") + Movie.box("moov", tracks + Movie.box("mvex", defaults))
  }

  private func fragment(_ tracks: [UInt8]...) -> [UInt8] {
    let tracks = tracks.flatMap { Movie.box("traf", $0) }
    return Movie.box("moof", Movie.box("mfhd", words(0, 1)) + tracks) + Movie.box("mdat", [1])
  }

  private func header(_ flags: Int, _ track: Int, _ more: Int...) -> [UInt8] {
    Movie.box("tfhd", words(flags, track) + more.flatMap(Movie.bigEndian))
  }

  private func run(_ flags: Int, _ numbers: Int...) -> [UInt8] {
    Movie.box("trun", words(flags) + numbers.flatMap(Movie.bigEndian))
  }

  /// Which fragment is the last of a track, counted from 0, and the duration.
  private func last(_ fragments: [[UInt8]], ofTrack track: Int = 0) -> [Int64]? {
    let bytes = start + fragments.joined()
    let read: MovieBoxes.Read = { place, count in
      guard let first = Int(exactly: place), bytes.indices.contains(first) else { return [] }
      return Array(bytes[first..<min(bytes.count, first + count)])
    }
    let found = FragmentBoxes(reading: read, size: Int64(bytes.count)).flatMap {
      MovieFragments($0, ofTrack: track, reading: read, size: Int64(bytes.count))
    }
    var place = Int64(start.count)
    for (number, fragment) in fragments.enumerated() {
      if let last = found?.last, last.start == place { return [Int64(number), last.duration] }
      place += Int64(fragment.count)
    }
    return nil
  }

  // Bits of a run: 1 place of the data, 4 first flags, 0x100 duration, 0x200 size, 0x400 flags, 0x800 delay.
  @Test func `the last sample of the last run counts`() {
    #expect(last([fragment(header(0, 7) + run(0x900, 2, 11, 0, 12, 5))]) == [0, 12])
    #expect(last([fragment(header(0, 7) + run(0x100, 2, 11, 12))]) == [0, 12])
    #expect(last([fragment(header(0, 7) + run(0xF05, 2, -1, -1, 11, -1, -1, 0, 12, -1, -1, 5))]) == [0, 12])
    let runs = (1...100).flatMap { run(0x900, 1, $0, 0) }
    #expect(last([fragment(header(0, 7) + runs)]) == [0, 100])
    let one = fragment(header(0, 7) + run(0x900, 1, 11, 0))
    #expect(last([one, one, fragment(header(0, 7) + run(0x900, 1, 13, 0))]) == [2, 13])
  }

  // Bits of a fragment's header: 1 place of the data (64 bits), 2 description, 8 duration.
  @Test func `a run without durations has those of the fragment, or of the track`() {
    #expect(last([fragment(header(8, 7, 33) + run(0x800, 1, 0))]) == [0, 33])
    #expect(last([fragment(header(11, 7, 1, 2, 3, 33) + run(0x800, 1, 0))]) == [0, 33])
    #expect(last([fragment(header(0, 7) + run(0x800, 1, 0))]) == [0, 70])
    #expect(last([fragment(header(0, 9) + run(0x800, 1, 0))], ofTrack: 1) == [0, 90])
  }

  @Test func `fragments of other tracks do not count`() {
    let (one, other) = (header(8, 7, 33) + run(0x800, 1, 0), header(8, 9, 44) + run(0x800, 1, 0))
    #expect(last([fragment(other, one)]) == [0, 33] && last([fragment(one, other)]) == [0, 33])
    #expect(last([fragment(one), fragment(other), fragment(other)]) == [0, 33])
    #expect(last([fragment(other)]) == nil)
  }

  @Test func `what is not certain is not told`() {
    // No samples, no duration, one of more than 31 bits, a sample beyond the end of its run.
    for run in [run(0x900, 0), run(0x900, 1, 0, 0), run(0x900, 1, -1, 0), run(0x900, 2, 11, 0)] {
      #expect(last([fragment(header(0, 7) + run)]) == nil)
    }
    #expect(last([Array(fragment(header(0, 7) + run(0x900, 1, 11, 0)).dropLast())]) == nil)
  }
}

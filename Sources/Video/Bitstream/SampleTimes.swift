/// When the samples of a track are shown, as far as the demuxer's index does not have it: their durations and how long
/// after decoding each is shown (ISO/IEC 14496-12, 8.6.1).
struct SampleTimes {
  /// In the track's units, one for each sample.
  private(set) var durations: [Int64] = []
  /// Likewise.
  private(set) var delays: [Int64] = []

  /// - Returns: nil unless the tables are there, have so many samples, and all samples have one description.
  init?(ofTrack number: Int, count: Int, reading read: @escaping MovieBoxes.Read, size: Int64) {
    let tables = MovieBoxes.sampleTables(ofTrack: number, reading: read, size: size)
    guard count > 0, let kinds = tables["stsd"], let times = tables["stts"],
      Self.number(read(kinds.lowerBound + 4, 4)) == 1,
      let durations = Self.values(times, count: count, read, isSigned: false)
    else { return nil }
    self.durations = durations
    if let shifts = tables["ctts"] {
      // A table of the first version has no signs, but writers use them; FFmpeg takes all for signed.
      guard let delays = Self.values(shifts, count: count, read, isSigned: true) else { return nil }
      self.delays = delays
    } else {
      delays = Array(repeating: 0, count: count)
    }
  }

  private static func number(_ bytes: [UInt8]) -> Int { bytes.count == 4 ? bytes.reduce(0) { $0 << 8 | Int($1) } : 0 }

  /// The values of a table of runs: how many samples, and the value of each; nil unless they are so many in all.
  private static func values(
    _ box: Range<Int64>, count: Int, _ read: MovieBoxes.Read, isSigned: Bool
  ) -> [Int64]? {
    let runs = number(read(box.lowerBound + 4, 4))
    guard runs > 0, runs <= count, Int64(runs) * 8 <= Int64(box.count) - 8 else { return nil }
    let bytes = read(box.lowerBound + 8, runs * 8)
    guard bytes.count == runs * 8 else { return nil }
    var values: [Int64] = []
    values.reserveCapacity(count)
    let fits = bytes.withUnsafeBytes { bytes in
      for run in 0..<runs {
        let samples = Int(UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: 8 * run, as: UInt32.self)))
        let value = UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: 8 * run + 4, as: UInt32.self))
        guard samples <= count - values.count else { return false }
        let number = isSigned ? Int64(Int32(bitPattern: value)) : Int64(value)
        if samples == 1 {
          values.append(number)
        } else {
          values.append(contentsOf: repeatElement(number, count: samples))
        }
      }
      return values.count == count
    }
    return fits ? values : nil
  }
}

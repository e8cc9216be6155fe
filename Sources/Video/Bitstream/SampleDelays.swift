/// How long after decoding each sample of a track is shown, which the demuxer's index does not have (ISO/IEC 14496-12,
/// 8.6.1.3).
enum SampleDelays {
  /// The delays in the track's units, one for each sample.
  ///
  /// - Parameter allowed: the delays that do not make the table a wrong one.
  /// - Returns: nil unless the table has this many samples with one description; all 0 if there is no table.
  static func all(
    ofTrack number: Int, count: Int, allowed: ClosedRange<Int32> = longest, reading read: @escaping MovieBoxes.Read,
    size: Int64
  ) -> [Int32]? {
    guard count > 0, TablePlaces.areUsual(reading: read, size: size) else { return nil }
    let tables = MovieBoxes.sampleTables(ofTrack: number, reading: read, size: size)
    guard let kinds = tables["stsd"], Self.number(read(kinds.content + 4, 4)) == 1 else { return nil }
    guard let box = tables["ctts"] else { return Array(repeating: 0, count: count) }
    // Runs: how many samples, and the delay of each.
    let runs = Self.number(read(box.content + 4, 4))
    guard runs > 0, runs <= count, Int64(runs) * 8 <= box.end - box.content - 8 else { return nil }
    var delays: [Int32] = []
    delays.reserveCapacity(count)
    for first in stride(from: 0, to: runs, by: runsAtOnce) {
      let bytes = read(box.content + 8 + Int64(first) * 8, min(runsAtOnce, runs - first) * 8)
      guard bytes.count == min(runsAtOnce, runs - first) * 8, append(bytes, to: &delays, count, allowed) else {
        return nil
      }
    }
    return delays.count == count ? delays : nil
  }

  /// The duration of a track's last sample in its units (8.6.1.2), if its samples are not shown in the order of decoding:
  /// nil if they are, and if it is not there, 0 or more than a signed number holds, which FFmpeg takes for an error, too.
  static func lastDuration(ofTrack number: Int, reading read: @escaping MovieBoxes.Read, size: Int64) -> Int64? {
    let tables = MovieBoxes.sampleTables(ofTrack: number, reading: read, size: size)
    guard tables["ctts"] != nil, let box = tables["stts"] else { return nil }
    let runs = Int64(Self.number(read(box.content + 4, 4)))
    guard runs > 0, runs * 8 <= box.end - box.content - 8 else { return nil }
    let duration = Self.number(read(box.content + 8 + runs * 8 - 4, 4))
    return (1...Int(Int32.max)).contains(duration) ? Int64(duration) : nil
  }

  /// Appends the delays of runs, as they are stored; false if they are more than allowed, or too long.
  private static func append(_ runs: [UInt8], to delays: inout [Int32], _ most: Int, _ allowed: ClosedRange<Int32>)
    -> Bool
  {
    runs.withUnsafeBytes { bytes in
      for run in stride(from: 0, to: bytes.count, by: 8) {
        let samples = Int(UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: run, as: UInt32.self)))
        guard samples <= most - delays.count else { return false }
        // Version 0 of the table is unsigned, but writers store signed delays in it, and FFmpeg reads all as signed.
        let delay = Int32(bigEndian: bytes.loadUnaligned(fromByteOffset: run + 4, as: Int32.self))
        guard allowed.contains(delay) else { return false }
        if samples == 1 { delays.append(delay) } else { delays += repeatElement(delay, count: samples) }
      }
      return true
    }
  }

  /// So few runs are read at once that they stay in the processor's cache.
  private static let runsAtOnce = 8192

  /// FFmpeg discards a table with a delay outside of this range.
  static let longest: ClosedRange<Int32> = -(1 << 28)...1 << 28

  private static func number(_ bytes: [UInt8]) -> Int { bytes.count == 4 ? bytes.reduce(0) { $0 << 8 | Int($1) } : 0 }
}

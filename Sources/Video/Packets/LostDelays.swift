import CFFmpeg

/// The delays of a track's samples, if FFmpeg discards their table since one is more than 2^28 ticks: 0.27 s in nanoseconds.
///
/// It then gives each packet its decode timestamp as that of its picture, and applies edit lists by these.
struct LostDelays {
  /// One for each sample.
  private let all: [Int32]

  /// Reads the delays of a track; nil if FFmpeg applies them.
  ///
  /// - Throws: `lostDelays` if they cannot be read, and if FFmpeg has applied an edit list without them.
  init?(ofTrack track: Int, _ stream: UnsafePointer<AVStream>, _ source: ByteSource) throws(VideoError) {
    let count = Int(avformat_index_get_entries_count(stream))
    let (read, size) = (source.bytes(at:count:), source.fileSize)
    if !source.hasFragments,
      SampleDelays.all(ofTrack: track, count: count, reading: read, size: size) != nil
    {
      return nil
    }
    guard !source.hasFragments, !source.appliesEdits || !EditList.exists(ofTrack: track, reading: read, size: size),
      let delays = SampleDelays.all(ofTrack: track, count: count, allowed: 0...Int32.max, reading: read, size: size)
    else { throw VideoError("opening the decoder", .lostDelays) }
    all = delays
  }

  /// Gives a packet the time at which its picture is shown; one that is not in the index counts as damaged.
  func restore(_ packet: borrowing Packet, of stream: UnsafePointer<AVStream>) {
    let (decode, position) = (packet.pointer.pointee.dts, packet.pointer.pointee.pos)
    let stream = UnsafeMutablePointer(mutating: stream)
    var number = av_index_search_timestamp(stream, decode, AVSEEK_FLAG_ANY | AVSEEK_FLAG_BACKWARD)
    // Of several samples with one timestamp, any may be found.
    let first = max(0, number - Self.mostEqual)
    while number > first, avformat_index_get_entry(stream, number - 1)?.pointee.timestamp == decode { number -= 1 }
    let end = number + 2 * Self.mostEqual
    while number < end, let entry = avformat_index_get_entry(stream, number)?.pointee, entry.timestamp == decode {
      if entry.pos == position, all.indices.contains(Int(number)) {
        packet.pointer.pointee.pts = decode &+ Int64(all[Int(number)])
        return
      }
      number += 1
    }
    packet.mark(asBroken: true)
  }

  /// More samples with one timestamp are not looked through, for each of them.
  private static let mostEqual: Int32 = 256
}

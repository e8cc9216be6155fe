import CFFmpeg
import Testing
import Timeline
@testable import Video

/// When the first sound of a stream is heard, for packets with unusual durations.
struct SoundStartTests {
  /// The start of sound in packets of uncompressed audio, given by timestamp and duration in ticks.
  private func heard(_ packets: [(timestamp: Int64, duration: Int64)], rate: Int32, ticks: AVRational) throws
    -> [Rational?]
  {
    let context = try #require(avformat_alloc_context())
    defer { avformat_free_context(context) }
    let stream = try #require(avformat_new_stream(context, nil))
    stream.pointee.codecpar.pointee.codec_type = AVMEDIA_TYPE_AUDIO
    stream.pointee.codecpar.pointee.codec_id = AV_CODEC_ID_PCM_S16LE
    stream.pointee.codecpar.pointee.sample_rate = rate
    stream.pointee.time_base = ticks
    var start = SoundStart(stream, startsAtZero: false)
    return try packets.map { timestamp, duration in
      let packet = try Packet()
      try #require(av_new_packet(packet.pointer, 4) == 0)
      packet.pointer.pointee.pts = timestamp
      packet.pointer.pointee.duration = duration
      return start.hear(packet.pointer)
    }
  }

  @Test func `a duration that overflows the number of samples is ignored`() throws {
    // 2^62 - 1 seconds of 10^9 samples each.
    let found = try heard([(3, 1 << 62 - 1)], rate: 1_000_000_000, ticks: AVRational(num: 1, den: 1))
    #expect(found == [Rational(3)])
  }

  @Test func `a packet of less than half a sample is heard`() throws {
    // A nanosecond at 1000 samples per second; the second packet comes later.
    let found = try heard([(0, 1), (5_000_000, 1)], rate: 1000, ticks: AVRational(num: 1, den: 1_000_000_000))
    #expect(found.first == Rational(0))
  }
}

import CFFmpeg
import Testing
import Timeline
@testable import Video

/// When the first sound of a stream is heard, of packets whose durations are strange.
struct SoundStartTests {
  /// What comes of packets of uncompressed sound, given by timestamp and duration in ticks.
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

  @Test func `a duration beyond all numbers of samples is none`() throws {
    // 2^62 - 1 seconds of a thousand million samples each.
    let found = try heard([(3, 1 << 62 - 1)], rate: 1_000_000_000, ticks: AVRational(num: 1, den: 1))
    #expect(found == [Rational(3)])
  }

  @Test func `a packet of less than half a sample is heard`() throws {
    // A nanosecond of a thousand samples a second; the second packet comes later.
    let found = try heard([(0, 1), (5_000_000, 1)], rate: 1000, ticks: AVRational(num: 1, den: 1_000_000_000))
    #expect(found.first == Rational(0))
  }
}

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
    try listen(packets, rate: rate, ticks: ticks).times
  }

  /// - Parameter dropping: How many samples the first packet says are dropped.
  private func listen(
    _ packets: [(timestamp: Int64, duration: Int64)], rate: Int32, ticks: AVRational, dropping: UInt8 = 0
  ) throws -> (times: [Rational?], countsLengths: Bool) {
    let context = try #require(avformat_alloc_context())
    defer { avformat_free_context(context) }
    let stream = try #require(avformat_new_stream(context, nil))
    stream.pointee.codecpar.pointee.codec_type = AVMEDIA_TYPE_AUDIO
    stream.pointee.codecpar.pointee.codec_id = AV_CODEC_ID_PCM_S16LE
    stream.pointee.codecpar.pointee.sample_rate = rate
    stream.pointee.time_base = ticks
    var start = SoundStart(stream, startsAtZero: false)
    let times = try packets.enumerated().map { (place: Int, times) in
      let packet = try Packet()
      try #require(av_new_packet(packet.pointer, 4) == 0)
      packet.pointer.pointee.pts = times.timestamp
      packet.pointer.pointee.duration = times.duration
      if place == 0, dropping > 0 {
        // 32 bits, little-endian, and what is dropped at the end and why.
        let data = try #require(av_packet_new_side_data(packet.pointer, AV_PKT_DATA_SKIP_SAMPLES, 10))
        data.initialize(repeating: 0, count: 10)
        data[0] = dropping
      }
      return start.hear(packet.pointer)
    }
    return (times, start.countsLengths)
  }

  @Test func `how long packets are matters only where samples are dropped`() throws {
    // 10 samples of a millisecond each: 15 dropped ones are a packet and a half.
    let packets: [(timestamp: Int64, duration: Int64)] = [(0, 10), (10, 10)]
    let ticks = AVRational(num: 1, den: 1000)
    let (times, countsLengths) = try listen(packets, rate: 1000, ticks: ticks, dropping: 15)
    #expect(times == [nil, Rational(15, 1000)] && countsLengths)
    #expect(try !listen(packets, rate: 1000, ticks: ticks).countsLengths)
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

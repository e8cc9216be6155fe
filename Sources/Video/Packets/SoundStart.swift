import CFFmpeg
import Timeline

/// Finds when the first sound of one stream is heard: the time of the first sample that its decoder outputs.
///
/// Audio encoders start with samples that are not yet sound (their delay, or priming). Where their number is found
/// depends on codec and container; the page "How a frame is found" has the full table.
struct SoundStart {
  /// What is known of a stream's first samples before any of its packets is read.
  private enum Priming {
    /// The packets give the number of dropped samples, which for many codecs is none.
    case inPackets
    /// This many samples at the start are dropped (Opus, RFC 7845, 5.1: pre-skip), unless the first packet says
    /// otherwise.
    case samples(Int64)
    /// The first packet gives no samples (Vorbis I, 4.3.8: it only prepares the next one's overlap).
    case firstPacket
    /// Only the decoder knows: it outputs a frame once it has read enough packets.
    case asDecoded
  }

  private let isAAC: Bool
  private let isInPackets: Bool
  private let rate: Int64
  private let ticks: AVRational
  private let startsAtZero: Bool
  private var decoder: SoundDecoder?
  private var dropsPacket = false
  /// Samples that are still to be dropped.
  private var dropping: Int64 = 0
  /// Whether the answer depends on the length of packets, which for codecs without a parser only a decoder gives.
  private(set) var countsLengths = false

  /// - Parameter startsAtZero: whether nothing before 0 is heard in this container, as in Ogg (Vorbis I, A.2: a first
  ///   page that ends at an earlier sample than its packets hold).
  init(_ stream: UnsafeMutablePointer<AVStream>, startsAtZero: Bool) {
    ticks = stream.pointee.time_base
    self.startsAtZero = startsAtZero
    let parameters = stream.pointee.codecpar
    rate = Int64(parameters?.pointee.sample_rate ?? 0)
    isAAC = parameters?.pointee.codec_id == AV_CODEC_ID_AAC
    isInPackets = parameters.map { Self.isInPackets($0.pointee.codec_id) } ?? false
    guard let parameters else { return }
    switch Self.priming(of: parameters.pointee) {
    case .inPackets: break
    case .samples(let count): dropping = count
    case .firstPacket: dropsPacket = true
    case .asDecoded: decoder = SoundDecoder(parameters, ticks: ticks)
    }
  }

  /// Adds the next packet of the stream and returns when the first sound is heard, in seconds of the file; nil while no
  /// sound is heard yet.
  mutating func hear(_ packet: UnsafeMutablePointer<AVPacket>) -> Rational? {
    if let decoder {
      switch decoder.hear(packet) {
      case .frame(let tick): return tick.flatMap(seconds)
      case .nothing: return nil
      // If decoding fails, the packet's own values are used.
      case .failure: self.decoder = nil
      }
    }
    var size = 0
    if let data = av_packet_get_side_data(packet, AV_PKT_DATA_SKIP_SAMPLES, &size), size >= 4 {
      // The first field: samples to drop from here on, 32 bits, little-endian.
      dropping = (0..<4).reduce(Int64(0)) { $0 | Int64(data[$1]) << Int64(8 * $1) }
    }
    if isAAC, Self.isLibfaac(packet) { dropping = 1024 }
    countsLengths = countsLengths || isInPackets && dropping > 0
    let count = samples(of: packet)
    let isDropped =
      dropsPacket || packet.pointee.flags & AV_PKT_FLAG_DISCARD != 0 || count.map { dropping >= $0 } ?? false
    dropsPacket = false
    if isDropped {
      dropping = max(0, dropping - (count ?? dropping))
      return nil
    }
    guard packet.pointee.pts != FG_NO_TIMESTAMP else { return nil }
    // In ticks, rounded as a decoder does it: if a tick is not one sample, the packet's timestamp is rounded in the
    // same way.
    let dropped = rate > 0 ? av_rescale_q(dropping, AVRational(num: 1, den: Int32(clamping: rate)), ticks) : 0
    let (tick, overflow) = packet.pointee.pts.addingReportingOverflow(dropped)
    return overflow ? nil : seconds(tick)
  }

  /// Whether an AAC packet starts with the name of an encoder, libfaac, whose first frame FFmpeg's decoder drops: in a
  /// fill element of more than 14 bytes (ISO/IEC 14496-3, 4.4.2.7), after an ADTS header or not.
  private static func isLibfaac(_ packet: UnsafeMutablePointer<AVPacket>) -> Bool {
    let bytes = UnsafeRawBufferPointer(start: packet.pointee.data, count: Int(max(0, packet.pointee.size)))
    let start = bytes.count > 7 && bytes[0] == 0xFF && bytes[1] & 0xF6 == 0xF0 ? 7 : 0
    guard bytes.count >= start + 11, bytes[start] & 0xFE == 0xDE else { return false }
    return bytes[start + 4..<start + 11].elementsEqual("libfaac".utf8)
  }

  private func seconds(_ tick: Int64) -> Rational? {
    let time = TimeBase(Int64(ticks.num), Int64(ticks.den))?.seconds(ofTicks: tick)
    return startsAtZero ? time.map { max($0, .zero) } : time
  }

  /// The number of samples in a packet, from its duration, 1 or more; nil if unknown, or if it is not a whole number of
  /// samples.
  private func samples(of packet: UnsafeMutablePointer<AVPacket>) -> Int64? {
    guard rate > 0, packet.pointee.duration > 0, ticks.num > 0, ticks.den > 0 else { return nil }
    // On overflow the result is the least integer.
    let count = av_rescale_q(packet.pointee.duration, ticks, AVRational(num: 1, den: Int32(clamping: rate)))
    return count > 0 ? count : nil
  }

  private static func priming(of parameters: borrowing AVCodecParameters) -> Priming {
    let codec = parameters.codec_id
    if codec == AV_CODEC_ID_VORBIS { return .firstPacket }
    if codec == AV_CODEC_ID_OPUS { return .samples(preSkip(of: parameters)) }
    return isInPackets(codec) ? .inPackets : .asDecoded
  }

  /// Whether the packets tell by themselves what is dropped of a stream, which is mostly nothing.
  static func isInPackets(_ codec: AVCodecID) -> Bool { settled.contains(codec) || isPCM(codec) }

  /// Whether the container's header and the packets tell it, without a decoder.
  static func isStated(_ codec: AVCodecID) -> Bool {
    isInPackets(codec) || codec == AV_CODEC_ID_VORBIS || codec == AV_CODEC_ID_OPUS
  }

  /// Codecs in which every packet gives a frame, from the first one on; found by tests, codec by codec.
  private static let settled: [AVCodecID] = [
    AV_CODEC_ID_AAC, AV_CODEC_ID_MP3, AV_CODEC_ID_MP2, AV_CODEC_ID_AC3, AV_CODEC_ID_EAC3, AV_CODEC_ID_DTS,
    AV_CODEC_ID_FLAC, AV_CODEC_ID_ALAC, AV_CODEC_ID_SPEEX, AV_CODEC_ID_NELLYMOSER, AV_CODEC_ID_TTA,
    AV_CODEC_ID_WAVPACK, AV_CODEC_ID_ADPCM_IMA_QT, AV_CODEC_ID_ADPCM_IMA_WAV, AV_CODEC_ID_ADPCM_MS,
    AV_CODEC_ID_ADPCM_SWF, AV_CODEC_ID_ADPCM_G722, AV_CODEC_ID_ADPCM_G726,
  ]

  /// FFmpeg's PCM codecs have numbers from 0x10000; the next group starts at 0x11000.
  private static func isPCM(_ codec: AVCodecID) -> Bool {
    (AV_CODEC_ID_PCM_S16LE.rawValue..<AV_CODEC_ID_ADPCM_IMA_QT.rawValue).contains(codec.rawValue)
  }

  /// The pre-skip in the header of Opus (RFC 7845, 5.1: bytes 10 and 11), else the container's value.
  private static func preSkip(of parameters: borrowing AVCodecParameters) -> Int64 {
    guard let header = parameters.extradata, parameters.extradata_size >= 12 else {
      return Int64(max(0, parameters.initial_padding))
    }
    return Int64(header[10]) | Int64(header[11]) << 8
  }
}

/// An audio decoder used only for the time of its first frame; it owns FFmpeg's codec context.
private final class SoundDecoder {
  enum Answer {
    /// The first frame, at this tick; nil when it has no time.
    case frame(Int64?)
    case nothing
    case failure
  }

  private let context: UnsafeMutablePointer<AVCodecContext>
  private var packets = 0

  /// More packets than any codec needs before its first frame.
  private static let mostPackets = 64

  /// Opens a decoder (`avcodec_open2`); nil when there is none in the list, or when it refuses the stream.
  init?(_ parameters: UnsafeMutablePointer<AVCodecParameters>, ticks: AVRational) {
    guard let codec = avcodec_find_decoder(parameters.pointee.codec_id),
      AllowedFormats.decoders.contains(String(cString: codec.pointee.name)),
      let context = avcodec_alloc_context3(codec)
    else { return nil }
    context.pointee.pkt_timebase = ticks
    context.pointee.codec_whitelist = av_strdup(AllowedFormats.decoders.joined(separator: ","))
    guard avcodec_parameters_to_context(context, parameters) >= 0, avcodec_open2(context, codec, nil) >= 0 else {
      var context: UnsafeMutablePointer<AVCodecContext>? = context
      avcodec_free_context(&context)
      return nil
    }
    self.context = context
  }

  deinit {
    var context: UnsafeMutablePointer<AVCodecContext>? = context
    avcodec_free_context(&context)
  }

  func hear(_ packet: UnsafeMutablePointer<AVPacket>) -> Answer {
    packets += 1
    guard packets <= Self.mostPackets else { return .failure }
    guard let frame = av_frame_alloc() else { return .failure }
    defer {
      var frame: UnsafeMutablePointer<AVFrame>? = frame
      av_frame_free(&frame)
    }
    // A packet that cannot be decoded gives no sound; the next one may.
    _ = avcodec_send_packet(context, packet)
    let status = avcodec_receive_frame(context, frame)
    guard status >= 0 else { return .nothing }
    let times = [frame.pointee.pts, frame.pointee.best_effort_timestamp]
    return .frame(times.first { $0 != FG_NO_TIMESTAMP })
  }
}

import CFFmpeg

/// The first keyframe's packet of a stream, for decoders that start somewhere else.
///
/// Some encoders identify themselves only in the first packet, and decoders work around their known bugs: FFmpeg's
/// MPEG-4 decoder uses another inverse transform for Xvid's streams than for others, and its H.264 decoder repairs the
/// 4:4:4 pictures of old versions of x264. A decoder that has never seen that packet gives other pixels, without an
/// error.
final class PrimingPacket {
  private let packet: Packet
  /// The encoder that the packet of an MPEG-4 stream names; nil for other codecs, or if it names none.
  let encoder: [UInt8]?
  private let isMPEG4: Bool
  /// Whether a later packet named another encoder: then decoders that start behind it would not know which one it was.
  private(set) var isContradicted = false

  init(copying packet: borrowing Packet, of codec: AVCodecID) throws(VideoError) {
    self.packet = try Packet(copying: packet)
    isMPEG4 = codec == AV_CODEC_ID_MPEG4
    encoder = isMPEG4 ? MPEG4Header.encoder(in: packet.bytes) : nil
  }

  /// Whether a packet names another encoder, as where clips of two were joined.
  func isContradicted(by bytes: UnsafeRawBufferPointer) -> Bool {
    guard isMPEG4, let other = MPEG4Header.encoder(in: bytes), other != encoder else { return false }
    isContradicted = true
    return true
  }

  /// Whether decoders of a stream need one, by the packet of its first keyframe.
  ///
  /// FFmpeg's H.264 decoder treats x264 before 151 differently in 4:4:4, and before 34 in direct prediction. The profile
  /// is read from the parameter sets: the field of FFmpeg's parameters is empty until a decoder has run.
  static func isNeeded(by parameters: AVCodecParameters, first packet: UnsafeRawBufferPointer) -> Bool {
    guard parameters.codec_id == AV_CODEC_ID_H264 else { return parameters.codec_id == AV_CODEC_ID_MPEG4 }
    let record = UnsafeRawBufferPointer(
      start: parameters.extradata, count: parameters.extradata == nil ? 0 : Int(max(0, parameters.extradata_size)))
    let lengthSize = NALUnits.lengthSize(configuration: record, isHEVC: false)
    let units = NALUnits(packet, lengthSize: lengthSize).firstUnits
    guard let build = units.lazy.compactMap(x264Build).first else { return false }
    // AVCProfileIndication (ISO/IEC 14496-15, 5.3.3.1), and profile_idc behind the header of a set.
    let sets = units + (lengthSize > 0 ? [] : NALUnits(record, lengthSize: 0).firstUnits)
    var profiles = sets.filter { $0.count > 1 && $0[$0.startIndex] & 0x1F == 7 }.map { $0[$0.startIndex + 1] }
    if lengthSize > 0 { profiles.append(record[1]) }
    // High 4:4:4 Predictive (ITU-T H.264, A.2.11), and the High 4:4:4 that it replaced.
    return build < 34 || build < 151 && profiles.contains { $0 == 244 || $0 == 144 }
  }

  /// The version that x264 names in a message of user data (ITU-T H.264, D.1.7), behind the 16 bytes of its name.
  private static func x264Build(_ unit: Slice<UnsafeRawBufferPointer>) -> Int? {
    guard unit.count > 40, unit[unit.startIndex] & 0x1F == 6 else { return nil }
    let mark = Array("x264 - core ".utf8)
    let text = unit.prefix(64)
    guard let place = text.indices.first(where: { text[$0...].starts(with: mark) }) else { return nil }
    let digits = text[(place + mark.count)...].prefix { (0x30...0x39).contains($0) }
    return Int(String(decoding: digits.prefix(6), as: UTF8.self))
  }

  /// Sends the packet to a decoder and discards its picture; of MPEG-4 three times.
  ///
  /// Until it has seen two pictures end as the standard says, FFmpeg's MPEG-4 decoder takes the encoder for one that does
  /// not pad them, and overlooks damage at their ends.
  func prime(_ decoder: borrowing Decoder) throws(VideoError) {
    for _ in 0..<(isMPEG4 ? 3 : 1) { try send(to: decoder) }
  }

  private func send(to decoder: borrowing Decoder) throws(VideoError) {
    let copy = try Packet(copying: packet)
    guard decoder.send(copy.pointer, number: 0) >= 0 else { return decoder.flush() }
    decoder.sendEnd()
    receiving: for _ in 0..<64 {
      switch try decoder.receive() {
      case .frame(let frame):
        var frame: UnsafeMutablePointer<AVFrame>? = frame
        av_frame_free(&frame)
      case .failure: continue
      case .needsPacket, .end: break receiving
      }
    }
    decoder.flush()
  }
}

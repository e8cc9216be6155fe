import CFFmpeg

/// The first keyframe's packet of a stream, for decoders that start somewhere else.
///
/// Some encoders identify themselves only in the first packet, and decoders work around their known bugs: FFmpeg's
/// MPEG-4 decoder uses another inverse transform for Xvid's streams than for others, and its H.264 decoder repairs the
/// 4:4:4 pictures of old versions of x264. A decoder that has never seen that packet gives other pixels, without an
/// error.
final class PrimingPacket {
  private let packet: Packet

  init(copying packet: borrowing Packet) throws(VideoError) {
    self.packet = try Packet(copying: packet)
  }

  /// Whether decoders of this stream need one.
  static func isNeeded(by parameters: borrowing AVCodecParameters) -> Bool {
    switch parameters.codec_id {
    case AV_CODEC_ID_MPEG4: true
    // High 4:4:4 Predictive (H.264, A.2.8), and the older High 4:4:4.
    case AV_CODEC_ID_H264: [244, 144].contains(parameters.profile)
    default: false
    }
  }

  /// Sends the packet to a decoder and discards its picture.
  func prime(_ decoder: borrowing Decoder) throws(VideoError) {
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

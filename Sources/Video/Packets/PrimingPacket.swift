import CFFmpeg

/// The first keyframe's packet of a stream, for decoders that start somewhere else.
///
/// Some encoders name themselves in the first packet alone, and decoders make up for what is known of them: FFmpeg's
/// decoder of MPEG-4 takes another inverse transform for Xvid's streams than for others, and that of H.264 repairs the
/// 4:4:4 pictures of old versions of x264. A decoder that has never seen that packet gives other pixels, without a word.
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

  /// Lets a decoder see the packet and forget its picture.
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

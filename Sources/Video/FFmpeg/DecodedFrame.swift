import CFFmpeg

/// A picture from a decoder run, before it is verified to be the right one.
struct DecodedFrame: ~Copyable {
  private var frame: UnsafeMutablePointer<AVFrame>?
  /// The presentation timestamp that the decoder passed through; nil when the packet had none.
  let timestamp: Int64?
  /// The number, in its run, of its packet; nil when the decoder does not pass it through.
  let number: Int?
  /// Whether the decoder calls it a keyframe.
  let isKeyframe: Bool
  /// Whether it is bidirectionally predicted, so that in MPEG-1, 2 and 4 it is shown before a picture that is decoded
  /// first.
  let isBidirectional: Bool
  /// By how many half frames the picture stays on screen longer than one frame, in soft telecine.
  let repeats: Int
  /// The duration of its packet in ticks; 0 when unknown.
  let duration: Int64
  /// Bits of a sample, if its format has more below them (`Decoder.codedBits`).
  let codedBits: Int?
  /// Whether the decoder reported damage in it or in anything it depends on.
  private(set) var isDamaged: Bool
  /// Whether there was any damage in its run so far, so that pictures may be missing.
  let followsDamage: Bool
  /// Whether any of that was in its own packet or one before it.
  let mayBeDamaged: Bool

  /// Takes ownership of a frame, which is freed by `av_frame_free` unless it is released.
  ///
  /// - Parameter flaws: which of the decoder's own error marks (`decode_error_flags`) are believed.
  init(
    _ frame: UnsafeMutablePointer<AVFrame>, isDamaged: Bool, followsDamage: Bool, mayBeDamaged: Bool = false,
    flaws: Int32 = ~0, codedBits: Int? = nil
  ) {
    (self.frame, self.codedBits) = (frame, codedBits)
    (self.followsDamage, self.mayBeDamaged) = (followsDamage, mayBeDamaged)
    let number = fg_frame_number(frame)
    self.number = number < 0 ? nil : Int(exactly: number)
    timestamp = frame.pointee.pts == FG_NO_TIMESTAMP ? nil : frame.pointee.pts
    duration = max(0, fg_frame_duration(frame))
    isKeyframe = fg_frame_is_key(frame) != 0
    isBidirectional = frame.pointee.pict_type == AV_PICTURE_TYPE_B
    repeats = Int(max(0, fg_frame_repeats(frame)))
    self.isDamaged =
      isDamaged || frame.pointee.decode_error_flags & flaws != 0 || frame.pointee.flags & AV_FRAME_FLAG_CORRUPT != 0
  }

  deinit {
    var frame = frame
    av_frame_free(&frame)
  }

  /// Marks the picture as one of which is not known when it is shown.
  mutating func becomeDoubtful() { isDamaged = true }

  /// Hands the frame to its next owner.
  consuming func release() -> UnsafeMutablePointer<AVFrame>? {
    let released = frame
    frame = nil
    return released
  }
}

import CFFmpeg

/// One picture as it came out of a run, before it is known to be the right one.
struct DecodedFrame: ~Copyable {
  private var frame: UnsafeMutablePointer<AVFrame>?
  /// The presentation timestamp that the decoder carried through, nil when the packet had none.
  let timestamp: Int64?
  /// Whether the decoder calls it a keyframe.
  let isKeyframe: Bool
  /// Half frames that the picture stays on screen longer than one frame, in soft telecine.
  let repeats: Int
  /// Whether the decoder, or anything before it in the run, complained.
  let isDamaged: Bool

  init(_ frame: UnsafeMutablePointer<AVFrame>, isDamaged: Bool) {
    self.frame = frame
    timestamp = frame.pointee.pts == FG_NO_TIMESTAMP ? nil : frame.pointee.pts
    isKeyframe = fg_frame_is_key(frame) != 0
    repeats = Int(max(0, fg_frame_repeats(frame)))
    self.isDamaged =
      isDamaged || frame.pointee.decode_error_flags != 0 || frame.pointee.flags & AV_FRAME_FLAG_CORRUPT != 0
  }

  deinit {
    var frame = frame
    av_frame_free(&frame)
  }

  /// Hands the frame to its next owner.
  consuming func release() -> UnsafeMutablePointer<AVFrame>? {
    let released = frame
    frame = nil
    return released
  }
}

/// A stretch of decoding from one starting point: packets go in, pictures come out, and complaints are counted.
///
/// FFmpeg says of some damage nothing but a line in its log, so the lines between two packets are put to the account of
/// the first. Complaints about leading pictures that are thrown away anyway do not count.
struct DecodeRun {
  /// Pictures before this timestamp belong to the keyframe before the one that the run started at.
  let firstTimestamp: Int64?
  private var isDamaged = false
  /// Damage before a clean keyframe does not reach what is shown from that keyframe on.
  private var damagedBefore: Int64?
  private var mark = FFmpegLog.complaints

  init(from firstTimestamp: Int64?) {
    self.firstTimestamp = firstTimestamp
  }

  /// Decodes one packet, or with nil what is left inside, and hands each picture out; `body` returns false to stop.
  mutating func feed(
    _ packet: borrowing Packet, startsClean: Bool, isLast: Bool, to decoder: borrowing Decoder,
    _ body: (consuming DecodedFrame) throws(VideoError) -> Bool
  ) throws(VideoError) -> Bool {
    let raw = packet.pointer.pointee
    let timestamp = raw.pts == FG_NO_TIMESTAMP ? nil : raw.pts
    var counts = true
    if let timestamp, let firstTimestamp, timestamp < firstTimestamp { counts = false }
    if startsClean, isDamaged, let timestamp {
      damagedBefore = timestamp
      isDamaged = false
    }
    if counts, raw.flags & AV_PKT_FLAG_CORRUPT != 0 { isDamaged = true }
    mark = FFmpegLog.complaints
    var status = decoder.send(packet.pointer)
    if status == FG_ERROR_AGAIN {
      // The decoder wants its pictures taken first.
      if try !collect(from: decoder, counts: counts, body) { return false }
      status = decoder.send(packet.pointer)
    }
    if status == FG_ERROR_NO_MEMORY { throw VideoError("decoding", .limit(.memory)) }
    if status < 0, counts { isDamaged = true }
    if try !collect(from: decoder, counts: counts, body) { return false }
    guard isLast else { return true }
    return try drain(decoder, body)
  }

  /// Takes out what waits inside the decoder for its turn.
  mutating func drain(
    _ decoder: borrowing Decoder, _ body: (consuming DecodedFrame) throws(VideoError) -> Bool
  ) throws(VideoError) -> Bool {
    _ = decoder.send(nil)
    return try collect(from: decoder, counts: true, body)
  }

  private mutating func collect(
    from decoder: borrowing Decoder, counts: Bool, _ body: (consuming DecodedFrame) throws(VideoError) -> Bool
  ) throws(VideoError) -> Bool {
    while case .frame(let frame) = try decoder.receive() {
      note(counts)
      let wasDamaged = damagedBefore.map { frame.pointee.pts < $0 } ?? false
      if try !body(DecodedFrame(frame, isDamaged: isDamaged || wasDamaged)) { return false }
    }
    note(counts)
    return true
  }

  private mutating func note(_ counts: Bool) {
    let complaints = FFmpegLog.complaints
    if counts, complaints > mark { isDamaged = true }
    mark = complaints
  }
}

import CFFmpeg
import Timeline

/// A decoder of one stream.
struct Decoder: ~Copyable {
  private let held: DecoderContext
  private var context: UnsafeMutablePointer<AVCodecContext> { held.pointer }
  /// Its number in the log.
  private let number: Int
  private let log: FileLog
  /// The decoder calls it through a pointer; its context keeps it, too.
  private let budget: PictureBudget
  private let sequence: CurrentSequence
  /// Whether frame numbers may have gaps although no reference picture was lost.
  private let allowsGaps: Bool
  /// Whether a thread's log lines are about the packet that it works on: true for FFmpeg's own decoders, not for the
  /// libraries that it wraps.
  let tellsPackets: Bool
  /// Whether a flush resets it fully.
  ///
  /// FFmpeg passes a flush on to few of the libraries that it wraps: libvpx keeps its references, and those of a second
  /// decoder for the alpha plane, and predicts the next picture from them without an error.
  let forgets: Bool

  /// The number of threads that makes FFmpeg use all cores.
  static let allCores: Int32 = 0

  /// The result of requesting a picture.
  enum Outcome {
    case frame(UnsafeMutablePointer<AVFrame>)
    case needsPacket
    /// Something could not be decoded; earlier pictures may still come out.
    case failure
    case end
  }

  /// Opens a decoder (`avcodec_open2`).
  ///
  /// - Parameters:
  ///   - reorderDepth: how many pictures may have to wait to be output in order. FFmpeg guesses it for H.264 without
  ///     reorder information and corrects it later, after pictures came out of order.
  ///   - threads: with more than one, damage is not concealed the same way each time.
  ///   - budget: the memory that a picture may take.
  ///   - log: where FFmpeg's log lines about it are kept.
  init(
    _ parameters: UnsafeMutablePointer<AVCodecParameters>, timeBase: AVRational, alphaMode: Bool, reorderDepth: Int,
    threads: Int32, limits: Limits, budget: PictureBudget? = nil, log: FileLog
  ) throws(VideoError) {
    let identifier = parameters.pointee.codec_id
    let name = String(cString: avcodec_get_name(identifier))
    guard let codec = Self.find(identifier, alphaMode: alphaMode) else {
      let fault: VideoError.Fault =
        identifier == AV_CODEC_ID_NONE
        ? .unknownCodec : avcodec_find_decoder(identifier) == nil ? .noDecoder(name) : .refusedCodec(name)
      throw VideoError("opening the decoder", fault)
    }
    let size = PictureSize(width: Int(parameters.pointee.width), height: Int(parameters.pointee.height))
    let area = max(0, Int64(size.width)).multipliedReportingOverflow(by: max(0, Int64(size.height)))
    guard !area.overflow, area.partialValue <= limits.pixels else {
      throw VideoError("opening the decoder", .limit(.pixels(size: size, allowed: limits.pixels)))
    }
    let budget = budget ?? PictureBudget(allowed: limits.pictureBytes)
    if let limit = budget.refusal(of: StoredPicture(parameters.pointee)) {
      throw VideoError("opening the decoder", .limit(limit))
    }
    log.attend()
    let mark = log.mark
    let number = FFmpegLog.addDecoder(inFile: log.number)
    do throws(DecoderContext.Fault) {
      held = try DecoderContext(
        parameters,
        DecoderContext.Settings(
          codec: codec, timeBase: timeBase, pixels: Self.pixels(allowedBy: limits.pixels), reorderDepth: reorderDepth,
          threads: threads, number: number, judge: Self.judge, budget: budget))
    } catch {
      FFmpegLog.removeDecoder(number)
      // A header of the coded stream may declare a larger picture than the container does.
      let isLarge = log.complains(of: "max pixel count", since: mark)
      throw isLarge
        ? VideoError("opening the decoder", .limit(.pixels(size: nil, allowed: limits.pixels)))
        : Self.refusal(error, codec: name, log, since: mark)
    }
    self.number = number
    (self.log, self.budget, sequence) = (log, budget, CurrentSequence(parameters.pointee))
    tellsPackets = codec.pointee.wrapper_name == nil
    forgets = tellsPackets || String(cString: codec.pointee.name) == "libdav1d"
    allowsGaps = SequenceParameters(parameters.pointee)?.allowsGaps ?? false
  }

  private static func refusal(
    _ fault: DecoderContext.Fault, codec: String, _ log: FileLog, since mark: Int
  ) -> VideoError {
    VideoError(
      "opening the decoder",
      meansNoMemory(fault.status)
        ? .limit(.memory) : .refusedByDecoder(codec: codec, words: log.words(for: fault.status, since: mark)))
  }

  /// The pixel limit for a decoder, which counts the padding of its blocks too; the exact check is made on the output
  /// picture.
  static func pixels(allowedBy limit: Int64) -> Int64 {
    let (sum, overflow) = limit.addingReportingOverflow(1 << 23)
    return overflow ? limit : sum
  }

  /// What it said about packets since this was asked last, by the packet's number; a negative number is for lines before
  /// the first packet.
  func takeRemarks() -> [Int: DecoderRemark] {
    let remarks = FFmpegLog.takeRemarks(aboutDecoder: number)
    return allowsGaps ? remarks.mapValues { $0.subtracting(.gap) }.filter { !$0.value.isEmpty } : remarks
  }

  /// The number of complaints so far that name no decoder, and may be about this one.
  var strayComplaints: Int {
    FFmpegLog.strayComplaints(nearDecoder: number, hasThreads: context.pointee.thread_count != 1)
  }

  /// Whether pictures come out in another order than their packets go in, according to the coded stream.
  var reorders: Bool { context.pointee.has_b_frames > 0 }

  /// Whether the coded stream states exactly whether pictures are reordered: ITU-T H.264 (E.2.1) and H.265 (7.4.3.2).
  var tellsReordering: Bool { [AV_CODEC_ID_H264, AV_CODEC_ID_HEVC].contains(context.pointee.codec_id) }

  /// Whether it skips unreadable pictures with a log line but no error: HEVC since FFmpeg 7. In H.264 such a line may
  /// be about pictures before the first start, which are no frames.
  var refusesByWords: Bool { context.pointee.codec_id == AV_CODEC_ID_HEVC }

  /// Which errors that the decoder marks a frame with (`decode_error_flags`) are to be believed.
  ///
  /// With a thread for each packet, H.264's compares a second field's slices with a table of another picture, and marks
  /// intact pairs of fields behind whole frames. What is really wrong with a slice is logged too, or leaves a part of
  /// the picture undecoded.
  func believedFlaws(of frame: UnsafeMutablePointer<AVFrame>) -> Int32 {
    let mistakes =
      context.pointee.codec_id == AV_CODEC_ID_H264 && context.pointee.active_thread_type & FF_THREAD_FRAME != 0
      && fg_frame_is_interlaced(frame) != 0
    return mistakes ? ~FF_DECODE_ERROR_DECODE_SLICES : ~0
  }

  /// Whether a bidirectionally predicted picture is always shown before one that is decoded first.
  var alwaysReordersBidirectional: Bool {
    [AV_CODEC_ID_MPEG1VIDEO, AV_CODEC_ID_MPEG2VIDEO, AV_CODEC_ID_MPEG4].contains(context.pointee.codec_id)
  }

  /// The decoder for a codec, if it is in the list; FFmpeg's own VP8 and VP9 decoders drop the alpha channel.
  private static func find(_ identifier: AVCodecID, alphaMode: Bool) -> UnsafePointer<AVCodec>? {
    var candidates: [UnsafePointer<AVCodec>?] = []
    if alphaMode, identifier == AV_CODEC_ID_VP8 { candidates.append(avcodec_find_decoder_by_name("libvpx")) }
    if alphaMode, identifier == AV_CODEC_ID_VP9 { candidates.append(avcodec_find_decoder_by_name("libvpx-vp9")) }
    candidates.append(avcodec_find_decoder(identifier))
    return candidates.compactMap { $0 }.first { AllowedFormats.decoders.contains(String(cString: $0.pointee.name)) }
  }

  /// Whether a codec is decoded by dav1d: it needs no other frames than those that wanted ones are predicted from.
  static func isDav1d(_ codec: AVCodecID) -> Bool {
    codec == AV_CODEC_ID_AV1 && find(codec, alphaMode: false).map { String(cString: $0.pointee.name) } == "libdav1d"
  }

  /// Sends a packet (`avcodec_send_packet`); its number comes out with its picture. Returns FFmpeg's status.
  func send(_ packet: UnsafeMutablePointer<AVPacket>, number: Int64) -> Int32 {
    log.attend()
    fg_set_number(context, packet, number)
    return avcodec_send_packet(context, packet)
  }

  /// Turns skipping of non-reference pictures (`skip_frame`) on or off, from the next packet on.
  func leavesOutUnreferenced(_ isOn: Bool) {
    context.pointee.skip_frame = isOn ? AVDISCARD_NONREF : AVDISCARD_DEFAULT
  }

  /// Signals the end of the stream.
  func sendEnd() {
    log.attend()
    _ = avcodec_send_packet(context, nil)
  }

  /// Whether pictures come out that wait behind a recovery point of H.264 which did not come out yet; FFmpeg's decoder
  /// drops them when it is drained, and all after them.
  func showsUnrecovered(_ isShown: Bool) {
    guard context.pointee.codec_id == AV_CODEC_ID_H264 else { return }
    if isShown {
      context.pointee.flags |= AV_CODEC_FLAG_OUTPUT_CORRUPT
    } else {
      context.pointee.flags &= ~AV_CODEC_FLAG_OUTPUT_CORRUPT
    }
  }

  /// Whether this packet begins another sequence of pictures than those that it was sent (`CodedSequence`): it has to be
  /// drained and renewed first.
  func isOver(at packet: borrowing Packet) -> Bool { sequence.isOver(at: packet) }

  /// Opens it again, for the sequence that this packet begins.
  func renew(for packet: borrowing Packet) throws(VideoError) {
    let mark = log.mark
    do throws(DecoderContext.Fault) { try held.reopen() } catch {
      throw Self.refusal(error, codec: String(cString: avcodec_get_name(context.pointee.codec_id)), log, since: mark)
    }
    sequence.begin(with: packet)
  }

  /// Requests the next picture in presentation order (`avcodec_receive_frame`); the caller frees it.
  func receive() throws(VideoError) -> Outcome {
    guard let frame = av_frame_alloc() else { throw VideoError("decoding", .limit(.memory)) }
    log.attend()
    let status = avcodec_receive_frame(context, frame)
    if status >= 0 { return .frame(frame) }
    var unused: UnsafeMutablePointer<AVFrame>? = frame
    av_frame_free(&unused)
    try checkRefusal()
    if status == FG_ERROR_NO_MEMORY { throw VideoError("decoding", .limit(.memory)) }
    if status == FG_ERROR_END_OF_FILE { return .end }
    return status == FG_ERROR_AGAIN ? .needsPacket : .failure
  }

  /// Frames per second as given in the coded stream, without repeats; nil if unknown.
  var frameRate: Rational? {
    let rate = context.pointee.framerate
    return Rational(Int64(rate.num), Int64(rate.den)).flatMap { $0 > .zero ? $0 : nil }
  }

  /// Bits of a sample in the stream, for the codecs whose decoders put them at the upper end of more (`bits_per_raw_sample`);
  /// nil for others.
  var codedBits: Int? {
    guard [AV_CODEC_ID_JPEG2000, AV_CODEC_ID_JPEGLS].contains(context.pointee.codec_id) else { return nil }
    return context.pointee.bits_per_raw_sample > 0 ? Int(context.pointee.bits_per_raw_sample) : nil
  }

  /// Takes out and discards the pictures that wait in it; false if it reports a failure.
  func empties() -> Bool {
    sendEnd()
    while let outcome = try? receive() {
      switch outcome {
      case .frame(let frame):
        var frame: UnsafeMutablePointer<AVFrame>? = frame
        av_frame_free(&frame)
      case .end: return true
      case .needsPacket, .failure: return false
      }
    }
    return false
  }

  /// Resets the decoder, to decode from another position (`avcodec_flush_buffers`).
  func flush() {
    sequence.leave()
    avcodec_flush_buffers(context)
    fg_forget_incomplete(context)
  }

  /// The number of a packet whose picture was left incomplete without an error, each once; nil when there is none.
  ///
  /// Only packets up to `last` are checked, and all of them must be finished: with one thread, those that were fed;
  /// with several, those up to the packet of the last output picture.
  func nextIncomplete(upTo last: Int) -> Int? {
    let number = fg_next_incomplete(context, Int64(last))
    return number < 0 ? nil : Int(exactly: number)
  }

  // MARK: Memory

  /// Whether a status of `avcodec_open2` means lack of memory: creating a thread without memory for its stack gives
  /// EAGAIN.
  private static func meansNoMemory(_ status: Int32) -> Bool {
    status == FG_ERROR_NO_MEMORY || status == FG_ERROR_AGAIN
  }

  /// What a decoder asks before it takes memory for a picture: 0 if it may.
  private static let judge: @convention(c) (UnsafeRawPointer?, Int32, Int32, Int32, UInt32) -> Int32 = {
    (context, width, height, format, transfer) in
    guard let context else { return 0 }
    let budget = Unmanaged<PictureBudget>.fromOpaque(context).takeUnretainedValue()
    let picture = StoredPicture(width: width, height: height, format: format, transfer: transfer)
    return budget.refusal(of: picture) == nil ? 0 : Int32(FG_OVER_BUDGET)
  }

  /// Throws if memory for a picture was refused since the last check.
  func checkRefusal() throws(VideoError) {
    let refusal = fg_take_refusal(context)
    guard refusal.reason != 0 else { return }
    let picture = StoredPicture(
      width: refusal.width, height: refusal.height, format: refusal.format, transfer: refusal.transfer)
    throw VideoError("decoding", .limit(budget.refusal(of: picture) ?? .memory))
  }

  /// Throws if the picture that it decodes, as far as it is known, is over the budget, which may have changed.
  func checkBudget() throws(VideoError) {
    let picture = StoredPicture(
      width: context.pointee.width, height: context.pointee.height, format: context.pointee.pix_fmt.rawValue,
      transfer: context.pointee.color_trc.rawValue)
    if let limit = budget.refusal(of: picture) { throw VideoError("decoding", .limit(limit)) }
  }

  /// The bytes of a frame that it decodes, as far as they are known.
  var frameBytes: Int64 {
    StoredPicture(
      width: context.pointee.width, height: context.pointee.height, format: context.pointee.pix_fmt.rawValue,
      transfer: context.pointee.color_trc.rawValue
    ).frameBytes
  }
}

extension StoredPicture {
  /// The picture that a container describes.
  init(_ parameters: AVCodecParameters) {
    self.init(
      width: parameters.width, height: parameters.height, format: parameters.format,
      transfer: parameters.color_trc.rawValue)
  }
}

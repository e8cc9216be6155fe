import CFFmpeg
import Timeline

/// A decoder of one stream; it owns FFmpeg's codec context.
struct Decoder: ~Copyable {
  private let context: UnsafeMutablePointer<AVCodecContext>
  /// What FFmpeg's log knows it by.
  private let number: Int
  private let journal: Journal
  /// Whether numbers may be missing between reference pictures without any having been lost.
  private let allowsGaps: Bool
  /// Whether a flush brings it back to where it was when it was opened.
  ///
  /// FFmpeg hands a flush on to few of the libraries that it wraps: libvpx keeps its references, and those of a second
  /// decoder for the alpha plane, from which the next picture is then predicted without a word.
  let forgets: Bool

  /// The number of threads that lets FFmpeg take as many as the machine has cores.
  static let allCores: Int32 = 0

  /// What a decoder has to say when asked for a picture.
  enum Outcome {
    case frame(UnsafeMutablePointer<AVFrame>)
    case needsPacket
    /// Something could not be decoded; what was decoded before it may still come.
    case failure
    case end
  }

  /// Opens a decoder (`avcodec_open2`).
  ///
  /// - Parameters:
  ///   - reorderDepth: pictures that may have to wait for their turn. FFmpeg guesses it for H.264 without reorder
  ///     information and learns better as it goes, at the price of pictures out of order.
  ///   - threads: with more than one, it cannot be told which of the packets in work a complaint is about.
  ///   - journal: where what FFmpeg says of it is kept.
  init(
    _ parameters: UnsafeMutablePointer<AVCodecParameters>, timeBase: AVRational, alphaMode: Bool, reorderDepth: Int,
    threads: Int32, limits: Limits, journal: Journal
  ) throws(VideoError) {
    let identifier = parameters.pointee.codec_id
    let name = String(cString: avcodec_get_name(identifier))
    guard let codec = Self.find(identifier, alphaMode: alphaMode) else {
      throw VideoError("opening the decoder", .noDecoder(name))
    }
    let size = PictureSize(width: Int(parameters.pointee.width), height: Int(parameters.pointee.height))
    let area = max(0, Int64(size.width)).multipliedReportingOverflow(by: max(0, Int64(size.height)))
    guard !area.overflow, area.partialValue <= limits.pixels else {
      throw VideoError("opening the decoder", .limit(.pixels(size: size, allowed: limits.pixels)))
    }
    guard let context = avcodec_alloc_context3(codec) else { throw VideoError("opening the decoder", .limit(.memory)) }
    var status = avcodec_parameters_to_context(context, parameters)
    context.pointee.pkt_timebase = timeBase
    context.pointee.max_pixels = Self.pixels(allowedBy: limits.pixels)
    fg_carry_numbers(context)
    // FFmpeg's decoder of MPEG-4 carries what it learns of an encoder's bugs from one picture to the next, and in threads
    // the moment decides whether in time: then damage is concealed or not, and complained of or not.
    context.pointee.thread_count = identifier == AV_CODEC_ID_MPEG4 ? 1 : threads
    context.pointee.has_b_frames = max(context.pointee.has_b_frames, Int32(clamping: reorderDepth))
    context.pointee.codec_whitelist = av_strdup(AllowedFormats.decoders.joined(separator: ","))
    journal.attend()
    let mark = journal.mark
    let number = FFmpegLog.addDecoder(inJournal: journal.number)
    if status >= 0 { status = fg_watch_decoder(context, number) }
    if status >= 0 { status = avcodec_open2(context, codec, nil) }
    guard status >= 0 else {
      fg_free_watched(context)
      FFmpegLog.removeDecoder(number)
      throw VideoError(
        "opening the decoder",
        status == FG_ERROR_NO_MEMORY
          ? .limit(.memory) : .refusedByDecoder(codec: name, words: journal.words(for: status, since: mark)))
    }
    self.context = context
    self.number = number
    self.journal = journal
    forgets = codec.pointee.wrapper_name == nil || String(cString: codec.pointee.name) == "libdav1d"
    allowsGaps = SequenceParameters(parameters.pointee)?.allowsGaps ?? false
  }

  deinit {
    fg_free_watched(context)
    FFmpegLog.removeDecoder(number)
  }

  /// What is allowed in a decoder, which counts the padding of its blocks too; the exact check is made on the picture that
  /// comes out.
  static func pixels(allowedBy limit: Int64) -> Int64 {
    let (sum, overflow) = limit.addingReportingOverflow(1 << 23)
    return overflow ? limit : sum
  }

  /// The number of complaints of FFmpeg so far that are about this decoder.
  func complaints(countingMissingReferences: Bool = true) -> Int {
    FFmpegLog.complaints(aboutDecoder: number, countsMissingReferences: countingMissingReferences)
  }

  /// How often a picture of H.264 came behind reference pictures that are not there (7.4.3, `frame_num`).
  var missingPictures: Int { allowsGaps ? 0 : FFmpegLog.gaps(inDecoder: number) }

  /// Whether pictures come out in another order than their packets go in, as the coded stream says.
  var reorders: Bool { context.pointee.has_b_frames > 0 }

  /// Whether the coded stream says exactly whether pictures are reordered: ITU-T H.264 (E.2.1) and H.265 (7.4.3.2).
  var tellsReordering: Bool { [AV_CODEC_ID_H264, AV_CODEC_ID_HEVC].contains(context.pointee.codec_id) }

  /// Whether a picture that is predicted from both sides is always shown before one that is decoded first.
  var alwaysReordersBidirectional: Bool {
    [AV_CODEC_ID_MPEG1VIDEO, AV_CODEC_ID_MPEG2VIDEO, AV_CODEC_ID_MPEG4].contains(context.pointee.codec_id)
  }

  /// The decoder for a codec, if it is on the list; FFmpeg's own VP8 and VP9 decoders drop the alpha channel.
  private static func find(_ identifier: AVCodecID, alphaMode: Bool) -> UnsafePointer<AVCodec>? {
    var candidates: [UnsafePointer<AVCodec>?] = []
    if alphaMode, identifier == AV_CODEC_ID_VP8 { candidates.append(avcodec_find_decoder_by_name("libvpx")) }
    if alphaMode, identifier == AV_CODEC_ID_VP9 { candidates.append(avcodec_find_decoder_by_name("libvpx-vp9")) }
    candidates.append(avcodec_find_decoder(identifier))
    return candidates.compactMap { $0 }.first { AllowedFormats.decoders.contains(String(cString: $0.pointee.name)) }
  }

  /// Hands over a packet (`avcodec_send_packet`); its number comes out with its picture. The status is FFmpeg's.
  func send(_ packet: UnsafeMutablePointer<AVPacket>, number: Int64) -> Int32 {
    journal.attend()
    fg_set_number(context, packet, number)
    return avcodec_send_packet(context, packet)
  }

  /// Leaves out pictures from which no other is predicted, from the next packet on (`skip_frame`), or no more.
  func leavesOutUnreferenced(_ isOn: Bool) {
    context.pointee.skip_frame = isOn ? AVDISCARD_NONREF : AVDISCARD_DEFAULT
  }

  /// Tells that no packet will follow.
  func sendEnd() {
    journal.attend()
    _ = avcodec_send_packet(context, nil)
  }

  /// Asks for the next picture in presentation order (`avcodec_receive_frame`); the caller frees it.
  func receive() throws(VideoError) -> Outcome {
    guard let frame = av_frame_alloc() else { throw VideoError("decoding", .limit(.memory)) }
    journal.attend()
    let status = avcodec_receive_frame(context, frame)
    if status >= 0 { return .frame(frame) }
    var unused: UnsafeMutablePointer<AVFrame>? = frame
    av_frame_free(&unused)
    if status == FG_ERROR_NO_MEMORY { throw VideoError("decoding", .limit(.memory)) }
    if status == FG_ERROR_END_OF_FILE { return .end }
    return status == FG_ERROR_AGAIN ? .needsPacket : .failure
  }

  /// Frames per second as the coded stream itself has it, without what it repeats; nil where it says nothing.
  var frameRate: Rational? {
    let rate = context.pointee.framerate
    return Rational(Int64(rate.num), Int64(rate.den)).flatMap { $0 > .zero ? $0 : nil }
  }

  /// Forgets everything, for decoding from another place (`avcodec_flush_buffers`).
  func flush() {
    avcodec_flush_buffers(context)
    fg_forget_incomplete(context)
  }

  /// The number of a packet whose picture was left incomplete without a word, each once; nil when there is none.
  ///
  /// Only packets up to `last` are looked at; all of them must be done: those that were fed with one thread, with
  /// several those up to the packet of the picture that came out last.
  func nextIncomplete(upTo last: Int) -> Int? {
    let number = fg_next_incomplete(context, Int64(last))
    return number < 0 ? nil : Int(exactly: number)
  }
}

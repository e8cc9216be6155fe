import CFFmpeg

/// FFmpeg's context of a decoder (`AVCodecContext`): a class, since it is opened again while the decoder that owns it is
/// lent to those who feed it.
final class DecoderContext {
  /// What opening it needs.
  struct Settings {
    let codec: UnsafePointer<AVCodec>
    let timeBase: AVRational
    /// The most pixels of a picture, with the padding of its blocks.
    let pixels: Int64
    let reorderDepth: Int
    let threads: Int32
    /// Its number in the log.
    let number: Int
    /// What it asks before it takes memory for a picture.
    let judge: fg_judge
    /// What that is asked with: its threads use it until they are ended, so it is kept here.
    let budget: PictureBudget
  }

  /// Why it could not be opened, as FFmpeg's status.
  struct Fault: Error {
    let status: Int32
  }

  private(set) var pointer: UnsafeMutablePointer<AVCodecContext>
  private let settings: Settings
  private var parameters: UnsafeMutablePointer<AVCodecParameters>?

  /// Opens it (`avcodec_open2`).
  init(_ source: UnsafeMutablePointer<AVCodecParameters>, _ settings: Settings) throws(Fault) {
    var parameters = avcodec_parameters_alloc()
    do throws(Fault) {
      guard let parameters, avcodec_parameters_copy(parameters, source) >= 0 else {
        throw Fault(status: FG_ERROR_NO_MEMORY)
      }
      pointer = try Self.open(parameters, settings)
    } catch {
      avcodec_parameters_free(&parameters)
      throw error
    }
    (self.parameters, self.settings) = (parameters, settings)
  }

  deinit {
    // Its threads may log until they are ended.
    fg_free_watched(pointer)
    FFmpegLog.removeDecoder(settings.number)
    avcodec_parameters_free(&parameters)
  }

  /// Opens it again, as if nothing had been decoded.
  func reopen() throws(Fault) {
    guard let parameters else { return }
    let new = try Self.open(parameters, settings)
    new.pointee.skip_frame = pointer.pointee.skip_frame
    fg_free_watched(pointer)
    pointer = new
  }

  private static func open(
    _ parameters: UnsafeMutablePointer<AVCodecParameters>, _ settings: Settings
  ) throws(Fault) -> UnsafeMutablePointer<AVCodecContext> {
    guard let whitelist = av_strdup(AllowedFormats.decoders.joined(separator: ",")) else {
      throw Fault(status: FG_ERROR_NO_MEMORY)
    }
    guard let context = avcodec_alloc_context3(settings.codec) else {
      av_free(whitelist)
      throw Fault(status: FG_ERROR_NO_MEMORY)
    }
    var status = avcodec_parameters_to_context(context, parameters)
    context.pointee.pkt_timebase = settings.timeBase
    context.pointee.max_pixels = settings.pixels
    // Without it, FFmpeg does not crop columns on the left if the rest would start at an unaligned address.
    context.pointee.flags |= AV_CODEC_FLAG_UNALIGNED
    fg_carry_numbers(context)
    // FFmpeg's MPEG-4 decoder carries workarounds for encoder bugs from one picture to the next; with threads it
    // depends on timing whether they arrive in time, and so does whether damage is concealed and reported. Of AV1's
    // spatial layers with a packet each, dav1d shows all with one thread, and only the highest with more.
    let isAlone = [AV_CODEC_ID_MPEG4, AV_CODEC_ID_AV1].contains(parameters.pointee.codec_id)
    context.pointee.thread_count = isAlone ? 1 : settings.threads
    context.pointee.has_b_frames = max(context.pointee.has_b_frames, Int32(clamping: settings.reorderDepth))
    context.pointee.codec_whitelist = whitelist
    if status >= 0 { status = fg_watch_decoder(context, settings.number, settings.judge, settings.budget.opaque) }
    if status >= 0 { status = avcodec_open2(context, settings.codec, nil) }
    guard status >= 0 else {
      fg_free_watched(context)
      throw Fault(status: status)
    }
    return context
  }
}

extension PictureBudget {
  /// A pointer for C, valid as long as this object.
  fileprivate var opaque: UnsafeRawPointer { UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque()) }
}

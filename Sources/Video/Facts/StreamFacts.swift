import CFFmpeg
import ColorCodes
public import Timeline

/// The container's facts about itself and the chosen stream; frame counts and times are unverified claims.
public struct StreamFacts: Hashable, Sendable {
  /// One entry of the list of streams.
  public struct Stream: Hashable, Sendable {
    /// The stream's number in the file.
    public let index: Int
    /// `video`, `audio`, `subtitle`, `data` or `attachment`.
    public let kind: String
    /// FFmpeg's name of the codec.
    public let codec: String
    /// Whether it is an attached picture, such as a cover, rather than a video.
    public let isAttachedPicture: Bool
    /// The language, mostly in three letters (ISO 639-2), nil if unknown or undetermined.
    public let language: String?
    /// The title of the stream.
    public let title: String?
    /// FFmpeg's names of its dispositions, such as `default`, `forced` or `attached_pic`.
    public let dispositions: [String]
    /// Bits per second, as the container claims.
    public let bitRate: Int64?
    /// Audio samples per second.
    public let sampleRate: Int?
    /// Audio channels.
    public let channels: Int?
  }

  /// FFmpeg's short name of the container, such as `mov`.
  public let container: String
  /// FFmpeg's long name of the container.
  public let containerTitle: String
  /// The number of the chosen stream.
  public let streamIndex: Int
  /// FFmpeg's name of the codec.
  public let codec: String
  /// FFmpeg's name of the codec's profile; nil when it has none.
  public let profile: String?
  /// The name of the codec's level in its standard, such as `4.1`; nil if unknown.
  public let level: String?
  /// Coded picture width, as the container gives it.
  public let width: Int
  /// Coded picture height, as the container gives it.
  public let height: Int
  /// FFmpeg's name of the pixel format; nil when the container does not give it and nothing was probed.
  public let pixelFormat: String?
  /// The colour tags of the stream.
  public let tags: ColorTags
  /// Width of a stored pixel divided by its height.
  public let sampleAspectRatio: Rational
  /// How the stored pictures must be turned for display.
  public let orientation: Orientation
  /// How the pictures were scanned, in the order in which fields are shown; nil if unknown.
  public let fieldOrder: FieldOrder?
  /// The container's metadata about light levels and the mastering display.
  public let hdr: HDRMetadata
  /// Average frames per second, as the container claims.
  public let averageRate: Rational?
  /// The number of frames that the container claims; nil when it claims none.
  public let claimedFrameCount: Int?
  /// The timecode of the first frame as written in the file.
  public let timecode: String?
  /// When, where and with what it was recorded, as written in the file.
  public let recording: RecordingTags
  /// All streams of the file.
  public let streams: [Stream]

  /// How pictures were scanned.
  public enum FieldOrder: String, Hashable, Sendable {
    /// Whole pictures, without fields.
    case progressive
    /// Two fields, the upper one first.
    case topFirst = "top-first"
    /// Two fields, the lower one first.
    case bottomFirst = "bottom-first"
  }
}

extension Demuxer {
  /// Gathers the facts of one stream.
  func facts(of index: Int) throws(VideoError) -> StreamFacts {
    guard let stream = stream(index), let parameters = stream.pointee.codecpar else {
      throw VideoError("reading the stream's facts", .noVideoStream)
    }
    // Computed beforehand: the autoclosure of an operator cannot capture a noncopyable value.
    let sideTimecode = timecodeOfOtherStreams
    let (oriented, ownTimecode) = (orientation(of: stream), text("timecode", of: stream))
    var lines: [StreamFacts.Stream] = []
    for index in 0..<streamCount { lines.append(line(index)) }
    let format = container.meant(AVPixelFormat(rawValue: parameters.pointee.format), of: parameters.pointee)
    let names = container.names.split(separator: ",").map(String.init)
    return StreamFacts(
      container: names.first ?? "unknown",
      containerTitle: context.pointee.iformat?.pointee.long_name.map { String(cString: $0) } ?? names.first
        ?? "unknown",
      streamIndex: index,
      codec: String(cString: avcodec_get_name(parameters.pointee.codec_id)),
      profile: avcodec_profile_name(parameters.pointee.codec_id, parameters.pointee.profile).map {
        String(cString: $0)
      },
      level: LevelName.name(parameters.pointee.level, of: parameters.pointee.codec_id),
      width: Int(parameters.pointee.width), height: Int(parameters.pointee.height),
      pixelFormat: av_get_pix_fmt_name(format).map { String(cString: $0) },
      tags: ColorTags(parameters.pointee).completed(by: ColorTags(dolbyVisionOf: stream)),
      sampleAspectRatio: sampleAspectRatio(of: stream, frame: nil),
      orientation: oriented ?? .upright,
      fieldOrder: StreamFacts.FieldOrder(parameters.pointee.field_order),
      hdr: HDRMetadata(of: stream),
      averageRate: averageRate(of: stream),
      claimedFrameCount: stream.pointee.nb_frames > 0 && !container.endsAsFound
        ? Int(exactly: stream.pointee.nb_frames) : nil,
      timecode: ownTimecode ?? sideTimecode,
      recording: recording(of: stream),
      streams: lines)
  }

  private func line(_ index: Int) -> StreamFacts.Stream {
    let parameters = stream(index)?.pointee.codecpar
    let kind = parameters.flatMap { av_get_media_type_string($0.pointee.codec_type) }.map { String(cString: $0) }
    let codec = parameters.map { String(cString: avcodec_get_name($0.pointee.codec_id)) }
    let metadata = stream(index)?.pointee.metadata
    let language = tagText("language", in: metadata)
    let disposition = stream(index)?.pointee.disposition ?? 0
    let isSound = parameters?.pointee.codec_type == AVMEDIA_TYPE_AUDIO
    return StreamFacts.Stream(
      index: index, kind: kind ?? "unknown", codec: codec ?? "none", isAttachedPicture: isAttachedPicture(index),
      language: language == "und" ? nil : language, title: tagText("title", in: metadata),
      dispositions: (0..<31).compactMap { bit in
        disposition & (1 << bit) == 0 ? nil : av_disposition_to_string(1 << bit).map { String(cString: $0) }
      },
      bitRate: parameters.flatMap { $0.pointee.bit_rate > 0 ? $0.pointee.bit_rate : nil },
      sampleRate: isSound ? parameters.map { Int($0.pointee.sample_rate) } : nil,
      channels: isSound ? parameters.map { Int($0.pointee.ch_layout.nb_channels) } : nil)
  }

  /// The container's average rate; a claim, used for timecode and where a duration is missing.
  func averageRate(of stream: UnsafeMutablePointer<AVStream>) -> Rational? {
    let unit = stream.pointee.time_base
    if container.countsFrames, let rate = Rational(Int64(unit.den), Int64(unit.num)), rate <= Rational(240) {
      return rate
    }
    for rate in [stream.pointee.avg_frame_rate, stream.pointee.r_frame_rate] {
      if let value = Rational(Int64(rate.num), Int64(rate.den)), value > .zero { return value }
    }
    return nil
  }

  /// The container's sample aspect ratio, else the codec's (`av_guess_sample_aspect_ratio`); 1 when neither has one.
  func sampleAspectRatio(
    of stream: UnsafeMutablePointer<AVStream>, frame: UnsafeMutablePointer<AVFrame>?
  ) -> Rational {
    let ratio = av_guess_sample_aspect_ratio(context, stream, frame)
    guard let value = Rational(Int64(ratio.num), Int64(ratio.den)), value > .zero else { return Rational(1) }
    return value
  }

  /// The orientation in the stream's display matrix, or of a still picture, which FFmpeg 5.1 does not read; nil when
  /// there is none or one that is not an orientation.
  func orientation(of stream: UnsafeMutablePointer<AVStream>) -> Orientation? {
    var size = 0
    guard let data = fg_stream_side_data(stream, AV_PKT_DATA_DISPLAYMATRIX, &size), size >= 36 else {
      // The file is read for nothing but one picture of AV1.
      guard container.hasIndexFirst, stream.pointee.codecpar?.pointee.codec_id == AV_CODEC_ID_AV1,
        avformat_index_get_entries_count(stream) == 1
      else { return nil }
      let source = source.takeUnretainedValue()
      let turns = ItemTurns(reading: source.bytes(at:count:), size: source.fileSize)
      return turns.steps.isEmpty ? nil : Orientation(turns)
    }
    let bytes = UnsafeRawBufferPointer(start: data, count: 36)
    return Orientation(displayMatrix: (0..<9).map { bytes.loadUnaligned(fromByteOffset: 4 * $0, as: Int32.self) })
  }

  /// The end that the container states, of itself or of its longest stream, in absolute seconds of the file; nil if it
  /// states none, or if its clock may start anew.
  var statedEnd: Rational? { container.mayJump ? nil : approximateEnd }

  /// The same, even if it is only what FFmpeg estimates from the last timestamps.
  var approximateEnd: Rational? {
    let length = context.pointee.duration
    var end = length > 0 ? Rational(length, Int64(AV_TIME_BASE)) : nil
    for index in 0..<streamCount {
      guard let stream = stream(index), stream.pointee.duration > 0, stream.pointee.start_time != FG_NO_TIMESTAMP,
        let base = TimeBase(Int64(stream.pointee.time_base.num), Int64(stream.pointee.time_base.den))
      else { continue }
      let (ticks, overflows) = stream.pointee.start_time.addingReportingOverflow(stream.pointee.duration)
      guard !overflows, let own = base.seconds(ofTicks: ticks) else { continue }
      end = max(end ?? own, own)
    }
    return end
  }

  func hasAlphaMode(_ index: Int) -> Bool {
    guard let stream = stream(index) else { return false }
    return text("alpha_mode", of: stream) == "1"
  }

  /// A tag of the stream, else of the file (`av_dict_get`, which ignores case).
  func text(_ key: String, of stream: UnsafeMutablePointer<AVStream>) -> String? {
    for dictionary in [stream.pointee.metadata, context.pointee.metadata] {
      if let value = tagText(key, in: dictionary) { return value }
    }
    return nil
  }

  private var timecodeOfOtherStreams: String? {
    for index in 0..<streamCount {
      if let value = tagText("timecode", in: stream(index)?.pointee.metadata) { return value }
    }
    return nil
  }
}

extension StreamFacts.FieldOrder {
  /// Nil when it is unknown. TB and BT are QuickTime's 9 and 14, interleaved fields of which the top or the bottom one is
  /// shown first (RFC 9559, 5.1.4.1.28.2), as FFmpeg's encoders write them, too, whatever its header says of their names.
  fileprivate init?(_ order: AVFieldOrder) {
    switch order {
    case AV_FIELD_PROGRESSIVE: self = .progressive
    case AV_FIELD_TT, AV_FIELD_TB: self = .topFirst
    case AV_FIELD_BB, AV_FIELD_BT: self = .bottomFirst
    default: return nil
    }
  }
}

extension ColorTags {
  /// The tags of a stream.
  init(_ parameters: borrowing AVCodecParameters) {
    self.init(
      parameters.color_space, parameters.color_primaries, parameters.color_trc, parameters.color_range,
      parameters.chroma_location)
  }

  /// The tags of a frame.
  init(_ frame: borrowing AVFrame) {
    self.init(
      frame.colorspace, frame.color_primaries, frame.color_trc, frame.color_range, frame.chroma_location)
  }

  /// Makes tags from FFmpeg's enumerations, including unknown values.
  private init(
    _ matrix: AVColorSpace, _ primaries: AVColorPrimaries, _ transfer: AVColorTransferCharacteristic,
    _ range: AVColorRange, _ chromaLocation: AVChromaLocation
  ) {
    self.init(
      matrix: MatrixCoefficients(rawValue: Int32(bitPattern: matrix.rawValue)),
      primaries: ColorPrimaries(rawValue: Int32(bitPattern: primaries.rawValue)),
      transfer: TransferCharacteristics(rawValue: Int32(bitPattern: transfer.rawValue)),
      range: VideoRange(rawValue: Int32(bitPattern: range.rawValue)),
      chromaLocation: ChromaLocation(rawValue: Int32(bitPattern: chromaLocation.rawValue)))
  }
}

import CFFmpeg

/// The table of proven starts: the codecs whose pictures may be decoded from the middle of a stream, how to tell from a
/// packet's bytes that decoding may start there, and how a used decoder forgets what it decoded before.
///
/// A codec that is not in it is decoded from the beginning of the stream only. It enters the table with a test that
/// decodes its frames in random orders; the page "How a frame is found" lists it.
struct ProvenStarts {
  /// How the starts of a codec are recognised.
  enum Syntax {
    case h264(lengthSize: Int)
    case hevc(lengthSize: Int)
    case mpegVideo
    case mpeg4(timeBits: Int?)
    case h263
    case intelH263
    case flashH263
    case windowsMedia(WindowsMediaHeader)
    case vc1(VC1Header)
    case vp6(hasAlpha: Bool)
    case vp8
    case vp9
    case av1
    case theora
    case vp3
    case ffv1
    case cineForm
    case gif
    case apng(APNGFrame.Canvas)
    case dirac
    case jpeg
    case fraps
    /// A packet without the container's keyframe flag may hold differences from the picture before (CorePNG).
    case png
    /// Every packet is a picture of its own.
    case intraOnly
  }

  /// How a decoder is made to forget what it decoded before.
  enum Forgetting {
    /// By a flush, if nothing was wrong with what it decoded.
    case flush
    /// By a flush after the waiting pictures were taken out: they would otherwise come out after it.
    case emptying
    /// Only by opening a new decoder.
    case opening
  }

  /// Whether a doubtful packet anywhere before a start makes the start unsafe, so that all packets before it must be
  /// known.
  var endsAtDoubt: Bool {
    if case .windowsMedia(let header) = syntax { return header.hasWays }
    return false
  }

  /// Whether pictures of doubtful packets depend on everything that the decoder has decoded: for the overlapped blocks of
  /// H.263, FFmpeg's also takes vectors that earlier pictures left in its memory.
  var remembersAtDoubt: Bool {
    switch syntax {
    case .h263, .intelH263: true
    default: false
    }
  }

  let syntax: Syntax
  let forgetting: Forgetting

  /// The entry for a stream; nil for one that is decoded from its beginning only.
  init?(_ parameters: borrowing AVCodecParameters, hasAlphaPlane: Bool) {
    let configuration = UnsafeRawBufferPointer(
      start: parameters.extradata, count: parameters.extradata == nil ? 0 : Int(max(0, parameters.extradata_size)))
    guard let syntax = Self.syntax(parameters, configuration) else { return nil }
    let codec = parameters.codec_id
    self.syntax = syntax
    // libvpx, which decodes the pictures with an alpha plane, keeps its references over a flush. So does VP6, whose
    // decoder has no flush. Motion JPEG keeps its tables, and H.263 vectors.
    let keeps = [
      AV_CODEC_ID_VP6, AV_CODEC_ID_VP6A, AV_CODEC_ID_VP6F, AV_CODEC_ID_MJPEG, AV_CODEC_ID_H263, AV_CODEC_ID_H263P,
      AV_CODEC_ID_H263I,
    ]
    // The decoder of HEVC in FFmpeg 7.1 keeps a queue of finished pictures over a flush.
    forgetting = hasAlphaPlane || keeps.contains(codec) ? .opening : codec == AV_CODEC_ID_HEVC ? .emptying : .flush
  }

  private static func syntax(
    _ parameters: borrowing AVCodecParameters, _ configuration: UnsafeRawBufferPointer
  ) -> Syntax? {
    switch parameters.codec_id {
    case AV_CODEC_ID_H264: .h264(lengthSize: NALUnits.lengthSize(configuration: configuration, isHEVC: false))
    case AV_CODEC_ID_HEVC: .hevc(lengthSize: NALUnits.lengthSize(configuration: configuration, isHEVC: true))
    case AV_CODEC_ID_MPEG1VIDEO, AV_CODEC_ID_MPEG2VIDEO: .mpegVideo
    case AV_CODEC_ID_MPEG4: .mpeg4(timeBits: MPEG4Header.timeBits(in: configuration))
    case AV_CODEC_ID_H263, AV_CODEC_ID_H263P: .h263
    case AV_CODEC_ID_H263I: .intelH263
    case AV_CODEC_ID_FLV1: .flashH263
    case AV_CODEC_ID_MSMPEG4V1, AV_CODEC_ID_MSMPEG4V2, AV_CODEC_ID_MSMPEG4V3, AV_CODEC_ID_WMV1, AV_CODEC_ID_WMV2:
      WindowsMediaHeader(parameters, configuration).map { .windowsMedia($0) }
    case AV_CODEC_ID_WMV3, AV_CODEC_ID_VC1:
      VC1Header(isAdvanced: parameters.codec_id == AV_CODEC_ID_VC1, configuration).map { .vc1($0) }
    case AV_CODEC_ID_VP6, AV_CODEC_ID_VP6F: .vp6(hasAlpha: false)
    case AV_CODEC_ID_VP6A: .vp6(hasAlpha: true)
    case AV_CODEC_ID_VP8: .vp8
    case AV_CODEC_ID_VP9: .vp9
    case AV_CODEC_ID_AV1: .av1
    case AV_CODEC_ID_THEORA: .theora
    case AV_CODEC_ID_VP3: .vp3
    case AV_CODEC_ID_FFV1: .ffv1
    case AV_CODEC_ID_CFHD: .cineForm
    case AV_CODEC_ID_GIF: .gif
    case AV_CODEC_ID_APNG: .apng(APNGFrame.Canvas(parameters))
    case AV_CODEC_ID_DIRAC: DiracUnits.isIntraOnly(profile: parameters.profile) ? .dirac : nil
    case AV_CODEC_ID_MJPEG: .jpeg
    case AV_CODEC_ID_FRAPS: .fraps
    // FFmpeg adds such differences unless the codec is called MPNG, whose packets are whole pictures.
    case AV_CODEC_ID_PNG where parameters.codec_tag != Self.wholePNG: .png
    default: intraOnly.contains(parameters.codec_id) ? .intraOnly : nil
    }
  }

  /// "MPNG".
  private static let wholePNG: UInt32 = 0x474E_504D

  /// Codecs whose decoders keep nothing from one picture to the next. FFmpeg calls more codecs intra only: MSS2 predicts
  /// from the picture before.
  private static let intraOnly: Set<UInt32> = Set(
    [
      AV_CODEC_ID_PRORES, AV_CODEC_ID_DNXHD, AV_CODEC_ID_AIC, AV_CODEC_ID_HUFFYUV, AV_CODEC_ID_FFVHUFF,
      AV_CODEC_ID_HYMT, AV_CODEC_ID_UTVIDEO, AV_CODEC_ID_MAGICYUV, AV_CODEC_ID_LAGARITH, AV_CODEC_ID_ZLIB,
      AV_CODEC_ID_MSZH, AV_CODEC_ID_8BPS, AV_CODEC_ID_DVVIDEO, AV_CODEC_ID_RAWVIDEO, AV_CODEC_ID_V210,
      AV_CODEC_ID_V308, AV_CODEC_ID_V408, AV_CODEC_ID_V410, AV_CODEC_ID_R210, AV_CODEC_ID_R10K, AV_CODEC_ID_YUV4,
      AV_CODEC_ID_JPEG2000, AV_CODEC_ID_JPEGLS, AV_CODEC_ID_PNG, AV_CODEC_ID_BMP, AV_CODEC_ID_TIFF, AV_CODEC_ID_WEBP,
      AV_CODEC_ID_TARGA, AV_CODEC_ID_HAP, AV_CODEC_ID_CLJR, AV_CODEC_ID_ASV1, AV_CODEC_ID_ASV2,
    ].map(\.rawValue))
}

extension Set<UInt32> {
  fileprivate func contains(_ codec: AVCodecID) -> Bool { contains(codec.rawValue) }
}

import CFFmpeg

/// Finds out of each H.264 packet whether it holds a whole picture or one field of it.
///
/// Broadcast streams code some pictures as two fields, and demuxers return these as two packets. FFmpeg's own parser
/// reads the slice header, which needs the parameter sets that came before.
final class FieldReader {
  private let parser: UnsafeMutablePointer<AVCodecParserContext>
  private let context: UnsafeMutablePointer<AVCodecContext>
  private var numbers: FrameNumberReader?
  /// The number of the frame that the last field belongs to; nil if it is unknown.
  private var frame: UInt32?
  /// Whether the last field certainly belongs to another frame than the field before it.
  private(set) var startsFrame = false

  /// Whether a packet may hold both fields of a picture, since FFmpeg does not split what the container has.
  private let mayHoldBoth: Bool

  /// Makes a reader (`av_parser_init`); nil for codecs whose packets are never single fields.
  init?(_ parameters: UnsafeMutablePointer<AVCodecParameters>, mayHoldBoth: Bool) {
    guard parameters.pointee.codec_id == AV_CODEC_ID_H264,
      let parser = av_parser_init(Int32(bitPattern: AV_CODEC_ID_H264.rawValue))
    else { return nil }
    guard let context = avcodec_alloc_context3(nil) else {
      av_parser_close(parser)
      return nil
    }
    self.parser = parser
    self.context = context
    self.mayHoldBoth = mayHoldBoth
    numbers = FrameNumberReader(parameters.pointee)
    parser.pointee.flags |= Int32(PARSER_FLAG_COMPLETE_FRAMES)
    // Without the container's parameter sets, those in the stream are enough, so a failure is ignored.
    _ = avcodec_parameters_to_context(context, parameters)
  }

  deinit {
    av_parser_close(parser)
    var context: UnsafeMutablePointer<AVCodecContext>? = context
    avcodec_free_context(&context)
  }

  /// The field or fields that a packet holds (`av_parser_parse2`); nil for a whole picture and if unknown.
  func field(of packet: borrowing Packet) -> CodedField? {
    let raw = packet.pointer.pointee
    guard raw.size > 0 else { return nil }
    var output: UnsafeMutablePointer<UInt8>?
    var size: Int32 = 0
    parser.pointee.picture_structure = AV_PICTURE_STRUCTURE_UNKNOWN
    _ = av_parser_parse2(parser, context, &output, &size, raw.data, raw.size, raw.pts, raw.dts, raw.pos)
    let field: CodedField
    switch parser.pointee.picture_structure {
    case AV_PICTURE_STRUCTURE_TOP_FIELD: field = .top
    case AV_PICTURE_STRUCTURE_BOTTOM_FIELD: field = .bottom
    default:
      frame = nil
      return nil
    }
    if mayHoldBoth, numbers?.holdsBothFields(packet.bytes) ?? false {
      frame = nil
      return .both
    }
    let before = frame
    frame = numbers?.number(in: packet.bytes)
    startsFrame = frame != nil && before != nil && frame != before
    return field
  }
}

import CFFmpeg

/// The picture headers of Microsoft's MPEG-4 (versions 1 to 3) and of Windows Media Video 7 and 8, which have only I and
/// P pictures.
struct WindowsMediaHeader {
  private enum Version {
    /// Version 1: a start code and five bits before the type.
    case first
    /// Versions 2 and 3, and Windows Media Video 7.
    case later
    /// Windows Media Video 8, with the number of macroblocks across and down, and whether intra pictures say in which way
    /// they are coded.
    case eighth(columns: Int, rows: Int, hasWays: Bool)
  }

  private let version: Version

  /// Whether intra pictures may be coded in the second way: FFmpeg's decoder carries values over from such a picture,
  /// even to pictures after a later intra picture of the first way.
  var hasWays: Bool {
    if case .eighth(_, _, let hasWays) = version { return hasWays }
    return false
  }

  /// Nil for another codec, without the configuration of Windows Media Video 8, and if that has a loop filter: FFmpeg's
  /// decoder filters an intra picture by what the picture before in the same memory was.
  init?(_ parameters: borrowing AVCodecParameters, _ configuration: UnsafeRawBufferPointer) {
    switch parameters.codec_id {
    case AV_CODEC_ID_MSMPEG4V1: version = .first
    case AV_CODEC_ID_MSMPEG4V2, AV_CODEC_ID_MSMPEG4V3, AV_CODEC_ID_WMV1: version = .later
    case AV_CODEC_ID_WMV2:
      // Five bits of rate, eleven of bit rate, then one each: motion, filter, transform size, intra coding.
      var bits = BitReader(configuration[...], skipsEmulation: false)
      guard bits.skip(17), bits.readBit() == 0, bits.skip(1), let hasWays = bits.readBit() else { return nil }
      version = .eighth(
        columns: (Int(parameters.width) + 15) / 16, rows: (Int(parameters.height) + 15) / 16, hasWays: hasWays == 1)
    default: return nil
    }
  }

  /// Reads the header of a packet; no traits when there is none.
  ///
  /// An intra picture coded in the second way (`j_type`), in which FFmpeg's decoder carries values from one to the next,
  /// is doubtful; one that repeats the picture before is hidden, since no picture comes out.
  func traits(_ bytes: UnsafeRawBufferPointer) -> PacketTraits {
    var bits = BitReader(bytes[...], skipsEmulation: false)
    switch version {
    case .first:
      guard bits.read(32) == 0x100, bits.skip(5) else { return [] }
      return bits.read(2) == 0 ? .cleanStart : []
    case .later: return bits.read(2) == 0 ? .cleanStart : []
    case .eighth(let columns, let rows, let hasWays):
      guard let type = bits.readBit() else { return [] }
      if type == 0 {
        // After the buffer's fullness and the quantiser.
        guard hasWays else { return .cleanStart }
        guard bits.skip(7 + 5), let way = bits.readBit() else { return [] }
        return way == 0 ? .cleanStart : .doubtful
      }
      // After the quantiser: which macroblocks are skipped, row by row (2) or column by column (3).
      guard bits.skip(5), let way = bits.read(2), way > 1 else { return [] }
      for _ in 0..<max(0, way == 3 ? columns : rows) where bits.readBit() != 1 { return [] }
      return .hidden
    }
  }
}

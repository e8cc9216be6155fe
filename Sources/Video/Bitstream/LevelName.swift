import CFFmpeg

/// The name of a codec's level in its own standard.
enum LevelName {
  /// The name, such as `4.1`; nil for an unknown level; the bare number for codecs whose level names are not listed
  /// here.
  static func name(_ level: Int32, of codec: AVCodecID) -> String? {
    // FFmpeg's value for unknown; only AV1 has a level 0.
    guard level > 0 || level == 0 && codec == AV_CODEC_ID_AV1 else { return nil }
    switch codec {
    // ITU-T H.264, table A-1: ten times the level; 9 is 1b.
    case AV_CODEC_ID_H264: return level == 9 ? "1b" : tenths(level)
    // ITU-T H.265, A.4.1: thirty times the level.
    case AV_CODEC_ID_HEVC: return "\(level / 30).\(level % 30 / 3)"
    // AV1, A.3: levels from 2.0 on, four for each major number; 31 means no level.
    case AV_CODEC_ID_AV1:
      return level == 31 ? "unbounded" : level > 31 ? String(level) : "\(2 + level / 4).\(level % 4)"
    case AV_CODEC_ID_VP9: return tenths(level)
    // ITU-T H.262, table 8-3.
    case AV_CODEC_ID_MPEG2VIDEO: return [4: "High", 6: "High 1440", 8: "Main", 10: "Low"][level] ?? String(level)
    default: return String(level)
    }
  }

  private static func tenths(_ level: Int32) -> String { "\(level / 10).\(level % 10)" }
}

import CFFmpeg
import Testing
@testable import Video

/// Levels by the tables of each codec's standard.
@Suite struct LevelNameTests {
  @Test(
    arguments: [
      (AV_CODEC_ID_H264, 9, "1b"), (AV_CODEC_ID_H264, 10, "1.0"), (AV_CODEC_ID_H264, 41, "4.1"),
      // Thirty times the level.
      (AV_CODEC_ID_HEVC, 93, "3.1"), (AV_CODEC_ID_HEVC, 120, "4.0"), (AV_CODEC_ID_HEVC, 186, "6.2"),
      // seq_level_idx: 0 is 2.0, 8 is 4.0, 13 is 5.1, 31 is no limit.
      (AV_CODEC_ID_AV1, 0, "2.0"), (AV_CODEC_ID_AV1, 8, "4.0"), (AV_CODEC_ID_AV1, 13, "5.1"),
      (AV_CODEC_ID_AV1, 31, "unbounded"), (AV_CODEC_ID_VP9, 31, "3.1"), (AV_CODEC_ID_MPEG2VIDEO, 8, "Main"),
      (AV_CODEC_ID_MPEG2VIDEO, 6, "High 1440"), (AV_CODEC_ID_MPEG4, 5, "5"),
      (AV_CODEC_ID_H264, -99, nil), (AV_CODEC_ID_H264, 0, nil), (AV_CODEC_ID_AV1, -99, nil),
      (AV_CODEC_ID_AV1, .max, "\(Int32.max)"),
    ] as [(AVCodecID, Int32, String?)])
  func `names`(codec: AVCodecID, level: Int32, name: String?) {
    #expect(LevelName.name(level, of: codec) == name)
  }
}

/// The formats that FFmpeg may open: video containers, elementary streams, and single pictures recognised by content.
///
/// Playlists, reference files, image patterns and text formats are not allowed: they open other files or invent
/// pictures.
public enum AllowedFormats {
  /// FFmpeg's names of the demuxers that may be used.
  public static let demuxers = [
    "mov", "matroska", "mpegts", "mpeg", "avi", "mxf", "ogg", "flv", "live_flv", "asf", "nut", "gif", "apng", "ivf",
    "dv", "yuv4mpegpipe", "rm", "wtv", "gxf", "nsv", "dirac", "h261", "h263", "h264", "hevc", "vvc", "m4v",
    "mpegvideo", "obu", "av1", "vc1", "vc1test", "cavsvideo", "mjpeg", "swf", "png_pipe", "jpeg_pipe", "webp_pipe",
    "bmp_pipe", "tiff_pipe", "jpegls_pipe", "j2k_pipe",
  ]

  /// Formats that contain sound only: refused like all others, but with their own error message.
  static let soundOnly: Set<String> = [
    "aac", "ac3", "aiff", "amr", "ape", "au", "caf", "dts", "eac3", "flac", "mp3", "truehd", "tta", "w64", "wav", "wv",
  ]

  /// FFmpeg's names of the decoders that may be used, including audio: probing a file opens its audio decoders.
  public static let decoders =
    [
      "h264", "hevc", "vvc", "mpeg1video", "mpeg2video", "mpeg4", "msmpeg4", "msmpeg4v1", "msmpeg4v2", "vp6", "vp6a",
      "vp6f", "vp7", "vp8", "libvpx", "vp9", "libvpx-vp9", "libdav1d", "libaom-av1", "av1", "mjpeg", "mjpegb",
      "prores", "dnxhd", "ffv1", "huffyuv", "ffvhuff", "hymt", "utvideo", "qtrle", "png", "apng", "gif", "theora",
      "vp3",
      "flv", "wmv1", "wmv2", "wmv3", "vc1", "dvvideo", "rawvideo", "cinepak", "svq1", "svq3", "h261", "h263", "h263i",
      "h263p", "cfhd", "aic", "v210", "v308", "v408", "v410", "r210", "r10k", "jpeg2000", "libopenjpeg", "jpegls",
      "magicyuv",
      "lagarith", "zlib", "mszh", "camstudio", "camtasia", "tscc2", "msvideo1", "msrle", "rpza", "smc", "8bps", "rv10",
      "rv20", "rv30", "rv40", "snow", "dirac", "bmp", "tiff", "webp", "targa", "hap", "fraps", "zmbv", "flashsv",
      "flashsv2", "indeo3", "indeo4", "indeo5", "cavs", "cljr", "asv1", "asv2", "yuv4", "mss1", "mss2",
    ] + soundDecoders

  private static let soundDecoders = [
    "aac", "aac_fixed", "aac_latm", "mp1", "mp1float", "mp2", "mp2float", "mp3", "mp3float", "ac3", "eac3", "dca",
    "truehd", "mlp", "opus", "libopus", "vorbis", "libvorbis", "flac", "alac", "wmav1", "wmav2", "wmapro", "wmavoice",
    "amrnb", "amrwb", "speex", "libspeex", "nellymoser", "cook", "sipr", "adpcm_ima_qt", "adpcm_ima_wav", "adpcm_ms",
    "adpcm_swf",
    "pcm_alaw", "pcm_mulaw", "pcm_s16be", "pcm_s16le", "pcm_s24be", "pcm_s24le", "pcm_s32be", "pcm_s32le", "pcm_u8",
    "pcm_s8", "pcm_f32be", "pcm_f32le", "pcm_bluray", "pcm_dvd", "s302m", "qdm2", "real_144", "real_288", "mace3",
    "mace6",
  ]
}

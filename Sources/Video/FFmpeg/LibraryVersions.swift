import CFFmpeg

/// The versions of FFmpeg's libraries: those of the headers at build time, and those that are loaded now.
public enum LibraryVersions {
  /// One library.
  public struct Library: Hashable, Sendable {
    /// The library's name, such as `libavformat`.
    public let name: String
    /// The version of the headers.
    public let built: String
    /// The version that is loaded.
    public let running: String
  }

  /// FFmpeg's libraries that framegrab uses (`avformat_version` and its like).
  public static var ffmpeg: [Library] {
    [
      Library(
        name: "libavformat",
        built: text(LIBAVFORMAT_VERSION_MAJOR, LIBAVFORMAT_VERSION_MINOR, LIBAVFORMAT_VERSION_MICRO),
        running: text(avformat_version())),
      Library(
        name: "libavcodec", built: text(LIBAVCODEC_VERSION_MAJOR, LIBAVCODEC_VERSION_MINOR, LIBAVCODEC_VERSION_MICRO),
        running: text(avcodec_version())),
      Library(
        name: "libswscale", built: text(LIBSWSCALE_VERSION_MAJOR, LIBSWSCALE_VERSION_MINOR, LIBSWSCALE_VERSION_MICRO),
        running: text(swscale_version())),
      Library(
        name: "libavutil", built: text(LIBAVUTIL_VERSION_MAJOR, LIBAVUTIL_VERSION_MINOR, LIBAVUTIL_VERSION_MICRO),
        running: text(avutil_version())),
    ]
  }

  /// The licence of the FFmpeg that is loaded, in its own words, such as `LGPL version 2.1 or later`
  /// (`avformat_license`): it depends on how that FFmpeg was built.
  public static var ffmpegLicence: String { avformat_license().map { String(cString: $0) } ?? "" }

  private static func text(_ major: Int32, _ minor: Int32, _ micro: Int32) -> String { "\(major).\(minor).\(micro)" }

  /// FFmpeg packs a version into one number: eight bits for each part except the first.
  private static func text(_ version: UInt32) -> String { "\(version >> 16).\(version >> 8 & 0xFF).\(version & 0xFF)" }
}

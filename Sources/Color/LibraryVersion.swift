import CZimg

extension BitmapConverter {
  /// The version of zimg's interface that the program was built against, and the version that is loaded
  /// (`zimg_get_version_info`).
  public static var libraryVersion: (built: String, running: String) {
    var (major, minor, micro): (UInt32, UInt32, UInt32) = (0, 0, 0)
    czimg_running_version(&major, &minor, &micro)
    return ("interface \(czimg_built_api_major).\(czimg_built_api_minor)", "\(major).\(minor).\(micro)")
  }
}

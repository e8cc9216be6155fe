import CPNG

extension PNGEncoder {
  /// The version of libpng that the program was built against, and the one that is loaded (`png_get_libpng_ver`).
  public static var libraryVersion: (built: String, running: String) {
    (String(cString: cpng_built_version()), String(cString: cpng_running_version()))
  }
}

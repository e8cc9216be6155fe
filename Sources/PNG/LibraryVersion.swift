import CPNG

extension PNGEncoder {
  /// The version of libpng that the program was built against, and the one that is loaded (`png_get_libpng_ver`).
  public static var libraryVersion: (built: String, running: String) {
    (String(cString: cpng_built_version()), String(cString: cpng_running_version()))
  }

  /// The libraries that compress, as far as they were there at build time: zlib as it is loaded, the others as they
  /// were built against (`cpng_coder_version`).
  public static var coderVersions: [(name: String, version: String)] {
    [("zlib", CPNG_ZLIB), ("ISA-L", CPNG_ISAL), ("libdeflate", CPNG_LIBDEFLATE)].compactMap { name, coder in
      cpng_coder_version(coder).map { (name, String(cString: $0)) }
    }
  }
}

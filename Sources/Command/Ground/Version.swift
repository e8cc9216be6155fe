import Color
import PNG
import Video
import Workers

/// What `--version` prints.
enum Version {
  /// Framegrab's own version.
  static let number = "0.1.0"

  static func lines(isVerbose: Bool) -> [String] {
    var lines = ["framegrab \(number)"]
    guard isVerbose else { return lines }
    for library in LibraryVersions.ffmpeg {
      lines.append("\(library.name) \(library.running) (built against \(library.built))")
    }
    let png = PNGEncoder.libraryVersion
    lines.append("libpng \(png.running) (built against \(png.built))")
    let zimg = BitmapConverter.libraryVersion
    lines.append("zimg \(zimg.running) (built against \(zimg.built))")
    lines += Licences.lines
    lines.append("sandbox: " + Sandbox.words(for: WorkerProcess.triedWalls()))
    return lines
  }
}

/// The licences of the libraries that this program contains or loads, for `--version -v`.
enum Licences {
  /// One line for each library.
  static var lines: [String] {
    all.map { "licence of \($0.library): \($0.licence)" }
  }

  private static var all: [(library: String, licence: String)] {
    [
      ("FFmpeg", LibraryVersions.ffmpegLicence),
      ("libpng", "libpng-2.0"),
      ("zimg", "WTFPL"),
      ("zlib", "Zlib"),
    ] + onlyInside + [("Swift's runtime", "Apache-2.0 with the Swift Runtime Library Exception")]
  }

  /// Licences of libraries inside the binary of `make portable`; other builds use those that FFmpeg loads.
  private static var onlyInside: [(library: String, licence: String)] {
    #if FRAMEGRAB_PORTABLE
      [
        ("dav1d", "BSD-2-Clause"),
        ("libvpx", "BSD-3-Clause"),
        ("bzip2", "bzip2-1.0.6"),
        ("liblzma", "public domain"),
        ("libstdc++", "GPL 3 or later with the GCC Runtime Library Exception"),
      ]
    #else
      []
    #endif
  }
}

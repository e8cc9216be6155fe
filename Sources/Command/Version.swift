import Color
import FrameGrabbing
import PNG
import Video

/// What `--version` prints.
enum Version {
  /// Framegrab's own version.
  static let number = "0.1.0"

  static func print(isVerbose: Bool, to terminal: Terminal) throws(GrabError) {
    try terminal.print("framegrab \(number)")
    guard isVerbose else { return }
    for library in LibraryVersions.ffmpeg {
      try terminal.print("\(library.name) \(library.running) (built against \(library.built))")
    }
    let png = PNGEncoder.libraryVersion
    try terminal.print("libpng \(png.running) (built against \(png.built))")
    let zimg = BitmapConverter.libraryVersion
    try terminal.print("zimg \(zimg.running) (built against \(zimg.built))")
    try terminal.print("sandbox: none in this version")
  }
}

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

import TestSupport
import Testing

extension Bench {
  /// Makes a clip with FFmpeg's tool: the pictures of a fixture as they are, without its tags but with those given.
  func remux(
    _ name: String, tags: [String], of fixture: Fixture = .h264Faststart, options: [String] = []
  ) throws {
    let metadata = tags.flatMap { ["-metadata", $0] }
    try ffmpeg(["-i", fixture.path, "-map_metadata", "-1", "-map", "0", "-c", "copy"] + options + metadata + [name])
  }

  /// Runs FFmpeg's tool in the folder.
  func ffmpeg(_ words: [String]) throws {
    let result = try run(["ffmpeg", "-v", "error", "-nostdin", "-y"] + words, in: folder)
    try #require(result.status == 0, "\(result.stderr)")
  }

  /// The Exif tags of a picture as ExifTool reads them: `GPS:GPSLatitude` to its value, numbers as decimals.
  func exif(_ name: String) throws -> [String: String] {
    let result = try run(
      ["exiftool", "-EXIF:All", "-Error", "-Warning", "-a", "-n", "-G1", "-s", "-t", name], in: folder)
    try #require(result.status == 0, "\(result.stderr)")
    let fields = result.lines.map { $0.split(separator: "\t", maxSplits: 2, omittingEmptySubsequences: false) }
    return Dictionary(fields.filter { $0.count == 3 }.map { ("\($0[0]):\($0[1])", String($0[2])) }) { first, _ in first
    }
  }

  /// Grabs a frame and returns its Exif tags.
  func exif(ofFrame frame: Int, of clip: String, _ words: String...) throws -> [String: String] {
    let name = "\(clip)-\(frame)\(words.joined()).png"
    try framegrab([clip, "--frame", "\(frame)", "-o", name] + words).expectSuccess(name)
    return try exif(name)
  }
}

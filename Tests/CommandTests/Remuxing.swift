import Foundation
import TestSupport
import Testing

extension Bench {
  /// Makes a clip with FFmpeg's tool: the unchanged pictures of a fixture, with the given tags only.
  func remux(
    _ name: String, tags: [String], of fixture: Fixture = .h264Faststart, options: [String] = []
  ) throws {
    let metadata = tags.flatMap { ["-metadata", $0] }
    try ffmpeg(["-i", fixture.path, "-map_metadata", "-1", "-map", "0", "-c", "copy"] + options + metadata + [name])
  }

  /// Runs FFmpeg's tool in the folder.
  func ffmpeg(_ words: [String]) throws { try TestSupport.ffmpeg(words, in: folder) }

  /// Writes the display matrix of an mp4 file's first track (version 0 of its header, ISO 14496-12, 8.3.2): whole
  /// numbers a, b, c, d, which map a stored pixel (x, y) to (ax + cy, bx + dy).
  func turn(_ name: String, _ a: Int32, _ b: Int32, _ c: Int32, _ d: Int32) throws {
    var bytes = try self.bytes(name)
    let header = try #require(bytes.firstRange(of: Data("tkhd".utf8)))
    // After the name: version and flags, two dates, number, zero, duration, two zeros, layer, group, volume and zero.
    let start = header.upperBound + 4 * 8 + 8
    try #require(bytes[header.upperBound] == 0 && start + 36 <= bytes.count)
    let matrix = [a << 16, b << 16, 0, c << 16, d << 16, 0, 0, 0, 1 << 30]
    for (place, number) in matrix.enumerated() {
      withUnsafeBytes(of: number.bigEndian) {
        bytes.replaceSubrange(start + 4 * place..<start + 4 * place + 4, with: $0)
      }
    }
    try write(bytes, to: name)
  }

  /// The Exif tags of a picture as ExifTool reads them: `GPS:GPSLatitude` to its value, with numbers as decimals.
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

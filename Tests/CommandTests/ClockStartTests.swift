import Foundation
import TestSupport
import Testing

/// t = 0 in files whose sound starts with priming samples, compared with the output of a decoder.
@Suite struct ClockStartTests {
  private let bench: Bench

  init() throws { bench = try Bench() }

  /// Two seconds of pictures that start late, and of sound that starts immediately.
  private func make(_ name: String, _ options: [String], late: String = "0.5", rate: Int = 44_100) throws {
    let video =
      name.hasSuffix(".webm") ? ["-c:v", "libvpx", "-deadline", "realtime"] : ["-c:v", "libx264", "-bf", "0"]
    try bench.ffmpeg(
      ["-itsoffset", late, "-f", "lavfi", "-i", "testsrc2=r=30:s=96x64:d=2"]
        + ["-f", "lavfi", "-i", "sine=r=\(rate):d=2", "-strict", "-2"]
        + (name.hasSuffix(".ogg") ? ["-c:v", "libtheora"] : video) + options + [name])
  }

  /// The file's time in seconds at t = 0: a frame's timestamp minus its time.
  private func zero(of name: String) throws -> Double {
    let object = try #require(try bench.framegrab(name, "--frame", "0", "--dry-run", "--json").objects().first)
    let base = try #require((object["timeBase"] as? String).flatMap(Self.fraction))
    let time = try #require((object["time"] as? [String: String])?["exact"].flatMap(Self.fraction))
    return Double(try #require(object["pts"] as? Int)) * base - time
  }

  private static func fraction(_ text: String) -> Double? {
    let parts = text.split(separator: "/").compactMap { Double($0) }
    return parts.isEmpty ? nil : parts[0] / (parts.count > 1 ? parts[1] : 1)
  }

  /// When the first sound frame that FFmpeg's decoder outputs starts, in seconds of the file.
  private func firstSound(of name: String) throws -> Double {
    let result = try run(
      [
        "ffprobe", "-v", "quiet", "-select_streams", "a:0", "-read_intervals", "%+#20", "-show_entries",
        "frame=pts_time", "-of", "csv=p=0", name,
      ], in: bench.folder)
    let first = result.lines.compactMap { Double($0.split(separator: ",").first ?? "") }.first
    return try #require(first, "\(name): \(result.text)")
  }

  // FFmpeg's encoder puts 1024 samples in front; `setts` adds the others before them.
  @Test(arguments: [1024, 2112, 2624, 1600, 1105, 1681, 312, 3840], ["mp4", "mov"])
  func `priming of any length is skipped`(samples: Int, container: String) throws {
    try make("late.\(container)", ["-c:a", "aac", "-bsf:a", "setts=ts=TS-\(samples - 1024)"])
    #expect(try zero(of: "late.\(container)") == firstSound(of: "late.\(container)"))
    // Pictures that start with the sound: 30 of them are one second.
    try make("p.\(container)", ["-c:a", "aac", "-bsf:a", "setts=ts=TS-\(samples - 1024)"], late: "0")
    let found = try bench.framegrab("p.\(container)", "--at", "1s", "--dry-run", "--json").objects()
    // If the sound starts before the pictures, its first second is not over yet.
    if samples >= 1024 { #expect(found.first?["index"] as? Int == 30) }
  }

  @Test func `samples before granule position 0 in Ogg are skipped`() throws {
    try bench.ffmpeg(
      ["-f", "lavfi", "-i", "testsrc2=r=25:s=96x64:d=2", "-f", "lavfi", "-i", "sine=d=2", "-c:v", "libtheora"]
        + ["-c:a", "libvorbis", "t.ogv"])
    #expect(try bench.framegrab("t.ogv", "--at", "1s", "--dry-run", "--json").objects().first?["index"] as? Int == 25)
  }

  @Test(arguments: [
    ("aac", "mkv"), ("aac", "ts"), ("aac", "flv"), ("libmp3lame", "mp4"), ("libmp3lame", "mkv"), ("libmp3lame", "ts"),
    ("mp2", "ts"), ("ac3", "mp4"), ("ac3", "mkv"), ("eac3", "ts"), ("flac", "mkv"), ("flac", "mp4"), ("flac", "ogg"),
    ("alac", "mov"), ("libopus", "mp4"), ("libopus", "mkv"), ("libopus", "webm"), ("libopus", "ogg"), ("libopus", "ts"),
    ("libvorbis", "mkv"), ("libvorbis", "mp4"), ("libvorbis", "ogg"), ("libvorbis", "webm"), ("pcm_s16le", "mov"),
    ("pcm_s16le", "mkv"), ("wmav2", "mkv"), ("wmav1", "mkv"), ("dca", "ts"), ("libspeex", "mkv"), ("tta", "mkv"),
  ])
  func `the clock starts with the first sample that a decoder outputs`(codec: String, container: String) throws {
    let name = "sound.\(container)"
    let rate = codec == "libspeex" ? 16_000 : codec == "libopus" || codec == "dca" ? 48_000 : 44_100
    try make(name, ["-c:a", codec, "-ac", codec == "dca" ? "2" : "1"], rate: rate)
    #expect(abs(try zero(of: name) - max(firstSound(of: name), container == "ogg" ? 0 : -1)) < 0.000_001)
  }
}

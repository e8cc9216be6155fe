import Foundation
import TestSupport
import Testing

/// t = 0 in files whose sound starts with priming samples, compared with the output of a decoder.
@Suite struct ClockStartTests {
  private let bench: Bench

  init() throws { bench = try Bench() }

  /// A file to be made: its name, what codes its sound, and the number of its sound among the inputs.
  private struct Clip {
    let name: String
    let sound: [String]
    var source = 2
    var isLate = true
  }

  /// Two seconds of pictures, which start half a second late or immediately, and of sound that starts immediately.
  ///
  /// One run makes all files, since a start takes longer than a file.
  private func make(_ clips: [Clip]) throws {
    var words = ["-itsoffset", "0.5", "-f", "lavfi", "-i", "testsrc2=r=30:s=96x64:d=2"]
    words += ["-f", "lavfi", "-i", "testsrc2=r=30:s=96x64:d=2"]
    for rate in [44_100, 48_000, 16_000] { words += ["-f", "lavfi", "-i", "sine=r=\(rate):d=2"] }
    for clip in clips {
      words += ["-map", clip.isLate ? "0:v" : "1:v", "-map", "\(clip.source):a", "-strict", "-2"]
      let coding =
        switch clip.name.split(separator: ".").last {
        case "ogg": ["-c:v", "libtheora"]
        case "webm": ["-c:v", "libvpx", "-deadline", "realtime"]
        default: ["-c:v", "libx264", "-preset", "ultrafast", "-bf", "0"]
        }
      words += coding + clip.sound + [clip.name]
    }
    try bench.ffmpeg(words)
  }

  /// What the tool says about a frame.
  private func ask(_ words: String...) throws -> [String: Any] {
    try #require(try bench.framegrab(words + ["--dry-run", "--json"]).objects().first)
  }

  /// The file's time in seconds at t = 0: a frame's timestamp minus its time.
  private func zero(of name: String) throws -> Double {
    let object = try ask(name, "--frame", "0")
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
  @Test(arguments: ["mp4", "mov"]) func `priming of any length is skipped`(container: String) throws {
    let counts = [1024, 2112, 2624, 1600, 1105, 1681, 312, 3840]
    let late = counts.map { "late-\($0).\(container)" }
    // Pictures that start with the sound: 30 of them are one second.
    let prompt = counts.map { "prompt-\($0).\(container)" }
    try make(
      zip(counts, zip(late, prompt)).flatMap { samples, names in
        let sound = ["-c:a", "aac", "-bsf:a", "setts=ts=TS-\(samples - 1024)"]
        return [Clip(name: names.0, sound: sound), Clip(name: names.1, sound: sound, isLate: false)]
      })
    for (samples, names) in zip(counts, zip(late, prompt)) {
      #expect(try zero(of: names.0) == firstSound(of: names.0), "\(names.0)")
      // If the sound starts before the pictures, its first second is not over yet.
      let index = try ask(names.1, "--at", "1s")["index"] as? Int
      if samples >= 1024 { #expect(index == 30, "\(names.1)") }
    }
  }

  @Test func `samples before granule position 0 in Ogg are skipped`() throws {
    try bench.ffmpeg(
      ["-f", "lavfi", "-i", "testsrc2=r=25:s=96x64:d=2", "-f", "lavfi", "-i", "sine=d=2", "-c:v", "libtheora"]
        + ["-c:a", "libvorbis", "t.ogv"])
    #expect(try ask("t.ogv", "--at", "1s", "--index")["index"] as? Int == 25)
  }

  private static let codecs = [
    ("aac", "mkv"), ("aac", "ts"), ("aac", "flv"), ("libmp3lame", "mp4"), ("libmp3lame", "mkv"), ("libmp3lame", "ts"),
    ("mp2", "ts"), ("ac3", "mp4"), ("ac3", "mkv"), ("eac3", "ts"), ("flac", "mkv"), ("flac", "mp4"), ("flac", "ogg"),
    ("alac", "mov"), ("libopus", "mp4"), ("libopus", "mkv"), ("libopus", "webm"), ("libopus", "ogg"), ("libopus", "ts"),
    ("libvorbis", "mkv"), ("libvorbis", "mp4"), ("libvorbis", "ogg"), ("libvorbis", "webm"), ("pcm_s16le", "mov"),
    ("pcm_s16le", "mkv"), ("wmav2", "mkv"), ("wmav1", "mkv"), ("dca", "ts"), ("libspeex", "mkv"), ("tta", "mkv"),
  ]

  @Test func `the clock starts with the first sample that a decoder outputs`() throws {
    let clips = Self.codecs.map { codec, container in
      Clip(
        name: "\(codec).\(container)", sound: ["-c:a", codec, "-ac", codec == "dca" ? "2" : "1"],
        source: codec == "libspeex" ? 4 : codec == "libopus" || codec == "dca" ? 3 : 2)
    }
    try make(clips)
    for name in clips.map(\.name) {
      let due = max(try firstSound(of: name), name.hasSuffix(".ogg") ? 0 : -1)
      #expect(abs(try zero(of: name) - due) < 0.000_001, "\(name)")
    }
  }
}

import Foundation
import TestSupport
import Testing

/// An mp4 that is so large that its table of packets is believed, and `--whole`.
@Suite struct WholeTests {
  private let bench: Bench

  init() throws {
    bench = try Bench()
    // 20 s at 25 per second, 500 frames, of noise.
    try makeOnce(
      "film.mp4",
      ("-f lavfi -i testsrc2=s=256x144:r=25:d=20,noise=alls=40:allf=t -c:v libx264 -preset ultrafast -g 50 -qp 24"
        + " -pix_fmt yuv420p -timecode 10:00:00:00").split(separator: " ").map(String.init), in: bench.folder)
  }

  @Test func `every kind of moment has the same frame and report with the table as with every packet`() throws {
    try #require(try bench.bytes("film.mp4").count > 2 << 20)
    // The frame on screen: floor(25 t). 50% of 20 s is 10 s; -1s is 19 s; 4 s and 5 frames are 4 · 25 + 5.
    let moments: [(words: [String], index: Int)] = [
      (["--at", "50%"], 250), (["--at", "7.3s"], 182), (["--at", "-1s"], 475), (["--frame", "-1"], 499),
      (["--frame", "321"], 321), (["--at", "10:00:04:05"], 105), (["--at", "end"], 499),
    ]
    for (words, index) in moments {
      let short = try bench.framegrab(["film.mp4"] + words + ["--json", "--hash"])
      let whole = try bench.framegrab(["film.mp4"] + words + ["--json", "--hash", "--whole"])
      #expect(short == whole && short.status == 0, "\(words)")
      let object = try JSONSerialization.jsonObject(with: short.stdout) as? [String: Any]
      #expect(object?["index"] as? Int == index, "\(words)")
    }
    let drag = Fixture.folder.appending(path: "gestures/drag.json").path(percentEncoded: false)
    for line in ["--count 7", "--every 3s", "--frame 10..490:40", "--keyframes", "--gesture \(drag)"] {
      #expect(try hash("film.mp4", line) == hash("film.mp4", line + " --whole"), "\(line)")
    }
    // Matroska counts in milliseconds; 40 ms are exact.
    try ffmpeg(["-i", "film.mp4", "-c", "copy", "-an", "film.mkv"], in: bench.folder)
    for line in ["--at 50%", "--at -1s", "--at end", "--at 100%", "--at 12.34s", "--count 2"] {
      let short = try hash("film.mkv", line)
      #expect(try short == hash("film.mkv", line + " --whole"), "\(line)")
      #expect(try short == hash("film.mp4", line), "\(line)")
    }
  }

  /// What a line prints with --hash.
  private func hash(_ video: String, _ line: String) throws -> String {
    let result = try bench.framegrab([video] + line.split(separator: " ").map(String.init) + ["--hash"])
    #expect(result.status == 0 && result.stderr.isEmpty, "\(line): \(result.stderr)")
    return String(decoding: result.stdout, as: UTF8.self)
  }
}

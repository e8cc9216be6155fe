import Foundation
import TestSupport
import Testing

@testable import Faults

/// Runs with less memory than some of their pictures need: what there is memory for is right, and the rest is told.
struct LittleMemoryTests {
  private func movie(_ width: Int, _ height: Int, _ samples: [[UInt8]]) -> Data {
    var movie = Movie()
    (movie.codec, movie.width, movie.height, movie.samples) = ("png ", width, height, samples)
    return Data(movie.bytes)
  }

  private func framegrab(_ words: [String], in scratch: Scratch) throws -> RunResult {
    try run([BuiltTool.path] + words + ["--no-cache"], in: scratch.folder)
  }

  private func indices(_ result: RunResult) throws -> [Int] {
    try result.stdout.split(separator: UInt8(ascii: "\n")).compactMap {
      (try JSONSerialization.jsonObject(with: $0) as? [String: Any]).flatMap {
        $0["hash"] is String ? $0["index"] as? Int : nil
      }
    }
  }

  @Test(arguments: [["-j", "1"], ["-j", "2"], ["--sandbox", "off"]])
  func `the third of five pictures is too large`(_ more: [String]) throws {
    let scratch = try Scratch()
    let small = SinglePicture.png(width: 64, height: 48)
    // 8192 × 8192 pixels of three times 16 bits are 384 MiB.
    let samples = [small, small, PictureBombs.deep, small, small]
    try movie(64, 48, samples).write(to: scratch.folder.appending(component: "a.mov"))
    let all = try framegrab(["a.mov", "--all", "--max-memory", "500M", "--max-picture", "4G"] + more, in: scratch)
    #expect(all.status == 1, "\(all.stderr)")
    #expect(all.stderr.contains("--max-memory"), "\(all.stderr)")
    let files = try FileManager.default.contentsOfDirectory(atPath: scratch.folder.path(percentEncoded: false))
    #expect(files.count { $0.hasSuffix(".png") } == 4, "\(files)")
    let json = try framegrab(
      ["a.mov", "--all", "--hash", "--json", "--max-memory", "500M", "--max-picture", "4G"] + more, in: scratch)
    #expect(try indices(json) == [0, 1, 3, 4] && json.status == 1, "\(json.stderr)")
  }

  @Test func `there is not memory for sixteen decoders`() throws {
    let scratch = try Scratch()
    // As many as make several decoders pay. Each takes 6 MiB, and three of them besides the threads of a decoder.
    let picture = SinglePicture.png(width: 1920, height: 1080)
    let samples = Array(repeating: picture, count: 66)
    try movie(1920, 1080, samples).write(to: scratch.folder.appending(component: "a.mov"))
    let words = ["a.mov", "--all", "--hash", "--json", "-j", "16", "--max-memory", "400MiB"]
    let result = try framegrab(words, in: scratch)
    #expect(try result.status == 0 && indices(result) == Array(0..<66), "\(result.stderr)")
  }
}

import Foundation
import Testing

@testable import TestSupport

@Suite final class KeptResultTests {
  private let scratch: Scratch
  private let input = ["ffmpeg", "-v", "error", "-nostdin", "-y", "-i", "a.pgm"]
  /// Another one in each run, so that no earlier run has kept a result.
  private let title = ["-metadata", "title=\(UUID().uuidString)"]
  private var kept: [URL] = []

  init() throws {
    scratch = try Scratch()
    try write("0")
  }

  deinit { for file in kept { try? FileManager.default.removeItem(at: file) } }

  /// A picture of one gray.
  private func write(_ value: String) throws {
    try scratch.write(Data("P2 16 16 9\n\(String(repeating: value + " ", count: 256))".utf8), to: "a.pgm")
  }

  private func result(_ words: [String]) throws -> KeptResult {
    let result = try #require(KeptResult(of: input + words, in: scratch.folder, writing: words.last))
    kept.append(result.file)
    return result
  }

  /// What the call leaves out, it adds.
  private func ffmpeg(_ words: [String]) throws {
    try TestSupport.ffmpeg(Array(input.dropFirst(5)) + words, in: scratch.folder)
  }

  @Test func `the same words about the same file give what they gave`() throws {
    let words = title + ["b.nut"]
    #expect(try result(words).bytes == nil)
    try ffmpeg(words)
    let made = try Data(scratch.bytes(of: "b.nut"))
    #expect(!made.isEmpty)
    #expect(try result(words).bytes == made)
    // What is taken is what is kept, whatever lies there.
    try result(words).keep(Data("kept".utf8))
    try ffmpeg(words)
    #expect(try scratch.bytes(of: "b.nut") == Array("kept".utf8))
  }

  @Test func `another input or other words make another`() throws {
    try ffmpeg(title + ["b.nut"])
    #expect(try result(title + ["b.nut"]).bytes != nil)
    #expect(try result(title + ["-c:v", "ffv1", "b.nut"]).bytes == nil)
    try write("9")
    #expect(try result(title + ["b.nut"]).bytes == nil)
    try ffmpeg(title + ["b.nut"])
    #expect(try result(title + ["b.nut"]).bytes == Data(scratch.bytes(of: "b.nut")))
  }

  @Test func `neither a failure nor one of two files is kept`() throws {
    #expect(throws: RunFault.self) { try ffmpeg(title + ["-c:v", "missing", "b.nut"]) }
    #expect(try result(title + ["-c:v", "missing", "b.nut"]).bytes == nil)
    try ffmpeg(title + ["c.nut", "b.nut"])
    try FileManager.default.removeItem(at: scratch.folder.appending(component: "c.nut"))
    #expect(try result(title + ["c.nut", "b.nut"]).bytes == nil)
    // A folder has no contents of its own, as pipes and devices.
    for words in [["out%d.png"], ["-f", "concat", "b.nut"], ["-pass", "1", "b.nut"], ["-i", ".", "b.nut"]] {
      #expect(KeptResult(of: input + words, in: scratch.folder) == nil)
    }
  }
}

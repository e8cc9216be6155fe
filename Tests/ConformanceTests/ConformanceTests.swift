import Conformance
import Foundation
import TestSupport
import Testing

/// A fixed small part of the conformance run: one seed, and one file or two of each class. `make conformance` runs all.
struct ConformanceTests {
  private static let patterns = [
    "h264-bframes-1.mp4", "hevc-open.ts", "h264-intra-refresh.mkv", "mpeg4-packed-1.avi", "vp9-hidden-1.webm",
    "prores.mov",
    "frag-dash.mp4", "h264-piped.mkv", "vfr-h264.mkv", "equal-h264.mkv", "sparse-mpeg2-1.mpg", "wrap-h264-1.ts",
    "jump-back-open-1.ts", "*midway-h264-open*", "fields.ts", "edit-middle-1.mov", "edits-two.mp4", "transposed.mp4",
    "change-size-h264.ts", "alpha-vp8-1.webm", "animation-1.gif", "sound-late.mkv", "cover-before.mp4",
    "cut-fast-3.mp4",
    "text.mp4", "mpeg2.avi", "damaged-h264-1.mp4", "mpeg1.m1v", "telecine.m2v",
    "swapped-h264.ts",
  ]

  @Test func `every answer on a small corpus is right`() throws {
    let folder = try Self.made(seed: 1, Self.patterns)
    var table = TallyTable()
    for file in try CorpusFile.all(in: folder) {
      var check = FileCheck(file)
      check.run()
      #expect(check.faults.isEmpty, "\(check.faults.prefix(3))")
      table.add(check.tally, to: file.kind)
    }
    #expect(table.total.files >= Self.patterns.count && table.total.requests > 2000, "\(table.text)")
  }

  /// Files of other seeds about which answers were wrong: the last picture of a program stream that ends amid a group,
  /// damage in MPEG-4 that a decoder overlooks in the first pictures that it sees, and the rate of MXF that is cut off.
  @Test(arguments: [
    (41, ["cut-mpeg2-2.mpg", "cut-mpeg2-3.mpg"]), (42, ["cut-mpeg2-1.mpg", "damaged-mpeg4-2.avi"]),
    (44, ["cut-mpeg2-3.mxf"]),
  ])
  func `answers that were wrong once are right`(seed: Int, names: [String]) throws {
    let files = try CorpusFile.all(in: Self.made(seed: seed, names))
    try #require(files.count == names.count)
    for file in files {
      var check = FileCheck(file)
      check.run()
      #expect(check.faults.isEmpty, "\(check.faults.prefix(3))")
    }
  }

  /// The folder of a small corpus, beside the tests' program: made once for these patterns, scripts and this FFmpeg.
  private static func made(seed: Int, _ patterns: [String]) throws -> URL {
    let scripts = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(component: "Corpus")
    var recipe = Data("\(seed) \(patterns.joined(separator: " "))".utf8)
    recipe += try run(["ffmpeg", "-version"]).stdout
    for name in try FileManager.default.contentsOfDirectory(atPath: scripts.path(percentEncoded: false)).sorted() {
      recipe += try Data(contentsOf: scripts.appending(component: name))
    }
    let folder = URL(filePath: BuiltTool.folder).appending(component: "small-corpus-\(crc32(recipe))")
    var isMade: Bool { FileManager.default.fileExists(atPath: folder.path(percentEncoded: false)) }
    if isMade { return folder }
    // Under its name it is complete: a run that is ended before leaves one that no run takes.
    let part = folder.deletingLastPathComponent().appending(component: "small-corpus-part-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: part) }
    let made = try run(
      [scripts.appending(component: "make-corpus.sh").path(percentEncoded: false), part.path(percentEncoded: false)]
        + patterns, environment: ["SEED": "\(seed)"], timeLimit: 900)
    try #require(made.status == 0, "\(made.stderr)")
    do {
      try FileManager.default.moveItem(at: part, to: folder)
    } catch {
      // Another run of the tests was faster.
      if !isMade { throw error }
    }
    return folder
  }
}

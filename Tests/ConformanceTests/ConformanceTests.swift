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
    let folder = FileManager.default.temporaryDirectory.appending(component: "framegrab-corpus-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let script = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(components: "Corpus", "make-corpus.sh")
    let made = try run(
      [script.path(percentEncoded: false), folder.path(percentEncoded: false)] + Self.patterns,
      environment: ["SEED": "1"], timeLimit: 900)
    #expect(made.status == 0, "\(made.stderr)")
    var table = TallyTable()
    for file in try CorpusFile.all(in: folder) {
      var check = FileCheck(file)
      check.run()
      #expect(check.faults.isEmpty, "\(check.faults.prefix(3))")
      table.add(check.tally, to: file.kind)
    }
    #expect(table.total.files >= Self.patterns.count && table.total.requests > 2000, "\(table.text)")
  }
}

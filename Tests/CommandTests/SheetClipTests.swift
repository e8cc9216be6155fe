import Foundation
import TestSupport
import Testing

/// Sheets of clips that are made here, and of many sheets.
@Suite struct SheetClipTests {
  /// The samples that `--raw` gives, picture after picture.
  private func raw(_ bench: Bench, _ words: [String], count: Int) throws -> [[UInt8]] {
    let result = try bench.framegrab(words + ["--raw", "rgb24", "--pixels", "square", "--color", "srgb", "-o", "-"])
    try #require(result.status == 0 && result.stdout.count % count == 0, "\(result.stderr)")
    let (all, size) = (Array(result.stdout), result.stdout.count / count)
    return (0..<count).map { Array(all[($0 * size)..<(($0 + 1) * size)]) }
  }

  /// PQ and HLG of ten bits, and tiles that are smaller than the pictures.
  @Test(arguments: ["smpte2084", "arib-std-b67"]) func `HDR is tone-mapped as in raw pictures`(transfer: String) throws
  {
    let bench = try Bench()
    try makeOnce(
      "v.mkv",
      [
        "-f", "lavfi", "-i", "testsrc2=s=160x90:r=5:d=2,format=yuv420p10le", "-c:v", "ffv1", "-level", "3",
        "-color_primaries", "bt2020", "-color_trc", transfer, "-colorspace", "bt2020nc", "-color_range", "tv",
      ], in: bench.folder)
    for width in ["160", "64"] {
      let words = ["v.mkv", "--all", "--width", width]
      #expect(try bench.framegrab(words + ["--sheet", "4x2", "-o", "t.vtt", "-y"]).status == 0)
      let pictures = try raw(bench, words, count: 10)
      #expect(try bench.tiles("t.vtt").tiles.map(\.colors) == pictures)
      // It is not the same without.
      let plain = try bench.framegrab(words + ["--raw", "rgb24", "--color", "keep", "-o", "-"])
      #expect(plain.status == 0 && Array(plain.stdout) != pictures.flatMap(\.self))
    }
  }

  @Test(arguments: [(9, "009"), (10, "010"), (1000, "1000")])
  func `so many sheets have so many names`(count: Int, last: String) throws {
    let bench = try Bench()
    let result = try bench.framegrab(
      Fixture.h264BFrames.path, "--count", "\(count)", "--size", "8x6", "--sheet", "1x1", "-o", "t.vtt")
    #expect(
      result.status == 0 && result.lines.count == count + 1 && result.lines.suffix(2) == ["t-\(last).png", "t.vtt"])
    let track = try #require(try ThumbnailTrack(bench.bytes("t.vtt")))
    #expect(track.cues.map { String(decoding: $0.sheet, as: UTF8.self) } == result.lines.dropLast())
    #expect(bench.names == Set(result.lines))
  }

  /// The chapters' starts by ffprobe, in milliseconds rounded up.
  @Test(arguments: [Fixture.chapters]) func `the pieces of chapters begin where they do`(_ fixture: Fixture) throws {
    let bench = try Bench()
    let probed = try run(
      ["ffprobe", "-v", "error", "-show_entries", "chapter=start,time_base", "-of", "csv=p=0", fixture.path],
      in: bench.folder)
    let starts = probed.lines.compactMap { line -> Int? in
      let parts = line.split(separator: ",")
      guard parts.count == 2, let base = Fraction(parts[0]), let start = Int64(parts[1]) else { return nil }
      return Int((1000 * start * base.numerator + base.denominator - 1) / base.denominator)
    }
    try #require(starts.count > 1)
    #expect(try bench.framegrab(fixture.path, "--chapters", "-o", "t.vtt").status == 0)
    let (track, tiles) = try bench.tiles("t.vtt")
    #expect(track.cues.map(\.from) == starts)
    let alone = try bench.framegrab(fixture.path, "--chapters", "--json", "-o", "{index}.png")
    #expect(
      try alone.objects().map { $0["index"] as? Int } == tiles.map { BurntNumber.read(from: $0) })
  }
}

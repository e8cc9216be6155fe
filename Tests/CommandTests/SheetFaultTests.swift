import Foundation
import TestSupport
import Testing

/// What is refused of sheets, what fails, and what is there already.
@Suite struct SheetFaultTests {
  @Test(arguments: [
    ("--count 3 -o x.vtt --raw rgb24", "leave --raw out"), ("--count 3 -o x.vtt --hash", "leave --hash out"),
    ("--count 3 --sheet 2x2 --raw gray", "leave --raw out"), ("--count 3 --sheet 2 -o x.png", "such as 10x10"),
    ("--count 3 --sheet 0x2 -o x.png", "such as 10x10"), ("--gesture g.json -o x.vtt", "leave --gesture out"),
    ("--at 1s --frame 3 -o x.vtt", "moments of one kind"), ("--count 3 --every 1s -o x.vtt", "moments of one kind"),
    ("--count 3 -o {index}.vtt", "{stem} and {n}"), ("--count 3 -o x-{sheet}.vtt", "one index"),
    ("--count 3 -o x-%d.vtt", "one index"), ("--count 3 --sheet 2x2 -o {time}.png", "{sheet}"),
    ("--count 3 --sheet 2x2 -o x.npy", "PNG"), ("--count 3 --sheet 2x2 --depth 16", "8 bits"),
    ("--count 3 --sheet 2x2 --metadata full", "no metadata"), ("--count 5 --sheet 2x2 -o x.png", "--sheet 2x3"),
    ("--count 5 --sheet 2x2 -o -", "--sheet 2x3"), ("--at 1s -o x-{sheet}.png", "unknown field"),
    ("--scrub -o x.vtt", "frames that are grabbed"), ("--count 4 --sheet 2x2 --color tagged", "no metadata"),
  ]) func `what no sheet can have is refused`(line: String, words: String) throws {
    let bench = try Bench()
    try bench.copy(.h264BFrames, to: "v.mp4")
    try bench.write(GestureCommandTests.drag(points: 51), to: "g.json")
    try bench.framegrab(["v.mp4"] + line.split(separator: " ").map(String.init)).expectFailure(2, words)
    #expect(bench.names == ["v.mp4", "g.json"])
  }

  @Test func `a sheet over the limit of pixels`() throws {
    let bench = try Bench()
    // 2 by 2 tiles of 160 by 120 are 76 800 pixels.
    let words = [Fixture.h264BFrames.path, "--count", "4", "-o", "x.png"]
    try bench.framegrab(words + ["--sheet", "2x2", "--max-pixels", "76799"]).expectFailure(6, "over the limit")
    #expect(try bench.framegrab(words + ["--sheet", "2x2", "--max-pixels", "76800"]).status == 0)
    // As many rows as there are, and as fit: a row of 2 has 38 400.
    try bench.framegrab(words + ["--sheet", "2x", "--max-pixels", "40000"]).expectFailure(2, "2 sheets of 2x1")
  }

  @Test func `outputs that exist are looked at before anything is decoded`() throws {
    let bench = try Bench()
    let words = [Fixture.h264BFrames.path, "--count", "6", "--sheet", "2x1", "-o", "t.vtt"]
    try bench.write("old", to: "t-003.png")
    try bench.framegrab(words).expectFailure(5, "t-003.png")
    #expect(bench.names == ["t-003.png"])
    // A sheet without its index that is another one is not taken over, and without it there is no index.
    try bench.framegrab(words + ["-n"]).expectFailure(5, "t-003.png")
    #expect(try bench.names == ["t-001.png", "t-002.png", "t-003.png"] && bench.bytes("t-003.png") == Data("old".utf8))
    for name in ["t-001.png", "t-002.png"] { try FileManager.default.removeItem(at: bench.url(name)) }
    let made = try bench.framegrab(words + ["-y", "--json"])
    let outcomes = try made.objects().map { $0["outcome"] as? String }
    #expect(outcomes == ["written", "written", "written", "written", "replaced", "replaced", "written"])
    let names = ["t-001.png", "t-002.png", "t-003.png", "t.vtt"]
    let files = try names.map { try bench.bytes($0) }
    // An index that is there means done.
    let again = try bench.framegrab(words + ["-n", "--json"])
    #expect(try again.status == 0 && again.objects().allSatisfy { $0["outcome"] as? String == "skipped" })
    #expect(again.stderr.contains("t.vtt: exists and is left as it is"))
    // Without it, sheets with the very bytes stay.
    for name in ["t.vtt", "t-002.png"] { try FileManager.default.removeItem(at: bench.url(name)) }
    let rest = try bench.framegrab(words + ["-n"])
    #expect(rest.status == 0 && rest.lines == ["t-002.png", "t.vtt"], "\(rest.stderr)")
    #expect(try names.map { try bench.bytes($0) } == files && bench.names == Set(names))
  }

  @Test func `links, folders and the video are never overwritten`() throws {
    let bench = try Bench()
    try bench.copy(.oneFrame, to: "t-001.png")
    try bench.framegrab("t-001.png", "--all", "-o", "t.vtt", "-y").expectFailure(5, "t-001.png")
    try FileManager.default.createSymbolicLink(at: bench.url("u-001.png"), withDestinationURL: bench.url("gone"))
    try bench.framegrab("t-001.png", "--all", "-o", "u.vtt", "-y").expectFailure(5, "u-001.png")
    try bench.makeFolder("w.vtt")
    try bench.framegrab("t-001.png", "--all", "-o", "w.vtt", "-y").expectFailure(5, "w.vtt")
    #expect(bench.names == ["t-001.png", "u-001.png", "w.vtt"])
  }

  @Test func `a full disk leaves nothing`() throws {
    let bench = try Bench()
    // The first sheet is below 64 blocks of 512 bytes, the second, of the same size, fails as well: the limit is below.
    let result = try bench.shell(
      "ulimit -f 8; framegrab \"$1\" --count 6 --sheet 3x1 -o t.vtt", Fixture.h264BFrames.path)
    #expect(result.status == 5 || result.status == 6, "\(result.stderr)")
    #expect(result.complaints.count == 1 && result.stdout.isEmpty && bench.names.isEmpty, "\(result.stderr)")
  }

  private static func mounting(_ command: String) -> [String] {
    ["unshare", "--user", "--map-root-user", "--mount", "sh", "-ec", command]
  }

  private static let mayMount =
    (try? run(mounting("mount -t tmpfs tmpfs /mnt"), environment: [:], in: FileManager.default.temporaryDirectory)
      .status) == 0

  @Test(.enabled(if: mayMount)) func `no sheet of a disk that gets full replaces one that was there`() throws {
    let bench = try Bench()
    // Each sheet has some 100 000 bytes, one without tiles 1000: that would have room.
    try bench.ffmpeg(["-f", "lavfi", "-i", "testsrc2=s=160x120:r=25:d=1", "-c:v", "libx264", "-qp", "10", "v.mp4"])
    try bench.makeFolder("full")
    let grab = "\"$TOOL\" v.mp4 --count 20 --sheet 3x3 -o full/t.vtt -q -j1"
    let result = try run(
      Self.mounting(
        """
        mount -t tmpfs -o size=1m tmpfs full; \(grab); md5sum full/* > sums
        mount -o remount,size=$(du -k full | cut -f1)k full
        \(grab) -y && exit 9 || echo "code $?"
        md5sum --quiet -c sums; rm full/*; mount -o remount,size=80k full
        \(grab) && exit 9 || echo "code $?"
        ls full
        """), environment: ["TOOL": BuiltTool.path, "PATH": "/usr/bin:/bin"], in: bench.folder)
    #expect(result.status == 0 && result.lines.suffix(2) == ["code 5", "code 5"], "\(result.text) \(result.stderr)")
  }

  /// Twenty frames, each a PNG, of which some are destroyed: FFmpeg's decoder refuses them.
  private func damaged(_ bench: Bench, _ frames: [Int]) throws {
    let made = try run(
      ["ffmpeg", "-v", "error", "-i", Fixture.h264BFrames.path, "-frames:v", "20", "-an", "-c:v", "png", "v.mov"],
      in: bench.folder)
    try #require(made.status == 0, "\(made.stderr)")
    var bytes = try bench.bytes("v.mov")
    let packets = try run(
      ["ffprobe", "-v", "error", "-show_entries", "packet=pos", "-of", "csv=p=0", "v.mov"], in: bench.folder)
    let places = packets.lines.compactMap { Int($0.prefix { $0.isNumber }) }
    try #require(places.count == 20)
    for frame in frames {
      bytes.replaceSubrange(places[frame]..<(places[frame] + 40), with: [UInt8](repeating: 7, count: 40))
    }
    try bench.write(bytes, to: "v.mov")
  }

  @Test func `a frame that cannot be decoded leaves its cell black, and no cue names it`() throws {
    let bench = try Bench()
    let last = 19
    try damaged(bench, [0, 4, 5, last])
    for jobs in ["1", "3"] {
      let result = try bench.framegrab("v.mov", "--all", "--sheet", "3x2", "-o", "t.vtt", "-y", "-j", jobs)
      #expect(result.status == 1 && result.complaints.count == 4, "\(result.stderr)")
      #expect(result.lines.last == "t.vtt")
      let (track, tiles) = try bench.tiles("t.vtt")
      let shown = [1, 1, 2, 3, 3, 3] + Array(6..<last) + [last - 1]
      #expect(track.cues.count == last + 1 && tiles.map { BurntNumber.read(from: $0) }.count == shown.count)
      let cells = track.cues.map { $0.tile[0] / 160 + $0.tile[1] / 120 * 3 }
      #expect(cells == shown.map { $0 % 6 })
      let black = try bench.picture("t-001.png").part([0, 0, 160, 120])
      #expect(black?.colors.allSatisfy { $0 == 0 } == true)
    }
    for option in ["--strict", "--fail-fast"] {
      let result = try bench.framegrab("v.mov", "--all", "--sheet", "3x2", "-o", "s.vtt", option)
      #expect(
        result.status == 4 && result.complaints.count == 1 && result.stdout.isEmpty, "\(option): \(result.stderr)")
      #expect(bench.names.filter { $0.hasPrefix("s") }.isEmpty)
    }
    // No picture at all: no sheet.
    let none = try bench.framegrab("v.mov", "--frame", "4..5", "-o", "n.vtt")
    #expect(none.status == 4 && none.complaints.count == 2 && none.stdout.isEmpty, "\(none.stderr)")
    #expect(bench.names.filter { $0.hasPrefix("n") }.isEmpty)
  }

  @Test func `a moment outside of the video has no cue`() throws {
    let bench = try Bench()
    let result = try bench.framegrab(
      Fixture.h264BFrames.path, "--at", "1s", "--at", "100s", "--at", "2s", "-o", "t.vtt", "--json")
    #expect(result.status == 1 && result.complaints.count == 1)
    #expect(try result.failures().count == 1 && result.objects().count == 4)
    #expect(try bench.tiles("t.vtt").tiles.map { BurntNumber.read(from: $0) } == [25, 50])
  }
}

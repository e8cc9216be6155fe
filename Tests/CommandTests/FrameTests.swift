import Foundation
import TestSupport
import Testing

/// Frames by index, several moments in one run, and moments outside the video.
@Suite struct FrameTests {
  private let clip = Fixture.h264Faststart.path

  /// The numbers in the pictures that a run wrote, in report order.
  private func numbers(_ bench: Bench, _ result: RunResult) throws -> [Int?] {
    let complaints = result.complaints.filter { !$0.contains("timestamps start anew") }
    #expect(result.status == 0 && complaints.isEmpty, "\(result.stderr)")
    return try result.lines.map(bench.number)
  }

  // 50 frames, 0 to 49.
  @Test(arguments: [
    ("0", [0]), ("7", [7]), ("49", [49]), ("-1", [49]), ("-50", [0]), ("3..6", [3, 4, 5, 6]), ("5..5", [5]),
    ("0..49:20", [0, 20, 40]), ("10..20:5", [10, 15, 20]), ("10..19:5", [10, 15]), ("-3..-1", [47, 48, 49]),
    ("48..-1", [48, 49]), ("2..4:100", [2]),
  ])
  func `indexes count from either end and ranges include both ends`(selection: String, expected: [Int]) throws {
    let bench = try Bench()
    #expect(try numbers(bench, bench.framegrab(clip, "--frame", selection)) == expected)
    #expect(bench.names.count == expected.count)
  }

  @Test func `times and indexes mixed and repeated keep their order`() throws {
    let bench = try Bench()
    let result = try bench.framegrab(
      clip, "--frame", "30", "--at", "0.2s", "--frame", "2..3", "--at=17f", "--frame", "-1", "--at", "0")
    #expect(
      result.lines == [
        "h264-faststart-f000030.png", "h264-faststart-00.00.00.200.png", "h264-faststart-f000002.png",
        "h264-faststart-f000003.png", "h264-faststart-f000017.png", "h264-faststart-f000049.png",
        "h264-faststart-00.00.00.000.png",
      ])
    #expect(try numbers(bench, result) == [30, 5, 2, 3, 17, 49, 0])
  }

  @Test func `an edit list that is not followed is mentioned once`() throws {
    let bench = try Bench()
    var film = try Fixture.h264Faststart.bytes()
    // One entry: after the type, version and count, its length and time, and then its rate, 1.0 as 16.16 bits.
    let list = try #require(film.range(of: Data("elst".utf8))).upperBound
    try #require(Array(film[list..<list + 8]) == [0, 0, 0, 0, 0, 0, 0, 1] && film[list + 17] == 1)
    film[list + 17] = 2
    try film.write(to: bench.folder.appending(component: "fast.mp4"))
    let result = try bench.framegrab("fast.mp4", "--frame", "0..3")
    #expect(result.status == 0 && result.lines.count == 4)
    let words = "pauses and speeds in the file's edit list are not played; what follows may differ from players"
    #expect(result.complaints == ["framegrab: fast.mp4: \(words)"])
    #expect(try bench.framegrab(clip, "--frame", "0..3").complaints == [])
  }

  @Test func `an edit list that hides all pictures is named`() throws {
    let bench = try Bench()
    var film = try Fixture.h264Faststart.bytes()
    // The entry's time: 255 * 65 536 of 12 800 units a second, 1 300 s behind the end.
    let list = try #require(film.range(of: Data("elst".utf8))).upperBound
    film[list + 13] = 0xFF
    try film.write(to: bench.folder.appending(component: "hidden.mp4"))
    for words in [["--frame", "0"], ["--at", "0"], ["--all", "--hash"]] {
      try bench.framegrab(["hidden.mp4"] + words).expectFailure(4, "its edit list shows none of its pictures")
    }
  }

  @Test(arguments: [Fixture.h264Faststart, .h264BFrames])
  func `a movie behind another one is mentioned`(_ clip: Fixture) throws {
    let bench = try Bench()
    let film = try clip.bytes()
    try (film + film).write(to: bench.folder.appending(component: "two.mp4"))
    let note =
      "framegrab: two.mp4: another video begins at byte \(film.count), which is not read; "
      + "tail -c +\(film.count + 1) makes a file of it"
    for words in [["--frame", "-1"], ["--info"]] {
      let result = try bench.framegrab(["two.mp4"] + words)
      #expect(result.status == 0 && result.complaints == [note], "\(words): \(result.stderr)")
      #expect(try bench.framegrab([clip.path] + words).complaints == [])
    }
    // The command that is said gives the other one.
    try bench.shell("tail -c +\(film.count + 1) two.mp4 > second.mp4").expectSuccess()
    #expect(try bench.bytes("second.mp4") == film)
  }

  @Test func `an index outside is clamped if requested`() throws {
    let bench = try Bench()
    #expect(try numbers(bench, bench.framegrab(clip, "--frame", "1000", "--clamp")) == [49])
    #expect(try numbers(bench, bench.framegrab(clip, "--frame", "-1000", "--clamp")) == [0])
  }

  @Test(arguments: [
    ["--at", "100s"], ["--at", "2.000001s"], ["--at", "2001ms"], ["--at", "pts:25601"], ["--at", "0:03"],
    ["--at", "101%"],
    ["--frame", "50"], ["--at", "50f"], ["--frame", "-51"], ["--frame", "45..50"], ["--at", "end-100s"],
    ["--at", "-2.1s"], ["--at", "pts:-1"], ["--at", "99999999999s"], ["--frame", "9223372036854775807"],
  ])
  func `a moment outside the video is an error that names the last frame`(words: [String]) throws {
    let bench = try Bench()
    let result = try bench.framegrab([clip] + words)
    result.expectFailure(4, "h264-faststart.mp4", "49")
    // The message names the end of the video, unless an index was requested.
    if !words[1].hasSuffix("f"), words[0] == "--at" { #expect(result.stderr.contains("2 s")) }
    #expect(bench.names == [])
  }

  @Test func `the end belongs to the last frame and nothing follows it`() throws {
    let bench = try Bench()
    for (fixture, last) in [(Fixture.oneFrame, 0), (.h264VFR, 129), (.h264EditList, 76)] {
      #expect(
        try numbers(bench, bench.framegrab(fixture.path, "--at", "end", "--frame", "-1", "-o{stem}", "-y")).first
          == last)
    }
    try bench.framegrab(Fixture.oneFrame.path, "--frame", "1").expectFailure(4)
  }

  @Test func `a cover picture is never the video unless --stream selects it`() throws {
    let bench = try Bench()
    let clip = Fixture.coverFirst.path
    #expect(try numbers(bench, bench.framegrab(clip, "--frame", "3")) == [3])
    #expect(try numbers(bench, bench.framegrab(clip, "--frame", "4", "--stream", "1")) == [4])
    try bench.framegrab(clip, "--frame", "0", "--stream", "0", "-o", "cover.png").expectSuccess("cover.png")
    let cover = try bench.picture("cover.png")
    #expect(cover.width == 32 && cover.height == 32)
  }

  @Test func `a stream that is not video or does not exist is refused`() throws {
    let bench = try Bench()
    // Stream 1 is sound.
    try bench.framegrab(Fixture.h264BFrames.path, "--at", "0", "--stream", "1").expectFailure(4, "stream 1")
    try bench.framegrab(Fixture.h264BFrames.path, "--at", "0", "--stream", "7").expectFailure(4, "stream 7", "2")
    try bench.framegrab(Fixture.h264BFrames.path, "--at", "0", "--stream", "99999999999").expectFailure(4)
    #expect(bench.names == [])
  }

  @Test func `one of several moments may fail without affecting the others`() throws {
    let bench = try Bench()
    let result = try bench.framegrab(clip, "--at", "0.2s", "--at", "100s", "--frame", "7", "--frame", "99")
    #expect(result.status == 1)
    #expect(result.lines == ["h264-faststart-00.00.00.200.png", "h264-faststart-f000007.png"])
    #expect(bench.names == Set(result.lines))
    #expect(try result.lines.map(bench.number) == [5, 7])
    #expect(result.complaints.count == 2)
    #expect(result.complaints.first?.contains("100 s") == true)
    #expect(result.complaints.last?.contains("frame 99") == true)
  }

  @Test func `several moments that all fail give 1, a single one its own code`() throws {
    let bench = try Bench()
    #expect(try bench.framegrab(clip, "--at", "100s", "--at", "200s").status == 1)
    #expect(try bench.framegrab(clip, "--at", "100s").status == 4)
    #expect(try bench.framegrab("missing.mp4", "--at", "100s", "--at", "200s").status == 3)
    try bench.framegrab(clip, "--frame", "1").expectSuccess("h264-faststart-f000001.png")
    #expect(try bench.framegrab(clip, "--frame", "1").status == 5)
    #expect(try bench.framegrab(clip, "--frame", "1", "--frame", "2").status == 1)
    #expect(bench.names == ["h264-faststart-f000001.png", "h264-faststart-f000002.png"])
  }

  @Test(arguments: Fixture.withPictures)
  func `all frames are those of a full decode`(fixture: Fixture) throws {
    let frames = try fixture.expectedFrames()
    let result = try Bench().framegrab(fixture.path, "--frame", "0..-1", "--hash")
    #expect(result.status == 0, "\(result.stderr)")
    #expect(result.lines == frames.map(\.md5))
  }

  @Test(arguments: Fixture.withPictures)
  func `the last frame and one in the middle have their numbers`(fixture: Fixture) throws {
    let bench = try Bench()
    let frames = try fixture.expectedFrames()
    let middle = frames[frames.count / 2]
    #expect(try numbers(bench, bench.framegrab(fixture.path, "--frame", "-1", "-o", "a")) == [frames.last?.number])
    #expect(try numbers(bench, bench.framegrab(fixture.path, "--at", "\(middle.clock)s", "-o", "b")) == [middle.number])
  }

  @Test func `verified pictures are the same`() throws {
    let bench = try Bench()
    let clip = Fixture.h264OpenGOPTransportStream
    let plain = try bench.framegrab(clip.path, "--frame", "0..-1:7", "--at", "1.5s", "--hash")
    let verified = try bench.framegrab(clip.path, "--frame", "0..-1:7", "--at", "1.5s", "--hash", "--verify")
    #expect(plain.status == 0 && verified.status == 0 && verified.stdout == plain.stdout && verified.lines.count == 10)
  }
}

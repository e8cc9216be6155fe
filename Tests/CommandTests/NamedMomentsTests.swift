import Foundation
import TestSupport
import Testing

/// --chapters, names in --at-list, and {name}.
@Suite struct NamedMomentsTests {
  private let clip = Fixture.h264Faststart.path
  /// The pictures on screen at 0, 0.28, 0.42 and 0.61 s, at 25 a second.
  private let starts: [Int?] = [0, 7, 10, 15]

  // MARK: Chapters

  @Test(arguments: [Fixture.chapters, .chaptersMatroska])
  func `the picture on screen where each chapter starts`(clip: Fixture) throws {
    let bench = try Bench()
    let result = try bench.framegrab(clip.path, "--chapters")
    result.expectSuccess(
      "chapters-00.00.00.000.png", "chapters-00.00.00.280.png", "chapters-00.00.00.420.png", "chapters-00.00.00.610.png"
    )
    #expect(try result.lines.map(bench.number) == starts)
  }

  @Test(arguments: [[], ["--sandbox", "off"], ["-j", "1"], ["--verify"]])
  func `files are named after chapters, and no title leaves the folder`(options: [String]) throws {
    let bench = try Bench()
    let titled = try bench.framegrab([Fixture.chapters.path, "--chapters", "-o", "{name}.png"] + options)
    titled.expectSuccess("Opening.png", "_._.._etc_pass:wd.png", "_.png", "Été № 4.png")
    #expect(try titled.lines.map(bench.number) == starts)
    #expect(bench.names == Set(titled.lines))
    let other = try Bench()
    // The third chapter has no title.
    let words = [Fixture.chaptersMatroska.path, "--chapters", "-o", "{stem}/{name}/{index}.png", "--mkdir"]
    try other.framegrab(words + options).expectSuccess(
      "chapters/Opening/0.png", "chapters/_._.._etc_pass:wd/7.png", "chapters/chapter-03/10.png",
      "chapters/Été № 4/15.png")
  }

  @Test func `reports have the titles as they are`() throws {
    let bench = try Bench()
    for options in [[], ["--dry-run"], ["--hash"]] {
      let objects = try bench.framegrab(
        [Fixture.chaptersMatroska.path, "--chapters", "--at", "0.2s", "-y", "--json", "--index"] + options
      ).objects()
      let names = ["Opening", "../../etc/pass:wd", "chapter-03", "Été № 4", nil]
      #expect(objects.map { $0["name"] as? String } == names, "\(options)")
      #expect(objects.map { $0["asked"] as? String } == (1...4).map { "chapter \($0)" } + ["0.2s"])
      #expect(objects.map { $0["index"] as? Int } == starts + [5])
      #expect(objects.last.map { $0.keys.contains("name") } == false)
    }
  }

  @Test func `chapters are moved as other moments are`() throws {
    let bench = try Bench()
    let words = [Fixture.chapters.path, "--chapters", "-o", "{index}-{name}.png", "--dry-run"]
    func indexes(_ options: String...) throws -> [Int?] {
      try bench.framegrab(words + options).lines.map { Int($0.prefix { $0 != "-" }) }
    }
    // 0.61 s is nearer to 0.60 than to 0.64, and 0.42 s as near to 0.40 as to 0.44.
    #expect(try indexes("--nearest") == [0, 7, 10, 15] && indexes("--step", "1") == [1, 8, 11, 16])
    // Every twelfth picture is a keyframe.
    #expect(try indexes("--snap", "previous-keyframe") == [0, 0, 0, 12])
    try bench.framegrab(words + ["--from", "0.2s"]).expectFailure(2, "--from belongs to")
  }

  @Test func `chapters are grabbed in the order of the command line`() throws {
    let bench = try Bench()
    let result = try bench.framegrab(
      Fixture.chapters.path, "--at", "0.9s", "--chapters", "--frame", "3", "-o", "{index}.png")
    result.expectSuccess("22.png", "0.png", "7.png", "10.png", "15.png", "3.png")
  }

  @Test func `a video without chapters is an error`() throws {
    let bench = try Bench()
    try bench.framegrab(clip, "--chapters").expectFailure(4, "h264-faststart.mp4", "the video has no chapters")
    let both = try bench.framegrab(clip, "--chapters", "--at", "1s", "-o", "x.png")
    #expect(both.status == 1 && both.lines == ["x.png"] && both.complaints.count == 1)
    let failures = try bench.framegrab(clip, "--chapters", "--json").failures()
    #expect(failures.map { $0["code"] as? Int } == [4] && failures.map { $0["asked"] as? String } == ["--chapters"])
    #expect(bench.names == ["x.png"])
  }

  // MARK: Lists

  @Test func `a list names its moments`() throws {
    let bench = try Bench()
    let list = "0.2s\tfirst cut\n0.4s\n12f\t..\n13f # no name\n1.2s\t/etc/x # 2\n0.201s\tfirst cut\n"
    let result = try bench.framegrab([clip, "--at-list", "-", "-o", "{stem}-{name}.png"], input: Data(list.utf8))
    result.expectSuccess(
      "h264-faststart-first cut.png", "h264-faststart-00.00.00.400.png", "h264-faststart-_..png",
      "h264-faststart-f000013.png", "h264-faststart-_etc_x # 2.png", "h264-faststart-first cut.png")
    #expect(try result.lines.map(bench.number) == [5, 10, 12, 13, 30, 5])
    let objects = try bench.framegrab([clip, "--at-list", "-", "--json", "--dry-run"], input: Data(list.utf8)).objects()
    #expect(objects.map { $0["name"] as? String } == ["first cut", nil, "..", nil, "/etc/x # 2", "first cut"])
  }

  @Test func `a long list names its moments`() throws {
    let bench = try Bench()
    let list = (0..<40).map { "\($0)f\tn\($0)\n" }.joined()
    let result = try bench.framegrab([clip, "--at-list", "-", "-o", "{name}.png"], input: Data(list.utf8))
    #expect(result.status == 0 && result.lines == (0..<40).map { "n\($0).png" })
    for number in 0..<40 { #expect(try bench.number("n\(number).png") == number) }
  }

  @Test func `two moments with one name do not overwrite each other`() throws {
    let bench = try Bench()
    for list in ["0.2s\ta\n0.4s\ta\n", "0.2s\t_x\n0.4s\t/x\n"] {
      try bench.framegrab([clip, "--at-list", "-", "-o", "{name}.png"], input: Data(list.utf8)).expectFailure(
        2, "two different frames would be written to this name")
    }
    #expect(bench.names == [])
    let many = try bench.framegrab(
      [clip, "--at-list", "-", "-o", "{name}-{index}.png"], input: Data("0.2s\ta\n0.4s\ta\n".utf8))
    many.expectSuccess("a-5.png", "a-10.png")
  }

  @Test func `a picture that is there is skipped before the video is opened, under its moment's name`() throws {
    let bench = try Bench()
    try bench.write("old", to: "first.png")
    let result = try bench.framegrab(
      [clip, "--at-list", "-", "-o", "{name}.png", "-n", "--json"], input: Data("3f\tfirst\n".utf8))
    let object = try #require(try result.objects().first)
    #expect(object["outcome"] as? String == "skipped" && object["name"] as? String == "first")
    #expect(object["index"] is NSNull && bench.names == ["first.png"])
  }

  @Test func `a list of scenes of PySceneDetect`() throws {
    let bench = try Bench()
    // Scenes of 12, 18 and 20 frames, whose numbers start at 1.
    let scenes = """
      Timecode List:,00:00:00.480,00:00:01.200
      Scene Number,Start Frame,Start Timecode,Start Time (seconds),End Frame,End Timecode,End Time (seconds)
      1,1,00:00:00.000,0.000,12,00:00:00.480,0.480
      2,13,00:00:00.480,0.480,30,00:00:01.200,1.200
      3,31,00:00:01.200,1.200,50,00:00:02.000,2.000

      """
    try bench.write(scenes, to: "clip-Scenes.csv")
    let result = try bench.framegrab(clip, "--at-list", "clip-Scenes.csv", "-o", "{stem}-{name}.png")
    result.expectSuccess(
      "h264-faststart-Scene-001.png", "h264-faststart-Scene-002.png", "h264-faststart-Scene-003.png")
    #expect(try result.lines.map(bench.number) == [0, 12, 30])
    try bench.framegrab(clip, "--at-list", "clip-Scenes.csv").expectSuccess(
      "h264-faststart-f000000.png", "h264-faststart-f000012.png", "h264-faststart-f000030.png")
    try bench.framegrab([clip, "--at-list", "-"], input: Data(scenes.replacing("2,13,", with: "2,x,").utf8))
      .expectFailure(
        2, "standard input:4: is no row of a list of scenes")
  }

  @Test func `moments without names have their default in a name`() throws {
    let bench = try Bench()
    try bench.framegrab(clip, "--at", "1.2s", "--frame", "3", "-o", "{name}.png").expectSuccess(
      "00.00.01.200.png", "f000003.png")
  }
}

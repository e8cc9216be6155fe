import Files
import Testing
import Timeline
import Video
@testable import FrameGrabbing

struct FrameNameTests {
  private func clock(_ numerator: Int64, _ denominator: Int64 = 1, digits: Int = 3) throws -> String {
    FrameName.clock(try seconds(numerator, denominator), fractionDigits: digits)
  }

  @Test func `a time in a name has hours, minutes, seconds and milliseconds`() throws {
    #expect(try clock(25, 2) == "00.00.12.500" && clock(0) == "00.00.00.000" && clock(61) == "00.01.01.000")
    #expect(try clock(3600) == "01.00.00.000" && clock(86_399) == "23.59.59.000" && clock(360_000) == "100.00.00.000")
  }

  @Test func `a time in a name is rounded up`() throws {
    #expect(try clock(1, 3) == "00.00.00.334" && clock(2, 3) == "00.00.00.667" && clock(1001, 30_000) == "00.00.00.034")
    #expect(try clock(1, 1_000_000) == "00.00.00.001")
    // The carry goes all the way up.
    #expect(try clock(599_999, 10_000) == "00.01.00.000" && clock(35_999_999, 10_000) == "01.00.00.000")
    #expect(try clock(1, 3, digits: 6) == "00.00.00.333334" && clock(1, 3, digits: 9) == "00.00.00.333333334")
  }

  @Test func `a time before zero`() throws {
    #expect(try clock(-1, 2) == "-00.00.00.500" && clock(-1, 3) == "-00.00.00.333" && clock(-61) == "-00.01.01.000")
  }

  /// Names for the frames on screen at these times of a video of ten seconds.
  private func names(_ times: [(Int64, Int64)], _ template: OutputTemplate = .standard) throws -> [String] {
    let table = try timeline(frames: 250)
    let planned = try times.map { time in
      let asked = try seconds(time.0, time.1)
      let place = try table.frameIndex(onScreenAt: asked, bounds: .clamp)
      return try #require(
        PlannedFrame(
          PlannedFrame.Asking("t", .time(asked), resolved: asked), place: place, in: TimelinePart(table),
          knowsTimecode: true))
    }
    var name = FrameName(template, video: "films/clip.tar.mp4")
    name.distinguish(planned.compactMap(\.namingTime))
    return planned.map { name.path(of: $0).text }
  }

  @Test func `the default name is the stem and the requested time`() throws {
    #expect(try names([(25, 10), (1, 3)]) == ["clip.tar-00.00.02.500.png", "clip.tar-00.00.00.334.png"])
  }

  @Test func `if two times would have the same name, all times get more digits`() throws {
    // 0.3331 and 0.3339 are both .334 when rounded up.
    #expect(
      try names([(3331, 10_000), (3339, 10_000), (1, 1)])
        == ["clip.tar-00.00.00.333100.png", "clip.tar-00.00.00.333900.png", "clip.tar-00.00.01.000000.png"])
    // Six digits are not enough for 1/3 and 0.3333333: both are .333334.
    #expect(
      try names([(1, 3), (3_333_333, 10_000_000)])
        == ["clip.tar-00.00.00.333333334.png", "clip.tar-00.00.00.333333300.png"])
  }

  @Test func `a time requested twice needs no more digits`() throws {
    #expect(try names([(1, 3), (1, 3)]) == ["clip.tar-00.00.00.334.png", "clip.tar-00.00.00.334.png"])
  }

  @Test func `frames by index have six digits`() throws {
    let table = try timeline(frames: 250)
    let planned = try [0, 42, 249].map { place in
      try #require(
        PlannedFrame(
          PlannedFrame.Asking("\(place)"), place: place, in: TimelinePart(table), knowsTimecode: true))
    }
    let name = FrameName(.standard, video: "clip.mp4")
    #expect(planned.map(name.path(of:)) == ["clip-f000000.png", "clip-f000042.png", "clip-f000249.png"])
  }

  @Test func `a moment's name, and what a moment without one has in its place`() throws {
    let table = try timeline(frames: 250)
    func planned(_ name: String?, at time: TimeSpecification, _ asked: Rational?) throws -> PlannedFrame {
      try #require(
        PlannedFrame(
          PlannedFrame.Asking("t", time, resolved: asked, name: name), place: 50, in: TimelinePart(table),
          knowsTimecode: true))
    }
    let name = FrameName(try OutputTemplate("x/{name}.png") { _, _ in nil }, video: "clip.mp4")
    let asked = try seconds(2)
    for (title, file) in [
      ("Opening", "Opening"), ("../a", "_._a"), (nil, "00.00.02.000"), (" ", "00.00.02.000"),
      ("\u{202E}", "00.00.02.000"),
    ] {
      #expect(try name.path(of: planned(title, at: .time(asked), asked)).text == "x/\(file).png")
    }
    #expect(try name.path(of: planned("a", at: .frame(50), nil)).text == "x/a.png")
    #expect(try name.path(of: planned(nil, at: .frame(50), nil)).text == "x/f000050.png")
  }

  @Test func `a name that is known before the video is opened`() throws {
    let name = FrameName(try OutputTemplate("{name}.png") { _, _ in nil }, video: "clip.mp4")
    func path(_ moment: Moment) -> String? { name.path(of: moment, options: GrabOptions())?.text }
    #expect(path(Moment(.time(.frame(3)), text: "3f", name: "/a")) == "_a.png")
    #expect(path(Moment(.time(.frame(3)), text: "3f")) == nil)
    #expect(path(Moment(.time(.time(try seconds(2))), text: "2")) == "00.00.02.000.png")
    #expect(path(Moment(.chapters, text: "--chapters")) == nil)
  }

  @Test func `fields of a frame`() throws {
    // 30000/1001 frames a second: frame 2 starts at 2002/30000 s = 0.0667333… s.
    let table = try timeline(frames: 90, ticksPerFrame: 1001, ticksPerSecond: 30_000, firstTick: 0)
    let planned = try #require(
      PlannedFrame(
        PlannedFrame.Asking("0.07", .time(try seconds(7, 100)), resolved: try seconds(7, 100)), place: 2,
        in: TimelinePart(table), knowsTimecode: true))
    let template = try OutputTemplate("{time} {pts} {index} {timecode} {moment}") { _, _ in nil }
    #expect(
      FrameName(template, video: "clip.mp4").path(of: planned).text == "00.00.00.067 2002 2 00.00.00.02 00.00.00.070")
  }
}

import Files
import Foundation
import TestSupport
import Testing
import Timeline
import Video
@testable import FrameGrabbing

/// From moments to files and reports, on real clips.
struct GrabberTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  private func options(_ template: String? = nil, _ change: (inout GrabOptions) -> Void = { _ in }) throws
    -> GrabOptions
  {
    var options = GrabOptions()
    options.output.destination =
      try template.map { name in
        .files(try OutputTemplate(scratch.path(name)) { _, _ in nil })
      } ?? .nowhere
    change(&options)
    return options
  }

  private func grab(
    _ moments: [Moment], of clip: Fixture = .h264Faststart, in video: VideoFile? = nil, _ options: GrabOptions
  ) throws -> [Result<FrameReport, GrabError>] {
    let path = Path(clip.path)
    let video = try video ?? VideoFile(opening: path)
    var results: [Result<FrameReport, GrabError>] = []
    try Grabber(video, input: path, options: options).grab(moments) { results.append($0) }
    return results
  }

  private func error(_ result: Result<FrameReport, GrabError>) -> GrabError? {
    if case .failure(let error) = result { return error }
    return nil
  }

  /// The picture's number, as burnt into it.
  private func number(_ name: String) throws -> Int? {
    BurntNumber.read(from: try DecodedPNG(scratch.bytes(of: name))).map { Int($0) }
  }

  // MARK: Order

  @Test func `reports come in request order`() throws {
    // 25 frames a second: frames 30, 5, 49, 0, 12, in any decoding order.
    let results = try grab(
      [moment("1.2s"), frames("5"), moment("end"), moment("start"), moment("12f")], options { $0.wantsHash = true })
    let reports = try results.map { try $0.get() }
    #expect(reports.map(\.asked) == ["1.2s", "5", "end", "start", "12f"])
    let expected = try Fixture.h264Faststart.expectedFrames()
    #expect(reports.map(\.hash) == [30, 5, 49, 0, 12].map { expected[$0].md5 })
    #expect(reports.map(\.outcome).allSatisfy { $0 == .examined })
  }

  @Test func `a range of frames comes in its own order`() throws {
    let reports = try grab([frames("40..48:4"), frames("3..5")], options()).map { try $0.get() }
    #expect(reports.map(\.index) == [40, 44, 48, 3, 4, 5])
  }

  @Test func `failures keep their places among successes`() throws {
    let results = try grab(
      [moment("99s"), moment("0.4s"), frames("50"), moment("-2s"), moment("-3s"), frames("10")],
      options { $0.wantsHash = true })
    #expect(results.map { error($0) == nil } == [false, true, false, true, false, true])
    guard case .moment(.pastEnd(let asked, let extent), "99s") = error(results[0])?.fault else {
      Issue.record("99 s is not past the end")
      return
    }
    #expect(asked == Rational(99) && extent?.lastIndex == 49 && extent?.end == Rational(2))
    #expect(error(results[2])?.fault == .moment(.noSuchFrame(index: 50, count: 50), asked: "50"))
    guard case .moment(.beforeStart, "-3s") = error(results[4])?.fault else {
      Issue.record("3 s before the end is not before the start")
      return
    }
    #expect(error(results[0])?.description.contains("h264-faststart.mp4: 99 s is past the end") == true)
  }

  @Test func `moments outside the video are clamped if requested`() throws {
    let results = try grab(
      [moment("99s"), frames("1000"), moment("-3s")], options { ($0.choice.bounds, $0.wantsReport) = (.clamp, true) })
    #expect(try results.map { try $0.get().index } == [49, 49, 0])
  }

  @Test func `without moments nothing is reported`() throws {
    #expect(try grab([], options()).isEmpty)
  }

  // MARK: Work

  @Test func `a frame that is requested twice is decoded once`() throws {
    let path = Path(Fixture.h264OpenGOP.path)
    let (one, many) = (try VideoFile(opening: path), try VideoFile(opening: path))
    let single = try grab([moment("30f")], of: .h264OpenGOP, in: one, options { $0.wantsHash = true })
    let results = try grab(
      [moment("30f"), moment("1.2s"), frames("30"), moment("50%"), moment("1.239s")], of: .h264OpenGOP, in: many,
      options { $0.wantsHash = true })
    #expect(results.count == 5 && one.seekCount == many.seekCount)
    #expect(try Set(results.map { try $0.get().hash }) == [single[0].get().hash])
  }

  @Test func `the index is known when it is needed`() throws {
    let results = try grab([moment("1.2s"), moment("0.4s")], options { $0.wantsReport = true })
    #expect(try results.map { try $0.get().index } == [30, 10])
  }

  @Test func `a dry run decodes and writes nothing`() throws {
    let reports = try grab([moment("1.2s"), frames("3")], options("{stem}-{moment}.png") { $0.isDryRun = true })
      .map { try $0.get() }
    #expect(
      reports.map(\.outcome) == [
        .planned(scratch.path("h264-faststart-00.00.01.200.png")), .planned(scratch.path("h264-faststart-f000003.png")),
      ])
    #expect(try scratch.names.isEmpty && reports.allSatisfy { $0.isDamaged == nil && $0.hash == nil })
  }

  // MARK: Files

  @Test func `pictures go to their files`() throws {
    let reports = try grab([moment("1.2s"), frames("3..4")], options("{index:03}.png")).map { try $0.get() }
    #expect(reports.map(\.outcome) == ["030.png", "003.png", "004.png"].map { .written(scratch.path($0)) })
    #expect(try scratch.names == ["003.png", "004.png", "030.png"])
    #expect(try number("030.png") == 30 && number("003.png") == 3 && number("004.png") == 4)
  }

  @Test func `two different frames of one name are refused before anything is written`() throws {
    let options = try options("same.png")
    #expect(throws: GrabError(scratch.path("same.png"), .sameOutput)) {
      try grab([moment("1s"), moment("1.2s")], options)
    }
    #expect(throws: GrabError(scratch.path("same.png"), .sameOutput)) { try grab([frames("3..4")], options) }
    #expect(try scratch.names.isEmpty)
    // The times differ only in digits that the name does not include.
    let byTime = try self.options("{time}.png") { $0.isDryRun = true }
    #expect(try grab([moment("1s"), moment("1.01s")], byTime).count == 2)
  }

  @Test func `one frame under one name is written once`() throws {
    let reports = try grab([moment("1.2s"), frames("30"), moment("1.21s")], options("same.png")).map { try $0.get() }
    #expect(reports.map(\.outcome).allSatisfy { $0 == .written(scratch.path("same.png")) })
    #expect(try scratch.names == ["same.png"] && number("same.png") == 30)
  }

  @Test func `a file that exists is refused, skipped or replaced`() throws {
    let old = try scratch.write(Data("old".utf8), to: "000003.png")
    let refused = try grab([frames("3..4")], options("{index:06}.png"))
    #expect(error(refused[0])?.fault == .output(FileError(path: old, fault: .exists)) && error(refused[1]) == nil)
    let skipped = try grab([frames("3..4")], options("{index:06}.png") { $0.output.policy = .skip })
    #expect(try skipped.map { try $0.get().outcome } == [.skipped(old), .skipped(scratch.path("000004.png"))])
    #expect(try scratch.bytes(of: "000003.png") == Array("old".utf8))
    let replaced = try grab([frames("3")], options("{index:06}.png") { $0.output.policy = .overwrite })
    #expect(try replaced[0].get().outcome == .replaced(old) && number("000003.png") == 3)
  }

  @Test func `the input is never the output`() throws {
    let copy = try scratch.write(Fixture.h264Faststart.bytes(), to: "clip.mp4")
    var options = try options("clip.mp4")
    options.output.policy = .overwrite
    var results: [Result<FrameReport, GrabError>] = []
    try Grabber(VideoFile(opening: copy), input: copy, options: options).grab([moment("0")]) { results.append($0) }
    #expect(error(results[0])?.fault == .output(FileError(path: copy, fault: .isInput)))
    #expect(try scratch.bytes(of: "clip.mp4") == Array(Fixture.h264Faststart.bytes()))
  }

  @Test func `one picture at most goes to standard output`() throws {
    let options = try options { $0.output.destination = .standardOutput }
    #expect(throws: GrabError(.standardOutput, .severalToStandardOutput(count: 2))) {
      try grab([frames("3..4")], options)
    }
  }

  @Test func `the same input gives the same bytes`() throws {
    _ = try grab([frames("7")], options("a.png"))
    _ = try grab([frames("7")], options("b.png"))
    #expect(try scratch.bytes(of: "a.png") == scratch.bytes(of: "b.png"))
  }

  @Test func `metadata in the picture`() throws {
    func texts(_ name: String) throws -> [String: String] {
      let chunks = try PNGChunk.all(in: scratch.bytes(of: name)).filter { $0.name == "iTXt" }
      return Dictionary(
        chunks.map { chunk in
          // Keyword, NUL, not compressed, method 0, no language, no translation.
          let keyword = chunk.content.prefix { $0 != 0 }
          return (
            String(decoding: keyword, as: UTF8.self),
            String(decoding: chunk.content.dropFirst(keyword.count + 5), as: UTF8.self)
          )
        }
      ) { first, _ in first }
    }
    let gesture = try drag(control(), (25, 15), (45, 15))
    _ = try grab([moment("1.2s")], options("time.png"))
    _ = try grab([frames("30")], options("index.png"))
    _ = try grab([Moment(.gesture(gesture), text: "drag.json")], options("gesture.png"))
    // A frame by time has an index only where it is asked for a report, or for the index.
    _ = try grab([moment("1.2s")], options("reported.png") { $0.wantsReport = true })
    _ = try grab([moment("1.2s")], options("asked.png") { $0.wantsIndex = true })
    // Without tags, 120 lines have the matrix of BT.601 (6), and else BT.709 (1).
    let known = [
      "Source": "h264-faststart.mp4", "Presentation timestamp": "15360", "Time base": "1/12800", "Time": "6/5",
      "Video colour": "1/1/6 limited (guessed: matrix, range, primaries, transfer)",
    ]
    #expect(try texts("time.png") == known)
    for name in ["index.png", "reported.png", "asked.png"] {
      #expect(try texts(name) == known.merging(["Frame index": "30"]) { first, _ in first }, "\(name)")
    }
    let ofGesture = try texts("gesture.png")
    // .1 of two seconds is frame 5.
    #expect(ofGesture["Frame index"] == "5" && ofGesture["Gesture model"] == "scrubbing-slider")
    #expect(try number("time.png") == 30 && number("gesture.png") == 5)
  }

  // MARK: Faults

  @Test func `a file that is cut off says after which frame it ends`() throws {
    let bytes = try Fixture.h264Faststart.bytes()
    let cut = try scratch.write(bytes.prefix(bytes.count / 2), to: "cut.mp4")
    let video = try VideoFile(opening: cut)
    // The index lists all frames, whether they are in the file or not.
    let timeline = try video.timeline(.whole)
    #expect(timeline.count == 50)
    let last = try #require(timeline.lastDecodable)
    try #require(last < 49)
    for asked in try [moment("1.9s"), frames("49"), moment("49f")] {
      var results: [Result<FrameReport, GrabError>] = []
      try Grabber(VideoFile(opening: cut), input: cut, options: options()).grab([asked]) { results.append($0) }
      guard results.count == 1, case .video(let fault) = error(results[0])?.fault else {
        Issue.record("\(asked.text) is no fault of the video")
        continue
      }
      guard case .cutOff(let part) = fault.fault else { Issue.record("\(asked.text)"); continue }
      #expect(part.lastFrame == last, "\(asked.text)")
    }
  }

  @Test func `a damaged picture is a failure in strict mode`() throws {
    // One packet of the transport stream is missing.
    var bytes = try Fixture.h264OpenGOPTransportStream.bytes()
    let packets = stride(from: 0, to: bytes.count, by: 188).filter {
      bytes[$0 + 1] == 1 && bytes[$0 + 2] == 0 && bytes[$0 + 3] & 0x20 == 0
    }
    let lost = packets[packets.count / 2]
    bytes.removeSubrange(lost..<lost + 188)
    let path = try scratch.write(bytes, to: "lost.ts")
    let lenient = try grab([frames("0..-1")], in: VideoFile(opening: path), options()).map { try $0.get() }
    let damaged = lenient.compactMap { $0.isDamaged == true ? $0.index : nil }
    try #require(!damaged.isEmpty && damaged.count < lenient.count)
    let strict = try grab([frames("0..-1")], in: VideoFile(opening: path), options { $0.isStrict = true })
    #expect(
      strict.indices.filter { index in
        if case .damaged = error(strict[index])?.fault { true } else { false }
      } == damaged)
    #expect(strict.count { error($0) == nil } == lenient.count - damaged.count)
  }

  @Test func `a gesture's fault does not stop the others`() throws {
    let missed = try drag(control(), (200, 15), (210, 15))
    let results = try grab([Moment(.gesture(missed), text: "missed.json"), frames("3")], options())
    guard case .gesture = error(results[0])?.fault else {
      Issue.record("a gesture that misses the knob was played")
      return
    }
    #expect(try results[1].get().index == 3)
  }
}

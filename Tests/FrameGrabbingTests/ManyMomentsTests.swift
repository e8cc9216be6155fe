import Files
import TestSupport
import Testing
import Timeline
import Video
@testable import FrameGrabbing

/// Moments that mean many frames: what is decoded, what is kept, and what is reported when.
struct ManyMomentsTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  private let all = Moment(.all, text: "--all")

  private func options(_ template: String? = nil, _ change: (inout GrabOptions) -> Void = { _ in }) throws
    -> GrabOptions
  {
    var options = GrabOptions()
    options.output.destination =
      try template.map { name in .files(try OutputTemplate(scratch.path(name)) { _, _ in nil }) } ?? .nowhere
    options.wantsHash = true
    change(&options)
    return options
  }

  private func grab(
    _ moments: [Moment], of path: Path, in video: VideoFile? = nil, _ options: GrabOptions,
    goesOn: (GrabProgress) -> Bool = { _ in true }
  ) throws -> [Result<FrameReport, GrabError>] {
    var results: [Result<FrameReport, GrabError>] = []
    try Grabber(video ?? VideoFile(opening: path), input: path, options: options)
      .grab(moments, goesOn: goesOn) { results.append($0) }
    return results
  }

  // MARK: Decoding

  @Test func `each keyframe is sought once, for any number and order of its frames`() throws {
    // Keyframes 0, 60 and 120 of 150 frames: three seeks.
    let path = Path(Fixture.h264BFrames.path)
    let lines = (0..<300).map { "\($0 * 77 % 150)f\n" }.joined()
    let list = Moment(.times(try TimeList(parsing: Array(lines.utf8))), text: "list")
    for moments in [[all], [list], try [frames("140..149"), list, frames("3"), all, moment("1s")]] {
      let video = try VideoFile(opening: path)
      let results = try grab(moments, of: path, in: video, try options())
      #expect(try results.allSatisfy { try $0.get().hash != nil } && video.seekCount <= 3, "\(video.seekCount)")
    }
  }

  @Test func `a frame is written once for each of its names`() throws {
    let path = Path(Fixture.h264Faststart.path)
    let reports = try grab([all, moment("1s"), frames("25")], of: path, options("{index}.png")).map { try $0.get() }
    let expected = (0..<50).map { $0 } + [25, 25]
    #expect(reports.map(\.outcome) == expected.map { .written(scratch.path("\($0).png")) })
    #expect(try scratch.names.count == 50)
    let other = try grab([moment("1s"), moment("1.01s")], of: path, options("{moment}.png")).map { try $0.get() }
    #expect(
      other.map(\.outcome) == ["00.00.01.000.png", "00.00.01.010.png"].map { .written(scratch.path($0)) })
  }

  // MARK: Reporting

  @Test func `a report that waits is small`() {
    #expect(MemoryLayout<WaitingReport>.stride <= 48 && MemoryLayout<AskedFrame>.stride <= 16)
  }

  @Test func `reports that waited are complete`() throws {
    let path = Path(Fixture.h264Faststart.path)
    let wanted = try options("{stem}-{index}.png") { $0.wantsReport = true }
    let late = try grab([frames("49"), all], of: path, wanted).map { try $0.get().json }
    let early = try grab(
      [all], of: path, options("{stem}-{index}.png") { ($0.wantsReport, $0.output.policy) = (true, .overwrite) }
    )
    .map { try $0.get().json.replacing("\"replaced\"", with: "\"written\"") }
    #expect(late.count == 51 && Array(late.dropFirst()) == early)
    #expect(late.first == early.last?.replacing("\"--all\"", with: "\"49\""))
  }

  @Test func `the progress callback is called for each frame and can end the run`() throws {
    let path = Path(Fixture.h264Faststart.path)
    var heard: [GrabProgress] = []
    _ = try grab([frames("-1"), all], of: path, options()) { progress in
      heard.append(progress)
      return true
    }
    #expect(heard.map(\.done) == Array(1...51) && heard.allSatisfy { $0.total == 51 })
    let results = try grab([all], of: path, options("{index}.png")) { $0.done < 7 }
    #expect(results.count == 7)
    #expect(try scratch.names.count == 7)
  }

  // MARK: A timeline that turns out to be different

  @Test func `all frames are looked up again when decoding refutes the packets`() throws {
    // Packets 4 and 6 carry each other's timestamps, which shows only when they are decoded.
    var stream = try TransportStream(.h264OpenGOPTransportStream, rounds: 2)
    stream.swapTimes(of: 4, and: 6)
    let path = try scratch.write(stream.bytes, to: "refuted.ts")
    let round = try Fixture.h264OpenGOPTransportStream.expectedFrames().map(\.md5)
    #expect(try grab([all], of: path, options()).map { try $0.get().hash } == round + round)
    let late = try grab([frames("-1"), all, frames("110")], of: path, options()).map { try $0.get().hash }
    #expect(late == [round[59]] + round + round + [round[50]])
  }

  // MARK: Failing

  @Test func `pictures beyond a limit fail, and those of other moments are done`() throws {
    // The clip changes its size.
    let path = Path(Fixture.h264SizeChange.path)
    let expected = try Fixture.h264SizeChange.expectedFrames()
    let sizes = try grab([all], of: path, options("{index}.png") { $0.wantsReport = true })
      .map { try #require(try $0.get().pixels) }.map { $0.width * $0.height }
    let limit = try #require(sizes.max())
    let large = try #require(sizes.firstIndex(of: limit))
    let small = try #require(sizes.firstIndex { $0 < limit })
    var limits = Limits()
    limits.pixels = Int64(limit - 1)
    let video = try VideoFile(opening: path, limits: limits)
    let moments = try [large, small, large + 1, small + 1].map { try FrameGrabbingTests.frames("\($0)") }
    let results = try grab(moments, of: path, in: video, options())
    #expect(results.map { try? $0.get().hash } == [nil, expected[small].md5, nil, expected[small + 1].md5])
    // Of one moment only the first frames are reported one by one.
    let whole = try grab([all], of: path, in: video, options())
    #expect(whole.compactMap { try? $0.get().hash }.count == sizes.count { $0 < limit })
    let faults = whole.compactMap { result -> GrabError? in if case .failure(let error) = result { error } else { nil }
    }
    let beyond = sizes.count { $0 == limit }
    #expect(faults.count == 3 && faults.last?.description.contains("so \(beyond - 2) frames are given up") == true)
  }
}

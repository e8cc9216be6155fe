import Files
import Foundation
import TestSupport
import Testing
import Timeline
import Video
@testable import FrameGrabbing

/// Pictures that are compared with those of a decode from the beginning.
struct VerifyTests {
  private let clip = Fixture.h264BFrames

  private func grab(
    _ moments: [Moment], of clip: Fixture, _ change: (inout GrabOptions) -> Void = { _ in }
  ) throws -> [Result<FrameReport, GrabError>] {
    try grab(moments, of: Path(clip.path), change)
  }

  private func grab(
    _ moments: [Moment], of path: Path, _ change: (inout GrabOptions) -> Void = { _ in }
  ) throws -> [Result<FrameReport, GrabError>] {
    var options = GrabOptions()
    options.output.destination = .nowhere
    options.isVerified = true
    change(&options)
    var results: [Result<FrameReport, GrabError>] = []
    try Grabber(VideoFile(opening: path), input: path, options: options).grab(moments) { results.append($0) }
    return results
  }

  @Test(arguments: Fixture.withPictures)
  func `a linear decode gives every frame of every clip`(_ clip: Fixture) throws {
    let video = try VideoFile(opening: Path(clip.path))
    let expected = try clip.expectedFrames()
    _ = try video.timeline(.whole)
    let hashes = try video.hashesOfLinearDecode(of: Set(expected.map(\.index)))
    #expect(hashes == Dictionary(uniqueKeysWithValues: expected.map { ($0.index, $0.md5) }), "\(clip.name)")
  }

  @Test func `correct pictures pass, however they were requested`() throws {
    let results = try grab([moment("1.2s"), frames("5"), frames("100..-1:20"), moment("end"), moment("-1s")], of: clip)
    {
      ($0.wantsHash, $0.wantsReport) = (true, true)
    }
    let expected = try clip.expectedFrames()
    let reports = try results.map { try $0.get() }
    #expect(reports.map(\.index) == [30, 5, 100, 120, 140, 149, 125])
    #expect(reports.map(\.hash) == [30, 5, 100, 120, 140, 149, 125].map { expected[$0].md5 })
  }

  @Test func `the hash is reported only if it was requested`() throws {
    #expect(try grab([frames("5")], of: clip).map { try $0.get().hash } == [nil])
  }

  /// Damage ends the linear decode; what has no start behind it is decoded from the beginning nevertheless.
  @Test(arguments: [("v.mxf", 0), ("v.mpg", 2)])
  func `in a file that is cut off, every picture before the cut is verified`(_ name: String, _ reordered: Int) throws {
    let scratch = try Scratch()
    try ffmpeg(
      [
        "-f", "lavfi", "-i", "testsrc2=s=160x120:r=25:d=2", "-c:v", "mpeg2video", "-g", "12", "-bf", "\(reordered)",
        name,
      ],
      in: scratch.folder)
    let bytes = try scratch.bytes(of: name)
    for percent in stride(from: 15, to: 95, by: 8) {
      let path = try scratch.write(Data(bytes.prefix(bytes.count * percent / 100)), to: "cut-" + name)
      let video = try VideoFile(opening: path)
      let count = try video.timeline(.whole).count
      var faults: [String] = []
      for result in try grab([frames("0..\(count - 1)")], of: path) {
        // The index of the last one is not known if pictures before it may be missing.
        guard case .failure(let error) = result,
          !error.description.contains("lacks a picture behind frame \(count - 2)")
        else { continue }
        faults.append(error.description)
      }
      #expect(faults.isEmpty, "\(percent) %: \(faults)")
    }
  }

  @Test(arguments: [false, true])
  func `a picture that differs is not written`(comes: Bool) throws {
    let path = Path(clip.path)
    let video = try VideoFile(opening: path)
    let scratch = try Scratch()
    var options = GrabOptions()
    options.output.destination = .files(try OutputTemplate(scratch.path("p.png")) { _, _ in nil })
    let plan = GrabPlan(video, path: path, options: options)
    let asked = try frames("7")
    let run = try #require(plan.resolve([asked]).sets.first).get()
    var planned = try plan.frame(0, in: run, of: asked)
    planned.output = scratch.path("p.png")
    var writer = PictureWriter(
      video, input: path, options: options,
      outlet: DirectOutlet(options, input: path, inputs: [video.identity]), threads: 1)
    // The decode from the beginning gave a different picture, or none.
    writer.expected = comes ? [7: "00000000000000000000000000000000"] : [:]
    var fault: GrabError?
    _ = try video.pictures(of: [planned.reference]) { _, picture in
      if case .failure(let error) = writer.write(picture, for: planned) { fault = error }
    }
    #expect(fault?.fault == .unverified(frame: 7, isMissing: !comes) && fault?.description.contains("--verify") == true)
    #expect(throws: (any Error).self) { try scratch.bytes(of: "p.png") }
  }
}

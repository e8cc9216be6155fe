import Files
import Foundation
import TestSupport
import Testing
import Timeline
import Video
@testable import FrameGrabbing

/// The report of a frame as JSON.
struct FrameReportTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  private let keys = [
    "input", "output", "outcome", "asked", "count", "index", "time", "until", "pts", "timeBase", "timecode", "label",
    "clock", "keyframe", "width",
    "height",
    "bitDepth", "color", "samples", "rotation", "mirrored", "sampleAspectRatio", "deinterlaced", "damaged", "cutOff",
    "hash",
  ]

  private func report(
    _ moment: Moment, of clip: Fixture, _ change: (inout GrabOptions) -> Void = { _ in }
  ) throws -> FrameReport {
    var options = GrabOptions()
    options.output.destination = .nowhere
    change(&options)
    var results: [Result<FrameReport, GrabError>] = []
    let path = Path(clip.path)
    try Grabber(VideoFile(opening: path), input: path, options: options).grab([moment]) { results.append($0) }
    return try #require(results.first).get()
  }

  private func object(_ report: FrameReport) throws -> [String: Any] {
    #expect(!report.json.contains("\n"))
    return try #require(try JSONSerialization.jsonObject(with: Data(report.json.utf8)) as? [String: Any])
  }

  /// The positions of the outermost object's keys, for checking their order.
  private func places(_ report: FrameReport) -> [String.Index?] {
    keys.map { report.json.range(of: "\"\($0)\":")?.lowerBound }
  }

  @Test func `all keys, always in the same order`() throws {
    for report in try [
      report(frames("3"), of: .h264BFrames), report(moment("1s"), of: .h264NTSC) { $0.wantsHash = true },
      report(moment("1s"), of: .h264NTSC) { $0.isDryRun = true },
    ] {
      #expect(try Set(object(report).keys) == Set(keys))
      let found = places(report).compactMap { $0 }
      #expect(found.count == keys.count && found == found.sorted())
    }
  }

  @Test func `a decoded frame by index`() throws {
    let report = try report(frames("30"), of: .h264Faststart) {
      $0.wantsHash = true
      $0.wantsReport = true
    }
    let found = try object(report)
    #expect(found["input"] as? String == Fixture.h264Faststart.path && found["output"] is NSNull)
    #expect(found["asked"] as? String == "30" && found["index"] as? Int == 30 && found["pts"] as? Int == 15_360)
    #expect(found["timeBase"] as? String == "1/12800")
    // 30/25 s, and the next frame at 31/25 s.
    #expect(found["time"] as? [String: String] == ["exact": "6/5", "decimal": "1.200"])
    #expect((found["until"] as? [String: String])?["exact"] == "31/25")
    #expect(found["width"] as? Int == 160 && found["height"] as? Int == 120 && found["bitDepth"] as? Int == 8)
    #expect(found["rotation"] as? Int == 0 && found["mirrored"] as? Bool == false)
    #expect(found["sampleAspectRatio"] as? String == "1:1" && found["damaged"] is Bool)
    #expect(try found["hash"] as? String == Fixture.h264Faststart.expectedFrames()[30].md5)
    let color = try #require(found["color"] as? [String: Any])
    #expect(Set(color.keys) == ["matrix", "range", "chromaLocation", "primaries", "transfer", "guessed"])
    let samples = try #require(found["samples"] as? [String: Any])
    #expect(Set(samples.keys) == ["primaries", "transfer", "converted", "peakLuminance"])
    #expect(samples["primaries"] as? String == "bt709" && samples["transfer"] as? String == "iec61966-2-1")
    #expect(samples["converted"] as? Bool == false && samples["peakLuminance"] is NSNull)
    // Colour tags are missing: 120 lines mean BT.601, limited.
    #expect(color["range"] as? String == "limited" && (color["guessed"] as? [String])?.contains("matrix") == true)
  }

  @Test func `values unknown before decoding are null`() throws {
    let found = try object(report(frames("3"), of: .h264Faststart) { $0.isDryRun = true })
    for key in [
      "width", "height", "bitDepth", "color", "samples", "rotation", "mirrored", "sampleAspectRatio", "deinterlaced",
      "damaged", "hash",
    ] {
      #expect(found[key] is NSNull, "\(key)")
    }
    #expect(found["index"] as? Int == 3)
  }

  @Test func `a picture that is only hashed is not converted`() throws {
    let report = try report(frames("30"), of: .h264Faststart) { $0.wantsHash = true }
    let found = try object(report)
    for key in [
      "output", "width", "height", "bitDepth", "color", "samples", "rotation", "mirrored", "sampleAspectRatio",
      "deinterlaced",
    ] {
      #expect(found[key] is NSNull, "\(key)")
    }
    #expect(found["damaged"] as? Bool == false && report.outcome == .examined && report.guesses.isEmpty)
    #expect(try report.hash == Fixture.h264Faststart.expectedFrames()[30].md5)
  }

  @Test func `the outputs`() throws {
    let written = try report(frames("3"), of: .h264Faststart) {
      $0.output.destination = .files((try? OutputTemplate(scratch.path("a.png")) { _, _ in nil }) ?? .standard)
    }
    #expect(try object(written)["output"] as? String == scratch.path("a.png").text)
    #expect(try object(report(frames("3"), of: .h264Faststart))["output"] is NSNull)
  }

  @Test func `a rotated, a mirrored and a stretched picture`() throws {
    func object(_ clip: Fixture) throws -> [String: Any] {
      try self.object(report(frames("0"), of: clip) { $0.wantsReport = true })
    }
    let turned = try object(.h264Rotated)
    // Stored 120 by 160, shown 160 by 120.
    #expect(turned["width"] as? Int == 160 && turned["height"] as? Int == 120)
    #expect(turned["rotation"] as? Int == 90 && turned["mirrored"] as? Bool == false)
    let mirrored = try object(.h264Flipped)
    #expect(mirrored["rotation"] as? Int == 0 && mirrored["mirrored"] as? Bool == true)
    #expect(try object(.sar)["sampleAspectRatio"] as? String == "4:3")
    #expect(try object(.hevc10Bit)["bitDepth"] as? Int == 16)
  }

  @Test func `a printed time is rounded up, so that it selects the frame again`() throws {
    // 30000/1001 frames a second: frame 1 starts at 0.0333667 s.
    let report = try report(frames("1"), of: .h264NTSC)
    #expect(report.printedTime == "0.034" && report.interval?.start == Rational(1001, 30_000))
    #expect(try self.report(moment(report.printedTime), of: .h264NTSC) { $0.wantsReport = true }.index == 1)
    // A typed 0.033 is before it.
    #expect(try self.report(moment("0.033"), of: .h264NTSC) { $0.wantsReport = true }.index == 0)
  }

  @Test func `the timecode is the file's own`() throws {
    #expect(
      try object(report(frames("3"), of: .timecode) { $0.wantsReport = true })["timecode"] as? String == "01:00:00:03")
    #expect(try object(report(moment("01:00:00:24"), of: .timecode))["index"] as? Int == 24)
  }

  @Test func `control characters in a report are escaped`() throws {
    let asked = Moment(.frames(try FrameSelection(parsing: "0")), text: "0\n\u{202E}\u{1B}[31m\"")
    let report = try report(asked, of: .oneFrame)
    #expect(try object(report)["asked"] as? String == asked.text)
    #expect(report.json.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x202E })
  }
}

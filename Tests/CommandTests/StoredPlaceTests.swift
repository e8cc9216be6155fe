import Foundation
import TestSupport
import Testing

/// The frame index and the timecode that a PNG file says it has.
@Suite struct StoredPlaceTests {
  /// The texts of a picture, by keyword.
  private func texts(_ bench: Bench, _ name: String) throws -> [String: String] {
    var texts: [String: String] = [:]
    for chunk in try bench.chunks(name) where chunk.name == "iTXt" {
      let fields = chunk.content.split(separator: 0, omittingEmptySubsequences: false)
      let (keyword, text) = (fields.first ?? [], fields.last ?? [])
      texts[String(decoding: keyword, as: UTF8.self)] = String(decoding: text, as: UTF8.self)
    }
    return texts
  }

  // The clip starts at 01:00:00:00 and has 25 frames a second.
  @Test func `a frame by index or gesture has both`() throws {
    let bench = try Bench()
    try bench.write(GestureCommandTests.drag(points: 50), to: "drag.json")
    let clip = Fixture.timecode.path
    for (number, moment) in [["--frame", "3"], ["--at", "01:00:00:03"], ["--at", "3f"]].enumerated() {
      #expect(try bench.framegrab([clip, "-o", "\(number).png"] + moment).status == 0)
      let found = try texts(bench, "\(number).png")
      #expect(found["Frame index"] == "3" && found["Timecode"] == "01:00:00:03", "\(moment)")
    }
    let frames = try bench.framegrab(clip, "--list-frames").lines.count
    #expect(try bench.framegrab(clip, "--gesture", "drag.json", "-o", "g.png").status == 0)
    let found = try texts(bench, "g.png")
    // Half of the clip's frames, at whole frames of 1/25 s.
    let index = frames / 2
    let place = index < 10 ? "0\(index)" : "\(index)"
    #expect(found["Frame index"] == "\(index)" && found["Timecode"] == "01:00:00:\(place)", "\(found)")
  }

  @Test func `a frame by time alone has neither, and no file without its own timecode has one`() throws {
    let bench = try Bench()
    #expect(try bench.framegrab(Fixture.timecode.path, "--at", "0.13s", "-o", "a.png").status == 0)
    #expect(try bench.framegrab(Fixture.h264Faststart.path, "--frame", "3", "-o", "b.png").status == 0)
    #expect(
      try bench.framegrab(Fixture.timecode.path, "--frame", "3", "-o", "c.png", "--metadata", "color").status == 0)
    #expect(try texts(bench, "a.png")["Frame index"] == nil && texts(bench, "a.png")["Timecode"] == nil)
    #expect(try texts(bench, "b.png")["Frame index"] == "3" && texts(bench, "b.png")["Timecode"] == nil)
    #expect(try texts(bench, "c.png").isEmpty)
  }

  @Test func `what is stored depends on the moment and the question, not on other moments`() throws {
    let bench = try Bench()
    let clip = Fixture.timecode.path
    for moment in [["--frame", "3"], ["--at", "0.13s"]] {
      let folder = moment[0].dropFirst(2)
      for (number, others) in [[], ["--json"], ["--frame", "7"], ["--frame", "-1", "--at", "50%"]].enumerated() {
        let words = [clip, "-o", "\(folder)\(number)/{index}.png", "--mkdir"] + moment + others
        #expect(try bench.framegrab(words).status == 0)
        #expect(try bench.bytes("\(folder)\(number)/3.png") == bench.bytes("\(folder)0/3.png"), "\(words)")
      }
    }
    // The picture says what the report of its run says: index 3 and its timecode, asked for by any of these.
    for (number, others) in [["--json"], ["--index"], ["--results", "r.ndjson"]].enumerated() {
      #expect(try bench.framegrab([clip, "--at", "0.13s", "-o", "told\(number).png"] + others).status == 0)
      let found = try texts(bench, "told\(number).png")
      #expect(found["Frame index"] == "3" && found["Timecode"] == "01:00:00:03", "\(others): \(found)")
      #expect(try bench.bytes("told\(number).png") == bench.bytes("at0/3.png"), "\(others)")
    }
    // A container without a table: the index is not known for a moment by time, so neither says it.
    let matroska = Fixture.h264Matroska.path
    let report = try bench.framegrab(matroska, "--at", "0.13s", "--json", "-o", "m.png")
    #expect(try report.objects().map { $0["index"] is NSNull } == [true])
    #expect(try texts(bench, "m.png")["Frame index"] == nil)
  }
}

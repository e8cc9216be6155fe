import Foundation
import TestSupport
import Testing

/// Files that were cut off: remaining frames are correct, missing ones are an error and never an earlier picture.
@Suite struct TruncationTests {
  /// Where clips are cut, in per cent of their length.
  private static let cuts = Array(stride(from: 15, through: 95, by: 5))

  /// A picture that was decoded, and its number by its checksum; a damaged one has none.
  private struct Answer {
    let asked: String
    let number: Int?
    let hash: String?
    let isDamaged: Bool
  }

  /// Writes the first part of a clip to the test's folder and requests all the moments.
  private func ask(
    _ bench: Bench, _ fixture: Fixture, percent: Int, _ moments: [String]
  ) throws -> (result: RunResult, answers: [Answer]) {
    let clip = try fixture.bytes()
    try bench.write(clip.prefix(clip.count * percent / 100), to: "cut")
    let option = moments.first?.hasSuffix("s") == true ? "--at" : "--frame"
    let result = try bench.framegrab(
      ["cut", "--json", "--hash"] + moments.flatMap { [option, $0] })
    let numbers = try fixture.numbers()
    let answers = try result.pictures().map { object in
      let hash = try #require(object["hash"] as? String)
      return Answer(
        asked: try #require(object["asked"] as? String), number: numbers[hash], hash: hash,
        isDamaged: object["damaged"] as? Bool == true)
    }
    return (result, answers)
  }

  /// The messages about moments that failed.
  private func failures(_ result: RunResult) -> [String] { result.complaints.filter { !$0.contains("warning") } }

  /// Whether each failure has the right message: after the last frame in the file it ends early, before it there is a
  /// gap.
  private func expectFailures(_ result: RunResult, of frames: [Int], last: Int?) {
    let lines = failures(result)
    #expect(lines.count == frames.count, "\(result.stderr)")
    for (line, frame) in zip(lines, frames) {
      guard let last else { continue }
      let words =
        frame > last ? "is cut off after frame \(last)" : "the picture could not be decoded (frame \(frame) at "
      #expect(line.hasPrefix("framegrab: cut: " + words), "frame \(frame): \(line)")
    }
  }

  // The index is at the start of the file and lists 50 frames; frame n is due at n/25 s.
  @Test(arguments: cuts, ["time", "index"]) func `a frame gives its own picture or none`(
    percent: Int, way: String
  ) throws {
    let bench = try Bench()
    let asked = (0..<50).map { way == "time" ? "\($0)/25s" : "\($0)" }
    let (result, answers) = try ask(bench, .h264Faststart, percent: percent, asked)
    var found: [Int] = []
    for answer in answers {
      let frame = try #require(asked.firstIndex(of: answer.asked))
      found.append(frame)
      // The picture at the cut may be damaged, but then there is a warning.
      #expect(answer.number == frame || answer.isDamaged, "\(answer)")
    }
    expectFailures(result, of: (0..<50).filter { !found.contains($0) }, last: found.max())
    #expect(result.status == 1)
  }

  // With B-frames the cut removes pictures that are shown before others which remain.
  @Test(arguments: Array(stride(from: 30, through: 90, by: 6)))
  func `many moments give their own pictures, and missing ones are reported`(percent: Int) throws {
    let bench = try Bench()
    let packed = try run(
      [
        "ffmpeg", "-v", "error", "-i", Fixture.h264BFrames.path, "-an", "-c", "copy", "-movflags", "+faststart",
        bench.url("whole.mp4").path(percentEncoded: false),
      ])
    try #require(packed.status == 0, "\(packed.stderr)")
    let count = try Fixture.h264BFrames.expectedFrames().count
    let bytes = try bench.bytes("whole.mp4")
    try bench.write(bytes.prefix(bytes.count * percent / 100), to: "cut")
    let numbers = try Fixture.h264BFrames.numbers()
    for options in [["--every", "1/25s"], ["--all"], ["--count", "\(count)"], ["--frame", "0..-1"]] {
      let result = try bench.framegrab(["cut"] + options + ["--json", "--hash"])
      var found: [Int] = []
      for object in try result.pictures() {
        let index = try #require(object["index"] as? Int)
        let number = (object["hash"] as? String).flatMap { numbers[$0] }
        #expect(number == index || object["damaged"] as? Bool == true, "\(options), frame \(index)")
        #expect(object["cutOff"] as? Bool == true)
        found.append(index)
      }
      let last = try #require(found.max())
      // Frames after the end are reported once, however many they are.
      expectFailures(result, of: (0...last + 1).filter { !found.contains($0) }, last: last)
      #expect(result.status == 1)
    }
  }

  @Test func `a Matroska file that is cut off is reported, too`() throws {
    let bench = try Bench()
    let clip = try Fixture.h264Matroska.bytes()
    try bench.write(clip.prefix(clip.count / 2), to: "cut.mkv")
    try bench.framegrab("cut.mkv", "--at", "1h", "-o", "x.png").expectFailure(4, "cut.mkv: is cut off after frame ")
    #expect(try bench.framegrab("cut.mkv", "--info").lines.contains { $0.contains("the file is cut off") })
  }

  @Test(arguments: [30, 60, 90]) func `a missing frame is reported as not in this video`(percent: Int) throws {
    let bench = try Bench()
    let clip = try Fixture.h264Faststart.bytes()
    try bench.write(clip.prefix(clip.count * percent / 100), to: "cut")
    for words in [["--frame", "49"], ["--at", "1.96s"], ["--at", "1.99s"], ["--at", "49f"], ["--at", "pts:25088"]] {
      try bench.framegrab(["cut"] + words).expectFailure(4, "framegrab: cut: ", "is cut off after frame ")
    }
    #expect(bench.names == ["cut"])
  }

  @Test(
    arguments: [
      Fixture.h264Matroska, .h264OpenGOP, .h264OpenGOPTransportStream, .h264Fragmented, .hevc10Bit,
      .mpeg2TransportStream, .mpeg2ProgramStream, .vp9, .av1, .mpeg4AVI, .gif, .h264Raw,
    ], [15, 35, 55, 75, 95])
  func `a picture from a cut file is the right one`(fixture: Fixture, percent: Int) throws {
    let bench = try Bench()
    let frames = try fixture.expectedFrames()
    let (result, answers) = try ask(bench, fixture, percent: percent, frames.map { "\($0.index)" })
    #expect([0, 1, 3, 4].contains(result.status), "\(result.stderr)")
    for answer in answers where !answer.isDamaged {
      let index = try #require(Int(answer.asked))
      let number = try #require(answer.number, "\(answer)")
      // If the full length is unknown, a later frame may follow a gap at the end.
      #expect(number == frames[index].number || number > frames[index].number && index + 3 >= answers.count)
    }
  }

  @Test(arguments: [Fixture.h264Faststart, .h264Matroska, .h264OpenGOPTransportStream, .h264Raw], [35, 55, 75])
  func `a picture before the cut is not called damaged`(fixture: Fixture, percent: Int) throws {
    let frames = try fixture.expectedFrames()
    let (_, answers) = try ask(try Bench(), fixture, percent: percent, frames.map { "\($0.index)" })
    // Only pictures decoded after the damage may suffer from it: here the last picture and the B-frames around it.
    #expect(!answers.isEmpty)
    #expect(answers.dropLast(3).allSatisfy { !$0.isDamaged })
    #expect(answers.dropLast(3).map(\.hash) == frames.prefix(max(0, answers.count - 3)).map(\.md5))
  }

  @Test func `strict refuses a picture at the cut`() throws {
    let bench = try Bench()
    let clip = try Fixture.mpeg2TransportStream.bytes()
    try bench.write(clip.prefix(clip.count * 75 / 100), to: "cut")
    let result = try bench.framegrab("cut", "--frame", "-1", "-o", "a.png")
    #expect(result.status == 0)
    #expect(result.complaints.count == 1 && result.stderr.contains("warning") && result.stderr.contains("damaged"))
    // The message has the file, the moment, and which frames are available.
    #expect(result.stderr.hasPrefix("framegrab: cut: -1: warning: ") && result.stderr.contains("do not depend on it"))
    try bench.framegrab("cut", "--frame", "-1", "-o", "b.png", "--strict").expectFailure(4, "--strict", "depend on it")
    #expect(bench.names == ["cut", "a.png"])
  }

  @Test func `a verified file without a picture says so once`() throws {
    let bench = try Bench()
    let clip = try Fixture.h264Fragmented.bytes()
    // The header, the first fragment's index, and a part of its first picture.
    let start = try #require(clip.range(of: Data("mdat".utf8))?.lowerBound)
    try bench.write(clip.prefix(start + 900), to: "v.mp4")
    for words in [[], ["--verify"]] {
      try bench.framegrab(["v.mp4", "--frame", "7", "-o", "x.png"] + words)
        .expectFailure(4, "v.mp4: holds no picture that can be decoded")
    }
  }
}

extension Fixture {
  /// The numbers of its pictures by their checksums.
  fileprivate func numbers() throws -> [String: Int] {
    Dictionary(try expectedFrames().map { ($0.md5, $0.number) }) { first, _ in first }
  }
}

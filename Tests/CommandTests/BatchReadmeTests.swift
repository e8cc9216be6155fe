import Foundation
import TestSupport
import Testing

/// The page about many videos, as it is typed there.
@Suite struct BatchReadmeTests {
  /// The lines that are shown as they are typed or seen.
  private func lines() throws -> [String] {
    try Page.command("ManyVideos").section("Many videos").shown
  }

  @Test func `the commands of the page do what it says`() throws {
    let bench = try Bench()
    try bench.copy(.h264Faststart, to: "a.mp4")
    try bench.copy(.h264BFrames, to: "b.mp4")
    try bench.write(Fixture.h264Faststart.bytes().prefix(200), to: "broken.mp4")
    for folder in ["archive", "in"] { try bench.makeFolder(folder) }
    try bench.copy(.h264Matroska, to: "archive/film.mkv")
    for name in ["a", "b", "c"] { try bench.copy(.h264Faststart, to: "in/\(name).mp4") }
    let lines = try lines()
    // The clip ends before 12.5 s.
    let jobs = lines.filter { $0.hasPrefix("{") }.map { $0.replacing("12.5s", with: "1s") + "\n" }
    #expect(jobs.count == 3)
    try bench.write(jobs.joined(), to: "jobs.ndjson")
    func run(_ beginning: String, _ ending: String = "") throws -> RunResult {
      let command = try #require(lines.first { $0.hasPrefix(beginning) && $0.hasSuffix(ending) }, "\(beginning)")
      return try bench.shell(command)
    }
    let thumbs = try run("framegrab *.mp4")
    #expect(thumbs.status == 1 && thumbs.lines.sorted() == ["thumbs/a.png", "thumbs/b.png"])
    #expect(thumbs.stderr.contains("3 jobs in "))
    #expect(thumbs.stderr.contains(" s: 2 done, 1 failed\nframegrab: job 3: broken.mp4"))
    let found = try run("find archive")
    #expect(found.status == 0 && found.lines.count == 4)
    #expect(try run("framegrab --batch jobs.ndjson", "--mkdir").lines.count == 5)
    #expect(try bench.number("out/a.png") == 25)
    let resumed = try run("framegrab --batch jobs.ndjson", "--resume")
    #expect(resumed.status == 0 && resumed.lines.isEmpty)
    #expect(try run("grep").status == 1)
  }
}

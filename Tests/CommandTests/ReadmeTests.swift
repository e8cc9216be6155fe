import Foundation
import TestSupport
import Testing

/// The README: short, and each of its commands works.
@Suite struct ReadmeTests {
  /// The commands of the tool, as they are typed there.
  private func commands() throws -> [String] {
    try Page.readme.text.shown.filter { $0.contains("framegrab ") && !$0.hasPrefix("framegrab:") && !$0.hasPrefix("$") }
      // What a command does is said behind it.
      .map { $0.components(separatedBy: "   ")[0].trimmingCharacters(in: .whitespaces) }
  }

  /// A folder with all that the commands name: 70 s of 20 frames a second, two chapters, a gesture, jobs.
  private func bench(with video: Data) throws -> Bench {
    let bench = try Bench()
    for folder in ["archive", "in", "bin", "out"] { try bench.makeFolder(folder) }
    for name in ["v.mp4", "video.mp4", "in/a.mp4", "archive/film.mkv"] { try bench.write(video, to: name) }
    try bench.write("1:00\tone\n1:05\n", to: "times.txt")
    let job = try #require(Page.readme.text.firstMatch(of: /`(\{"video".*\})`/)?.1)
    for name in ["jobs.ndjson", "requests.ndjson"] { try bench.write(job + "\n", to: name) }
    let gesture = try bench.framegrab("--example-gesture").text
    let brace = try #require(gesture.firstIndex(of: "{"))
    try bench.write(
      gesture[...brace] + #""video": "v.mp4","# + gesture[gesture.index(after: brace)...], to: "drag.json")
    try bench.write("#!/bin/sh\nexec cat >/dev/null\n", to: "bin/other-program")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: bench.url("bin/other-program").path(percentEncoded: false))
    return bench
  }

  @Test func `every command of the README does what it is there for`() throws {
    let maker = try Bench()
    let chapters = [(0, 30), (30, 70)].map { "[CHAPTER]\nTIMEBASE=1/1\nSTART=\($0)\nEND=\($1)\ntitle=from \($0)\n" }
    try maker.write(";FFMETADATA1\n" + chapters.joined(), to: "chapters.txt")
    try maker.ffmpeg([
      "-f", "lavfi", "-i", "testsrc=size=64x36:rate=20:duration=70", "-i", "chapters.txt", "-c:v", "libx264", "-g",
      "200",
      "-preset", "ultrafast", "v.mp4",
    ])
    let video = try maker.bytes("v.mp4")
    let commands = try commands()
    #expect(commands.count > 35)
    // The screen needs a terminal (Scrub/).
    for command in commands where !command.hasSuffix("--scrub") {
      let bench = try bench(with: video)
      let before = bench.names
      let result = try bench.shell("PATH=\"$PWD/bin:$PATH\"; " + command)
      #expect(result.status == 0, "\(command): \(result.stderr)")
      #expect(
        !result.stdout.isEmpty || bench.names != before || command.contains(" > ")
          || command.hasSuffix("other-program"), "\(command)")
    }
  }

  @Test func `the README is short, and the pages that it names are there`() throws {
    let text = try Page.readme.text
    #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count <= 220)
    let links = text.matches(of: /\]\(([^)]*)\)/).map { String($0.1) }
    #expect(links.count > 10)
    for link in links where !link.hasPrefix("http") {
      let file = Fixture.folder.deletingLastPathComponent().appending(path: link)
      #expect(FileManager.default.fileExists(atPath: file.path(percentEncoded: false)), "\(link)")
    }
  }
}

import Foundation
import TestSupport
import Testing

/// The standard streams, as scripts use them.
@Suite struct ShellTests {
  private let clip = Fixture.h264Faststart.path

  @Test func `standard output gets exactly a PNG`() throws {
    let bench = try Bench()
    let piped = try bench.framegrab(clip, "--at", "0.5s", "-o", "-")
    #expect(piped.status == 0)
    #expect(piped.stderr == "")
    let files = try PNGChunk.files(in: Array(piped.stdout))
    #expect(files.count == 1)
    #expect(BurntNumber.read(from: try DecodedPNG(piped.stdout)) == 12)
    #expect(bench.names == [])
    // The bytes are the same in a file.
    #expect(try bench.framegrab(clip, "--at", "0.5s", "-o", "a.png").status == 0)
    #expect(try bench.bytes("a.png") == piped.stdout)
  }

  @Test func `standard output accepts one picture`() throws {
    try Bench().framegrab(clip, "--frame", "1..2", "-o", "-").expectFailure(2, "standard output")
  }

  @Test func `nothing goes to standard output when the picture fails`() throws {
    try Bench().framegrab(clip, "--at", "100s", "-o", "-").expectFailure(4)
  }

  @Test func `a path can be captured in a shell variable`() throws {
    let bench = try Bench()
    try bench.copy(.h264BFrames, to: "v.mp4")
    let result = try bench.shell("img=$(framegrab v.mp4 --at 3s) && printf '<%s>' \"$img\"")
    #expect(result.text == "<v-00.00.03.000.png>")
    // 25 frames per second.
    #expect(try bench.number("v-00.00.03.000.png") == 75)
  }

  @Test func `a loop over files keeps its lines`() throws {
    let bench = try Bench()
    for name in ["a.mp4", "b c.mp4", "d.mp4"] { try bench.copy(.h264Faststart, to: name) }
    let result = try bench.shell(
      "while read -r video; do framegrab \"$video\" --at 1s; done", input: Data("a.mp4\nb c.mp4\nd.mp4\n".utf8))
    #expect(result.status == 0)
    #expect(result.stderr == "")
    #expect(result.text == "a-00.00.01.000.png\nb c-00.00.01.000.png\nd-00.00.01.000.png\n")
    #expect(bench.names.count == 6)
  }

  @Test func `every mode leaves standard input unread`() throws {
    let bench = try Bench()
    let script = """
      framegrab "$1" --at 0 -o a.png; framegrab "$1" --at 9s; framegrab "$1" --info; framegrab "$1" --list-frames
      framegrab; framegrab --version; framegrab --help; framegrab --wrong; cat
      """
    let result = try bench.shell(script + " >&2", clip, input: Data("still here\n".utf8))
    #expect(result.stderr.hasSuffix("still here\n"))
  }

  // The only reader of the FIFO exits before the picture is written.
  @Test func `a closed pipe is not an error`() throws {
    let bench = try Bench()
    let result = try bench.shell(
      "mkfifo p; : <p & exec 3>p; wait; framegrab \"$1\" --at 0 -o - >&3; echo $?", clip)
    #expect(result.stderr == "")
    let status = try #require(Int32(result.lines.last ?? ""))
    #expect(status != 0 && status < 128)
    let listed = try bench.shell(
      "rm p; mkfifo p; : <p & exec 3>p; wait; framegrab \"$1\" --list-frames >&3; echo $?", clip)
    #expect(listed.stderr == "")
    #expect(listed.lines.last != "0")
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
  func `standard output on a full disk is an error`() throws {
    let bench = try Bench()
    for words in ["--at 0 -o -", "--info", "--list-frames", "--at 0 --hash", "--at 0 --json --dry-run"] {
      let result = try bench.shell("framegrab \"$1\" \(words) >/dev/full", clip)
      #expect(result.status == 5, "\(words)")
      #expect(result.complaints.count == 1 && result.stderr.contains("standard output"), "\(result.stderr)")
    }
    for word in ["--help", "-h", "--man", "--version"] {
      #expect(try bench.shell("framegrab \(word) >/dev/full").status == 5, "\(word)")
    }
  }

  @Test func `closed standard streams are handled`() throws {
    let bench = try Bench()
    try bench.copy(.h264Faststart, to: "v.mp4")
    let bytes = try bench.bytes("v.mp4")
    #expect(try bench.shell("framegrab v.mp4 --frame 3 -o a.png <&- 2>&-").status == 0)
    #expect(try bench.number("a.png") == 3)
    // The path cannot be printed, and the picture must not be written to a file that was opened with the descriptor.
    #expect(try bench.shell("framegrab v.mp4 --frame 4 -o - >&-").status == 5)
    _ = try bench.shell("framegrab v.mp4 --frame 5 -o b.png <&- >&- 2>&-")
    #expect(try bench.bytes("v.mp4") == bytes)
    if bench.names.contains("b.png") { #expect(try bench.number("b.png") == 5) }
  }

  @Test func `quiet prints only errors and verbose prints more on standard error`() throws {
    let bench = try Bench()
    try bench.write("old", to: "a.png")
    let quiet = try bench.framegrab(clip, "--frame", "3", "-n", "-o", "a.png", "-q")
    #expect(quiet.status == 0)
    #expect(quiet.stderr == "")
    try bench.framegrab(clip, "--frame", "50", "-q").expectFailure(4)
    let verbose = try bench.framegrab(clip, "--frame", "3", "-o", "b.png", "-v")
    #expect(verbose.status == 0)
    #expect(verbose.text == "b.png\n")
    #expect(verbose.complaints.contains { $0.contains("frame 3") && $0.contains("3/25") && $0.contains("4/25") })
    #expect(verbose.complaints.allSatisfy { $0.hasPrefix("framegrab: ") })
    let loud = try bench.framegrab(clip, "--frame", "3", "-o", "c.png", "-vv")
    #expect(loud.status == 0)
    #expect(loud.text == "c.png\n")
    #expect(loud.complaints.count >= verbose.complaints.count)
    #expect(loud.complaints.allSatisfy { $0.hasPrefix("framegrab: ") })
    #expect(try bench.bytes("b.png") == bench.bytes("c.png"))
  }
}

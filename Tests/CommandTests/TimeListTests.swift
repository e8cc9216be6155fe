import Foundation
import TestSupport
import Testing

/// --at-list and --fail-fast.
@Suite struct TimeListTests {
  // Two seconds at 25 frames a second, 50 frames.
  private let clip = Fixture.h264Faststart.path

  @Test func `times of a list keep its order, comments and empty lines are ignored`() throws {
    let bench = try Bench()
    try bench.write("\u{FEFF}# chapters\r\n1.2s # the second\r\n\r\n  \t0.2\n#\n-1f\n50%", to: "times.txt")
    let result = try bench.framegrab(clip, "--at-list", "times.txt")
    result.expectSuccess(
      "h264-faststart-00.00.01.200.png", "h264-faststart-00.00.00.200.png", "h264-faststart-f000049.png",
      "h264-faststart-00.00.01.000.png")
    #expect(try result.lines.map(bench.number) == [30, 5, 49, 25])
  }

  @Test func `a list from standard input`() throws {
    let bench = try Bench()
    let result = try bench.framegrab([clip, "--at-list", "-", "--at", "0"], input: Data("0.4s\n0.8s\n".utf8))
    #expect(result.status == 0)
    #expect(try result.lines.map(bench.number) == [10, 20, 0])
  }

  @Test(arguments: [1, 16, 17, 50, 400])
  func `a list of any length, in any order, with any repeats`(count: Int) throws {
    // A permutation of the frames, over and over: 37 and 50 have no common divisor.
    let frames = (0..<count).map { $0 * 37 % 50 }
    let bench = try Bench()
    let text = frames.map { "\(Double($0 * 4 + 2) / 100)s\n" }.joined()
    let result = try bench.framegrab([clip, "--at-list", "-", "--hash"], input: Data(text.utf8))
    let expected = try Fixture.h264Faststart.expectedFrames()
    #expect(result.status == 0 && result.lines == frames.map { expected[$0].md5 })
    let written = try bench.framegrab([clip, "--at-list", "-", "-o", "{index}.png"], input: Data(text.utf8))
    #expect(written.status == 0 && written.lines == frames.map { "\($0).png" })
    for name in bench.names { #expect(try "\(bench.number(name) ?? -1).png" == name) }
    #expect(bench.names.count == Set(frames).count)
  }

  @Test func `an invalid line is reported before any work`() throws {
    let bench = try Bench()
    try bench.write("1s\n# two\n0.2s\n5:75\nx\n", to: "times.txt")
    try bench.framegrab(clip, "--at-list", "times.txt").expectFailure(
      2, "framegrab: times.txt:4: cannot read '5:75' as a time")
    try bench.framegrab([clip, "--at-list", "-"], input: Data("1s 2s\n".utf8)).expectFailure(2, "standard input:1: ")
    #expect(bench.names == ["times.txt"])
  }

  @Test func `invalid lists are refused`() throws {
    let bench = try Bench()
    try bench.write("# nothing\n\n", to: "none.txt")
    try bench.write("", to: "empty.txt")
    try bench.framegrab(clip, "--at-list", "none.txt").expectFailure(2, "none.txt: has no time in it")
    try bench.framegrab(clip, "--at-list", "empty.txt").expectFailure(2, "empty.txt: has no time in it")
    try bench.framegrab(clip, "--at-list", "missing.txt").expectFailure(3, "missing.txt")
    try bench.framegrab(clip, "--at-list", ".").expectFailure(3, "folder")
    try bench.framegrab(clip, "--at-list", "-", "--gesture", "-").expectFailure(2, "standard input", "once")
    try bench.framegrab(clip, "--at-list", "-", "--at-list", "-").expectFailure(2, "standard input", "once")
    // Zeros are not times, and this endless file is not read to its end.
    try bench.framegrab(clip, "--at-list", "/dev/zero").expectFailure(3)
  }

  @Test func `the list is never overwritten`() throws {
    let bench = try Bench()
    try bench.write("1s\n", to: "times.txt")
    try bench.framegrab(clip, "--at-list", "times.txt", "-o", "times.txt", "-y").expectFailure(5, "times.txt")
    #expect(try bench.bytes("times.txt") == Data("1s\n".utf8))
  }

  @Test(arguments: [0, 20])
  func `a time outside the video is one line, and the others are grabbed`(more: Int) throws {
    let bench = try Bench()
    let text = "0.2s\n99s\n0.4s\n2:00\n" + (0..<more).map { "\(Double($0 * 4) / 100)s\n" }.joined()
    let result = try bench.framegrab([clip, "--at-list", "-", "-o", "{index}.png"], input: Data(text.utf8))
    #expect(result.status == 1)
    #expect(result.lines == ["5.png", "10.png"] + (0..<more).map { "\($0).png" })
    #expect(result.complaints.count == 2)
    #expect(result.complaints.first?.contains("99 s is past the end") == true)
    #expect(result.complaints.last?.contains("120 s is past the end") == true)
  }

  // MARK: Failing fast

  @Test(arguments: [0, 20])
  func `with fail-fast a moment outside ends the run before anything is decoded`(more: Int) throws {
    let bench = try Bench()
    let text = "0.2s\n99s\n0.4s\n98s\n" + (0..<more).map { "\(Double($0 * 4) / 100)s\n" }.joined()
    let result = try bench.framegrab([clip, "--at-list", "-", "--fail-fast"], input: Data(text.utf8))
    #expect(result.status != 0 && result.stdout.isEmpty && result.complaints.count == 1)
    #expect(result.stderr.contains("99 s") && bench.names == [])
  }

  @Test func `with fail-fast nothing is decoded after a failure`() throws {
    // From frame 12 on the pictures are larger than is allowed.
    let bench = try Bench()
    let words = [Fixture.h264SizeChange.path, "-o", "{index}.png", "--max-pixels", "30000"]
    let result = try bench.framegrab(words + ["--frame", "9..14", "--fail-fast"])
    #expect(result.status == 1 && result.lines == ["9.png", "10.png", "11.png"])
    #expect(result.complaints.count { $0.contains("--max-pixels") } == 1)
    #expect(bench.names == ["9.png", "10.png", "11.png"])
    // Without it all the others are written.
    let patient = try bench.framegrab(words + ["--frame", "12", "--frame", "3", "--frame", "5"])
    #expect(patient.status == 1 && patient.lines == ["3.png", "5.png"] && patient.complaints.count == 1)
  }

  @Test func `frames grabbed before a failure are reported, in any order`() throws {
    let bench = try Bench()
    // Decoded in the order 1, 3, 12.
    let result = try bench.framegrab(
      Fixture.h264SizeChange.path, "--frame", "12", "--frame", "3", "--frame", "1", "-o", "{index}.png",
      "--max-pixels", "30000", "--fail-fast")
    #expect(result.status == 1 && result.lines == ["3.png", "1.png"] && result.complaints.count == 1)
    #expect(bench.names == ["1.png", "3.png"])
  }

  @Test func `with fail-fast an output that exists ends the run before anything is decoded`() throws {
    let bench = try Bench()
    try bench.write("old", to: "3.png")
    try bench.framegrab(clip, "--frame", "0..9", "-o", "{index}.png", "--fail-fast").expectFailure(5, "3.png")
    #expect(bench.names == ["3.png"])
    // Without it all the others are written, and the failure is reported in its turn.
    let patient = try bench.framegrab(clip, "--frame", "2..5", "-o", "{index}.png")
    #expect(patient.status == 1 && patient.lines == ["2.png", "4.png", "5.png"] && patient.complaints.count == 1)
  }
}

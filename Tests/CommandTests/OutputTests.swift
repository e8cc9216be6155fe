import Foundation
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Outputs, and the files that are never overwritten.
@Suite struct OutputTests {
  private let clip = Fixture.h264Faststart.path
  private let old = Data("what was there before".utf8)

  @Test func `a folder gets default names and is created only with --mkdir`() throws {
    let bench = try Bench()
    try bench.makeFolder("out")
    try bench.framegrab(clip, "--frame", "3", "-o", "out/").expectSuccess("out/h264-faststart-f000003.png")
    #expect(try bench.number("out/h264-faststart-f000003.png") == 3)
    try bench.framegrab(clip, "--frame", "3", "-o", "new/deep/").expectFailure(5, "new/deep/", "--mkdir")
    try bench.framegrab(clip, "--frame", "3", "-o", "new/a.png").expectFailure(5, "--mkdir")
    #expect(bench.names == ["out", "out/h264-faststart-f000003.png"])
    try bench.framegrab(clip, "--frame", "4", "-o", "new/deep/%d.png", "--mkdir").expectSuccess("new/deep/4.png")
    #expect(try bench.number("new/deep/4.png") == 4)
  }

  @Test func `an output that exists is refused, kept or replaced`() throws {
    let bench = try Bench()
    try bench.write(old, to: "a.png")
    try bench.framegrab(clip, "--frame", "3", "-o", "a.png").expectFailure(5, "a.png", "-y", "-n")
    #expect(try bench.bytes("a.png") == old)
    let skipped = try bench.framegrab(clip, "--frame", "3", "-n", "-o", "a.png")
    #expect(skipped.status == 0)
    #expect(try bench.bytes("a.png") == old)
    try bench.framegrab(clip, "--frame", "3", "-y", "-o", "a.png").expectSuccess("a.png")
    #expect(try bench.number("a.png") == 3)
    #expect(bench.names == ["a.png"])
  }

  @Test func `an interrupted run can be resumed with -n`() throws {
    let bench = try Bench()
    try bench.write(old, to: "1.png")
    let result = try bench.framegrab(clip, "--frame", "0..2", "-n", "-o", "%d.png")
    #expect(result.status == 0)
    #expect(try bench.bytes("1.png") == old)
    #expect(try [bench.number("0.png"), bench.number("2.png")] == [0, 2])
  }

  @Test func `a failure leaves the old file as it was`() throws {
    let bench = try Bench()
    try bench.write(old, to: "a.png")
    for words in [["--at", "100s"], ["--frame", "50"], ["--frame", "3", "--max-pixels", "100"]] {
      #expect(try bench.framegrab([clip, "-y", "-o", "a.png"] + words).status != 0)
      #expect(try bench.bytes("a.png") == old)
    }
    #expect(bench.names == ["a.png"])
  }

  @Test(arguments: [[], ["-y"], ["-n"]])
  func `a symbolic link, a folder and a FIFO are never replaced`(policy: [String]) throws {
    let bench = try Bench()
    try bench.write(old, to: "target.png")
    try FileManager.default.createSymbolicLink(at: bench.url("link.png"), withDestinationURL: bench.url("target.png"))
    try FileManager.default.createSymbolicLink(at: bench.url("dangling.png"), withDestinationURL: bench.url("none.png"))
    try bench.makeFolder("folder.png")
    try #require(mkfifo(bench.url("fifo.png").path(percentEncoded: false), 0o600) == 0)
    let names = bench.names
    for (name, reason) in [
      ("link.png", "symbolic link"), ("dangling.png", "symbolic link"), ("folder.png", "folder"), ("fifo.png", "FIFO"),
      ("/dev/null", "device"),
    ] {
      try bench.framegrab([clip, "--frame", "3", "-o", name] + policy).expectFailure(5, name, reason)
    }
    #expect(bench.names == names)
    #expect(try bench.bytes("target.png") == old)
    let link = try FileManager.default.destinationOfSymbolicLink(
      atPath: bench.url("link.png").path(percentEncoded: false))
    #expect(link.hasSuffix("target.png"))
  }

  @Test func `the input is never overwritten, under any name`() throws {
    let bench = try Bench()
    let bytes = try bench.copy(.h264Faststart, to: "clip")
    try FileManager.default.linkItem(at: bench.url("clip"), to: bench.url("hard.png"))
    try bench.makeFolder("f")
    for output in ["clip", "./clip", "f/../clip", "hard.png"] {
      try bench.framegrab("clip", "--frame", "3", "-y", "-o", output).expectFailure(5, "input")
    }
    #expect(try bench.bytes("clip") == bytes)
    #expect(try bench.bytes("hard.png") == bytes)
    #expect(bench.names == ["clip", "hard.png", "f"])
  }

  @Test(.enabled(if: geteuid() != 0)) func `a folder without write permission is an error`() throws {
    let bench = try Bench()
    try bench.makeFolder("locked")
    let path = bench.url("locked").path(percentEncoded: false)
    try #require(chmod(path, 0o555) == 0)
    defer { chmod(path, 0o755) }
    try bench.framegrab(clip, "--frame", "3", "-o", "locked/a.png").expectFailure(
      5, "locked/a.png", "permission denied")
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/proc/self")))
  func `a folder that accepts no files is an error`()
    throws
  {
    try Bench().framegrab(clip, "--frame", "3", "-o", "/proc/a.png").expectFailure(5, "/proc/a.png")
  }

  @Test func `names that no file can have are an error`() throws {
    let bench = try Bench()
    try bench.write(old, to: "file")
    let long = String(repeating: "n", count: 300)
    try bench.framegrab(clip, "--frame", "3", "-o", long).expectFailure(5, "too long")
    try bench.framegrab(clip, "--frame", "3", "-o", "file/a.png").expectFailure(5, "file/a.png")
    try bench.framegrab(clip, "--frame", "3", "-o", "file/a/b.png", "--mkdir").expectFailure(5, "file/a/b.png")
    #expect(try bench.framegrab(clip, "--frame", "3", "-o", "").status != 0)
    #expect(bench.names == ["file"])
  }

  @Test func `a picture gets the mode that the umask leaves`() throws {
    let bench = try Bench()
    #expect(try bench.shell("umask 027; framegrab \"$1\" --frame 3 -o a.png", clip).status == 0)
    let attributes = try FileManager.default.attributesOfItem(atPath: bench.url("a.png").path(percentEncoded: false))
    #expect(attributes[.posixPermissions] as? Int == 0o640)
  }

  @Test func `sync writes the same file`() throws {
    let bench = try Bench()
    try bench.framegrab(clip, "--frame", "3", "-o", "a.png").expectSuccess("a.png")
    try bench.framegrab(clip, "--frame", "3", "-o", "b.png", "--sync").expectSuccess("b.png")
    #expect(try bench.bytes("a.png") == bench.bytes("b.png"))
  }
}

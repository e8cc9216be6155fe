import Foundation
import TestSupport
import Testing

/// Names of videos are only bytes: no patterns, no protocols, no options.
@Suite struct InputNameTests {
  @Test func `a percent sign is not a pattern`() throws {
    let bench = try Bench()
    try bench.copy(.h264Faststart, to: "a%03d.mp4")
    // A file that the pattern would match.
    try bench.copy(.h264Rotated, to: "a001.mp4")
    try bench.framegrab("a%03d.mp4", "--frame", "40").expectSuccess("a%03d-f000040.png")
    #expect(try bench.number("a%03d-f000040.png") == 40)
    try bench.framegrab("b%03d.mp4", "--frame", "0").expectFailure(3, "b%03d.mp4: no such file")
  }

  @Test(arguments: [
    "foo:bar.mp4", "http:video.mp4", "file:video.mp4", "concat:a.mp4|b.mp4", "pipe:0", "v[0-9]?*.mp4", "a{b}c.mp4",
    "with spaces in it.mp4", " ", "'quoted' \"twice\".mp4", "dollar $HOME `x`.mp4", "tab\t.mp4", "été 日本.mp4", "~.mp4",
    "#.mp4", "{index}.mp4", "100%.mp4",
  ])
  func `special characters in a name have no meaning`(name: String) throws {
    let bench = try Bench()
    try bench.copy(.h264Faststart, to: name)
    let result = try bench.framegrab(name, "--at", "1s")
    let stem = name.hasSuffix(".mp4") ? String(name.dropLast(4)) : name
    result.expectSuccess("\(stem)-00.00.01.000.png")
    #expect(try bench.number("\(stem)-00.00.01.000.png") == 25)
    #expect(bench.names == [name, "\(stem)-00.00.01.000.png"])
  }

  @Test func `after two dashes a name may start with a dash`() throws {
    let bench = try Bench()
    try bench.copy(.h264Faststart, to: "-x.mp4")
    try bench.framegrab("--at", "1s", "--", "-x.mp4").expectSuccess("-x-00.00.01.000.png")
    #expect(try bench.number("-x-00.00.01.000.png") == 25)
    try bench.framegrab("./-x.mp4", "--at", "1s", "-o", "a").expectSuccess("a")
    try bench.framegrab("-x.mp4", "--at", "1s").expectFailure(2, "-x")
  }

  @Test func `a line end in a name is kept in the path`() throws {
    let bench = try Bench()
    try bench.copy(.h264Faststart, to: "a\nb.mp4")
    let result = try bench.framegrab("a\nb.mp4", "--frame", "3")
    #expect(result.status == 0)
    #expect(result.stdout == Data("a\nb-f000003.png\n".utf8))
    #expect(try bench.number("a\nb-f000003.png") == 3)
  }

  // File systems of Apple take only UTF-8.
  #if os(Linux)
    @Test func `bytes that are not valid text stay as they are`() throws {
      let bench = try Bench()
      let script = """
        v=$(printf 'a\\377\\200.mp4'); cp "$1" "$v"
        p=$(framegrab "$v" --frame 3) || exit 1
        [ "$p" = "$(printf 'a\\377\\200-f000003.png')" ] || exit 2
        framegrab "$v" --frame 4 -o "$(printf 'b\\376-%%d.png')" || exit 3
        cat "$p" >copy.png; cat "$(printf 'b\\376-4.png')" >other.png
        """
      let result = try bench.shell(script, Fixture.h264Faststart.path)
      #expect(result.status == 0, "\(result.stderr)")
      #expect(Array(result.stdout) == [0x62, 0xFE] + Array("-4.png\n".utf8))
      #expect(try bench.number("copy.png") == 3)
      #expect(try bench.number("other.png") == 4)
    }
  #endif

  @Test func `the source in a picture is the name without folders and safe to show`() throws {
    let bench = try Bench()
    try bench.makeFolder("secret folder")
    try bench.copy(.oneFrame, to: "secret folder/a\u{1B}b.mp4")
    try bench.framegrab("secret folder/a\u{1B}b.mp4", "--frame", "0", "-o", "a.png").expectSuccess("a.png")
    let bytes = try bench.bytes("a.png")
    #expect(bytes.firstRange(of: Data("secret".utf8)) == nil)
    #expect(bytes.firstRange(of: Data("a\\x1Bb.mp4".utf8)) != nil)
  }
}

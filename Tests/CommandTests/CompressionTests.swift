import TestSupport
import Testing

/// `--compression`: different bytes, the same picture.
@Suite struct CompressionTests {
  private static let words = ["fast", "default", "small"]

  @Test(arguments: [Fixture.h264BFrames, .hevc10Bit, .rgba, .gray])
  func `every compression has the same pixels and metadata`(fixture: Fixture) throws {
    let bench = try Bench()
    for word in Self.words {
      try bench.framegrab(fixture.path, "--frame", "2", "--compression", word, "-o", "\(word).png")
        .expectSuccess("\(word).png")
    }
    try bench.framegrab(fixture.path, "--frame", "2", "-o", "none.png").expectSuccess("none.png")
    #expect(try bench.bytes("none.png") == bench.bytes("default.png"))
    let picture = try bench.picture("default.png")
    let chunks = try bench.chunks("default.png").filter { $0.name != "IDAT" }
    for word in Self.words {
      #expect(try bench.picture("\(word).png") == picture)
      #expect(try bench.chunks("\(word).png").filter { $0.name != "IDAT" } == chunks)
      #expect(try bench.bytes("small.png").count <= bench.bytes("\(word).png").count)
    }
  }

  @Test func `unknown choices are refused`() throws {
    let result = try Bench().framegrab("v.mp4", "--frame", "2", "--compression", "smal")
    #expect(result.status == 2)
    #expect(result.stderr.contains("(fast, default, small); did you mean 'small'?"))
  }

  @Test func `modes that show a gesture do not accept it`() throws {
    let result = try Bench().framegrab("--gesture", "g.json", "--trace", "--compression", "fast")
    #expect(result.status == 2)
    #expect(result.stderr.contains("--compression belongs to frames that are grabbed"))
  }
}

import Foundation
import TestSupport
import Testing

/// The colour conversion of pictures, and the colour chunks of their files.
@Suite struct ColorCommandTests {
  private static let colorChunks: Set = ["cICP", "sRGB", "gAMA", "cHRM", "iCCP", "mDCV", "cLLI"]

  private func grab(_ bench: Bench, _ clip: String, _ words: String...) throws -> String {
    let name = "\(bench.names.count).png"
    try bench.framegrab([clip, "--frame", "0", "-o", name] + words).expectSuccess(name)
    return name
  }

  private func content(_ bench: Bench, _ picture: String, _ chunk: String) throws -> [UInt8]? {
    try bench.chunks(picture).first { $0.name == chunk }?.content
  }

  private func names(_ bench: Bench, _ picture: String) throws -> Set<String> {
    try Set(bench.chunks(picture).map(\.name)).intersection(Self.colorChunks)
  }

  /// A filter that tags pictures of a pixel format with colour properties without changing them. Given as options of
  /// the output, newer versions of FFmpeg convert the pictures, or lose the tags.
  private static func tagged(_ format: String, _ matrix: String, _ primaries: String, _ transfer: String) -> String {
    "format=\(format),setparams=colorspace=\(matrix):color_primaries=\(primaries):color_trc=\(transfer):range=tv"
  }

  /// Makes a grey clip of HDR10 with all its light metadata: P3, D65, 0.005 to 1000 cd/m², 800 and 300 cd/m².
  private func makeHDR(_ bench: Bench) throws {
    let tags = "colorprim=bt2020:transfer=smpte2084:colormatrix=bt2020nc"
    let display = "G(13250,34500)B(7500,3000)R(34000,16000)WP(15635,16450)L(10000000,50)"
    try bench.ffmpeg([
      "-f", "lavfi", "-i", "color=c=0x969696:s=64x64:r=25:d=0.1", "-vf",
      Self.tagged("yuv420p10le", "bt2020nc", "bt2020", "smpte2084"), "-c:v", "libx265", "-x265-params",
      "log-level=none:pools=none:lossless=1:hdr10=1:repeat-headers=1:\(tags):master-display=\(display):max-cll=800,300",
      "-tag:v", "hvc1", "hdr.mp4",
    ])
  }

  @Test func `HDR is written unchanged`() throws {
    let bench = try Bench()
    try makeHDR(bench)
    let name = try grab(bench, "hdr.mp4", "--color", "auto")
    #expect(try content(bench, name, "cICP") == [9, 16, 0, 1])
    // P3 and D65 in steps of 0.00002; 1000 and 0.005, 800 and 300 cd/m² in steps of 0.0001.
    #expect(
      try content(bench, name, "mDCV") == [
        0x84, 0xD0, 0x3E, 0x80, 0x33, 0xC2, 0x86, 0xC4, 0x1D, 0x4C, 0x0B, 0xB8, 0x3D, 0x13, 0x40, 0x42, 0, 0x98, 0x96,
        0x80, 0, 0, 0, 0x32,
      ])
    #expect(try content(bench, name, "cLLI") == [0, 0x7A, 0x12, 0, 0, 0x2D, 0xC6, 0xC0])
    #expect(try bench.bytes(name) == bench.bytes(grab(bench, "hdr.mp4")))
    #expect(try bench.picture(name).bitDepth == 16)
  }

  @Test func `HDR becomes sRGB for any viewer`() throws {
    let bench = try Bench()
    try makeHDR(bench)
    let report = try #require(
      bench.framegrab("hdr.mp4", "--frame", "0", "--color", "srgb", "--json", "-o", "s.png").objects().first)
    let color = try #require(report["color"] as? [String: Any])
    #expect(color["primaries"] as? String == "bt709" && color["transfer"] as? String == "iec61966-2-1")
    #expect(color["matrix"] as? String == "bt2020nc")
    let origin = try #require(color["convertedFrom"] as? [String: Any])
    #expect(origin["primaries"] as? String == "bt2020" && origin["transfer"] as? String == "smpte2084")
    #expect(origin["peakLuminance"] as? Int == 800)
    #expect(try names(bench, "s.png") == ["cICP", "sRGB", "gAMA", "cHRM"])
    #expect(try content(bench, "s.png", "cICP") == [1, 13, 0, 1])
    #expect(try content(bench, "s.png", "sBIT") == nil)
    // FFmpeg makes the code 580 of grey 150: PQ of 516/876 is 219.855 cd/m². From a peak of 800, BT.2390 makes 170.352
    // of it, 0.839171 of 203, which sRGB encodes as 0.925671: 236.05 of 255.
    #expect(try bench.picture("s.png").bitDepth == 16)
    #expect(try Set(bench.picture("s.png").samples) == [236, 255])
    #expect(try Set(bench.picture(grab(bench, "hdr.mp4", "--color", "srgb", "--depth", "8")).samples) == [236, 255])
  }

  @Test func `a smaller picture has the same colours and colour chunks`() throws {
    let bench = try Bench()
    try makeHDR(bench)
    for words in [[], ["--color", "srgb"], ["--color", "keep"], ["--color", "srgb", "--depth", "8"]] {
      try bench.framegrab(["hdr.mp4", "--frame", "0", "-y", "-o", "own.png"] + words).expectSuccess("own.png")
      try bench.framegrab(["hdr.mp4", "--frame", "0", "--size", "40x24", "-y", "-o", "small.png"] + words)
        .expectSuccess("small.png")
      let (own, small) = try (bench.picture("own.png"), bench.picture("small.png"))
      #expect(small.width == 40 && small.height == 24 && small.bitDepth == own.bitDepth)
      // A flat picture stays flat.
      #expect(Set(small.samples) == Set(own.samples))
      let told = try bench.chunks("own.png").filter { Self.colorChunks.contains($0.name) }.map(\.content)
      #expect(try bench.chunks("small.png").filter { Self.colorChunks.contains($0.name) }.map(\.content) == told)
      #expect(try content(bench, "small.png", "sBIT") == nil)
    }
  }

  @Test func `colours are kept without colour chunks`() throws {
    let bench = try Bench()
    try makeHDR(bench)
    for clip in ["hdr.mp4", Fixture.h264Faststart.path, Fixture.rgba.path] {
      let (own, kept) = try (grab(bench, clip), grab(bench, clip, "--color", "keep"))
      #expect(try bench.picture(own).samples == bench.picture(kept).samples)
      #expect(try bench.picture(own).bitDepth == bench.picture(kept).bitDepth)
      #expect(try names(bench, kept) == [] && !names(bench, own).isEmpty)
      #expect(try bench.chunks(kept).contains { $0.name == "iTXt" })
    }
  }

  @Test func `ordinary video becomes sRGB`() throws {
    let bench = try Bench()
    try bench.ffmpeg([
      "-f", "lavfi", "-i", "color=c=0x808080:s=64x64:r=25:d=0.1", "-vf",
      Self.tagged("yuv420p", "bt709", "bt709", "bt709"),
      "-c:v", "libx264", "-qp", "0", "v.mp4",
    ])
    // Grey 128 is code 126: 110/219 · 255 = 128.08. BT.1886 shows 0.50228^2.4 of white, which sRGB encodes as
    // 1.055 · 0.50228 − 0.055 = 0.47491, 121.1 of 255.
    #expect(try bench.picture(grab(bench, "v.mp4")).samples.first == 128)
    let name = try grab(bench, "v.mp4", "--color=srgb")
    #expect(try bench.picture(name).samples.first == 121)
    #expect(try content(bench, name, "cICP") == [1, 13, 0, 1] && content(bench, name, "sRGB") == [0])
    let bare = try grab(bench, "v.mp4", "--color=srgb", "--metadata", "none")
    #expect(try bench.picture(bare).samples == bench.picture(name).samples && names(bench, bare) == [])
    // A picture that is sRGB already is not changed.
    let (own, converted) = try (
      grab(bench, Fixture.rgba.path), grab(bench, Fixture.rgba.path, "--color", "srgb")
    )
    #expect(try bench.bytes(own) == bench.bytes(converted))
  }

  @Test func `HDR of eight bits becomes a picture of sixteen`() throws {
    let bench = try Bench()
    for transfer in ["smpte2084", "arib-std-b67"] {
      try bench.ffmpeg([
        "-f", "lavfi", "-i", "testsrc=s=64x64:r=25:d=0.1", "-vf",
        Self.tagged("yuv420p", "bt2020nc", "bt2020", transfer), "-c:v", "libx264", "\(transfer).mp4",
      ])
      let name = try grab(bench, "\(transfer).mp4")
      #expect(try bench.picture(name).bitDepth == 16 && content(bench, name, "sBIT") == [8, 8, 8])
      #expect(try bench.picture(grab(bench, "\(transfer).mp4", "--color", "keep")).bitDepth == 16)
      #expect(try bench.picture(grab(bench, "\(transfer).mp4", "--depth", "8")).bitDepth == 8)
      #expect(try bench.picture(grab(bench, "\(transfer).mp4", "--color", "srgb")).bitDepth == 8)
    }
  }
}

import Foundation
import TestSupport
import Testing

/// The colour conversion of pictures, and the colour chunks of their files.
@Suite struct ColorCommandTests {
  private static let colorChunks: Set = ["cICP", "sRGB", "gAMA", "cHRM", "iCCP", "mDCV", "cLLI"]

  private func grab(_ bench: Bench, _ words: String...) throws -> String { try grab(bench, words) }

  private func grab(_ bench: Bench, _ words: [String]) throws -> String {
    let name = "\(bench.names.count).png"
    try bench.framegrab(words + ["--frame", "0", "-o", name]).expectSuccess(name)
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

  // FFmpeg's decoder gives 10 bits as the upper ones of 16.
  @Test func `JPEG 2000 of 10 bits is as white as it says`() throws {
    let bench = try Bench()
    try bench.ffmpeg([
      "-f", "lavfi", "-i", "color=white:s=32x32,format=gbrp10le", "-frames:v", "1", "-c:v", "libopenjpeg", "v.mov",
    ])
    let name = try grab(bench, "v.mov")
    #expect(try bench.picture(name).bitDepth == 16)
    try bench.framegrab("v.mov", "--frame", "0", "--raw", "rgb48", "-o", "v.raw").expectSuccess("v.raw")
    #expect(try bench.bytes("v.raw") == Data(repeating: 0xFF, count: 32 * 32 * 6))
    #expect(try content(bench, name, "sBIT") == [10, 10, 10])
    let facts = try bench.framegrab("v.mov", "--info")
    #expect(facts.lines.contains { $0.hasPrefix("picture") && $0.hasSuffix("10 bits") })
  }

  @Test(arguments: [0, 2, 3], ["v.mp4", "v.mkv"])
  func `the container's tags count where the pictures' say nothing`(_ number: Int, _ name: String) throws {
    // The container has BT.2020 and PQ. In the stream, 2 is unspecified and 0 and 3 are reserved (H.273); 0 as a matrix is
    // RGB, which 4:2:0 cannot be, and 3 would be refused.
    let bench = try Bench()
    let matrix = number == 3 ? 2 : number
    try bench.ffmpeg([
      "-f", "lavfi", "-i", "testsrc2=s=48x32:r=25:d=0.1", "-vf",
      Self.tagged("yuv420p", "bt2020nc", "bt2020", "smpte2084"), "-c:v", "libx264", "-bsf:v",
      "h264_metadata=colour_primaries=\(number):transfer_characteristics=\(number):matrix_coefficients=\(matrix)",
      "-movflags", "write_colr", name,
    ])
    let facts = try bench.framegrab(name, "--info", "--json").objects().first
    let color = try #require(facts?["color"] as? [String: Any])
    #expect(color["matrix"] as? String == "bt2020nc" && color["transfer"] as? String == "smpte2084")
    #expect(try content(bench, try grab(bench, [name]), "cICP") == [9, 16, 0, 1])
  }

  // 14 is ICtCp (H.273), which cannot be undone exactly; a hash is of the samples as they are.
  @Test func `colours that cannot be converted are refused for a picture, but not for a hash`() throws {
    let bench = try Bench()
    try bench.ffmpeg([
      "-f", "lavfi", "-i", "testsrc2=s=48x32:r=25:d=0.12", "-pix_fmt", "yuv420p", "-c:v", "libx264", "-bsf:v",
      "h264_metadata=matrix_coefficients=14", "v.mkv",
    ])
    let truth = try linearHashes(of: "v.mkv", in: bench.folder)
    let reports = try bench.framegrab("v.mkv", "--all", "--hash", "--json").objects()
    #expect(try bench.framegrab("v.mkv", "--all", "--hash").lines == truth)
    #expect(reports.map { $0["hash"] as? String } == truth && truth.count == 3)
    #expect(reports.allSatisfy { $0["color"] is NSNull && $0["samples"] is NSNull && $0["error"] == nil })
    let written = try bench.framegrab("v.mkv", "--all", "--hash", "--json", "-o", "{index}.png")
    #expect(written.status == 1 && written.stderr.contains("ictcp"))
    #expect(try written.objects().allSatisfy { $0["hash"] == nil && $0["error"] is String })
  }

  @Test func `the fourth byte of an uncompressed pixel in AVI is no alpha`() throws {
    let bench = try Bench()
    try bench.ffmpeg([
      "-f", "lavfi", "-i", "color=red@0:s=16x8:r=25:d=0.1,format=bgra", "-c:v", "rawvideo", "-pix_fmt", "bgra", "v.avi",
    ])
    let picture = try bench.picture(try grab(bench, ["v.avi"]))
    #expect(picture.colorType == 2 && picture.samples.prefix(3) == [255, 0, 0])
  }

  @Test func `HDR becomes sRGB for any viewer`() throws {
    let bench = try Bench()
    try makeHDR(bench)
    let report = try #require(
      bench.framegrab("hdr.mp4", "--frame", "0", "--color", "srgb", "--json", "-o", "s.png").objects().first)
    let color = try #require(report["color"] as? [String: Any])
    #expect(color["primaries"] as? String == "bt2020" && color["transfer"] as? String == "smpte2084")
    #expect(color["matrix"] as? String == "bt2020nc")
    let samples = try #require(report["samples"] as? [String: Any])
    #expect(samples["primaries"] as? String == "bt709" && samples["transfer"] as? String == "iec61966-2-1")
    #expect(samples["converted"] as? Bool == true && samples["peakLuminance"] as? Int == 800)
    #expect(try names(bench, "s.png") == ["sRGB", "gAMA", "cHRM"])
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

  /// A kind of video, by FFmpeg's names, and what its pictures are tagged with.
  struct Kind: Sendable, CustomTestStringConvertible {
    let matrix: String
    let primaries: String
    let transfer: String
    /// Primaries, transfer and matrix as H.273 numbers them.
    let numbers: [UInt8]
    /// cICP by default; empty for pictures that are sRGB.
    let shown: [UInt8]

    init(_ matrix: String, _ primaries: String, _ transfer: String, _ numbers: [UInt8], shown: [UInt8] = []) {
      (self.matrix, self.primaries, self.transfer) = (matrix, primaries, transfer)
      (self.numbers, self.shown) = (numbers, shown)
    }

    var testDescription: String { numbers.map { "\($0)" }.joined(separator: "/") }
  }

  /// Television of all ages is sRGB; wide primaries are their own with the curve of sRGB; light and HDR are their own.
  static let kinds = [
    Kind("bt709", "bt709", "bt709", [1, 1, 1]), Kind("smpte170m", "smpte170m", "smpte170m", [6, 6, 6]),
    Kind("bt470bg", "bt470bg", "bt470bg", [5, 5, 5]), Kind("smpte170m", "bt470m", "bt470m", [4, 4, 6]),
    Kind("smpte240m", "smpte240m", "smpte240m", [7, 7, 7]),
    Kind("bt709", "bt709", "iec61966-2-1", [1, 13, 1]), Kind("bt709", "bt709", "log100", [1, 9, 1]),
    Kind("bt2020nc", "bt2020", "bt2020-10", [9, 14, 9], shown: [9, 13, 0, 1]),
    Kind("bt709", "smpte432", "bt709", [12, 1, 1], shown: [12, 13, 0, 1]),
    Kind("bt709", "bt709", "linear", [1, 8, 1], shown: [1, 8, 0, 1]),
    Kind("bt2020nc", "bt2020", "smpte2084", [9, 16, 9], shown: [9, 16, 0, 1]),
    Kind("bt2020nc", "bt2020", "arib-std-b67", [9, 18, 9], shown: [9, 18, 0, 1]),
  ]

  private func makeGray(_ bench: Bench, _ kind: Kind) throws {
    try bench.ffmpeg([
      "-f", "lavfi", "-i", "color=c=0x808080:s=64x64:r=25:d=0.1", "-vf",
      Self.tagged("yuv420p", kind.matrix, kind.primaries, kind.transfer), "-c:v", "libx264", "-qp", "0", "v.mp4",
    ])
  }

  @Test(arguments: kinds) func `files are tagged as browsers and players show the video`(kind: Kind) throws {
    let bench = try Bench()
    try makeGray(bench, kind)
    let tagged = try grab(bench, "v.mp4", "--color=tagged")
    #expect(try content(bench, tagged, "cICP") == [kind.numbers[0], kind.numbers[1], 0, 1])
    for (words, cicp) in [([], kind.shown), (["--color", "auto"], kind.shown), (["--color", "srgb"], [])] {
      let name = try grab(bench, ["v.mp4"] + words)
      #expect(try content(bench, name, "cICP") == (cicp.isEmpty ? nil : cicp), "\(words)")
      guard cicp.isEmpty else {
        #expect(try content(bench, name, "sRGB") == nil)
        continue
      }
      #expect(try names(bench, name) == ["sRGB", "gAMA", "cHRM"])
      // Perceptual; 45 455 is 0xB18F; red of BT.709 has x 64 000 = 0xFA00, after the x and y of white.
      #expect(try content(bench, name, "sRGB") == [0] && content(bench, name, "gAMA") == [0, 0, 0xB1, 0x8F])
      #expect(try content(bench, name, "cHRM")?[8..<12] == [0, 0, 0xFA, 0x00])
    }
    #expect(try names(bench, grab(bench, "v.mp4", "--color=keep")) == [])
  }

  @Test(arguments: kinds) func `samples are as stored, and the video's own colours are told`(kind: Kind) throws {
    let bench = try Bench()
    try makeGray(bench, kind)
    let numbers = kind.numbers.map { "\($0)" }.joined(separator: "/")
    for color in ["auto", "tagged", "srgb", "keep"] {
      let name = try grab(bench, "v.mp4", "--color", color, "--depth", "8")
      // Grey 128 is code 16 + 128 · 219/255 = 125.9, so 126: 110/219 · 255 = 128.08. Only light and HDR are changed by
      // `srgb`; gray of wide primaries stays itself.
      let isChanged = color == "srgb" && ["linear", "smpte2084", "arib-std-b67"].contains(kind.transfer)
      #expect(try (bench.picture(name).samples.first == 128) == !isChanged, "\(color)")
      let text = try bench.chunks(name).filter { $0.name == "iTXt" }.map { String(decoding: $0.content, as: UTF8.self) }
      #expect(text.contains("Video colour\0\0\0\0\0\(numbers) limited"), "\(color)")
      let report = try #require(
        bench.framegrab("v.mp4", "--frame", "0", "--color", color, "--json", "-y", "-o", name).objects().first)
      let (stored, samples) = try (
        #require(report["color"] as? [String: Any]), #require(report["samples"] as? [String: Any])
      )
      #expect(stored["primaries"] as? String == kind.primaries)
      #expect(stored["transfer"] as? String == kind.transfer && stored["matrix"] as? String == kind.matrix)
      let isConverted = color == "srgb" && !kind.shown.isEmpty
      #expect(samples["converted"] as? Bool == isConverted)
      let (primaries, transfer) =
        color == "tagged"
        ? (kind.primaries, kind.transfer)
        : kind.shown.isEmpty || isConverted
          ? ("bt709", "iec61966-2-1")
          : (kind.primaries, kind.shown[1] == 13 ? "iec61966-2-1" : kind.transfer)
      #expect(samples["primaries"] as? String == primaries && samples["transfer"] as? String == transfer, "\(color)")
    }
  }

  @Test func `pixels do not depend on the chunks, and sRGB is sRGB by any choice`() throws {
    let bench = try Bench()
    try makeGray(bench, Self.kinds[0])
    let (name, bare) = try (grab(bench, "v.mp4"), grab(bench, "v.mp4", "--metadata", "none"))
    #expect(try bench.picture(bare).samples == bench.picture(name).samples && names(bench, bare) == [])
    for clip in ["v.mp4", Fixture.rgba.path] {
      #expect(try bench.bytes(grab(bench, clip)) == bench.bytes(grab(bench, clip, "--color", "srgb")))
    }
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

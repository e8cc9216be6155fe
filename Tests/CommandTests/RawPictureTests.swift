import Foundation
import TestSupport
import Testing

/// Plain samples in place of PNG: they are the PNG's, as libpng and FFmpeg read them.
@Suite struct RawPictureTests {
  /// A picture as its PNG has it.
  private struct Truth {
    let width: Int
    let height: Int
    let pixels: PixelSamples
    let isGray: Bool
    /// The weights of red, green and blue in luma, in thousandths or ten-thousandths.
    let weights: [Int]

    /// The samples that a raw picture should have.
    func samples(_ layout: String) -> [UInt16] {
      switch layout {
      case "gray": isGray ? pixels.channels(0..<1) : pixels.luma(weights)
      case "rgba": pixels.channels(0..<4)
      default: pixels.channels(0..<3)
      }
    }
  }

  /// ITU-T H.273, table 4; RGB has no matrix of its own, and counts as BT.709.
  private static func weights(_ matrix: String?) -> [Int] {
    switch matrix {
    case "bt2020nc": [2627, 6780, 593]
    case "fcc": [30, 59, 11]
    case "bt470bg", "smpte170m": [299, 587, 114]
    case "smpte240m": [212, 701, 87]
    default: [2126, 7152, 722]
    }
  }

  private func truth(_ bench: Bench, _ object: [String: Any], bits: Int) throws -> Truth {
    let name = try #require(object["output"] as? String)
    let picture = try bench.picture(name)
    let color = try #require(object["color"] as? [String: Any])
    let isGray = picture.colorType == 0 || picture.colorType == 4
    let weights = Self.weights(color["matrix"] as? String)
    var pixels = PixelSamples(eight: picture.samples)
    if bits == 16 {
      // FFmpeg's decoder gives the stored samples, the most significant byte first.
      let format = [0: "gray16be", 2: "rgb48be", 4: "ya16be", 6: "rgba64be"][picture.colorType] ?? ""
      let read = try run(
        ["ffmpeg", "-v", "error", "-nostdin", "-i", name, "-f", "rawvideo", "-pix_fmt", format, "-"], in: bench.folder)
      let channels = [0: 1, 2: 3, 4: 2, 6: 4][picture.colorType] ?? 0
      pixels = try #require(PixelSamples(bigEndian: Array(read.stdout), channels: channels))
      try #require(pixels.count == picture.width * picture.height)
    }
    return Truth(width: picture.width, height: picture.height, pixels: pixels, isGray: isGray, weights: weights)
  }

  /// The clips that are tried with every layout and with 16 bits: of each kind of samples one, since that takes as long
  /// as all else.
  private static let deep: Set<Fixture> = [.h264BFrames, .hevc10Bit, .yuv422TenBit, .rgba, .gray, .vp9Alpha]

  @Test(arguments: Fixture.withPictures) func `every layout has the samples of the PNG`(_ fixture: Fixture) throws {
    let bench = try Bench()
    let frames = try fixture.expectedFrames()
    let last = frames.count - 1
    // The last is asked for first, and one twice: the order is that of the moments.
    let wanted = [last, 0, last / 2, last]
    var words = wanted.flatMap { ["--frame", String($0)] }
    if fixture == .h264SizeChange { words += ["--size", "80x60"] }
    for bits in Self.deep.contains(fixture) ? [8, 16] : [8] {
      let pngs = try bench.framegrab(
        [fixture.path] + words + ["--depth", "\(bits)", "-o", "{index}.png", "--json", "-y"])
      try #require(pngs.status == 0, "\(pngs.stderr)")
      let truths = try pngs.objects().map { try truth(bench, $0, bits: bits) }
      #expect(truths.count == wanted.count)
      let channels = ["gray": 1, "rgba": 4]
      let layouts = bits == 8 ? ["rgb24", "rgba", "gray"] : ["rgb48", "rgba", "gray"]
      for layout in layouts where layout == "rgb24" || Self.deep.contains(fixture) {
        let depth = layout == "rgb24" || layout == "rgb48" ? [] : ["--depth", "\(bits)"]
        let raw = [fixture.path] + words + depth + ["--raw", layout]
        let result = try bench.framegrab(raw + ["-o", "all.\(layout)", "--json", "-y"])
        try #require(result.status == 0, "\(layout): \(result.stderr)")
        let all = try bench.bytes("all.\(layout)")
        var offset = 0
        for (object, truth) in zip(try result.objects(), truths) {
          #expect(object["raw"] as? String == layout && object["offset"] as? Int == offset)
          #expect(object["width"] as? Int == truth.width && object["height"] as? Int == truth.height)
          #expect(object["bitDepth"] as? Int == bits && object["output"] as? String == "all.\(layout)")
          let size = truth.width * truth.height * (channels[layout] ?? 3) * bits / 8
          try #require(offset + size <= all.count)
          let samples = PixelSamples.numbers(Array(all[offset..<(offset + size)]), bits: bits)
          #expect(PixelSamples.areSame(samples, truth.samples(layout)), "\(layout), picture at \(offset)")
          offset += size
        }
        #expect(offset == all.count)
        // The other layouts differ in nothing that matters for these.
        guard layout == (bits == 8 ? "rgb24" : "rgba") else { continue }
        let streamed = try bench.framegrab(raw + ["-o", "-"])
        #expect(streamed.status == 0 && streamed.stdout == all, "\(layout): \(streamed.stderr)")
        let array = try bench.framegrab(raw + ["-o", "all.npy", "-y"])
        #expect(array.status == 0 && array.lines == ["all.npy"])
        let npy = try NumPyArray(bench.bytes("all.npy"))
        #expect(npy.shape == [wanted.count, truths[0].height, truths[0].width, channels[layout] ?? 3])
        #expect(npy.type == (bits == 8 ? "|u1" : "<u2") && npy.data == all)
      }
    }
  }

  @Test(arguments: [Fixture.h264BFrames, .h264OpenGOP, .h264Fields, .hevc10Bit, .rgba, .gif, .vp9Alpha])
  func `every frame is at its place, with any number of decoders`(_ fixture: Fixture) throws {
    let bench = try Bench()
    let frames = try fixture.expectedFrames()
    let separate = try bench.framegrab(fixture.path, "--all", "--raw", "rgb24", "-o", "{index}.rgb")
    #expect(separate.lines == frames.map { "\($0.index).rgb" })
    let whole = try frames.reduce(into: Data()) { $0 += try bench.bytes("\($1.index).rgb") }
    for (jobs, sandbox) in [("1", "auto"), ("5", "auto"), ("3", "off")] {
      let words = [fixture.path, "--all", "-j", jobs, "--sandbox", sandbox, "-y"]
      let joined = try bench.framegrab(words + ["--raw", "rgb24", "-o", "all.rgb"])
      #expect(joined.lines == ["all.rgb"] && joined.status == 0, "\(joined.stderr)")
      #expect(try bench.bytes("all.rgb") == whole)
      let array = try bench.framegrab(words + ["-o", "all.npy"])
      #expect(array.lines == ["all.npy"] && array.status == 0)
      #expect(try NumPyArray(bench.bytes("all.npy")).data == whole)
    }
    #expect(try bench.framegrab(fixture.path, "--all", "--raw", "rgb24", "-o", "-").stdout == whole)
  }

  @Test func `an array for each frame has one picture`() throws {
    let bench = try Bench()
    let result = try bench.framegrab(
      Fixture.h264BFrames.path, "--frame", "3..5", "--raw", "gray", "-o", "{index}.npy", "--json")
    let objects = try result.objects()
    #expect(objects.map { $0["offset"] as? Int } == [128, 128, 128])
    for index in 3...5 {
      let array = try NumPyArray(bench.bytes("\(index).npy"))
      #expect(array.shape == [1, 120, 160, 1])
    }
  }

  @Test func `NumPy reads an array`() throws {
    let bench = try Bench()
    guard let probe = try? run(["python3", "-c", "import numpy"]), probe.status == 0 else { return }
    for words in [["--raw", "gray"], ["--depth", "16"], []] {
      let made = try bench.framegrab(
        [Fixture.h264BFrames.path, "--count", "7", "--size", "32x24", "-o", "a.npy", "-y"] + words)
      #expect(made.status == 0, "\(made.stderr)")
      let script = "import numpy; a = numpy.load('a.npy'); print(a.shape, a.dtype, int(a.sum(dtype='u8')))"
      let array = try NumPyArray(bench.bytes("a.npy"))
      let sum = PixelSamples.numbers(Array(array.data), bits: words == ["--depth", "16"] ? 16 : 8).reduce(0) {
        $0 + Int($1)
      }
      let channels = words == ["--raw", "gray"] ? 1 : 3
      let type = words == ["--depth", "16"] ? "uint16" : "uint8"
      let loaded = try run(["python3", "-c", script], in: bench.folder)
      #expect(String(decoding: loaded.stdout, as: UTF8.self) == "(7, 24, 32, \(channels)) \(type) \(sum)\n")
    }
  }

  @Test func `a service writes them, too`() throws {
    let bench = try Bench()
    try bench.copy(.h264BFrames, to: "v.mp4")
    let request = #"{"video": "v.mp4", "frame": 4, "output": "4.npy", "raw": "gray", "depth": 16, "id": 1}"#
    let result = try bench.framegrab(["--serve"], input: Data(request.utf8))
    let object = try #require(result.objects().first)
    #expect(object["outcome"] as? String == "written" && object["offset"] as? Int == 128)
    let alone = try bench.framegrab("v.mp4", "--frame", "4", "-o", "alone.npy", "--raw", "gray", "--depth", "16")
    #expect(try alone.status == 0 && bench.bytes("4.npy") == bench.bytes("alone.npy"))
  }
}

/// A NumPy file, read as NEP 1 describes format 1.0.
struct NumPyArray {
  let type: String
  let shape: [Int]
  let data: Data

  init(_ file: Data) throws {
    let bytes = Array(file.prefix(10))
    try #require(bytes.count == 10 && bytes[0] == 0x93 && bytes[1...5] == [0x4E, 0x55, 0x4D, 0x50, 0x59])
    try #require(bytes[6] == 1 && bytes[7] == 0)
    let length = Int(bytes[8]) | Int(bytes[9]) << 8
    try #require((10 + length).isMultiple(of: 64) && file.count >= 10 + length)
    let header = String(decoding: file[10..<(10 + length)], as: UTF8.self)
    let pattern = #/\{'descr': '(.*?)', 'fortran_order': False, 'shape': \((.*?)\), \} *\n/#
    let match = try #require(try pattern.wholeMatch(in: header))
    type = String(match.1)
    shape = match.2.split(separator: ", ").compactMap { Int($0) }
    data = Data(file[(10 + length)...])
    try #require(shape.count == 4 && data.count == shape.reduce(type == "<u2" ? 2 : 1, *))
  }
}

import CFFmpeg
import Color
import Memory
import TestSupport
import Testing
import Video

struct AlphaAndGrayTests {
  @Test(arguments: [
    AV_PIX_FMT_YUVA420P, AV_PIX_FMT_YUVA422P, AV_PIX_FMT_YUVA444P, AV_PIX_FMT_YUVA420P10LE, AV_PIX_FMT_YUVA444P10LE,
    AV_PIX_FMT_YUVA444P12LE, AV_PIX_FMT_YUVA420P16LE, AV_PIX_FMT_GBRAP10LE, AV_PIX_FMT_GBRAP12LE,
    AV_PIX_FMT_GBRAP16LE, AV_PIX_FMT_RGBA64LE, AV_PIX_FMT_YA16LE,
  ])
  func `alpha is the nearest code and does not affect colours`(format: AVPixelFormat) throws {
    for (depth, top) in [(DepthChoice.eight, 255.0), (.sixteen, 65_535.0)] {
      var random = SeededNumbers(seed: 4)
      let frame = try Frame(format, width: 35, height: 13)
      frame.fillRandomly(&random)
      let opaque = try Frame(format, width: 35, height: 13)
      let last = frame.componentCount - 1
      let storedTop = Double((1 << frame.depth(last)) - 1)
      for component in 0...last {
        let codes = frame.codes(component)
        opaque.fill(component) { component == last ? UInt16(storedTop) : UInt16(codes[$1][$0]) }
      }
      let alpha = frame.codes(last)
      let bitmap = try convert(frame.picture(matrix: 1, range: 1), depth: depth)
      let other = try convert(opaque.picture(matrix: 1, range: 1), depth: depth)
      #expect(bitmap.channels == (last == 1 ? .grayAlpha : .rgba))
      for y in 0..<13 {
        for x in 0..<35 {
          // Alpha always uses the full range, also when colours are limited.
          #expect(bitmap.sample(x, y, last) == Int((Double(alpha[y][x]) / storedTop * top).rounded()))
          #expect(other.sample(x, y, last) == Int(top))
          for channel in 0..<last { #expect(bitmap.sample(x, y, channel) == other.sample(x, y, channel)) }
        }
      }
    }
  }

  @Test func `every 10 and 12-bit alpha code`() throws {
    for (format, depth) in [(AV_PIX_FMT_GBRAP10LE, 10), (AV_PIX_FMT_GBRAP12LE, 12)] {
      let top = (1 << depth) - 1
      let frame = try Frame(format, width: top + 1, height: 1)
      frame.fill(3) { x, _ in UInt16(x) }
      let bitmap = try convert(frame.picture())
      for x in 0...top {
        // The nearest of x · 65 535 / top, in whole numbers.
        #expect(bitmap.sample(x, 0, 3) == (2 * x * 65_535 + top) / (2 * top))
      }
    }
  }

  @Test func `colours under alpha follow the matrix`() throws {
    var random = SeededNumbers(seed: 9)
    for format in [AV_PIX_FMT_YUVA420P, AV_PIX_FMT_YUVA444P10LE] {
      let frame = try Frame(format, width: 41, height: 17)
      frame.fillRandomly(&random)
      let shift = Int(frame.description.pointee.log2_chroma_w)
      let truth = Truth(matrix: 6, isFullRange: false, depth: frame.depth(0))
      let planes = (0..<3).map { frame.codes($0) }
      let bitmap = try convert(frame.picture(matrix: 6, range: 1))
      let worst = worstError(of: bitmap, truth: truth, planes: planes, shiftX: shift, shiftY: shift, location: 1)
      #expect(worst <= (bitmap.bitDepth == .eight ? 0.52 : 2.0))
    }
  }

  @Test(arguments: [
    (AV_PIX_FMT_GRAY8, 8), (AV_PIX_FMT_GRAY9LE, 9), (AV_PIX_FMT_GRAY10LE, 10), (AV_PIX_FMT_GRAY12LE, 12),
    (AV_PIX_FMT_GRAY14LE, 14), (AV_PIX_FMT_GRAY16LE, 16), (AV_PIX_FMT_YA8, 8), (AV_PIX_FMT_YA16LE, 16),
  ])
  func `gray is expanded by its range`(format: AVPixelFormat, stored: Int) throws {
    for range in [Int32(0), 1, 2] {
      for depth in [DepthChoice.auto, .eight, .sixteen] {
        var random = SeededNumbers(seed: 6)
        let frame = try Frame(format, width: 75, height: 9)
        frame.fillRandomly(&random)
        let codes = frame.codes(0)
        // Untagged gray uses the full range; a matrix does not apply to gray.
        let truth = Truth(matrix: 14, isFullRange: range != 1, depth: stored)
        let hasAlpha = frame.componentCount == 2
        let bitmap = try convert(frame.picture(matrix: 14, range: range), depth: depth)
        #expect(bitmap.channels == (hasAlpha ? .grayAlpha : .gray))
        #expect(bitmap.bitDepth == (depth == .sixteen || depth == .auto && stored > 8 ? .sixteen : .eight))
        #expect(bitmap.color.guesses.contains("range") == (range == 0))
        let top = bitmap.bitDepth == .eight ? 255.0 : 65_535.0
        for y in 0..<9 {
          for x in 0..<75 {
            let expected = min(max(truth.luma(Double(codes[y][x])), 0), 1) * top
            #expect(abs(Double(bitmap.sample(x, y, 0)) - expected) <= (top == 255 ? 0.505 : 0.52))
          }
        }
      }
    }
  }

  @Test func `limited RGB is expanded`() throws {
    for format in [AV_PIX_FMT_GBRP, AV_PIX_FMT_RGB24, AV_PIX_FMT_GBRP10LE] {
      let frame = try Frame(format, width: 4, height: 1)
      let scale = UInt16(1 << (frame.depth(0) - 8))
      for component in 0..<3 { frame.fill(component) { x, _ in [0, 16, 126, 235][x] * scale } }
      let bitmap = try convert(frame.picture(range: 1), depth: .eight)
      // (126 − 16) · 255 / 219 = 128.08.
      #expect(bitmap.pixels == [0, 0, 0, 0, 0, 0, 128, 128, 128, 255, 255, 255])
    }
  }

  private func palettePicture(_ entries: [UInt32], indices: [UInt16]) throws -> Picture {
    let frame = try Frame(AV_PIX_FMT_PAL8, width: indices.count, height: 1)
    let palette = try #require(fg_plane(frame.pointer, 1))
    palette.withMemoryRebound(to: UInt32.self, capacity: 256) { palette in
      for (index, entry) in entries.enumerated() { palette[index] = entry }
    }
    let plane = try #require(fg_plane(frame.pointer, 0))
    for (x, index) in indices.enumerated() { plane[x] = UInt8(index) }
    return frame.picture()
  }

  @Test func `a palette of opaque colours is RGB`() throws {
    // The third entry is transparent, but no pixel uses it.
    let bitmap = try convert(palettePicture([0xff01_0203, 0xff80_90a0, 0], indices: [1, 0, 1]))
    #expect(bitmap.channels == .rgb)
    #expect(bitmap.pixels == [0x80, 0x90, 0xa0, 1, 2, 3, 0x80, 0x90, 0xa0])
    #expect(bitmap.significantBits == nil)
  }

  @Test func `a palette with alpha is RGBA`() throws {
    let bitmap = try convert(palettePicture([0xff01_0203, 0x4080_90a0], indices: [1, 0]))
    #expect(bitmap.channels == .rgba)
    #expect(bitmap.pixels == [0x80, 0x90, 0xa0, 0x40, 1, 2, 3, 0xff])
    let deep = try convert(palettePicture([0x4080_90a0], indices: [0]), depth: .sixteen)
    #expect((0..<4).map { deep.sample(0, 0, $0) } == [0x8080, 0x9090, 0xa0a0, 0x4040])
  }

  @Test func `floating point is clamped and rounded`() throws {
    for (format, channels) in [
      (AV_PIX_FMT_GBRPF32LE, 3), (AV_PIX_FMT_GBRAPF32LE, 4), (AV_PIX_FMT_GRAYF32LE, 1), (AV_PIX_FMT_GBRAPF32BE, 4),
    ] {
      let values: [Float] = [-1, 0, 0.25, 0.5, 1, 7]
      let frame = try Frame(format, width: values.count, height: 1)
      let isSwapped = format == AV_PIX_FMT_GBRAPF32BE
      for plane in 0..<Int32(channels) {
        let start = try #require(fg_plane(frame.pointer, plane))
        for (x, value) in values.enumerated() {
          let bits = isSwapped ? value.bitPattern.byteSwapped : value.bitPattern
          UnsafeMutableRawPointer(start).storeBytes(of: bits, toByteOffset: 4 * x, as: UInt32.self)
        }
      }
      let bitmap = try convert(frame.picture())
      #expect(bitmap.bitDepth == .sixteen)
      #expect(bitmap.channels.count == channels)
      // 0.25 · 65 535 = 16 383.75; 0.5 is between two codes.
      for channel in 0..<channels {
        #expect([0, 1, 2, 4, 5].map { bitmap.sample($0, 0, channel) } == [0, 0, 16384, 65535, 65535])
        #expect([32767, 32768].contains(bitmap.sample(3, 0, channel)))
      }
    }
  }

  @Test func `half floats where FFmpeg has them`() throws {
    // libavutil has no planar half floats before version 60, and no decoder outputs its packed ones before that.
    for name in ["gbrpf16le", "gbrapf16le", "grayf16le", "gbrapf16be"] {
      let format = av_get_pix_fmt(name)
      guard format != AV_PIX_FMT_NONE else { continue }
      // IEEE binary16: -1, 0, 0.25, 1, 7, infinity, and 2⁻²⁴ · 512 = 2⁻¹⁵, which has no leading one.
      let halves: [UInt16] = [0xbc00, 0, 0x3400, 0x3c00, 0x4700, 0x7c00, 0x0200]
      let frame = try Frame(format, width: halves.count, height: 1)
      for plane in 0..<Int32(frame.componentCount) {
        let start = try #require(fg_plane(frame.pointer, plane))
        for (x, half) in halves.enumerated() {
          let bits = name.hasSuffix("be") ? half.bigEndian : half
          UnsafeMutableRawPointer(start).storeBytes(of: bits, toByteOffset: 2 * x, as: UInt16.self)
        }
      }
      let bitmap = try convert(frame.picture())
      for channel in 0..<bitmap.channels.count {
        // 2⁻¹⁵ · 65 535 = 1.99997.
        #expect(halves.indices.map { bitmap.sample($0, 0, channel) } == [0, 0, 16384, 65535, 65535, 65535, 2])
      }
    }
  }
}

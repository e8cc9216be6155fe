import CFFmpeg
import Color
import ColorCodes
import Memory
import TestSupport
import Testing
import Video

/// Every memory layout of samples must give the same bitmap as plain planes of the same codes.
struct LayoutTests {
  /// The plain format of the same subsampling, depth and alpha.
  private static let equals: [(AVPixelFormat, AVPixelFormat)] = [
    (AV_PIX_FMT_NV12, AV_PIX_FMT_YUV420P), (AV_PIX_FMT_NV21, AV_PIX_FMT_YUV420P),
    (AV_PIX_FMT_NV16, AV_PIX_FMT_YUV422P), (AV_PIX_FMT_NV24, AV_PIX_FMT_YUV444P),
    (AV_PIX_FMT_NV42, AV_PIX_FMT_YUV444P), (AV_PIX_FMT_NV20LE, AV_PIX_FMT_YUV422P10LE),
    (AV_PIX_FMT_P010LE, AV_PIX_FMT_YUV420P10LE), (AV_PIX_FMT_P010BE, AV_PIX_FMT_YUV420P10LE),
    (AV_PIX_FMT_P016LE, AV_PIX_FMT_YUV420P16LE), (AV_PIX_FMT_P210LE, AV_PIX_FMT_YUV422P10LE),
    (AV_PIX_FMT_P416BE, AV_PIX_FMT_YUV444P16LE), (AV_PIX_FMT_YUYV422, AV_PIX_FMT_YUV422P),
    (AV_PIX_FMT_UYVY422, AV_PIX_FMT_YUV422P), (AV_PIX_FMT_YVYU422, AV_PIX_FMT_YUV422P),
    (AV_PIX_FMT_Y210LE, AV_PIX_FMT_YUV422P10LE), (AV_PIX_FMT_AYUV64LE, AV_PIX_FMT_YUVA444P16LE),
    (AV_PIX_FMT_YUV420P10BE, AV_PIX_FMT_YUV420P10LE), (AV_PIX_FMT_YUV422P16BE, AV_PIX_FMT_YUV422P16LE),
    (AV_PIX_FMT_YUVA444P10BE, AV_PIX_FMT_YUVA444P10LE), (AV_PIX_FMT_YUVJ420P, AV_PIX_FMT_YUV420P),
    (AV_PIX_FMT_RGB24, AV_PIX_FMT_GBRP), (AV_PIX_FMT_BGR24, AV_PIX_FMT_GBRP), (AV_PIX_FMT_0RGB, AV_PIX_FMT_GBRP),
    (AV_PIX_FMT_RGB0, AV_PIX_FMT_GBRP), (AV_PIX_FMT_0BGR, AV_PIX_FMT_GBRP), (AV_PIX_FMT_BGR0, AV_PIX_FMT_GBRP),
    (AV_PIX_FMT_RGBA, AV_PIX_FMT_GBRAP), (AV_PIX_FMT_BGRA, AV_PIX_FMT_GBRAP), (AV_PIX_FMT_ARGB, AV_PIX_FMT_GBRAP),
    (AV_PIX_FMT_ABGR, AV_PIX_FMT_GBRAP), (AV_PIX_FMT_RGB48LE, AV_PIX_FMT_GBRP16LE),
    (AV_PIX_FMT_RGB48BE, AV_PIX_FMT_GBRP16LE), (AV_PIX_FMT_BGR48LE, AV_PIX_FMT_GBRP16LE),
    (AV_PIX_FMT_RGBA64LE, AV_PIX_FMT_GBRAP16LE), (AV_PIX_FMT_BGRA64BE, AV_PIX_FMT_GBRAP16LE),
    (AV_PIX_FMT_X2RGB10LE, AV_PIX_FMT_GBRP10LE), (AV_PIX_FMT_X2BGR10LE, AV_PIX_FMT_GBRP10LE),
    (AV_PIX_FMT_GBRP12BE, AV_PIX_FMT_GBRP12LE), (AV_PIX_FMT_GRAY10BE, AV_PIX_FMT_GRAY10LE),
    (AV_PIX_FMT_YA16BE, AV_PIX_FMT_YA16LE),
  ]

  @Test(arguments: equals.indices)
  func `a layout equals plain planes of the same codes`(index: Int) throws {
    let (format, plain) = Self.equals[index]
    for (width, height) in [(37, 11), (64, 8), (1, 1)] {
      for range in [Int32(1), 2] where range == 2 || format != AV_PIX_FMT_YUVJ420P {
        var random = SeededNumbers(seed: UInt64(index))
        let frame = try Frame(format, width: width, height: height)
        frame.fillRandomly(&random)
        let reference = try Frame(plain, width: width, height: height)
        #expect(frame.componentCount == reference.componentCount)
        for component in 0..<frame.componentCount {
          let codes = frame.codes(component)
          reference.fill(component) { UInt16(codes[$1][$0]) }
        }
        for depth in [DepthChoice.auto, .eight, .sixteen] {
          let first = try Frame(format, width: width, height: height)
          for component in 0..<frame.componentCount {
            let codes = frame.codes(component)
            first.fill(component) { UInt16(codes[$1][$0]) }
          }
          let second = try Frame(plain, width: width, height: height)
          for component in 0..<frame.componentCount {
            let codes = reference.codes(component)
            second.fill(component) { UInt16(codes[$1][$0]) }
          }
          let ours = try convert(first.picture(matrix: 6, range: range), depth: depth)
          let theirs = try convert(second.picture(matrix: 6, range: range), depth: depth)
          #expect(ours.pixels == theirs.pixels)
          #expect(ours.channels == theirs.channels)
          #expect(ours.bitDepth == theirs.bitDepth)
          #expect(ours.significantBits == theirs.significantBits)
        }
      }
    }
  }

  @Test(arguments: [
    AV_PIX_FMT_RGB24, AV_PIX_FMT_BGR24, AV_PIX_FMT_RGBA, AV_PIX_FMT_BGRA, AV_PIX_FMT_ARGB, AV_PIX_FMT_ABGR,
    AV_PIX_FMT_GBRP, AV_PIX_FMT_GBRAP, AV_PIX_FMT_GRAY8, AV_PIX_FMT_YA8,
  ])
  func `full range 8-bit samples are kept, and widened exactly`(format: AVPixelFormat) throws {
    for depth in [DepthChoice.auto, .sixteen] {
      var random = SeededNumbers(seed: 7)
      let frame = try Frame(format, width: 53, height: 7)
      frame.fillRandomly(&random)
      let codes = (0..<frame.componentCount).map { frame.codes($0) }
      let bitmap = try convert(frame.picture(), depth: depth)
      #expect(bitmap.channels.count == codes.count)
      // White of 8 bits is white of 16: 255 · 257 = 65 535.
      let factor = depth == .sixteen ? 257 : 1
      #expect(bitmap.significantBits == (depth == .sixteen ? 8 : nil))
      for y in 0..<7 {
        for x in 0..<53 {
          #expect(codes.indices.map { bitmap.sample(x, y, $0) } == codes.map { $0[y][x] * factor })
        }
      }
    }
  }

  @Test(arguments: [
    AV_PIX_FMT_RGB565LE, AV_PIX_FMT_RGB565BE, AV_PIX_FMT_BGR565LE, AV_PIX_FMT_RGB555LE, AV_PIX_FMT_BGR555BE,
    AV_PIX_FMT_RGB444LE, AV_PIX_FMT_BGR444BE, AV_PIX_FMT_BGR8, AV_PIX_FMT_RGB4_BYTE,
    AV_PIX_FMT_RGB4, AV_PIX_FMT_BGR4, AV_PIX_FMT_MONOBLACK,
  ])
  func `samples of few bits become the nearest of 8`(format: AVPixelFormat) throws {
    var random = SeededNumbers(seed: 11)
    let frame = try Frame(format, width: 45, height: 9)
    frame.fillRandomly(&random)
    let codes = (0..<frame.componentCount).map { frame.codes($0) }
    let tops = (0..<frame.componentCount).map { Double((1 << frame.depth($0)) - 1) }
    let bitmap = try convert(frame.picture())
    #expect(bitmap.bitDepth == .eight)
    #expect(bitmap.channels.count == codes.count)
    for y in 0..<9 {
      for x in 0..<45 {
        for channel in codes.indices {
          #expect(bitmap.sample(x, y, channel) == Int((Double(codes[channel][y][x]) / tops[channel] * 255).rounded()))
        }
      }
    }
  }

  @Test func `3 bits of red, 3 of green and 2 of blue, from above or from below`() throws {
    // 7, 2 and 1 of 7, 7 and 3: 255, 72.9 and 85 of 255.
    for (format, byte): (AVPixelFormat, UInt8) in [
      (AV_PIX_FMT_RGB8, 0b111_010_01), (AV_PIX_FMT_BGR8, 0b01_010_111),
    ] {
      let frame = try Frame(format, width: 3, height: 1)
      for place in 0..<3 { frame.pointer.pointee.data.0?[place] = byte }
      #expect(try convert(frame.picture()).pixels == [255, 73, 85, 255, 73, 85, 255, 73, 85])
    }
  }

  @Test func `one-bit pictures with 0 as black and with 0 as white`() throws {
    for (format, zero) in [(AV_PIX_FMT_MONOBLACK, 0), (AV_PIX_FMT_MONOWHITE, 255)] {
      let frame = try Frame(format, width: 10, height: 1)
      frame.fill(0) { x, _ in x == 2 || x == 9 ? 1 : 0 }
      let bitmap = try convert(frame.picture())
      #expect(bitmap.channels == .gray)
      #expect(bitmap.significantBits == 1)
      let expected = (0..<10).map { (x: Int) -> UInt8 in UInt8(x == 2 || x == 9 ? 255 - zero : zero) }
      #expect(bitmap.pixels == expected)
    }
  }

  @Test func `planes with any start and stride`() throws {
    // Cropping moves the start of a plane; zimg cannot read planes with odd starts in place.
    for (format, bytes) in [(AV_PIX_FMT_YUV420P, 1), (AV_PIX_FMT_YUV420P10LE, 2)] {
      for (left, top) in [(2, 0), (6, 2), (64, 4), (10, 10)] {
        var random = SeededNumbers(seed: 3)
        let whole = try Frame(format, width: 160, height: 48)
        whole.fillRandomly(&random)
        let (width, height) = (160 - left - 1, 48 - top - 1)
        let planes = (0..<3).map { component in
          whole.codes(component).dropFirst(component == 0 ? top : top / 2).map {
            Array($0.dropFirst(component == 0 ? left : left / 2))
          }
        }
        let frame = whole.release()
        frame.pointee.data.0? += top * Int(frame.pointee.linesize.0) + left * bytes
        frame.pointee.data.1? += top / 2 * Int(frame.pointee.linesize.1) + left / 2 * bytes
        frame.pointee.data.2? += top / 2 * Int(frame.pointee.linesize.2) + left / 2 * bytes
        frame.pointee.width = Int32(width)
        frame.pointee.height = Int32(height)
        let truth = Truth(matrix: 1, isFullRange: false, depth: bytes == 1 ? 8 : 10)
        let bitmap = try convert(Self.picture(taking: frame))
        // A right column and a bottom row were cropped from an even size: the last chroma sample has only one luma
        // sample.
        let cut = planes.enumerated().map { component, rows in
          rows.prefix(component == 0 ? height : (height + 1) / 2).map {
            Array($0.prefix(component == 0 ? width : (width + 1) / 2))
          }
        }
        let worst = worstError(of: bitmap, truth: truth, planes: cut, shiftX: 1, shiftY: 1, location: 1)
        #expect(worst <= (bytes == 1 ? 0.52 : 2.0))
      }
    }
  }

  private static func picture(taking frame: UnsafeMutablePointer<AVFrame>) -> Picture {
    Picture(
      taking: frame,
      tags: ColorTags(
        matrix: .bt709, primaries: .bt709, transfer: .bt709, range: .limited, chromaLocation: .left),
      orientation: .upright, sampleAspectRatio: (1, 1), isDamaged: false, isJPEG: false)
  }

  @Test func `rows stored bottom first`() throws {
    var random = SeededNumbers(seed: 21)
    let frame = try Frame(AV_PIX_FMT_YUV444P, width: 33, height: 5)
    frame.fillRandomly(&random)
    let planes = (0..<3).map { Array(frame.codes($0).reversed()) }
    let pointer = frame.release()
    pointer.pointee.data.0? += 4 * Int(pointer.pointee.linesize.0)
    pointer.pointee.data.1? += 4 * Int(pointer.pointee.linesize.1)
    pointer.pointee.data.2? += 4 * Int(pointer.pointee.linesize.2)
    pointer.pointee.linesize.0 *= -1
    pointer.pointee.linesize.1 *= -1
    pointer.pointee.linesize.2 *= -1
    let truth = Truth(matrix: 1, isFullRange: false, depth: 8)
    let bitmap = try convert(Self.picture(taking: pointer))
    #expect(worstError(of: bitmap, truth: truth, planes: planes, shiftX: 0, shiftY: 0, location: 1) <= 0.505)
  }

  @Test func `small alignments`() throws {
    for alignment in [Int32(1), 8, 16] {
      var random = SeededNumbers(seed: 2)
      let frame = try Frame(AV_PIX_FMT_YUV420P, width: 50, height: 10, alignment: alignment)
      frame.fillRandomly(&random)
      let planes = (0..<3).map { frame.codes($0) }
      let bitmap = try convert(frame.picture(matrix: 1, range: 1, location: 1))
      let truth = Truth(matrix: 1, isFullRange: false, depth: 8)
      #expect(worstError(of: bitmap, truth: truth, planes: planes, shiftX: 1, shiftY: 1, location: 1) <= 0.52)
    }
  }
}

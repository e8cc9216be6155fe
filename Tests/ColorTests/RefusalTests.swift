import CFFmpeg
import Color
import ColorCodes
import Memory
import TestSupport
import Testing
import Video

struct RefusalTests {
  /// A picture of a format and size without any samples.
  private func emptyPicture(_ format: AVPixelFormat, width: Int32 = 16, height: Int32 = 16) throws -> Picture {
    let frame = try #require(av_frame_alloc())
    frame.pointee.format = format.rawValue
    frame.pointee.width = width
    frame.pointee.height = height
    return Picture(
      taking: frame, tags: ColorTags(), orientation: .upright, sampleAspectRatio: (1, 1), isDamaged: false,
      isJPEG: false)
  }

  @Test func `pixels in a device's memory`() throws {
    let error = #expect(throws: ColorError.self) { _ = try convert(emptyPicture(AV_PIX_FMT_VAAPI)) }
    #expect(
      error?.description == "pixel format vaapi cannot be converted: its pixels are in the memory of a device")
  }

  @Test func `samples at uneven distances`() throws {
    let error = #expect(throws: ColorError.self) {
      let frame = try Frame(AV_PIX_FMT_UYYVYY411, width: 8, height: 2)
      _ = try convert(frame.picture())
    }
    #expect(error?.description.hasPrefix("pixel format uyyvyy411 cannot be converted: ") == true)
  }

  @Test func `no format at all`() throws {
    let error = #expect(throws: ColorError.self) { _ = try convert(emptyPicture(AV_PIX_FMT_NONE)) }
    #expect(error?.description.hasPrefix("pixel format number -1 cannot be converted: ") == true)
    #expect(throws: ColorError.self) { _ = try convert(emptyPicture(AVPixelFormat(rawValue: 100_000))) }
  }

  @Test func `no samples`() throws {
    for format in [AV_PIX_FMT_YUV420P, AV_PIX_FMT_RGB24, AV_PIX_FMT_PAL8, AV_PIX_FMT_MONOBLACK, AV_PIX_FMT_NV12] {
      let error = #expect(throws: ColorError.self) { _ = try convert(emptyPicture(format)) }
      #expect(error?.fault == .incompletePicture(width: 16, height: 16))
    }
  }

  @Test func `no size`() throws {
    for (width, height) in [(Int32(0), Int32(16)), (16, 0), (-5, 16), (0, 0), (16, -1)] {
      let error = #expect(throws: ColorError.self) {
        _ = try convert(emptyPicture(AV_PIX_FMT_YUV420P, width: width, height: height))
      }
      #expect(error?.fault == .incompletePicture(width: Int(width), height: Int(height)))
    }
  }

  @Test func `every format that FFmpeg knows is converted or rejected with a message`() throws {
    var random = SeededNumbers(seed: 12)
    var converted = 0
    var description = av_pix_fmt_desc_next(nil)
    while let current = description {
      defer { description = av_pix_fmt_desc_next(current) }
      let format = av_pix_fmt_desc_get_id(current)
      let flags = current.pointee.flags
      if flags & UInt64(AV_PIX_FMT_FLAG_HWACCEL) != 0 { continue }
      for (width, height) in [(1, 1), (17, 5), (32, 8)] {
        let frame = try Frame(format, width: width, height: height)
        // Samples of more than 16 bits cannot be written by this accessor; zeros are enough.
        if frame.depth(0) <= 16, flags & UInt64(AV_PIX_FMT_FLAG_PAL | AV_PIX_FMT_FLAG_BAYER) == 0 {
          frame.fillRandomly(&random)
        }
        do throws(ColorError) {
          let bitmap = try convert(frame.picture(), depth: .auto)
          #expect(bitmap.pixels.count == bitmap.bytesPerRow * height)
          converted += 1
        } catch {
          let isMosaic = flags & UInt64(AV_PIX_FMT_FLAG_BAYER) != 0 && (width % 2 == 1 || height % 2 == 1)
          #expect(isMosaic || error.description.hasPrefix("pixel format "), "\(error)")
        }
      }
    }
    #expect(converted > 500)
  }

  @Test(arguments: [AV_PIX_FMT_BAYER_RGGB8, AV_PIX_FMT_BAYER_RGGB16LE])
  func `a mosaic is converted by libswscale`(format: AVPixelFormat) throws {
    let isDeep = format == AV_PIX_FMT_BAYER_RGGB16LE
    let mosaic = try Frame(format, width: 8, height: 8)
    let plane = try #require(fg_plane(mosaic.pointer, 0))
    let stride = Int(fg_stride(mosaic.pointer, 0))
    // Red sites are 200, green ones 100, blue ones 50 of 255: every method gives this flat colour.
    for y in 0..<8 {
      for x in 0..<8 {
        let code = y % 2 == 0 ? (x % 2 == 0 ? 200 : 100) : (x % 2 == 0 ? 100 : 50)
        if isDeep {
          UnsafeMutableRawPointer(plane).storeBytes(
            of: UInt16(code * 257).littleEndian, toByteOffset: y * stride + 2 * x, as: UInt16.self)
        } else {
          plane[y * stride + x] = UInt8(code)
        }
      }
    }
    let bitmap = try convert(mosaic.picture(range: 1))
    #expect(bitmap.channels == .rgb && bitmap.bitDepth == (isDeep ? .sixteen : .eight))
    for y in 0..<8 {
      for x in 0..<8 {
        #expect((0..<3).map { bitmap.sample(x, y, $0) } == [200, 100, 50].map { isDeep ? $0 * 257 : $0 })
      }
    }
  }

  @Test func `a bitmap needs exactly the bytes of its size`() {
    let color = ColorSpec(
      matrix: .identity, isFullRange: true, chromaLocation: .unspecified, primaries: .bt709, transfer: .sRGB,
      guesses: [])
    func make(_ width: Int, _ height: Int, _ count: Int) -> Bitmap? {
      Bitmap(
        width: width, height: height, channels: .rgb, bitDepth: .sixteen, pixels: [UInt8](repeating: 0, count: count),
        significantBits: nil, color: color)
    }
    #expect(make(2, 3, 36)?.bytesPerRow == 12)
    #expect(make(2, 3, 35) == nil)
    #expect(make(0, 3, 0) == nil)
    #expect(make(.max, .max, 0) == nil)
  }
}

import Memory
import CFFmpeg
import Color
import ColorCodes
import Video

extension FuzzTarget {
  /// A decoded picture of any pixel format, size, tags and samples: converted to a bitmap, twice the same, and resized.
  /// The bytes say all of it; the samples repeat what is left of them.
  static let color = FuzzTarget(name: "color", longest: 512, mutations: 20) { bytes in
    var input = FuzzedBytes(bytes)
    let layout = Layout(&input)
    let tags = ColorTags(
      matrix: MatrixCoefficients(rawValue: Int32(input.below(20))),
      primaries: ColorPrimaries(rawValue: Int32(input.below(25))),
      transfer: TransferCharacteristics(rawValue: Int32(input.below(22))),
      range: VideoRange(rawValue: Int32(input.below(4))),
      chromaLocation: ChromaLocation(rawValue: Int32(input.below(8))))
    let orientation = Orientation(isMirrored: input.flag(), quarterTurns: input.below(4))
    let isJPEG = input.flag()
    var converter = BitmapConverter(
      depth: [.auto, .eight, .sixteen][input.below(3)],
      color: ColorChoice.allCases[input.below(ColorChoice.allCases.count)],
      flags: Set(PictureFlag.allCases.filter { _ in input.flag() }))
    let target = (width: 1 + input.below(80), height: 1 + input.below(80))
    let samples = Array(input.rest)
    guard let memory = FrameMemory(layout, samples: samples) else { return }
    func bitmap() throws(ColorError) -> Bitmap? {
      guard let frame = memory.frame() else { return nil }
      let picture = Picture(
        taking: frame, tags: tags, orientation: orientation, sampleAspectRatio: (1, 1), isDamaged: false,
        isJPEG: isJPEG)
      return try converter.bitmap(of: picture)
    }
    do {
      guard let first = try bitmap(), let second = try bitmap() else { return }
      try FuzzFault.unless(
        first.width * first.height == layout.width * layout.height, "a bitmap of \(first.width)×\(first.height)")
      try FuzzFault.unless(first.pixels.elementsEqual(second.pixels), "the same picture gives two bitmaps")
      var resampler = Resampler()
      let small = try resampler.resampled(first, width: target.width, height: target.height)
      try FuzzFault.unless((small.width, small.height) == target, "resized to \(small.width)×\(small.height)")
    } catch let error as ColorError {
      try FuzzFault.unless(!error.description.isEmpty, "an error without words")
    }
  }
}

/// How a made-up frame's samples lie in memory.
private struct Layout {
  let format: AVPixelFormat
  let width: Int
  let height: Int
  /// Rows start at multiples of it: of 1, so that a read past the last sample is one past the memory, or of 64, so that
  /// planes can be used in place.
  let alignment: Int32
  let isInterlaced: Bool
  let isTopFieldFirst: Bool

  init(_ input: inout FuzzedBytes) {
    let formats = Self.formats
    format = formats[(input.short()) % formats.count]
    (width, height) = (1 + input.below(70), 1 + input.below(40))
    alignment = input.flag() ? 1 : 64
    (isInterlaced, isTopFieldFirst) = (input.flag(), input.flag())
  }

  private static let formats: [AVPixelFormat] = {
    var formats: [AVPixelFormat] = []
    var description = av_pix_fmt_desc_next(nil)
    while let known = description {
      formats.append(av_pix_fmt_desc_get_id(known))
      description = av_pix_fmt_desc_next(known)
    }
    return formats
  }()
}

/// The memory of a frame, of exactly the size that its layout needs.
private final class FrameMemory {
  private let layout: Layout
  private let bytes: UnsafeMutableRawBufferPointer

  /// Nil for a format without samples in memory.
  init?(_ layout: Layout, samples: [UInt8]) {
    let size = av_image_get_buffer_size(layout.format, Int32(layout.width), Int32(layout.height), layout.alignment)
    guard size > 0 else { return nil }
    self.layout = layout
    bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: Int(size), alignment: 64)
    for place in bytes.indices { bytes[place] = samples.isEmpty ? 0 : samples[place % samples.count] }
  }

  deinit { bytes.deallocate() }

  /// A frame over this memory, which the caller frees; the memory stays here.
  func frame() -> UnsafeMutablePointer<AVFrame>? {
    guard let frame = av_frame_alloc() else { return nil }
    frame.pointee.width = Int32(layout.width)
    frame.pointee.height = Int32(layout.height)
    frame.pointee.format = layout.format.rawValue
    fg_set_scan(frame, layout.isInterlaced ? 1 : 0, layout.isTopFieldFirst ? 1 : 0)
    let status = withUnsafeMutablePointer(to: &frame.pointee.data) { data in
      data.withMemoryRebound(to: UnsafeMutablePointer<UInt8>?.self, capacity: 8) { data in
        withUnsafeMutablePointer(to: &frame.pointee.linesize) { strides in
          strides.withMemoryRebound(to: Int32.self, capacity: 8) { strides in
            av_image_fill_arrays(
              data, strides, bytes.bindMemory(to: UInt8.self).baseAddress, layout.format, Int32(layout.width),
              Int32(layout.height), layout.alignment)
          }
        }
      }
    }
    guard status >= 0 else {
      var unused: UnsafeMutablePointer<AVFrame>? = frame
      av_frame_free(&unused)
      return nil
    }
    return frame
  }
}

import CFFmpeg
import Color
import ColorCodes
import Memory
import TestSupport
import Testing
import Video

/// A frame made by hand, sample by sample, until it becomes a picture.
///
/// Samples are read and written through FFmpeg's own accessors, which know every layout.
struct Frame: ~Copyable {
  let pointer: UnsafeMutablePointer<AVFrame>
  let description: UnsafePointer<AVPixFmtDescriptor>

  init(_ format: AVPixelFormat, width: Int, height: Int, alignment: Int32 = 0) throws {
    let known = try #require(av_pix_fmt_desc_get(format))
    let frame = try #require(av_frame_alloc())
    frame.pointee.width = Int32(width)
    frame.pointee.height = Int32(height)
    frame.pointee.format = format.rawValue
    try #require(av_frame_get_buffer(frame, alignment) >= 0)
    // FFmpeg writes samples by adding bits.
    for index in 0..<Int32(8) {
      guard let buffer = av_frame_get_plane_buffer(frame, index) else { continue }
      memset(buffer.pointee.data, 0, buffer.pointee.size)
    }
    description = known
    pointer = frame
  }

  var width: Int { Int(pointer.pointee.width) }
  var height: Int { Int(pointer.pointee.height) }
  var componentCount: Int { Int(description.pointee.nb_components) }

  func depth(_ component: Int) -> Int { Int(fg_component(description, Int32(component)).pointee.depth) }

  /// Columns and rows of a component.
  func size(_ component: Int) -> (columns: Int, rows: Int) {
    let isChroma =
      (component == 1 || component == 2) && description.pointee.flags & UInt64(AV_PIX_FMT_FLAG_RGB) == 0
      && componentCount >= 3
    let x = isChroma ? Int(description.pointee.log2_chroma_w) : 0
    let y = isChroma ? Int(description.pointee.log2_chroma_h) : 0
    return ((width + (1 << x) - 1) >> x, (height + (1 << y) - 1) >> y)
  }

  /// Writes one component, row by row, from the codes of a function of column and row.
  func fill(_ component: Int, _ code: (Int, Int) -> UInt16) {
    let (columns, rows) = size(component)
    for row in 0..<rows {
      let codes = (0..<columns).map { code($0, row) }
      var data = pointer.pointee.data
      var strides = pointer.pointee.linesize
      withUnsafeMutablePointer(to: &data) { data in
        data.withMemoryRebound(to: UnsafeMutablePointer<UInt8>?.self, capacity: 8) { data in
          withUnsafePointer(to: &strides) { strides in
            strides.withMemoryRebound(to: Int32.self, capacity: 8) { strides in
              av_write_image_line2(
                codes, data, strides, description, 0, Int32(row), Int32(component), Int32(columns), 2)
            }
          }
        }
      }
    }
  }

  /// Reads one component back.
  func codes(_ component: Int) -> [[Int]] {
    let (columns, rows) = size(component)
    return (0..<rows).map { row in
      var codes = [UInt16](repeating: 0, count: columns)
      fg_read_row(pointer, description, Int32(row), Int32(component), Int32(columns), &codes)
      return codes.map { Int($0) }
    }
  }

  /// Fills every component with random codes of the whole range.
  func fillRandomly(_ random: inout SeededNumbers) {
    for component in 0..<componentCount {
      let top = (1 << depth(component)) - 1
      let (columns, rows) = size(component)
      let codes = (0..<columns * rows).map { _ in UInt16(random.below(top + 1)) }
      fill(component) { codes[$1 * columns + $0] }
    }
  }

  /// Fills the padding right of the picture, which must not matter.
  func spoilPadding() {
    guard description.pointee.flags & UInt64(AV_PIX_FMT_FLAG_PAL) == 0 else { return }
    for plane in 0..<Int32(4) {
      guard let start = fg_plane(pointer, plane) else { continue }
      let used = Int(av_image_get_linesize(AVPixelFormat(rawValue: pointer.pointee.format), Int32(width), plane))
      let stride = Int(fg_stride(pointer, plane))
      let isChroma = plane == 1 || plane == 2
      let shift = isChroma ? Int(description.pointee.log2_chroma_h) : 0
      guard used > 0, stride > used else { continue }
      for row in 0..<(height + (1 << shift) - 1) >> shift { memset(start + row * stride + used, 0xa5, stride - used) }
    }
  }

  deinit {
    var frame: UnsafeMutablePointer<AVFrame>? = pointer
    av_frame_free(&frame)
  }

  /// Passes the frame to a new owner, who frees it.
  consuming func release() -> UnsafeMutablePointer<AVFrame> {
    let frame = pointer
    discard self
    return frame
  }

  /// Passes the frame to a picture; tags are numbers as in a file.
  consuming func picture(
    matrix: Int32 = 2, range: Int32 = 0, location: Int32 = 0, primaries: Int32 = 2, transfer: Int32 = 2,
    orientation: Orientation = .upright, isJPEG: Bool = false, codedBits: Int? = nil,
    hdr: HDRMetadata = HDRMetadata()
  ) -> Picture {
    spoilPadding()
    return Picture(
      taking: release(),
      tags: ColorTags(
        matrix: MatrixCoefficients(rawValue: matrix), primaries: ColorPrimaries(rawValue: primaries),
        transfer: TransferCharacteristics(rawValue: transfer), range: VideoRange(rawValue: range),
        chromaLocation: ChromaLocation(rawValue: location)),
      orientation: orientation, sampleAspectRatio: (1, 1), isDamaged: false, isJPEG: isJPEG,
      codedBits: codedBits, hdr: hdr)
  }
}

extension Bitmap {
  /// A sample of a pixel.
  func sample(_ x: Int, _ y: Int, _ channel: Int) -> Int {
    let at = y * bytesPerRow + (x * channels.count + channel) * bitDepth.byteCount
    guard bitDepth == .sixteen else { return Int(pixels[at]) }
    return pixels.withUnsafeBytes { Int($0.loadUnaligned(fromByteOffset: at, as: UInt16.self)) }
  }
}

func convert(
  _ picture: consuming Picture, depth: DepthChoice = .auto, color: ColorChoice = .auto, flags: Set<PictureFlag> = []
) throws(ColorError) -> Bitmap {
  var converter = BitmapConverter(depth: depth, color: color, flags: flags)
  return try converter.bitmap(of: picture)
}

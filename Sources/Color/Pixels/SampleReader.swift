import CFFmpeg
import CZimg

/// Reads rows of one component's samples out of a frame of any layout, exactly as they are stored.
///
/// Samples of fewer than 8 bits are scaled to 8 bits and half floats widened to floats.
struct SampleReader {
  /// Samples that are unpacked at a time; they fit on the stack.
  private static let part = 512

  private let frame: UnsafePointer<AVFrame>
  private let layout: PixelLayout

  /// Makes a reader; the frame must outlive it. Throws when a plane is missing.
  init(of frame: UnsafePointer<AVFrame>, layout: PixelLayout) throws(ColorError) {
    let planes =
      (layout.colors + [layout.alpha].compactMap { $0 }).map(\.plane) + (layout.packing == .palette ? [1] : [])
    guard planes.allSatisfy({ fg_plane(frame, $0) != nil }) else {
      throw ColorError(.incompletePicture(width: Int(frame.pointee.width), height: Int(frame.pointee.height)))
    }
    self.frame = frame
    self.layout = layout
  }

  /// A component's plane in the frame's own memory; nil when its samples are not plain or not aligned for zimg.
  func plainPlane(of component: PixelLayout.Component, columns: Int) -> SamplePlane? {
    guard layout.packing == .bytes, component.isPlain, let start = fg_plane(frame, component.plane) else { return nil }
    let stride = Int(fg_stride(frame, component.plane))
    let alignment = SamplePlane.alignment
    // zimg reads whole vectors, so the last one of a row must still be within the row's stride.
    let rowBytes = (columns * layout.sampleBytes + alignment - 1) / alignment * alignment
    guard UInt(bitPattern: start) % UInt(alignment) == 0, stride % alignment == 0, abs(stride) >= rowBytes else {
      return nil
    }
    return SamplePlane(start: UnsafeRawPointer(start), stride: stride)
  }

  /// Copies samples of one row; the index is the component's: gray 0; R 0, G 1, B 2; Y 0, Cb 1, Cr 2; alpha the last.
  func read(
    _ component: PixelLayout.Component, index: Int, row: Int, count: Int, into target: UnsafeMutableRawPointer
  ) {
    guard let start = fg_plane(frame, component.plane) else { return }
    let source = start + row * Int(fg_stride(frame, component.plane))
    switch layout.packing {
    case .bytes:
      czimg_gather(target, source + component.offset, count, component.reading)
    case .bits:
      guard let description = av_pix_fmt_desc_get(AVPixelFormat(rawValue: frame.pointee.format)) else { return }
      let isInverted: Int32 = layout.isInverted ? 1 : 0
      withUnsafeTemporaryAllocation(of: UInt16.self, capacity: Self.part) { words in
        for start in stride(from: 0, to: count, by: Self.part) {
          let part = min(Self.part, count - start)
          fg_read_part(frame, description, Int32(row), Int32(start), Int32(index), Int32(part), words.baseAddress)
          czimg_widen_row(
            target.assumingMemoryBound(to: UInt8.self) + start, words.baseAddress, part, component.reading.depth,
            isInverted)
        }
      }
    case .palette:
      // An entry is 0xAARRGGBB.
      let shift: Int32 = [16, 8, 0, 24][index]
      czimg_gather_palette(
        target.assumingMemoryBound(to: UInt8.self), source, count, fg_plane(frame, 1), shift)
    }
  }

  /// Whether the picture has an alpha component, and for a palette whether any pixel uses a colour that is not opaque.
  var hasAlpha: Bool {
    guard layout.packing == .palette else { return layout.alpha != nil }
    let (indices, stride, palette) = (fg_plane(frame, 0), Int(fg_stride(frame, 0)), fg_plane(frame, 1))
    guard let indices, let palette else { return false }
    return (0..<Int(frame.pointee.height)).contains { row in
      czimg_palette_is_seen_through(indices + row * stride, Int(frame.pointee.width), palette) != 0
    }
  }
}

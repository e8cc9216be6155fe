import CFFmpeg
import CZimg

/// Where a pixel format's samples are stored and what they mean, read from FFmpeg's description of it.
struct PixelLayout {
  enum Family: Hashable {
    case gray, rgb, yuv
  }

  /// How samples are stored.
  enum SamplePacking: Hashable {
    /// Each sample has its own bytes, or some bits of them.
    case bytes
    /// Samples share bytes.
    case bits
    /// Samples are indices into 256 colours.
    case palette
  }

  /// One component: its plane, where its first sample starts, and how to read it.
  struct Component {
    let plane: Int32
    let offset: Int
    let reading: czimg_component
    /// Whether a row of the plane holds nothing but this component's samples, as zimg needs it.
    let isPlain: Bool
  }

  /// FFmpeg's name of the format.
  let name: String
  let family: Family
  let packing: SamplePacking
  /// Gray; red, green, blue; or luma and two chroma differences.
  let colors: [Component]
  let alpha: Component?
  /// Bits of a stored sample; the largest when components differ.
  let storedBits: Int
  /// Bits of a sample after reading: 8 for fewer than 8, 32 for floating point.
  let depth: Int
  let isFloat: Bool
  /// Base-two logarithms of how many pixels share a chroma sample.
  let chromaShiftX: Int
  let chromaShiftY: Int
  /// Whether the format itself says that codes use their full range.
  let isFullRange: Bool
  /// Whether the three components are CIE X', Y' and Z' (SMPTE ST 428-1) instead of red, green and blue.
  let isXYZ: Bool
  /// For one-bit pictures: whether 0 is white.
  let isInverted: Bool

  /// Bytes of a sample after reading.
  var sampleBytes: Int { isFloat ? 4 : depth > 8 ? 2 : 1 }

  /// Reads FFmpeg's description of a format (`av_pix_fmt_desc_get`), throws for formats whose samples cannot be read.
  ///
  /// - Parameter codedBits: only so many of the upper bits of a sample are used; nil for all.
  init(of format: AVPixelFormat, codedBits: Int? = nil) throws(ColorError) {
    guard let pointer = av_pix_fmt_desc_get(format) else {
      throw ColorError(.unsupportedPixelFormat(name: "number \(format.rawValue)", reason: "FFmpeg does not know it"))
    }
    let flags = pointer.pointee.flags
    let name = pointer.pointee.name.map { String(cString: $0) } ?? "number \(format.rawValue)"
    func has(_ flag: Int32) -> Bool { flags & UInt64(flag) != 0 }
    func unsupported(_ reason: String) -> ColorError { ColorError(.unsupportedPixelFormat(name: name, reason: reason)) }

    if has(AV_PIX_FMT_FLAG_HWACCEL) { throw unsupported("its pixels are in the memory of a device") }
    if has(AV_PIX_FMT_FLAG_BAYER) {
      throw unsupported("it is no arrangement of RGB, YUV or gray samples")
    }
    // FFmpeg's description cannot express that luma samples are unevenly spaced.
    if format == AV_PIX_FMT_UYYVYY411 { throw unsupported("its samples stand at uneven distances") }

    let isFloat = has(AV_PIX_FMT_FLAG_FLOAT)
    packing = has(AV_PIX_FMT_FLAG_PAL) ? .palette : has(AV_PIX_FMT_FLAG_BITSTREAM) ? .bits : .bytes
    let hasAlpha = has(AV_PIX_FMT_FLAG_ALPHA)
    var components: [Component] = []
    var storedBits = 0
    if packing == .palette {
      // Palette entries have 8 bits a component; the description is about the indices.
      components = (0..<4).map { _ in Component(plane: 0, offset: 0, reading: czimg_component(), isPlain: false) }
      storedBits = 8
    } else {
      for index in 0..<Int32(pointer.pointee.nb_components) {
        guard let part = Self.component(index, format, codedBits) else { throw unsupported("it has no components") }
        let isKnownDepth = isFloat ? [16, 32].contains(part.depth) : (1...16).contains(part.depth)
        guard isKnownDepth else { throw unsupported("its samples have \(part.depth) bits") }
        components.append(
          Component(part, isBigEndian: has(AV_PIX_FMT_FLAG_BE), isFloat: isFloat))
        storedBits = max(storedBits, Int(part.depth))
      }
    }
    let colorCount = components.count - (hasAlpha || packing == .palette ? 1 : 0)
    guard colorCount == 1 || colorCount == 3 else { throw unsupported("it has \(components.count) components") }
    // Differing depths up to 8 bits are all widened to 8; deeper ones would each need their own scale.
    if !isFloat, storedBits > 8, components.contains(where: { Int($0.reading.depth) != storedBits }) {
      throw unsupported("its components differ in depth")
    }

    self.name = name
    isXYZ = format == AV_PIX_FMT_XYZ12LE || format == AV_PIX_FMT_XYZ12BE
    family = colorCount == 1 ? .gray : has(AV_PIX_FMT_FLAG_RGB) || packing == .palette || isXYZ ? .rgb : .yuv
    colors = Array(components.prefix(colorCount))
    alpha = components.count > colorCount ? components.last : nil
    self.storedBits = storedBits
    depth = isFloat ? 32 : max(8, storedBits)
    self.isFloat = isFloat
    chromaShiftX = family == .yuv ? Int(pointer.pointee.log2_chroma_w) : 0
    chromaShiftY = family == .yuv ? Int(pointer.pointee.log2_chroma_h) : 0
    isFullRange =
      isXYZ
      || [
        AV_PIX_FMT_YUVJ420P, AV_PIX_FMT_YUVJ422P, AV_PIX_FMT_YUVJ444P, AV_PIX_FMT_YUVJ440P, AV_PIX_FMT_YUVJ411P,
      ].contains(format)
    isInverted = format == AV_PIX_FMT_MONOWHITE
    guard chromaShiftX <= 2, chromaShiftY <= 2 else { throw unsupported("its chroma samples are too few") }
  }

  private static func component(
    _ index: Int32, _ format: AVPixelFormat, _ codedBits: Int?
  ) -> AVComponentDescriptor? {
    guard var component = av_pix_fmt_desc_get(format).flatMap({ fg_component($0, index)?.pointee }) else { return nil }
    // FFmpeg describes RGB8 with the bits of BGR8; its own conversions have 3 of red, then 3 of green, then 2 of blue.
    if format == AV_PIX_FMT_RGB8, (0..<3).contains(index) {
      (component.shift, component.depth) = [(5, 3), (2, 3), (0, 2)][Int(index)]
    }
    if let codedBits, 1..<component.depth ~= Int32(clamping: codedBits) {
      component.shift += component.depth - Int32(codedBits)
      component.depth = Int32(codedBits)
    }
    return component
  }
}

extension PixelLayout.Component {
  /// FFmpeg's rule (`av_read_image_line2`): as many whole bytes are read as shift and depth need, and a lone byte of a
  /// big-endian format is the second of its pair.
  init(_ component: AVComponentDescriptor, isBigEndian: Bool, isFloat: Bool) {
    let bits = component.shift + component.depth
    let bytes: Int32 = bits <= 8 ? 1 : bits <= 16 ? 2 : 4
    let swaps = bytes > 1 && isBigEndian != (UInt16(1).bigEndian == 1)
    plane = component.plane
    offset = Int(component.offset) + (bytes == 1 && isBigEndian ? 1 : 0)
    reading = czimg_component(
      step: Int(component.step), bytes: bytes, swaps: swaps ? 1 : 0, shift: component.shift, depth: component.depth,
      is_half: isFloat && component.depth == 16 ? 1 : 0)
    isPlain =
      component.step == bytes && component.offset == 0 && component.shift == 0 && !swaps
      && component.depth >= 8 && reading.is_half == 0
  }
}

import CLibPNG

/// A PNG as libpng's ordinary calls read it, every sample unchanged; checksums of all chunks are checked.
///
/// A picture that libpng refuses ends the process, since the file is our own: libpng's way out, a jump over the caller's
/// frames, is not open to Swift.
struct ReadPNG {
  let width: Int
  let height: Int
  let channels: Int
  let bitDepth: Int
  /// Rows without padding; samples of 16 bits in the machine's byte order.
  let samples: [UInt8]

  private struct Input {
    var bytes: UnsafeRawBufferPointer
  }

  init(_ file: [UInt8]) {
    var png = png_create_read_struct(
      PNG_LIBPNG_VER_STRING, nil,
      { _, words in fatalError("libpng refuses the picture: \(words.map { String(cString: $0) } ?? "")") },
      { _, words in fatalError("libpng warns of the picture: \(words.map { String(cString: $0) } ?? "")") })
    var info = png_create_info_struct(png)
    defer { png_destroy_read_struct(&png, &info, nil) }
    (width, height, channels, bitDepth, samples) = file.withUnsafeBytes { bytes in
      var input = Input(bytes: bytes)
      return withUnsafeMutablePointer(to: &input) { context in
        png_set_read_fn(png, context) { png, target, count in
          guard let input = png_get_io_ptr(png)?.assumingMemoryBound(to: Input.self), input.pointee.bytes.count >= count
          else { fatalError("libpng reads past the end of the picture") }
          UnsafeMutableRawBufferPointer(start: target, count: count).copyMemory(
            from: UnsafeRawBufferPointer(rebasing: input.pointee.bytes[..<count]))
          input.pointee.bytes = UnsafeRawBufferPointer(rebasing: input.pointee.bytes[count...])
        }
        png_read_info(png, info)
        let (width, height) = (Int(png_get_image_width(png, info)), Int(png_get_image_height(png, info)))
        let (channels, bitDepth) = (Int(png_get_channels(png, info)), Int(png_get_bit_depth(png, info)))
        if bitDepth == 16, Int(littleEndian: 1) == 1 { png_set_swap(png) }
        let rowBytes = width * channels * bitDepth / 8
        var samples = [UInt8](repeating: 0, count: rowBytes * height)
        for y in 0..<height {
          samples.withUnsafeMutableBufferPointer { png_read_row(png, $0.baseAddress.map { $0 + y * rowBytes }, nil) }
        }
        png_read_end(png, nil)
        return (width, height, channels, bitDepth, samples)
      }
    }
  }
}

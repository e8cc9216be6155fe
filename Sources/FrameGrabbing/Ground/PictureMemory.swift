import Color
import Video

/// The memory that one picture takes, from its decoded frame to its file, and what that depends on.
struct PictureMemory: Hashable {
  /// The size in stored pixels.
  var stored: PictureSize
  /// What a pixel takes.
  var cost: PixelCost
  /// The size of the written picture in pixels.
  var written: PictureSize
  /// Whether the picture is turned upright.
  var isTurned = false
  /// Whether the packed samples of the frame are hashed.
  var isHashed = false
  /// How many compressed forms of the pixels are held before the smaller one becomes the file; 0 without a file.
  var forms = 1
  /// Bytes of a pixel in another layout that is made of the bitmap; 0 if there is none.
  var packedBytes = 0

  /// The bytes that are held at the same time, at most; `Int64.max` when they cannot be counted.
  ///
  /// These grow with the picture's area. Not counted are rows, tables, threads and what decoders keep for themselves:
  /// some mebibytes, and the pictures that other pictures are predicted from.
  ///
  /// The frame is held from the first step to the last. An example, 8192 × 8192 in 8 bits of 4:2:0, at its own size:
  ///
  ///     frame       2²⁶ × 12 / 8 =   96 MiB
  ///     planes      2²⁶ × 12 / 8 =   96 MiB   copies, where zimg cannot read the frame itself
  ///     bitmap      2²⁶ × 3      =  192 MiB   as are the compressed pixels, and the file, at worst
  ///     hashing     frame + packed frame        =  192 MiB
  ///     converting  frame + planes + bitmap     =  384 MiB
  ///     turning     frame + bitmap + bitmap     =  480 MiB
  ///     coding      frame + bitmap + compressed =  480 MiB   with two forms 672 MiB
  ///     joining     frame + bitmap + compressed + file = 672 MiB
  ///
  /// The largest of them counts: 672 MiB. In 16 bits of RGBA every step takes four times as much or more: 8192 × 8192
  /// pixels need 2 GiB. Deflate stores what it cannot compress in 5 bytes more for each 65 535.
  var byteCount: Int64 {
    // Sides have less than 2³² pixels and pixels less than 2¹⁰ bits, so that nothing overflows.
    func area(_ size: PictureSize) -> UInt128 {
      UInt128(UInt32(clamping: size.width)) * UInt128(UInt32(clamping: size.height))
    }
    let frame = (area(stored) * UInt128(UInt32(clamping: cost.frameBits)) + 7) / 8
    let planes = (area(stored) * UInt128(UInt32(clamping: cost.planeBits)) + 7) / 8
    let bitmap = area(stored) * UInt128(UInt32(clamping: cost.bitmapBytes))
    let output = area(written) * UInt128(UInt32(clamping: cost.bitmapBytes))
    let hashing = isHashed ? 2 * frame : 0
    let converting = frame + planes + bitmap
    let turning = isTurned ? frame + 2 * bitmap : 0
    let resizing = written == stored || isTurned && written == stored.turned ? 0 : frame + bitmap + output
    // The compressed forms, then the one that is kept and the file.
    let coding = forms > 0 ? frame + output + UInt128(UInt32(clamping: max(2, forms))) * output : 0
    let packing = packedBytes > 0 ? frame + output + area(written) * UInt128(UInt32(clamping: packedBytes)) : 0
    return Int64(clamping: max(hashing, converting, turning, resizing, coding, packing))
  }
}

extension PictureSize {
  /// Width and height exchanged.
  fileprivate var turned: PictureSize { PictureSize(width: height, height: width) }
}

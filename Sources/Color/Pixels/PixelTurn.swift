import Memory
import Threading
import Video

/// Moves the pixels of a stored picture to their places in the upright picture.
struct PixelTurn {
  /// Edge in pixels of the squares that are turned one at a time, so that rows of both pictures stay in the cache.
  private static let tile = 32

  private let width: Int
  private let height: Int
  private let targetWidth: Int
  /// Distance in pixels between the targets of a stored pixel and of its right neighbour, and of the one below it.
  private let stepRight: Int
  private let stepDown: Int
  /// Where the stored top left pixel goes.
  private let start: Int

  /// Makes the turn for a stored picture of `width` × `height` pixels.
  init(_ orientation: Orientation, width: Int, height: Int) {
    // A pixel (x, y) goes to (x, y), (H−1−y, x), (W−1−x, H−1−y) or (y, W−1−x) after 0 to 3 clockwise quarter turns.
    targetWidth = orientation.swapsAxes ? height : width
    let targetHeight = orientation.swapsAxes ? width : height
    let (right, down, corner) =
      switch orientation.quarterTurns {
      case 1: (targetWidth, -1, targetWidth - 1)
      case 2: (-1, -targetWidth, targetWidth * targetHeight - 1)
      case 3: (-targetWidth, 1, targetWidth * (targetHeight - 1))
      default: (1, targetWidth, 0)
      }
    // Mirrored first: the stored left column starts at the right.
    stepRight = orientation.isMirrored ? -right : right
    stepDown = down
    start = orientation.isMirrored ? corner + (width - 1) * right : corner
    self.width = width
    self.height = height
  }

  /// The pixels of the turned picture; `pixelBytes` is 1, 2, 3, 4, 6 or 8.
  ///
  /// Throws when there is no memory for them, and when it takes too long.
  func turned(
    _ pixels: borrowing AlignedBuffer, pixelBytes: Int, _ stop: StopCheck
  ) throws(ColorError) -> AlignedBuffer {
    switch pixelBytes {
    case 1: try turned(pixels, as: UInt8.self, stop)
    case 2: try turned(pixels, as: UInt16.self, stop)
    case 3: try turned(pixels, as: ThreeBytes.self, stop)
    case 4: try turned(pixels, as: UInt32.self, stop)
    case 6: try turned(pixels, as: ThreeWords.self, stop)
    default: try turned(pixels, as: UInt64.self, stop)
    }
  }

  private struct ThreeBytes: BitwiseCopyable {
    var bytes: (UInt8, UInt8, UInt8)
  }

  private struct ThreeWords: BitwiseCopyable {
    var words: (UInt16, UInt16, UInt16)
  }

  private func turned<Pixel: BitwiseCopyable>(
    _ pixels: borrowing AlignedBuffer, as type: Pixel.Type, _ stop: StopCheck
  ) throws(ColorError) -> AlignedBuffer {
    let size = MemoryLayout<Pixel>.size
    let byteCount = width * height * size
    guard pixels.byteCount >= byteCount else { throw ColorError(.incompletePicture(width: width, height: height)) }
    let turned = try AlignedBuffer.forPicture(byteCount: byteCount)
    let (source, target) = (pixels.bytes, turned.bytes)
    for top in stride(from: 0, to: height, by: Self.tile) {
      if stop.stops { throw ColorError(.stopped) }
      for left in stride(from: 0, to: width, by: Self.tile) {
        for y in top..<min(top + Self.tile, height) {
          var from = (y * width + left) * size
          var to = (start + y * stepDown + left * stepRight) * size
          for _ in left..<min(left + Self.tile, width) {
            target.storeBytes(of: source.loadUnaligned(fromByteOffset: from, as: type), toByteOffset: to, as: type)
            from += size
            to += stepRight * size
          }
        }
      }
    }
    return turned
  }
}

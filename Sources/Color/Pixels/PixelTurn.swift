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
  func turned(_ pixels: [UInt8], pixelBytes: Int) -> [UInt8] {
    switch pixelBytes {
    case 1: turned(pixels, as: UInt8.self)
    case 2: turned(pixels, as: UInt16.self)
    case 3: turned(pixels, as: ThreeBytes.self)
    case 4: turned(pixels, as: UInt32.self)
    case 6: turned(pixels, as: ThreeWords.self)
    default: turned(pixels, as: UInt64.self)
    }
  }

  private struct ThreeBytes: BitwiseCopyable {
    var bytes: (UInt8, UInt8, UInt8)
  }

  private struct ThreeWords: BitwiseCopyable {
    var words: (UInt16, UInt16, UInt16)
  }

  private func turned<Pixel: BitwiseCopyable>(_ pixels: [UInt8], as type: Pixel.Type) -> [UInt8] {
    let size = MemoryLayout<Pixel>.size
    let byteCount = width * height * size
    guard pixels.count == byteCount else { return pixels }
    return [UInt8](unsafeUninitializedCapacity: byteCount) { target, count in
      count = byteCount
      guard let target = UnsafeMutableRawPointer(target.baseAddress) else { return }
      pixels.withUnsafeBytes { source in
        guard let source = source.baseAddress else { return }
        for top in stride(from: 0, to: height, by: Self.tile) {
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
      }
    }
  }
}

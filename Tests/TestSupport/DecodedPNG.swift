import CLibPNG

/// A PNG file's picture as 8-bit red, green, blue and alpha, decoded by libpng.
///
/// The samples are the stored ones: colour chunks in the file are ignored, so nothing is converted.
/// Samples of 16 bits are rounded to 8.
public struct DecodedPNG: Hashable, Sendable {
  /// The width in pixels.
  public let width: Int
  /// The height in pixels.
  public let height: Int
  /// The bits per sample that the file declares: 1, 2, 4, 8 or 16.
  public let bitDepth: Int
  /// The colour type that the file declares: 0 grey, 2 RGB, 3 palette, 4 grey and alpha, 6 RGB and alpha.
  public let colorType: Int
  /// The pixels from the top left, row by row, each four bytes: red, green, blue, alpha (not premultiplied).
  public let samples: [UInt8]

  /// A picture of the given samples.
  ///
  /// Nil when there are not `4 * width * height` samples or no pixel at all.
  public init?(width: Int, height: Int, samples: [UInt8]) {
    let (pixels, overflow) = width.multipliedReportingOverflow(by: height)
    guard width > 0, height > 0, !overflow, samples.count.isMultiple(of: 4), pixels == samples.count / 4 else {
      return nil
    }
    (self.width, self.height, self.samples) = (width, height, samples)
    (bitDepth, colorType) = (8, 6)
  }

  /// A part of the picture: left, top, width and height; nil if it is not all inside.
  public func part(_ tile: [Int]) -> DecodedPNG? {
    let (x, y, width, height) = (tile[0], tile[1], tile[2], tile[3])
    guard x >= 0, y >= 0, x + width <= self.width, y + height <= self.height else { return nil }
    var part: [UInt8] = []
    part.reserveCapacity(4 * width * height)
    for row in y..<(y + height) {
      let start = 4 * (row * self.width + x)
      part += samples[start..<(start + 4 * width)]
    }
    return DecodedPNG(width: width, height: height, samples: part)
  }

  /// Red, green and blue of all pixels.
  public var colors: [UInt8] {
    var colors: [UInt8] = []
    colors.reserveCapacity(3 * width * height)
    for pixel in 0..<(width * height) { colors += samples[(4 * pixel)..<(4 * pixel + 3)] }
    return colors
  }

  /// Decodes the bytes of a PNG file (libpng's `png_image_begin_read_from_memory` and `png_image_finish_read`).
  ///
  /// Throws ``PNGFault`` when they are not a complete PNG file.
  public init(_ bytes: some Sequence<UInt8>) throws(PNGFault) {
    let chunks = try PNGChunk.all(in: Array(bytes))
    guard let header = chunks.first, header.name == "IHDR", header.content.count == 13 else {
      throw PNGFault(description: "the picture does not start with its header")
    }
    let plain = PNGChunk.file(of: chunks.filter { !Self.colorDescriptions.contains($0.name) })
    var image = png_image()
    image.version = png_uint_32(PNG_IMAGE_VERSION)
    defer { png_image_free(&image) }
    let samples = plain.withUnsafeBytes { plain -> [UInt8]? in
      guard png_image_begin_read_from_memory(&image, plain.baseAddress, plain.count) != 0 else { return nil }
      guard UInt64(image.width) * UInt64(image.height) <= Self.mostPixels else { return nil }
      image.format = png_uint_32(PNG_FORMAT_FLAG_COLOR | PNG_FORMAT_FLAG_ALPHA)
      image.flags |= png_uint_32(PNG_IMAGE_FLAG_16BIT_sRGB)
      var samples = [UInt8](repeating: 0, count: 4 * Int(image.width) * Int(image.height))
      return png_image_finish_read(&image, nil, &samples, 0, nil) == 0 ? nil : samples
    }
    guard UInt64(image.width) * UInt64(image.height) <= Self.mostPixels else {
      throw PNGFault(description: "the picture is too large for a test: \(image.width) by \(image.height)")
    }
    guard let samples, image.warning_or_error & png_uint_32(PNG_IMAGE_ERROR) == 0 else {
      let words = withUnsafeBytes(of: image.message) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      throw PNGFault(description: "libpng cannot read the picture: \(words)")
    }
    (width, height) = (Int(image.width), Int(image.height))
    (bitDepth, colorType) = (Int(header.content[8]), Int(header.content[9]))
    self.samples = samples
  }

  /// The red, green, blue and alpha of a pixel, counted from the top left.
  ///
  /// Nil outside the picture.
  public func pixel(x: Int, y: Int) -> (red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8)? {
    guard (0..<width).contains(x), (0..<height).contains(y) else { return nil }
    let start = 4 * (y * width + x)
    return (samples[start], samples[start + 1], samples[start + 2], samples[start + 3])
  }

  private static let mostPixels: UInt64 = 1 << 26

  /// Chunks for which libpng's simplified calls would convert the samples.
  private static let colorDescriptions: Set<String> = ["gAMA", "cHRM", "sRGB", "iCCP", "cICP", "sBIT", "mDCV", "cLLI"]
}

/// Why bytes are not a PNG picture.
public struct PNGFault: Error, Hashable, CustomStringConvertible {
  /// The error message.
  public let description: String
}

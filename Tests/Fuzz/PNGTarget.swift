import CPNG
import Memory
import PNG

extension FuzzTarget {
  /// A picture of any layout and content: compressed by one coder at one level, in strips, and by the encoder at one of
  /// its levels; libpng must read the same samples back.
  static let png = FuzzTarget(name: "png", longest: 2048, mutations: 40) { bytes in
    let picture = try FuzzedPicture(bytes)
    let direct = try picture.fileByOneCoder()
    try check(direct, picture, "\(picture.coder) level \(picture.level) filter \(picture.filter)")
    let encoder = PNGEncoder(compression: picture.compression, threads: picture.threads)
    let file = try picture.pixels.withUnsafeBytes { try encoder.file(of: picture.image, pixels: $0) }
    try check(Array(file), picture, "compression \(picture.compression.rawValue)")
  }

  private static func check(_ file: [UInt8], _ picture: FuzzedPicture, _ words: String) throws(FuzzFault) {
    let read = ReadPNG(file)
    let image = picture.image
    try FuzzFault.unless(
      (read.width, read.height, read.channels, read.bitDepth)
        == (image.width, image.height, image.channels.count, image.bitDepth.bits),
      "\(words): \(image) is read as \(read.width)×\(read.height), \(read.channels) channels of \(read.bitDepth) bits")
    let rowBytes = image.width * image.channels.count * image.bitDepth.bytes
    for y in 0..<image.height {
      let row = picture.pixels[y * image.bytesPerRow..<y * image.bytesPerRow + rowBytes]
      try FuzzFault.unless(
        row.elementsEqual(read.samples[y * rowBytes..<(y + 1) * rowBytes]), "\(words): row \(y) of \(image) differs")
    }
  }
}

/// A picture that the bytes describe: first its layout and how it is coded, then its content.
struct FuzzedPicture {
  let image: PNGImage
  let pixels: [UInt8]
  let coder: cpng_coder
  let level: CInt
  let filter: CInt
  let compression: PNGCompression
  let threads: Int
  private let strips: [Range<Int>]

  /// - Throws: `PNGError`, which no such layout deserves.
  init(_ bytes: [UInt8]) throws {
    var input = FuzzedBytes(bytes)
    let isLZ = input.flag()
    (coder, level) = isLZ ? (CPNG_LZ, CInt(1 + input.below(3))) : (CPNG_RUNS, 0)
    filter = CPNG_FILTER_NONE + CInt(input.below(6))
    let channels = PNGImage.Channels.allCases[input.below(4)]
    let bitDepth = PNGImage.BitDepth.allCases[input.below(2)]
    // Mostly a few KiB, so that many pictures are tried; some are larger than coders' windows and bands.
    let isLarge = input.below(16) == 15
    let (width, height) = (1 + input.short() % (isLarge ? 1500 : 60), 1 + input.below(isLarge ? 96 : 40))
    let padding = input.below(9)
    threads = 1 + input.below(3)
    compression = PNGCompression.allCases[input.below(3)]
    let rowBytes = width * channels.count * bitDepth.bytes
    image = try PNGImage(
      width: width, height: height, channels: channels, bitDepth: bitDepth, bytesPerRow: rowBytes + padding)
    var strips: [Range<Int>] = []
    while (strips.last?.upperBound ?? 0) < height {
      let start = strips.last?.upperBound ?? 0
      // 0 means all that is left.
      let count = strips.count < 6 ? Int(input.byte()) : 0
      strips.append(start..<min(height, count == 0 ? height : start + count))
    }
    self.strips = strips
    pixels = Self.content(&input, count: image.byteCount, rowBytes: image.bytesPerRow)
  }

  /// The bytes of the pixels: pieces of the input, of what is there already, of one byte and of noise, so that coders
  /// find matches at any distance and length.
  private static func content(_ input: inout FuzzedBytes, count: Int, rowBytes: Int) -> [UInt8] {
    var pixels: [UInt8] = []
    pixels.reserveCapacity(count)
    var noise: UInt64 = 0x9E37_79B9_7F4A_7C15
    while pixels.count < count, !input.rest.isEmpty {
      let kind = input.below(5)
      let length = min(count - pixels.count, input.flag() ? input.short() : 1 + Int(input.byte()))
      switch kind {
      case 0: pixels += input.take(min(length, 64))
      case 1: pixels += repeatElement(input.byte(), count: length)
      case 2, 3:
        let distance = kind == 2 ? 1 + input.short() : rowBytes
        guard distance <= pixels.count else { continue }
        for _ in 0..<length { pixels.append(pixels[pixels.count - distance]) }
      default:
        noise ^= UInt64(input.byte())
        for _ in 0..<length {
          noise = noise &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
          pixels.append(UInt8(truncatingIfNeeded: noise >> 56))
        }
      }
    }
    return pixels + repeatElement(0, count: count - pixels.count)
  }

  /// The file by its own coder, level and filter, in its own strips (`cpng_compress`, `cpng_write`).
  func fileByOneCoder() throws -> [UInt8] {
    try pixels.withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress else { throw FuzzFault(description: "a picture without pixels") }
      var description = cpng_image(
        width: UInt32(image.width), height: UInt32(image.height), channels: CInt(image.channels.count),
        bit_depth: CInt(image.bitDepth.bits), pixels: start, bytes_per_row: image.bytesPerRow, chunks: nil,
        chunks_size: 0)
      var coding = cpng_coding(coder: coder, level: level, filter: filter)
      var pieces: [cpng_piece] = []
      defer { for var piece in pieces { cpng_release(&piece) } }
      var message = [CChar](repeating: 0, count: Int(CPNG_MESSAGE_SIZE))
      var warnings = message
      for rows in strips {
        var piece = cpng_piece()
        let status = cpng_compress(
          &description, &coding, UInt32(rows.lowerBound), UInt32(rows.count), &piece, &message)
        try FuzzFault.unless(status == CPNG_WRITTEN, "rows \(rows) of \(image) cannot be compressed")
        pieces.append(piece)
      }
      var file: [UInt8] = []
      let status = withUnsafeMutablePointer(to: &file) { context in
        cpng_write(
          &description, pieces, pieces.count,
          { context, bytes, count in
            context?.assumingMemoryBound(to: [UInt8].self).pointee.append(
              contentsOf: UnsafeBufferPointer(start: bytes, count: count))
            return 0
          }, context, &message, &warnings)
      }
      try FuzzFault.unless(status == CPNG_WRITTEN && warnings[0] == 0, "\(image) cannot be written")
      return file
    }
  }
}

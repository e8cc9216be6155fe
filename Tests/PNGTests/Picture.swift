import PNG
import TestSupport

/// What the pixels of a test look like.
enum Content: String, CaseIterable {
  /// `lettered`: two colours in a pattern that repeats with breaks.
  case flat, random, noisy, lettered
}

/// A picture in memory together with the samples that a PNG of it must hold.
struct Picture {
  var image: PNGImage
  /// Rows `bytesPerRow` apart, the padding filled with bytes that must not be written.
  var pixels: [UInt8]
  /// Rows without padding, samples of 16 bits with the most significant byte first.
  var stored: [UInt8]

  init(
    _ width: Int, _ height: Int, _ channels: PNGImage.Channels, _ bitDepth: PNGImage.BitDepth, _ content: Content,
    padding: Int = 0
  ) throws {
    let rowSamples = width * channels.count
    image = try PNGImage(
      width: width, height: height, channels: channels, bitDepth: bitDepth,
      bytesPerRow: rowSamples * bitDepth.bytes + padding)
    pixels = []
    stored = []
    var random = SeededNumbers(seed: 7)
    for y in 0..<height {
      for index in 0..<rowSamples {
        let x = index / channels.count
        let channel = index % channels.count
        let noise = UInt16(truncatingIfNeeded: random.next())
        let sample: UInt16
        switch content {
        case .flat: sample = UInt16(0x1234 + channel * 0x2345)
        case .random: sample = noise
        case .lettered: sample = 0x0F0F &* UInt16((x * x + y / 8 * x) % 11 < 4 ? 1 : 15 + channel)
        case .noisy: sample = UInt16(truncatingIfNeeded: x * 150 + y * 90 + channel * 9000 + Int(noise & 0x3FF))
        }
        switch bitDepth {
        case .eight:
          pixels.append(UInt8(sample >> 8))
          stored.append(UInt8(sample >> 8))
        case .sixteen:
          withUnsafeBytes(of: sample) { pixels += $0 }
          stored += [UInt8(sample >> 8), UInt8(sample & 0xFF)]
        }
      }
      for _ in 0..<padding { pixels.append(UInt8(truncatingIfNeeded: random.next())) }
    }
  }
}

/// The first index at which two arrays differ, or nil; so a failed test prints an index, not a megabyte.
func firstDifference(_ left: [UInt8], _ right: [UInt8]) -> Int? {
  if left == right { return nil }
  return zip(left, right).enumerated().first { $1.0 != $1.1 }?.offset ?? min(left.count, right.count)
}

extension Picture {
  /// Grey bytes as one picture.
  init(gray pixels: [UInt8], width: Int) throws {
    image = try PNGImage(width: width, height: pixels.count / width, channels: .gray, bitDepth: .eight)
    (self.pixels, stored) = (pixels, pixels)
  }

  /// The picture as libpng returns it in 8 bits of red, green, blue and alpha.
  func rounded() -> [UInt8] {
    let count = image.channels.count
    let bytes = image.bitDepth.bytes
    var samples: [UInt8] = []
    for at in stride(from: 0, to: stored.count, by: bytes) {
      // The nearest multiple of 257 (PNG, 13.12).
      let value = bytes == 1 ? Int(stored[at]) * 257 : Int(stored[at]) * 256 + Int(stored[at + 1])
      samples.append(UInt8((value + 128) / 257))
    }
    var rounded: [UInt8] = []
    for at in stride(from: 0, to: samples.count, by: count) {
      rounded += count < 3 ? [samples[at], samples[at], samples[at]] : Array(samples[at..<(at + 3)])
      rounded.append(image.channels.hasAlpha ? samples[at + count - 1] : 255)
    }
    return rounded
  }
}

/// A file with only header, pixels and end.
func plainFile(_ image: PNGImage, _ stream: [UInt8]) -> [UInt8] {
  let colorType = [PNGImage.Channels.gray: 0, .grayAlpha: 4, .rgb: 2, .rgba: 6][image.channels] ?? 0
  func four(_ value: Int) -> [UInt8] { withUnsafeBytes(of: UInt32(value).bigEndian) { Array($0) } }
  let depthAndType: [UInt8] = [UInt8(image.bitDepth.bits), UInt8(colorType), 0, 0, 0]
  return PNGChunk.file(of: [
    PNGChunk(name: "IHDR", content: four(image.width) + four(image.height) + depthAndType),
    PNGChunk(name: "IDAT", content: stream), PNGChunk(name: "IEND", content: []),
  ])
}

extension PNGImage.Channels {
  /// The layout of libpng's simplified calls (png.h): alpha is flag 1, colour is flag 2.
  var layout: UInt32 { (hasAlpha ? 1 : 0) | (count > 2 ? 2 : 0) }
}

extension PNGEncoder {
  /// The file of a picture as an array.
  func encode(
    _ image: PNGImage, pixels: UnsafeRawBufferPointer, metadata: PNGMetadata = PNGMetadata()
  ) throws(PNGError) -> [UInt8] {
    Array(try file(of: image, pixels: pixels, metadata: metadata))
  }

  /// The same for pixels in an array.
  func encode(
    _ image: PNGImage, pixels: [UInt8], metadata: PNGMetadata = PNGMetadata()
  ) throws(PNGError) -> [UInt8] {
    try pixels.withUnsafeBufferPointer { (bytes) throws(PNGError) in
      try encode(image, pixels: UnsafeRawBufferPointer(bytes), metadata: metadata)
    }
  }
}

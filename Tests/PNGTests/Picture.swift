import PNG
import TestSupport

/// What the pixels of a test look like.
enum Content: String, CaseIterable {
  case flat, random, noisy
}

/// A picture in memory together with the samples that a PNG of it must hold.
struct Picture {
  var image: PNGImage
  /// Rows `bytesPerRow` apart, the padding filled with bytes that must not show.
  var pixels: [UInt8]
  /// Rows back to back, samples of 16 bits with the most significant byte first.
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

/// Where two runs of bytes part, or nil when they are equal; a failed test then prints a place, not a megabyte.
func firstDifference(_ left: [UInt8], _ right: [UInt8]) -> Int? {
  if left == right { return nil }
  return zip(left, right).enumerated().first { $1.0 != $1.1 }?.offset ?? min(left.count, right.count)
}

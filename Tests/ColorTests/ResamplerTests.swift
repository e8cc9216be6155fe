import Color
import ColorCodes
import Memory
import TestSupport
import Testing

struct ResamplerTests {
  private static let channels: [Bitmap.Channels] = [.gray, .grayAlpha, .rgb, .rgba]
  private static let depths: [Bitmap.BitDepth] = [.eight, .sixteen]

  private func bitmap(
    _ width: Int, _ height: Int, _ channels: Bitmap.Channels = .gray, _ bitDepth: Bitmap.BitDepth = .eight,
    transfer: Int32 = 1, significantBits: Int? = nil, _ code: (Int, Int, Int) -> Int
  ) throws -> Bitmap {
    var pixels: [UInt8] = []
    for y in 0..<height {
      for x in 0..<width {
        for channel in 0..<channels.count {
          let code = code(x, y, channel)
          if bitDepth == .eight {
            pixels.append(UInt8(code))
          } else {
            withUnsafeBytes(of: UInt16(code)) { pixels += $0 }
          }
        }
      }
    }
    let color = ColorSpec(
      matrix: .bt709, isFullRange: false, chromaLocation: .left, primaries: .bt709,
      transfer: TransferCharacteristics(rawValue: transfer), guesses: ["matrix"])
    return try #require(
      Bitmap(
        width: width, height: height, channels: channels, bitDepth: bitDepth, pixels: pixels,
        significantBits: significantBits, color: color))
  }

  private func random(
    _ width: Int, _ height: Int, _ channels: Bitmap.Channels, _ bitDepth: Bitmap.BitDepth, transfer: Int32 = 1,
    seed: UInt64
  ) throws -> Bitmap {
    var random = SeededNumbers(seed: seed)
    let top = bitDepth == .eight ? 255 : 65_535
    return try bitmap(width, height, channels, bitDepth, transfer: transfer) { _, _, channel in
      // Opacity is often 0 or full.
      let code = random.below(top + 1)
      guard channels.hasAlpha, channel == channels.count - 1 else { return code }
      return [0, top, code][random.below(3)]
    }
  }

  private func resampled(_ bitmap: Bitmap, _ width: Int, _ height: Int) throws -> Bitmap {
    var resampler = Resampler()
    return try resampler.resampled(bitmap, width: width, height: height)
  }

  private func samples(_ bitmap: Bitmap) -> [[[Int]]] {
    (0..<bitmap.height).map { y in
      (0..<bitmap.width).map { x in (0..<bitmap.channels.count).map { bitmap.sample(x, y, $0) } }
    }
  }

  // Larger, smaller, both, to one pixel, from one pixel, and by large factors.
  @Test(arguments: [
    (31, 23, 12, 9), (16, 12, 37, 29), (20, 30, 33, 7), (24, 18, 12, 9), (9, 7, 1, 1), (1, 1, 6, 5), (3, 200, 5, 3),
    (2, 2, 1, 3), (1, 17, 1, 4), (130, 4, 33, 4), (130, 4, 130, 9), (64, 36, 1, 1), (65, 37, 2, 2), (50, 9, 2, 20),
    (9, 50, 20, 1), (3, 3, 2, 1), (40, 30, 3, 3),
  ])
  func `samples are light resampled with Lanczos' kernel`(width: Int, height: Int, newWidth: Int, newHeight: Int) throws
  {
    var resampler = Resampler()
    for bitDepth in Self.depths {
      for channels in Self.channels {
        let original = try random(width, height, channels, bitDepth, seed: UInt64(width * 1000 + height))
        let result = try resampler.resampled(original, width: newWidth, height: newHeight)
        #expect(result.width == newWidth && result.height == newHeight)
        #expect(result.channels == channels && result.bitDepth == bitDepth && result.color == original.color)
        let worst = LightModel(transfer: 1).worstError(of: result, from: original)
        #expect(worst <= (bitDepth == .eight ? 1 : 2), "\(channels) \(bitDepth): \(worst)")
      }
    }
  }

  @Test(arguments: [1, 2, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 3, 0, 255, -1] as [Int32])
  func `light is computed by the picture's own transfer`(transfer: Int32) throws {
    var resampler = Resampler()
    for bitDepth in Self.depths {
      for channels in [Bitmap.Channels.rgb, .grayAlpha] {
        let original = try random(21, 17, channels, bitDepth, transfer: transfer, seed: 5)
        for (width, height) in [(9, 8), (31, 28)] {
          let worst = LightModel(transfer: transfer).worstError(
            of: try resampler.resampled(original, width: width, height: height), from: original)
          #expect(worst <= (bitDepth == .eight ? 1 : 2), "\(channels) \(bitDepth): \(worst)")
        }
      }
    }
  }

  // Black and white in equal parts give half the light, in sRGB 255 · (1.055 · 0.5^(1/2.4) − 0.055) = 187.5; averaging
  // the codes, as is right for linear light, gives 127.5.
  @Test(arguments: [(1, 187...188), (13, 187...188), (8, 127...128)] as [(Int32, ClosedRange<Int>)])
  func `half black and half white have half the light`(transfer: Int32, codes: ClosedRange<Int>) throws {
    let board = try bitmap(64, 64, transfer: transfer) { x, y, _ in (x + y) % 2 * 255 }
    let small = try resampled(board, 16, 16)
    // Away from the edges: the mirrored board beyond them is not a regular board.
    let middle = samples(small)[3..<13].flatMap { $0[3..<13] }.map { $0[0] }
    #expect(middle.allSatisfy { codes.contains($0) }, "\(Set(middle))")
  }

  // A white frame of 8 pixels around black: 64 · 36 − 48 · 20 = 1344 of 2304 pixels, 0.5833 of the light, in sRGB
  // 255 · (1.055 · 0.5833^(1/2.4) − 0.055) = 200.9. The kernel and its mirrored images weigh all pixels of a row alike
  // within 0.3 %, which is 0.6 of a code more or less for rows and columns.
  @Test func `one pixel is the mean light of a picture`() throws {
    let frame = try bitmap(64, 36) { x, y, _ in (8..<56).contains(x) && (8..<28).contains(y) ? 0 : 255 }
    #expect((200...202).contains(try resampled(frame, 1, 1).sample(0, 0, 0)))
    // Black on the left, white on the right: both halves are seen, whatever is beyond the edges.
    let halves = try bitmap(64, 36) { x, _, _ in x < 32 ? 0 : 255 }
    #expect((187...188).contains(try resampled(halves, 1, 1).sample(0, 0, 0)))
  }

  @Test func `resampling keeps the total light of a picture`() throws {
    let model = LightModel(transfer: 1)
    func mean(_ bitmap: Bitmap) -> Double {
      bitmap.pixels.map { model.light(Double($0) / 255) }.reduce(0, +) / Double(bitmap.pixels.count)
    }
    // Smooth enough that nothing overshoots and is clipped.
    let original = try bitmap(96, 64) { x, y, _ in 60 + x + y / 2 }
    for (width, height) in [(48, 32), (24, 16), (192, 128), (32, 64)] {
      #expect(abs(mean(try resampled(original, width, height)) - mean(original)) < 0.0015, "\(width) × \(height)")
    }
  }

  @Test(arguments: [1, 5, 8, 9, 13, 16, 18] as [Int32])
  func `a flat picture of any code stays flat`(transfer: Int32) throws {
    var resampler = Resampler()
    for code in 0...255 {
      let flat = try bitmap(7, 5, .rgb, transfer: transfer) { _, _, channel in (code + channel * 40) % 256 }
      let result = try resampler.resampled(flat, width: 16, height: 3)
      #expect(samples(result).joined().allSatisfy { $0 == samples(flat)[0][0] }, "\(code)")
    }
    for code in stride(from: 0, through: 65_535, by: 331) {
      let flat = try bitmap(7, 5, .gray, .sixteen, transfer: transfer) { _, _, _ in code }
      let result = try resampler.resampled(flat, width: 3, height: 16)
      #expect(samples(result).joined().allSatisfy { $0 == [code] }, "\(code)")
    }
  }

  @Test func `a flat picture that is half transparent stays so`() throws {
    for alpha in [1, 2, 77, 128, 254, 255] {
      let flat = try bitmap(9, 9, .rgba) { _, _, channel in [200, 3, 91, alpha][channel] }
      let result = try resampled(flat, 4, 20)
      #expect(samples(result).joined().allSatisfy { $0 == [200, 3, 91, alpha] }, "\(alpha)")
    }
  }

  @Test func `transparent pixels do not affect the colours of visible ones`() throws {
    // Fully transparent red beside green.
    let original = try bitmap(16, 4, .rgba) { x, _, channel in
      x < 8 ? [255, 0, 0, 0][channel] : [0, 180, 0, 255][channel]
    }
    let result = try resampled(original, 7, 3)
    for pixel in samples(result).joined() {
      #expect(pixel == [0, 0, 0, 0] || pixel[0] == 0 && pixel[1] == 180 && pixel[2] == 0 && pixel[3] > 0, "\(pixel)")
    }
    #expect(samples(result).joined().contains { (1...254).contains($0[3]) })
  }

  @Test func `overshoot is clipped`() throws {
    for bitDepth in Self.depths {
      let top = bitDepth == .eight ? 255 : 65_535
      let edge = try bitmap(12, 3, .gray, bitDepth) { x, _, _ in x < 6 ? 0 : top }
      let row = samples(try resampled(edge, 60, 3))[1].map { $0[0] }
      // Five pixels for one. The kernel's first side lobe is negative: from half a pixel to one and a half before the
      // edge light is below 0, and as far after the edge above 1. The second lobe is positive and small.
      #expect(row[..<28].allSatisfy { $0 < top / 3 } && row[32...].allSatisfy { $0 > top * 9 / 10 })
      #expect(row[23...27].allSatisfy { $0 == 0 } && row[32...36].allSatisfy { $0 == top }, "\(row)")
      #expect(row[27...32].map { $0 } == row[27...32].sorted())
    }
  }

  @Test func `at its own size a picture is unchanged`() throws {
    for channels in Self.channels {
      let original = try random(13, 11, channels, .sixteen, transfer: 16, seed: 3)
      let result = try resampled(original, 13, 11)
      #expect(result.pixels == original.pixels)
    }
    let ten = try bitmap(4, 4, .gray, .sixteen, significantBits: 10) { x, _, _ in x * 64 }
    #expect(try resampled(ten, 4, 4).significantBits == 10)
    #expect(try resampled(ten, 4, 5).significantBits == nil)
  }

  @Test func `columns are treated like rows, and left like right`() throws {
    let original = try random(26, 18, .rgba, .eight, seed: 12)
    let rows = samples(original)
    let transposed = try bitmap(18, 26, .rgba) { x, y, channel in rows[x][y][channel] }
    let mirrored = try bitmap(26, 18, .rgba) { x, y, channel in rows[y][25 - x][channel] }
    let (width, height) = (11, 31)
    let result = samples(try resampled(original, width, height))
    let onItsSide = samples(try resampled(transposed, height, width))
    let backwards = samples(try resampled(mirrored, width, height))
    for y in 0..<height {
      for x in 0..<width {
        for channel in 0..<4 {
          // At very low opacity one bit of it changes a colour a lot.
          if result[y][x][3] < 8, channel < 3 { continue }
          #expect(abs(result[y][x][channel] - onItsSide[x][y][channel]) <= 1)
          #expect(abs(result[y][x][channel] - backwards[y][width - 1 - x][channel]) <= 1)
        }
      }
    }
  }

  @Test func `a reused resampler gives the same results as a new one`() throws {
    var resampler = Resampler()
    var seed: UInt64 = 100
    for _ in 0..<2 {
      for channels in Self.channels {
        for bitDepth in Self.depths {
          for transfer in [1, 16] as [Int32] {
            let original = try random(30, 20, channels, bitDepth, transfer: transfer, seed: seed)
            seed += 1
            let result = try resampler.resampled(original, width: 13, height: 27)
            #expect(result.pixels == (try resampled(original, 13, 27).pixels))
          }
        }
      }
    }
  }

  @Test func `a picture larger than zimg's tiles and rings`() throws {
    // Bars that are wider than the kernel reaches: their middles keep their codes.
    let original = try bitmap(3000, 700, .rgb) { x, y, channel in (x / 300 * 20 + y / 100 * 3 + channel) % 256 }
    let result = try resampled(original, 750, 175)
    for (y, x) in [(12, 37), (62, 337), (162, 712), (112, 487)] {
      let (oldX, oldY) = (x * 4, y * 4)
      for channel in 0..<3 {
        #expect(result.sample(x, y, channel) == original.sample(oldX, oldY, channel))
      }
    }
  }

  @Test(arguments: [(0, 5), (5, 0), (-1, 5), (5, -1), (Int.max, 1), (1, 1 << 32), (Int.max, Int.max)])
  func `a size of zero or less is rejected`(width: Int, height: Int) throws {
    let original = try bitmap(2, 2) { _, _, _ in 1 }
    let error = try #require(throws: ColorError.self) { try resampled(original, width, height) }
    #expect(error.fault == .tooLarge(width: width, height: height))
  }
}

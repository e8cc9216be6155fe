import Screen
import TestSupport
import Testing

struct SixelTests {
  /// The steps between the levels of red, green and blue: 6, 7 and 6 levels of 0 to 100 percent.
  private static let steps = [20.0, 100.0 / 6, 20.0]

  private static func decoded(_ width: Int, _ height: Int, _ bytes: [UInt8]) throws -> SixelDecoder {
    let picture = try #require(RGBPicture(width: width, height: height, bytes: bytes))
    let decoder = try SixelDecoder(SixelPicture.show(picture))
    #expect(decoder.width == width && decoder.height == height)
    return decoder
  }

  @Test(arguments: [(1, 1), (1, 6), (1, 7), (5, 5), (7, 13), (16, 12), (300, 3), (64, 40)])
  func `every pixel is drawn once, within a step of its colour`(_ width: Int, _ height: Int) throws {
    var numbers = SeededNumbers(seed: UInt64(width * 1000 + height))
    // Runs of one colour and noise.
    var bytes: [UInt8] = []
    while bytes.count < width * height * 3 {
      let color = (0..<3).map { _ in UInt8(truncatingIfNeeded: numbers.next()) }
      for _ in 0..<1 + numbers.below(numbers.below(2) == 0 ? 40 : 1) { bytes += color }
    }
    bytes = Array(bytes.prefix(width * height * 3))
    let decoder = try Self.decoded(width, height, bytes)
    for place in 0..<width * height {
      let pixel = try #require(decoder.pixels[place])
      for part in 0..<3 {
        let wanted = Double(bytes[3 * place + part]) * 100 / 255
        // Percentages are whole numbers: half a percent more.
        #expect(abs(Double(pixel[part]) - wanted) < Self.steps[part] + 0.5, "pixel \(place), part \(part)")
      }
    }
  }

  @Test func `black and white are exactly these`() throws {
    let bytes = (0..<64 * 3).map { UInt8($0 / 3 % 2 == 0 ? 0 : 255) }
    let decoder = try Self.decoded(8, 8, bytes)
    let expected: [[Int]?] = (0..<64).map { $0 % 2 == 0 ? [0, 0, 0] : [100, 100, 100] }
    #expect(decoder.pixels == expected)
    #expect(decoder.definitions.count == 2)
  }

  @Test func `8 by 8 pixels of one colour have its mean`() throws {
    for value in stride(from: 0, through: 255, by: 3) {
      let color = [UInt8(clamping: value), UInt8(clamping: 255 - value), UInt8(clamping: value)]
      let bytes = Array(repeatElement(color, count: 64).joined())
      let pixels = try Self.decoded(8, 8, bytes).pixels.compactMap { $0 }
      for (part, wanted) in [value, 255 - value, value].enumerated() {
        let mean = Double(pixels.reduce(0) { $0 + $1[part] }) / 64
        // 64 thresholds tell a 64th of a step apart; green's levels are at most a third of a percent off.
        #expect(abs(mean - Double(wanted) * 100 / 255) <= Self.steps[part] / 128 + 0.34, "\(wanted) is \(mean)")
      }
    }
  }

  @Test func `neighbours differ, so that no stripes are seen`() throws {
    // Green's levels are 255/6 apart; 21 · 6/255 = 0.494 of that is above 31.5/64 and below 32.5/64, so 32 of the 64
    // thresholds give the upper level: a chessboard.
    let bytes: [UInt8] = Array(repeatElement([0, 21, 0], count: 64).joined())
    let pixels = try Self.decoded(8, 8, bytes).pixels.map { $0?[1] ?? -1 }
    for place in 0..<64 where place % 8 < 7 {
      #expect(pixels[place] != pixels[place + 1], "place \(place)")
    }
  }

  @Test(arguments: [(1, "~"), (3, "~~~"), (4, "!4~"), (100, "!100~")])
  func `runs are written as their length where that is shorter`(_ width: Int, _ sixels: String) throws {
    let picture = try #require(RGBPicture(width: width, height: 6, bytes: Array(repeating: 0, count: width * 18)))
    // All six rows are black: bits 111111 are ~.
    let expected = "\u{1B}P0;1;0q\"1;1;\(width);6#0;2;0;0;0#0\(sixels)\u{1B}\\"
    #expect(SixelPicture.show(picture) == Array(expected.utf8))
  }

  @Test func `rows come in bands of six`() throws {
    let picture = try #require(RGBPicture(width: 1, height: 7, bytes: Array(repeating: 255, count: 21)))
    // White is 5 · 42 + 6 · 6 + 5 = 251; the seventh row is bit 0 of a second band: 0x3F + 1 is @.
    #expect(
      SixelPicture.show(picture) == Array("\u{1B}P0;1;0q\"1;1;1;7#251;2;100;100;100#251~-#251@\u{1B}\\".utf8))
  }

  @Test func `a band has only its own colours`() throws {
    let bytes = Array(repeating: UInt8(0), count: 18) + [255, 255, 255]
    let picture = try #require(RGBPicture(width: 1, height: 7, bytes: bytes))
    let colors = "#0;2;0;0;0#251;2;100;100;100"
    #expect(SixelPicture.show(picture) == Array("\u{1B}P0;1;0q\"1;1;1;7\(colors)#0~-#251@\u{1B}\\".utf8))
  }

  @Test func `a picture uses 252 colours at most`() throws {
    var bytes: [UInt8] = []
    for red in 0..<16 {
      for green in 0..<16 { for blue in 0..<16 { bytes += [red, green, blue].map { UInt8(clamping: $0 * 17) } } }
    }
    let definitions = try Self.decoded(64, 64, bytes).definitions
    #expect(definitions.keys.allSatisfy { (0..<252).contains($0) })
    #expect(Set(definitions.values.map { $0[0] }) == [0, 20, 40, 60, 80, 100])
    #expect(Set(definitions.values.map { $0[1] }) == [0, 17, 33, 50, 67, 83, 100])
    #expect(Set(definitions.values.map { $0[2] }) == [0, 20, 40, 60, 80, 100])
  }
}

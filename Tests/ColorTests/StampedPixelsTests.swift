import CFFmpeg
import Color
import Testing
import Video

@Suite struct StampedPixelsTests {
  private func gray(_ width: Int, _ height: Int) throws -> Bitmap {
    let color = try convert(Frame(AV_PIX_FMT_GRAY8, width: 1, height: 1).picture(matrix: 2, range: 2)).color
    let pixels = [UInt8](repeating: 100, count: width * height)
    return try #require(
      Bitmap(
        width: width, height: height, channels: .gray, bitDepth: .eight, pixels: pixels, significantBits: nil,
        color: color))
  }

  /// A glyph is 7 by 9 dots with those around it; the stroke of a minus is in the middle of the seven lines.
  @Test func `a sign is a stroke in the middle of its box`() throws {
    let stamped = try #require(StampedPixels("-", dot: 1)).drawn(on: gray(8, 10))
    let rows = (0..<10).map { y in
      (0..<8).map { x in [0: "b", 255: "W", 100: " "][stamped.sample(x, y, 0)] ?? "?" }.joined()
    }
    #expect(
      rows == [
        "        ", "bbbbbbb ", "bbbbbbb ", "bbbbbbb ", "bbbbbbb ", "bWWWWWb ", "bbbbbbb ", "bbbbbbb ", "bbbbbbb ",
        "bbbbbbb ",
      ])
  }

  @Test func `what has no glyph, no room or no dots is not drawn`() throws {
    let picture = try gray(8, 10)
    for (text, dot) in [("-", 2), ("--", 1), ("-", 0), ("-", -1), ("-", .max)] {
      #expect(try #require(StampedPixels(text, dot: dot)).drawn(on: picture).pixels == picture.pixels)
    }
    #expect(StampedPixels("x", dot: 1) == nil)
  }
}

import Files
import Testing
import Timeline
import Video
@testable import FrameGrabbing
@testable import Packing

struct SheetGridTests {
  private let limit: Int64 = 67_108_864

  private func grid(_ sheet: SheetOptions, _ width: Int, _ height: Int, _ count: Int) throws -> SheetGrid {
    try SheetGrid(sheet, tile: PictureSize(width: width, height: height), count: count, pixelLimit: limit)
  }

  @Test func `cells fill rows, rows fill sheets`() throws {
    let grid = try grid(SheetOptions(columns: 3, rows: 2), 10, 7, 14)
    #expect(grid.sheets == 3 && grid.capacity == 6)
    let corners = (0..<8).map { [grid.corner(of: $0).x, grid.corner(of: $0).y] }
    #expect(corners == [[0, 0], [10, 0], [20, 0], [0, 7], [10, 7], [20, 7], [0, 0], [10, 0]])
    #expect((0..<3).map { grid.size(ofSheet: $0).width } == [30, 30, 20])
    #expect((0..<3).map { grid.size(ofSheet: $0).height } == [14, 14, 7])
  }

  @Test func `no side is longer than players take, unless the grid is given`() throws {
    // 4096 / 640 = 6.4, 4096 / 360 = 11.4; 4096 / 90 = 45.5.
    let wide = try grid(SheetOptions(), 640, 360, 1000)
    #expect(wide.columns == 6 && wide.rows == 10)
    let small = try grid(SheetOptions(), 160, 90, 1000)
    #expect(small.columns == 10 && small.rows == 10)
    let huge = try grid(SheetOptions(), 5000, 5000, 3)
    #expect(huge.columns == 1 && huge.rows == 1 && huge.sheets == 3)
    #expect(try grid(SheetOptions(columns: 10, rows: 10), 640, 360, 1000).columns == 10)
  }

  @Test func `as many rows as there are, and as fit`() throws {
    #expect(try grid(SheetOptions(columns: 5, rows: nil), 160, 90, 23).rows == 5)
    // A side has 65 535 pixels at most: 655 rows of 100.
    let high = try grid(SheetOptions(columns: 1, rows: nil), 10, 100, 1000)
    #expect(high.rows == 655 && high.sheets == 2)
    #expect(throws: PictureTooLarge.self) { try grid(SheetOptions(columns: 700, rows: 1), 100, 100, 700) }
    // Fewer tiles than columns make a smaller sheet.
    #expect(try grid(SheetOptions(columns: 700, rows: 1), 100, 100, 7).size(ofSheet: 0).width == 700)
  }

  @Test func `sheets in memory are few, and fewer if they are large`() throws {
    #expect(try grid(SheetOptions(), 160, 90, 1000).mostOpen(decoders: 2) == 3)
    // 4000 by 4000 of 3 bytes are 48 MB, of which 256 MiB hold 5.
    #expect(try grid(SheetOptions(columns: 10, rows: 10), 400, 400, 1000).mostOpen(decoders: 16) == 5)
    #expect(try grid(SheetOptions(columns: 1, rows: 1), 8000, 8000, 10).mostOpen(decoders: 16) == 1)
  }

  @Test func `times of an index`() {
    let times: [Int64] = [0, 999, 1000, 59_999, 60_000, 3_599_999, 3_600_000, 360_000_000]
    #expect(
      times.map(ThumbnailIndex.time) == [
        "00:00:00.000", "00:00:00.999", "00:00:01.000", "00:00:59.999", "00:01:00.000", "00:59:59.999", "01:00:00.000",
        "100:00:00.000",
      ])
  }

  @Test func `an index names no cell without a picture, and has no empty cue`() throws {
    let grid = try grid(SheetOptions(columns: 2, rows: 1), 10, 7, 5)
    func places(_ filled: [Bool], _ borders: [Int64]) -> [String] {
      let text = ThumbnailIndex(grid: grid, borders: borders, isFilled: filled).text { Path("\($0).png") }
      return String(decoding: text, as: UTF8.self).split(separator: "\n").dropFirst().map(String.init)
    }
    let addresses = places([false, true, false, true, false], [0, 1, 2, 3, 4, 5]).filter { $0.contains("#") }
    #expect(
      addresses == [
        "0.png#xywh=10,0,10,7", "0.png#xywh=10,0,10,7", "0.png#xywh=10,0,10,7", "1.png#xywh=10,0,10,7",
        "1.png#xywh=10,0,10,7",
      ])
    let times = places([true, true, true, true, true], [0, 0, 2, 2, 2, 2]).filter { $0.contains("-->") }
    #expect(times == ["00:00:00.000 --> 00:00:00.002"])
  }

  @Test func `an order is read as it was written, or not at all`() throws {
    let order = SheetOrder(tile: PictureSize(width: 160, height: 90), count: 2, borders: [0, 10_000, 20_001])
    #expect(try SheetOrder(order.packed) == order)
    func refused(_ numbers: [UInt64]) -> Bool {
      var packing = VarintWriter()
      for number in numbers { packing.append(number) }
      return (try? SheetOrder(packing.bytes)) == nil
    }
    #expect(!refused([160, 90, 2, 0]) && !refused([65_535, 1, 1 << 22, 0]))
    for numbers: [UInt64] in [
      [], [0, 90, 2, 0], [160, 65_536, 2, 0], [160, 90, 0, 0], [160, 90, 1 << 22 + 1, 0], [160, 90, 2, 4, 0, 1, 1, 1],
      [160, 90, 2, 2, 1], [160, 90, 2, 0, 0], [160, 90, 2, 2, 1 << 62, 1 << 63],
      [160, 90, 2, 3, UInt64(Int64.max), 1, 0], [UInt64.max, 90, 2, 0],
    ] { #expect(refused(numbers), "\(numbers)") }
  }
}

import Screen
import TestSupport
import Testing

struct LayoutTests {
  /// The distances of the speeds 1/2, 1/4 and 1/10, in points.
  private static let zones = [50.0, 100, 150]

  @Test func `80 by 24 is as drawn`() {
    let layout = ScreenLayout(columns: 80, rows: 24)
    #expect(!layout.isOnlyLabel)
    #expect([layout.sliderRow, layout.marksRow, layout.labelRow, layout.hintRow] == [21, 22, 23, 24])
    #expect(layout.left == 2 && layout.sliderCells == 76)
    #expect(layout.pictureLeft == 6 && layout.pictureColumns == 74 && layout.pictureRows == 20)
    // a = 20: ⌈160/20⌉ = 8 points would do, a row has 16.
    #expect(layout.rowHeight(lastDistance: 150) == 16)
    // 50 points are 3.1 rows above the slider's, 100 are 6.25, 150 are 9.4: rows 21 − 4, 21 − 7, 21 − 10.
    #expect(layout.rulerRows(distances: Self.zones, lastDistance: 150) == [17, 14, 11])
    // 20 rows are 320 points, × 16/9 = 568.9 points = 71.1 columns.
    #expect(layout.fit(width: 1920, height: 1080) == (71, 20, 7, 1))
  }

  @Test func `200 by 60 is as drawn`() {
    let layout = ScreenLayout(columns: 200, rows: 60)
    #expect([layout.sliderRow, layout.marksRow, layout.labelRow, layout.hintRow] == [57, 58, 59, 60])
    #expect(layout.sliderCells == 196 && layout.pictureColumns == 194 && layout.pictureRows == 56)
    #expect(layout.rulerRows(distances: Self.zones, lastDistance: 150) == [53, 50, 47])
    // 194 columns are 1552 points, × 9/16 = 873 points = 54.6 rows.
    #expect(layout.fit(width: 1920, height: 1080) == (194, 55, 7, 1))
  }

  @Test func `low screens have higher rows`() {
    // a = 5: ⌈160/5⌉ = 32 points, so 150 are 4.7 rows: all five above the slider's row 6.
    let nine = ScreenLayout(columns: 40, rows: 9)
    #expect([nine.sliderRow, nine.marksRow, nine.labelRow, nine.hintRow] == [6, 7, 8, 9])
    #expect(nine.rowHeight(lastDistance: 150) == 32 && nine.rowHeight(lastDistance: 0) == 16)
    #expect(nine.rulerRows(distances: Self.zones, lastDistance: 150) == [4, 2, 1])
    // a = 2: 80 points a row; 100 and 150 share the second row above.
    let six = ScreenLayout(columns: 20, rows: 6)
    #expect(!six.isOnlyLabel && six.sliderRow == 3 && six.sliderCells == 16)
    #expect(six.pictureColumns == 14 && six.pictureRows == 2)
    #expect(six.rowHeight(lastDistance: 150) == 80)
    #expect(six.rulerRows(distances: Self.zones, lastDistance: 150) == [2, 1, 1])
    // Two rows are 32 points high, 56.9 wide: 7.1 columns.
    #expect(six.fit(width: 1920, height: 1080) == (7, 2, 7, 1))
  }

  @Test(arguments: [(10, 3), (1, 1), (19, 60), (200, 5), (0, 0), (-5, -5), (Int.min, Int.min)])
  func `below 20 by 6 there is only the label line`(_ columns: Int, _ rows: Int) {
    let layout = ScreenLayout(columns: columns, rows: rows)
    #expect(layout.columns == max(1, columns) && layout.rows == max(1, rows))
    #expect(layout.isOnlyLabel)
    #expect([layout.sliderRow, layout.marksRow, layout.labelRow, layout.hintRow] == [0, 0, layout.rows, 0])
    #expect(layout.pictureColumns == 0 && layout.pictureRows == 0 && layout.sliderCells >= 1)
    #expect(layout.rowHeight(lastDistance: 150) == 16)
    #expect(layout.rulerRows(distances: Self.zones, lastDistance: 150) == [nil, nil, nil])
    #expect(layout.fit(width: 1920, height: 1080) == (1, 1, 7, 1))
  }

  @Test func `huge screens are as large as 10 000 cells each way`() {
    for size in [10_000, 10_001, Int.max] {
      let layout = ScreenLayout(columns: size, rows: size)
      #expect(layout.columns == 10_000 && layout.rows == 10_000 && layout.sliderRow == 9997)
      #expect(layout.rulerRows(distances: Self.zones, lastDistance: 150) == [9993, 9990, 9987])
      // 9994 columns are 79 952 points, × 9/16 = 44 973 points = 2810.8 rows.
      #expect(layout.fit(width: 1920, height: 1080) == (9994, 2811, 7, 1))
    }
  }

  @Test func `a picture of any shape fits`() {
    let layout = ScreenLayout(columns: 80, rows: 24)
    // Upright: 320 points high, 180 wide = 22.5 columns, which rounds away from zero.
    #expect(layout.fit(width: 1080, height: 1920) == (23, 20, 7, 1))
    #expect(layout.fit(width: 1, height: 1) == (40, 20, 7, 1))
    for (width, height) in [(Int.max, 1), (1, Int.max), (0, 0), (-3, 5), (Int.max, Int.max)] {
      let fit = layout.fit(width: width, height: height)
      #expect((1...74).contains(fit.columns) && (1...20).contains(fit.rows), "\(width) × \(height)")
    }
    #expect(layout.fit(width: Int.max, height: 1) == (74, 1, 7, 1))
    #expect(layout.fit(width: 1, height: Int.max) == (1, 20, 7, 1))
  }

  @Test func `a zone that no row reaches has no row`() {
    let layout = ScreenLayout(columns: 80, rows: 24)
    // The top row is 20 rows of 16 points above the slider's.
    #expect(layout.rulerRows(distances: [320, 320.5], lastDistance: 0) == [1, nil])
    #expect(
      layout.rulerRows(distances: [0, -1, .nan, .infinity, 0x1p-1000], lastDistance: 0) == [nil, nil, nil, nil, 20])
    // 48 points are exactly three rows.
    #expect(layout.rulerRows(distances: [48, 48.0.nextUp], lastDistance: 0) == [18, 17])
    for distance in [Double.nan, .infinity, -.infinity, -1e300] {
      #expect(layout.rowHeight(lastDistance: distance) == 16)
    }
  }

  @Test func `the slowest speed is within the picture on every screen`() {
    for rows in 6...200 {
      let layout = ScreenLayout(columns: 80, rows: rows)
      for last in [1.0, 50, 150, 151.5, 1000] {
        let height = layout.rowHeight(lastDistance: last)
        #expect(height >= 16 && height == height.rounded())
        #expect(layout.rulerRows(distances: [last], lastDistance: last) != [nil], "\(last) points in \(rows) rows")
        // Ten points more are reached, too: u·a ≥ d + 10.
        #expect(height * Double(layout.sliderRow - 1) >= last + 10)
      }
    }
  }
}

import Screen
import Testing

struct LayoutTests {
  @Test func `the rows of 80 by 24`() {
    let layout = ScreenLayout(columns: 80, rows: 24)
    #expect([layout.sliderRow, layout.marksRow, layout.labelRow, layout.hintRow] == [21, 22, 23, 24])
  }
}

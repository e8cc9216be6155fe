import Screen
import Testing

struct MouseTests {
  /// Code, final byte and what they mean (xterm, Extended coordinates): the code's bits 0 and 1 are the button, 5 motion, 6
  /// the wheel, 7 more buttons.
  static let codes: [(Int, String, MouseReport.Button, MouseReport.Kind)] = [
    (0, "M", .left, .press), (0, "m", .left, .release), (1, "M", .other, .press), (2, "m", .other, .release),
    (32, "M", .left, .motion), (34, "M", .other, .motion), (35, "M", .none, .motion), (35, "m", .none, .motion),
    (64, "M", .wheelUp, .press), (65, "M", .wheelDown, .press), (66, "M", .other, .press), (128, "M", .other, .press),
    // With Shift (4), Alt (8) and Ctrl (16).
    (4, "M", .left, .press), (16, "M", .left, .press), (60, "M", .left, .motion), (68, "M", .wheelUp, .press),
    (63, "M", .none, .motion),
  ]

  @Test(arguments: codes)
  func `the code tells the button and what it did`(
    _ code: Int, _ final: String, _ button: MouseReport.Button, _ kind: MouseReport.Kind
  ) {
    #expect(
      events("\u{1B}[<\(code);12;7\(final)") == [.mouse(MouseReport(column: 12, row: 7, button: button, kind: kind))])
  }

  @Test(arguments: [(1, 1), (640, 384), (-12, 3), (3, -700), (-1, -1), (0, 0), (70_000, 1), (Int.max, Int.min)])
  func `a place may be anywhere`(_ column: Int, _ row: Int) {
    let report = MouseReport(column: column, row: row, button: .left, kind: .motion)
    #expect(events("\u{1B}[<32;\(column);\(row)M") == [.mouse(report)])
  }

  @Test func `a place that fits no number is no report`() {
    #expect(events("\u{1B}[<32;9223372036854775808;1Mq") == [.key(.character("q"))])
  }

  @Test(arguments: ["\u{1B}[<64;1;1m", "\u{1B}[<65;1;1m", "\u{1B}[<96;1;1M"])
  func `a wheel is neither released nor held`(_ bytes: String) {
    #expect(events(bytes) == [])
  }
}

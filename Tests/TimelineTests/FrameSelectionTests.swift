import Testing

@testable import Timeline

struct FrameSelectionTests {
  private func indices(_ text: String, _ count: Int, _ bounds: Bounds = .refuse) throws -> [Int] {
    try Array(FrameSelection(parsing: text).indices(count: count, bounds: bounds))
  }

  @Test func `single frames and ranges, both ends included`() throws {
    #expect(try indices("0", 10) == [0])
    #expect(try indices("-1", 10) == [9])
    #expect(try indices("3..6", 10) == [3, 4, 5, 6])
    #expect(try indices("3..3", 10) == [3])
    #expect(try indices("0..-1", 4) == [0, 1, 2, 3])
    #expect(try indices("-3..-1", 10) == [7, 8, 9])
    #expect(try indices("-3..9", 10) == [7, 8, 9])
    #expect(try indices("1..9:3", 10) == [1, 4, 7])
    #expect(try indices("1..7:3", 10) == [1, 4, 7])
    #expect(try indices("1..9:9223372036854775807", 10) == [1])
    #expect(try indices("-10..-1:10", 10) == [0])
  }

  @Test func `indexes outside the video are errors that name the last one`() throws {
    let selection = try FrameSelection(parsing: "5..10")
    #expect(throws: MomentError.noSuchFrame(index: 10, count: 10)) { try selection.indices(count: 10, bounds: .refuse) }
    #expect(try indices("5..10", 10, .clamp) == [5, 6, 7, 8, 9])
    #expect(try indices("500..600", 10, .clamp) == [9])
    #expect(try indices("-500..-400", 10, .clamp) == [0])
    #expect(try indices("-500", 10, .clamp) == [0])
    #expect(try indices("9223372036854775807", 10, .clamp) == [9])
    #expect(try indices("-9223372036854775808..9223372036854775807:4", 10, .clamp) == [0, 4, 8])
    #expect(throws: MomentError.noSuchFrame(index: -11, count: 10)) { try indices("-11", 10) }
    #expect(throws: MomentError.noSuchFrame(index: 0, count: 0)) { try indices("0", 0, .clamp) }
  }

  @Test func `a range that runs backwards is an error, clamped or not`() throws {
    for bounds in [Bounds.refuse, .clamp] {
      #expect(throws: MomentError.reversedRange(first: 6, last: 3)) { try indices("6..3", 10, bounds) }
      #expect(throws: MomentError.reversedRange(first: 9, last: 3)) { try indices("-1..3", 10, bounds) }
      #expect(throws: MomentError.reversedRange(first: 600, last: 500)) { try indices("600..500", 10, bounds) }
    }
  }

  @Test func `a scan only needs to reach the highest index`() throws {
    #expect(try FrameSelection(parsing: "7").highestIndex == 7)
    #expect(try FrameSelection(parsing: "2..7:2").highestIndex == 7)
    #expect(try FrameSelection(parsing: "-1").highestIndex == nil)
    #expect(try FrameSelection(parsing: "2..-1").highestIndex == nil)
    #expect(try FrameSelection(parsing: "-3..7").highestIndex == nil)
  }

  @Test(arguments: [
    ("", 0..<0), ("..", 0..<0), ("1..", 3..<3), ("..5", 0..<0), ("1..5:", 5..<5), ("1..5:0", 5..<6), ("1..5:-1", 5..<7),
    ("1.5", 1..<2), ("1...5", 3..<4), ("1:2", 1..<2), ("1:2..3", 1..<2), ("a", 0..<1), ("--1", 1..<2), ("-", 0..<1),
    ("1,5", 1..<2), ("1 ..5", 1..<2), ("9223372036854775808", 0..<19), ("1..٥", 3..<4), ("1..5:2:2", 6..<7),
  ])
  func `an invalid selection is rejected with the range of the error`(text: String, range: Range<Int>) throws {
    do throws(TimeSyntaxError) {
      _ = try FrameSelection(parsing: text)
      Issue.record("'\(text)' was accepted")
    } catch {
      #expect(error.range == range, "\(error)")
    }
  }
}

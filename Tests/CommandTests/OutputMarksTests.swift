import Files
import Testing
@testable import Command

/// Jobs that may have the same output.
struct OutputMarksTests {
  /// The table grows when three quarters of it are full: at 769 of 1024 places, and at 1537 of 2048.
  @Test func `every output is found again, while the table grows and after`() {
    var marks = OutputMarks()
    func name(_ place: Int) -> Path { Path("\(place).png") }
    for place in 0..<3200 {
      marks.insert(name(place), at: place)
      for earlier in [place, place - 1, place / 2] where earlier >= 0 {
        #expect(marks.places(of: name(earlier)).contains(earlier), "\(earlier) after \(place)")
      }
    }
    marks.insert(name(7), at: 3200)
    let same = marks.places(of: name(7))
    #expect(same.contains(7) && same.contains(3200) && same == same.sorted())
  }
}

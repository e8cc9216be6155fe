import Timeline

/// The columns of a table for a terminal: cells are padded to their column's width, and a longer cell moves the others.
struct TableLayout {
  /// A column's title, its least width, and the side to which its cells are moved.
  struct Column {
    let title: String
    let width: Int
    var isLeft = false
  }

  let columns: [Column]

  /// The line with the titles.
  var heading: String { line(columns.map(\.title)) }

  /// One line, without blanks at its end; missing cells are empty.
  func line(_ cells: [String]) -> String {
    var line = ""
    for (number, column) in columns.enumerated() {
      let cell = cells.indices.contains(number) ? cells[number] : ""
      let blanks = String(repeating: " ", count: max(0, column.width - cell.count))
      line += (number == 0 ? "" : "  ") + (column.isLeft ? cell + blanks : blanks + cell)
    }
    while line.last == " " { line.removeLast() }
    return line
  }

  /// Microseconds as seconds, with three to six digits after the point.
  static func seconds(_ microseconds: Int64) -> String {
    let (whole, rest) = microseconds.magnitude.quotientAndRemainder(dividingBy: 1_000_000)
    var digits = rest.padded(to: 6)
    while digits.count > 3, digits.last == "0" { digits.removeLast() }
    return (microseconds < 0 ? "-" : "") + "\(whole).\(digits)"
  }

  /// A number with at most `digits` (0 to 6) digits after the point, without zeros at the end.
  static func number(_ value: Double, upTo digits: Int) -> String {
    let power = (0..<min(max(digits, 0), 6)).reduce(Int64(1)) { power, _ in power * 10 }
    // A number that is too large, or too small to show, is written as it is.
    guard let scaled = Int64(exactly: (value * Double(power)).rounded()), scaled != 0 || value == 0,
      let rational = Rational(scaled, power)
    else { return "\(value)" }
    return rational.nearestDecimal(upTo: digits)
  }
}

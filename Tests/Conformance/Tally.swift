/// The results of the requests for one class of files.
public struct Tally: Hashable, Sendable {
  /// Files of the class.
  public var files = 0
  /// Requests answered with the expected picture.
  public var right = 0
  /// Requests answered with an error, where there is no picture or damage may have removed it.
  public var refused = 0
  /// Requests answered with another picture or time than expected, or with an error where a picture is expected.
  public var wrong = 0
  /// Requests answered with a picture, and without a warning, where an error or a warning is expected.
  public var silent = 0

  /// Makes an empty tally.
  public init() {}

  /// All requests.
  public var requests: Int { right + refused + wrong + silent }

  /// Adds another tally to this one.
  public static func += (sum: inout Tally, other: Tally) {
    sum.files += other.files
    sum.right += other.right
    sum.refused += other.refused
    sum.wrong += other.wrong
    sum.silent += other.silent
  }
}

/// A table of tallies by class.
public struct TallyTable: Sendable {
  private var rows: [(kind: String, tally: Tally)] = []

  /// Makes an empty table.
  public init() {}

  /// Adds the results of a file.
  public mutating func add(_ tally: Tally, to kind: String) {
    if let row = rows.firstIndex(where: { $0.kind == kind }) {
      rows[row].tally += tally
    } else {
      rows.append((kind, tally))
    }
  }

  /// The sum of all classes.
  public var total: Tally {
    rows.reduce(into: Tally()) { $0 += $1.tally }
  }

  /// The table as text, with a line for each class and one for the total.
  public var text: String {
    let heads = ["class", "files", "requests", "right", "error due", "wrong", "silent"]
    let lines = [heads] + rows.map { Self.cells($0.kind, $0.tally) } + [Self.cells("all", total)]
    return lines.map { cells in
      cells.enumerated().map { column, cell in
        let padding = String(repeating: " ", count: max(0, (column == 0 ? 14 : 10) - cell.count))
        return column == 0 ? cell + padding : padding + cell
      }.joined()
    }.joined(separator: "\n")
  }

  private static func cells(_ kind: String, _ tally: Tally) -> [String] {
    [kind] + [tally.files, tally.requests, tally.right, tally.refused, tally.wrong, tally.silent].map { "\($0)" }
  }
}

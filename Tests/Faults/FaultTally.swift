/// The results of the cases of each class.
public struct FaultTally: Sendable {
  private struct Row: Sendable {
    var cases = 0
    var codes: [Int32: Int] = [:]
    var skipped = 0
    var violations = 0
  }

  private var order: [String] = []
  private var rows: [String: Row] = [:]
  private static let codes: [Int32] = [0, 1, 2, 3, 4, 5, 6]

  /// An empty table.
  public init() {}

  /// Adds a case.
  public mutating func add(_ result: CaseResult, to kind: String) {
    if rows[kind] == nil { order.append(kind) }
    rows[kind, default: Row()].cases += 1
    rows[kind]?.skipped += result.gap == nil ? 0 : 1
    rows[kind]?.violations += result.violations.count
    for code in result.codes { rows[kind]?.codes[code, default: 0] += 1 }
  }

  /// All violations.
  public var violations: Int { rows.values.reduce(0) { $0 + $1.violations } }

  /// All cases that were run.
  public var cases: Int { rows.values.reduce(0) { $0 + $1.cases - $1.skipped } }

  /// The table as text: a line for each class and one for all of them.
  public var text: String {
    var total = Row()
    var lines = [Self.line(["class", "cases"] + Self.codes.map { "\($0)" } + ["other", "skipped", "violations"])]
    for kind in order {
      guard let row = rows[kind] else { continue }
      lines.append(Self.line(Self.cells(kind, row)))
      total.cases += row.cases
      total.skipped += row.skipped
      total.violations += row.violations
      total.codes.merge(row.codes) { $0 + $1 }
    }
    lines.append(Self.line(Self.cells("all", total)))
    return lines.joined(separator: "\n")
  }

  private static func cells(_ kind: String, _ row: Row) -> [String] {
    let other = row.codes.filter { !codes.contains($0.key) }.values.reduce(0, +)
    return [kind, "\(row.cases)"] + codes.map { "\(row.codes[$0] ?? 0)" }
      + ["\(other)", "\(row.skipped)", "\(row.violations)"]
  }

  private static func line(_ cells: [String]) -> String {
    cells.enumerated().map { column, cell in
      let width = column == 0 ? 13 : column < 10 ? 7 : 12
      let padding = String(repeating: " ", count: max(0, width - cell.count))
      return column == 0 ? cell + padding : padding + cell
    }.joined()
  }
}

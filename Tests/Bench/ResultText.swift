/// Results as tables for people.
public enum ResultText {
  /// A table with a line for each contender; the last two columns are the ratios of the first contender's cost to its
  /// own.
  public static func table(of result: Contest.Result) -> String {
    var rows = [["", "CPU ms", "wall ms", "MiB", "MB read", "kB written", "× CPU", "× wall", "picture"]]
    for outcome in result.outcomes {
      func median(_ kind: Cost.Kind, _ digits: Int, by divisor: Double = 1) -> String {
        outcome.costs.median(of: kind).map { fixed($0 / divisor, digits) } ?? "-"
      }
      func ratio(_ kind: Cost.Kind) -> String {
        result.outcomes.first?.costs.ratio(of: kind, to: outcome.costs).map { fixed($0, 2) } ?? "-"
      }
      let picture = outcome.isExact ? outcome.verdict.text : "inexact; \(outcome.verdict.text)"
      rows.append([
        outcome.contender, median(.cpu, 1), median(.wall, 1), median(.memory, 0), median(.read, 1, by: 1e6),
        median(.bytes, 0, by: 1000), ratio(.cpu), ratio(.wall), picture,
      ])
    }
    return "\(result.workload.name): \(result.workload.title)\n" + aligned(rows)
  }

  /// A table of both builds of framegrab beside the first other program, with the ratios to that one; empty without the
  /// self-contained build.
  public static func builds(in results: [Contest.Result]) -> String {
    var rows = [
      ["", "CPU ms: other", "ordinary", "×", "self-contained", "×", "MiB: other", "ordinary", "self-contained"]
    ]
    for result in results {
      let rival = result.outcomes.first { !$0.contender.hasPrefix("framegrab") && $0.verdict == .right }
      guard let mine = result.outcomes.first(where: { $0.contender == "framegrab" }),
        let own = result.outcomes.first(where: { $0.contender == Contender.selfContained(mine.contender) })
      else { continue }
      func median(_ outcome: Contest.Outcome?, _ kind: Cost.Kind) -> String {
        outcome?.costs.median(of: kind).map { fixed($0, 1) } ?? "-"
      }
      func ratio(_ outcome: Contest.Outcome) -> String {
        rival.flatMap { outcome.costs.ratio(of: .cpu, to: $0.costs) }.map { fixed($0, 3) } ?? "-"
      }
      rows.append([
        result.workload.name, median(rival, .cpu), median(mine, .cpu), ratio(mine), median(own, .cpu), ratio(own),
        median(rival, .memory), median(mine, .memory), median(own, .memory),
      ])
    }
    return rows.count > 1 ? "The two builds\n" + aligned(rows, texts: [0]) : ""
  }

  /// A table of the goals that could be compared.
  public static func table(of answers: [Goal.Answer]) -> String {
    guard !answers.isEmpty else { return "" }
    let rows = answers.map { answer in
      [
        answer.title, answer.kind.name, answer.rival.map { "against \($0)" } ?? "", fixed(answer.value, 3),
        "at most " + fixed(answer.most, answer.rival == nil ? 0 : 3), answer.isMet ? "met" : "NOT MET",
      ]
    }
    return "What is to be reached\n" + aligned(rows, texts: [0, 1, 2, 5])
  }

  /// Aligned columns: texts on the left, numbers on the right.
  static func aligned(_ rows: [[String]], texts: Set<Int> = [0, 7]) -> String {
    let widths = (0..<(rows.first?.count ?? 0)).map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      var line = "  "
      for (column, word) in row.enumerated() {
        let space = String(repeating: " ", count: widths[column] - word.count)
        line += texts.contains(column) ? word + space : space + word
        line += "  "
      }
      while line.last == " " { line.removeLast() }
      return line + "\n"
    }.joined()
  }

  /// A number with this many digits after the point.
  static func fixed(_ value: Double, _ digits: Int) -> String {
    guard value.isFinite, abs(value) < 1e15 else { return "-" }
    let scale = (0..<digits).reduce(1) { scale, _ in scale * 10 }
    let units = Int64((abs(value) * Double(scale)).rounded())
    let whole = "\(value < 0 && units > 0 ? "-" : "")\(units / Int64(scale))"
    guard digits > 0 else { return whole }
    let rest = String(units % Int64(scale))
    return whole + "." + String(repeating: "0", count: digits - rest.count) + rest
  }
}

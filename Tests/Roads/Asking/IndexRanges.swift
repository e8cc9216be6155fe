/// Indexes in few words: `3, 5–9, 12`.
public enum IndexRanges {
  /// The first of them, and how many more there are.
  public static func text(_ indexes: [Int], most: Int = 8) -> String {
    var runs: [ClosedRange<Int>] = []
    for index in indexes {
      if let last = runs.last, last.upperBound + 1 == index {
        runs[runs.count - 1] = last.lowerBound...index
      } else {
        runs.append(index...index)
      }
    }
    let words = runs.prefix(most).map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)–\($0.upperBound)" }
    return words.joined(separator: ", ") + (runs.count > most ? ", … (\(runs.count - most) more places)" : "")
  }
}

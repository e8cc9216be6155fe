/// The candidate most similar to `text`, or nil when none is similar enough.
///
/// The measure is the Damerau–Levenshtein distance (insertions, deletions, substitutions and swaps of neighbours count
/// 1 each), ignoring case. A third of the longer word may differ, but at most 3 characters and always 1, as long as
/// they have something in common; of equally near candidates the first wins. When none is near enough, the only one
/// that starts with `text` (2 characters or more) is taken.
public func suggestion(for text: String, among candidates: [String]) -> String? {
  let typed = Array(text.lowercased())
  let bag = LetterBag(typed)
  var best: (distance: Int, candidate: String)?
  for candidate in candidates {
    let letters = Array(candidate.lowercased())
    let longer = max(typed.count, letters.count)
    let limit = min(max(longer / 3, 1), 3, longer - 1)
    // Checked before the distance table is built, which a very long word would make very large.
    guard typed == letters || abs(typed.count - letters.count) <= limit && bag.distance(to: letters) <= limit else {
      continue
    }
    let distance = editDistance(typed, letters)
    guard typed == letters || distance <= limit else { continue }
    if best.map({ distance < $0.distance }) ?? true {
      best = (distance, candidate)
    }
  }
  if let best { return best.candidate }
  guard typed.count > 1 else { return nil }
  let completions = candidates.filter { $0.lowercased().starts(with: typed) }
  return completions.count == 1 ? completions.first : nil
}

/// How often each letter is in a word, whatever the order: no edit changes more than one letter for another, so most
/// words of a long list are ruled out without a table of distances.
private struct LetterBag {
  private let counts: [Int]

  init(_ word: [Character]) { counts = Self.counts(of: word) }

  /// Letters in the same bucket count as equal, which only makes words seem nearer.
  private static func counts(of word: [Character]) -> [Int] {
    var counts = Array(repeating: 0, count: 64)
    for letter in word { counts[Int(letter.utf8.first ?? 0) & 63] += 1 }
    return counts
  }

  /// At most the edit distance of the words.
  func distance(to word: [Character]) -> Int {
    let (less, more) = zip(counts, Self.counts(of: word)).reduce(into: (0, 0)) { sums, pair in
      sums.0 += max(0, pair.0 - pair.1)
      sums.1 += max(0, pair.1 - pair.0)
    }
    return max(less, more)
  }
}

/// The Damerau–Levenshtein distance without restriction: letters may also change between swapped neighbours.
///
/// F. J. Damerau, "A technique for computer detection and correction of spelling errors" (1964), in the form of
/// R. Lowrance and R. A. Wagner, "An extension of the string-to-string correction problem" (1975).
func editDistance(_ first: [Character], _ second: [Character]) -> Int {
  let width = second.count + 2
  let unreachable = first.count + second.count
  // Row and column 0 are a border; cell (i + 1, j + 1) is the distance of the first i and the first j letters.
  var cells = Array(repeating: unreachable, count: (first.count + 2) * width)
  for i in 0...first.count { cells[(i + 1) * width + 1] = i }
  for j in 0...second.count { cells[width + j + 1] = j }
  var lastRow: [Character: Int] = [:]
  for (i, letter) in first.enumerated() {
    var lastColumn = 0
    for (j, other) in second.enumerated() {
      let swapRow = lastRow[other, default: 0]
      let swapColumn = lastColumn
      let isSame = letter == other
      if isSame { lastColumn = j + 1 }
      let substituted = cells[(i + 1) * width + j + 1] + (isSame ? 0 : 1)
      let inserted = cells[(i + 2) * width + j + 1] + 1
      let deleted = cells[(i + 1) * width + j + 2] + 1
      let swapped = cells[swapRow * width + swapColumn] + (i - swapRow) + 1 + (j - swapColumn)
      cells[(i + 2) * width + j + 2] = min(substituted, inserted, deleted, swapped)
    }
    lastRow[letter] = i + 1
  }
  return cells[(first.count + 1) * width + second.count + 1]
}

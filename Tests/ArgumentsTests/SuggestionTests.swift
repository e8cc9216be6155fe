import TestSupport
import Testing

@testable import Arguments

@Suite struct `Suggestions` {
  @Test(arguments: [
    ("", "", 0), ("", "abc", 3), ("abc", "", 3), ("abc", "abc", 0),
    ("ta", "at", 1),  // a swap
    ("jsn", "json", 1), ("jsoon", "json", 1), ("jsan", "json", 1),
    ("kitten", "sitting", 3),  // Levenshtein's textbook pair
    ("ca", "abc", 2),  // swap, then insert between: 3 where that is forbidden
  ])
  func `distances of known pairs`(first: String, second: String, distance: Int) {
    #expect(editDistance(Array(first), Array(second)) == distance)
    #expect(editDistance(Array(second), Array(first)) == distance)
  }

  @Test func `the distance is the shortest way by single edits`() {
    // Reference: breadth first through the words one insertion, deletion, substitution or swap away. Words of up
    // to 3 letters never need more than 2 extra letters in between.
    let alphabet: [Character] = ["a", "b", "c"]
    var words: [[Character]] = [[]]
    var longest = words
    for _ in 0..<3 {
      longest = longest.flatMap { word in alphabet.map { word + [$0] } }
      words += longest
    }
    for start in words {
      var reached = [start: 0]
      var edge = [start]
      for steps in 1...3 {
        var further: [[Character]] = []
        for word in edge {
          for neighbour in neighbours(word, alphabet) where neighbour.count <= 5 && reached[neighbour] == nil {
            reached[neighbour] = steps
            further.append(neighbour)
          }
        }
        edge = further
      }
      for end in words { #expect(editDistance(start, end) == reached[end]) }
    }
  }

  @Test func `a word is suggested if, and only if, it is near enough`() {
    // The rule, with the table of distances for every pair: a third of the longer word, 1 to 3, and not all of it.
    var numbers = SeededNumbers(seed: 30)
    let letters = Array("abcdeé4._-")
    for _ in 0..<4000 {
      let count = Int.random(in: 1...9, using: &numbers)
      let first = (0..<count).map { _ in letters.randomElement(using: &numbers) ?? "a" }
      var second = first
      for _ in 0..<Int.random(in: 0...4, using: &numbers) {
        let place = Int.random(in: 0...second.count, using: &numbers)
        if place < second.count, Bool.random(using: &numbers) { second.remove(at: place) }
        if Bool.random(using: &numbers) {
          second.insert(letters.randomElement(using: &numbers) ?? "a", at: min(place, second.count))
        }
      }
      let longer = max(first.count, second.count)
      let isNear = first == second || editDistance(first, second) <= min(max(longer / 3, 1), 3, longer - 1)
      // One that starts with what was typed is a completion.
      guard !second.starts(with: first) else { continue }
      #expect((suggestion(for: String(first), among: [String(second)]) != nil) == isNear, "\(first) \(second)")
    }
  }

  private func neighbours(_ word: [Character], _ alphabet: [Character]) -> [[Character]] {
    var found: [[Character]] = []
    for i in 0...word.count {
      for letter in alphabet { found.append(word[..<i] + [letter] + word[i...]) }
      guard i < word.count else { continue }
      found.append(Array(word[..<i] + word[(i + 1)...]))
      for letter in alphabet { found.append(word[..<i] + [letter] + word[(i + 1)...]) }
      if i + 1 < word.count { found.append(word[..<i] + [word[i + 1], word[i]] + word[(i + 2)...]) }
    }
    return found
  }

  @Test func `the nearest wins, and among equally near ones the first`() {
    #expect(suggestion(for: "moved", among: ["began", "moved", "ended"]) == "moved")
    #expect(suggestion(for: "begn", among: ["began", "moved", "stationary", "ended", "cancelled"]) == "began")
    #expect(suggestion(for: "canceled", among: ["began", "cancelled"]) == "cancelled")
    #expect(suggestion(for: "bat", among: ["cat", "hat"]) == "cat")
    #expect(suggestion(for: "bat", among: ["hat", "cat"]) == "hat")
    #expect(suggestion(for: "hatt", among: ["chat", "hat"]) == "hat")
    #expect(suggestion(for: "AUTO", among: ["auto", "8"]) == "auto")
  }

  @Test func `words with little in common are not suggested`() {
    #expect(suggestion(for: "x", among: ["at", "8"]) == nil)
    #expect(suggestion(for: "9", among: ["8"]) == nil)
    #expect(suggestion(for: "zz", among: ["at"]) == nil)
    #expect(suggestion(for: "", among: ["at", "a"]) == nil)
    #expect(suggestion(for: "at", among: []) == nil)
    #expect(suggestion(for: "at", among: [""]) == nil)
    // 6 letters: 2 may differ, not 3.
    #expect(suggestion(for: "stXYam", among: ["stream"]) == "stream")
    #expect(suggestion(for: "stXYZm", among: ["stream"]) == nil)
    // 14 letters: still only 3.
    #expect(suggestion(for: "XYZ-allocation", among: ["max-allocation"]) == "max-allocation")
    #expect(suggestion(for: "XYZZallocation", among: ["max-allocation"]) == nil)
  }

  @Test func `a prefix of only one candidate is completed`() {
    #expect(suggestion(for: "allow", among: ["allow-unfinished", "at"]) == "allow-unfinished")
    #expect(suggestion(for: "max-", among: ["max-pixels", "max-streams"]) == nil)
    #expect(suggestion(for: "p", among: ["player"]) == nil)
  }
}

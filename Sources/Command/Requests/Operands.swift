import Arguments
import Files
import Timeline

/// The words of a command line without an option; only one of them can be the video.
struct Operands {
  private let arguments: ParsedArguments
  private let words: [Word]

  /// With more words, no advice is sought: finding a name with spaces tries every sequence of words.
  private static let most = 16

  init(_ arguments: ParsedArguments) {
    self.arguments = arguments
    words = arguments.operands
  }

  /// Refuses more than one word, with advice on what to write instead.
  func checkCount() throws(UsageError) {
    guard let extra = words.dropFirst().first else { return }
    let advice = words.count > Self.most ? [] : self.advice
    let said = advice.map { printableWords($0.description) }
    throw UsageError(
      line: (["one video at a time: '\(printable(extra.bytes))' is one too many"] + said).joined(separator: "; "))
  }

  /// Refuses words if one of them is probably not meant as a video.
  func checkMany() throws(UsageError) {
    guard words.count > 1, words.count <= Self.most else { return }
    try refuse(advice)
  }

  private func refuse(_ advice: [Advice]) throws(UsageError) {
    guard !advice.isEmpty else { return }
    let advice = advice.map { printableWords($0.description) }
    throw UsageError(line: (["not all of these words are videos"] + advice).joined(separator: "; "))
  }

  /// Refuses the value of an option that takes one only after `=`, and an option after `--`.
  func checkPlaces() throws(UsageError) {
    if let misplaced { try refuse([misplaced]) }
  }

  private var misplaced: Advice? { Advice(misplacedIn: arguments, where: { thing(at: $0) == nil }) }

  private var advice: [Advice] {
    if let name = nameWithSpaces { return [.quoted(name)] }
    if let misplaced { return [misplaced] }
    if let unit = Advice(unitsIn: arguments, where: { thing(at: $0) == nil }) { return [unit] }
    if let numbers = Advice(numbersIn: arguments, where: { thing(at: $0) == nil }) { return [numbers] }
    let joined = Word(bytes: Array(words.map(\.bytes).joined(separator: [0x20])))
    if let quoted = Advice(missingVideo: joined), case .plain = quoted { return [quoted] }
    // The words that are no videos, each with the option that it probably belongs to.
    var advice: [Advice] = []
    var videos = words
    let isUnsaid = [.grab, .batch].contains(Mode(arguments)) && !arguments.occurrences.contains { $0.isAboutMoments }
    if isUnsaid, let moment = Advice(momentIn: arguments, where: { thing(at: $0) == nil }) {
      advice.append(moment)
    } else if let time = takeLast(from: &videos, where: isTime) {
      advice.append(.time(time.text))
    }
    if !arguments.has(.gesture), let file = takeLast(from: &videos, where: { hasEnding(".json", $0) }) {
      advice.append(.gesture(file.text))
    }
    if !arguments.has(.output), let output = takeLast(from: &videos, where: isOutput) {
      advice.append(Advice(output: output) ?? .output(output.text))
    }
    return advice
  }

  /// Consecutive words that, joined by spaces, are the name of a file.
  private var nameWithSpaces: String? {
    for count in (2...words.count).reversed() {
      for start in 0...(words.count - count) {
        let name = Word(bytes: Array(words[start..<start + count].map(\.bytes).joined(separator: [0x20])))
        if thing(at: name) == .file { return name.text }
      }
    }
    return nil
  }

  private func takeLast(from words: inout [Word], where isWanted: (Word) -> Bool) -> Word? {
    guard words.count > 1, let index = words.lastIndex(where: isWanted) else { return nil }
    return words.remove(at: index)
  }

  private func isTime(_ word: Word) -> Bool {
    (try? TimeSpecification(parsing: word.text)) != nil && thing(at: word) == nil
  }

  /// Whether it is the name of a picture, or a folder.
  private func isOutput(_ word: Word) -> Bool {
    if word.bytes.last == UInt8(ascii: "/") { return true }
    return thing(at: word) != .file && (word.hasPNGEnding || Advice(output: word) != nil && !word.hasVideoEnding)
  }

  private func hasEnding(_ ending: String, _ word: Word) -> Bool { word.text.lowercased().hasSuffix(ending) }

  private func thing(at word: Word) -> NamedThing? { NamedThing(at: Path(bytes: word.bytes)) }
}

extension ParsedArguments {
  /// The options for a run over many videos, without an output that each video would overwrite, and without the number
  /// of processes, of which no result may depend.
  var wordsForMany: [String] {
    occurrences.filter { $0.option != .jobs }.flatMap { occurrence -> [String] in
      let value = occurrence.value?.text
      if occurrence.option == .output, let value, !value.contains("{stem}"), !value.hasSuffix("/") { return [] }
      let spelling = occurrence.option.spellings.last ?? ""
      let short = occurrence.option == .output ? "-o" : spelling
      return [short] + [value].compactMap { $0 }
    }
  }
}

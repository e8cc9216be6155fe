/// One pass over the words of a command line.
struct Parsing {
  let table: OptionTable
  let words: [Word]
  private(set) var occurrences: [Occurrence] = []
  private(set) var operands: [(word: Word, place: Int)] = []
  private var next = 0
  private var given: Set<Option> = []

  /// The option that takes all words up to the next one, if the last option is of that kind.
  private var openList: Option? {
    occurrences.last.flatMap { $0.option.takesWords ? $0.option : nil }
  }

  init(table: OptionTable, words: [Word]) {
    self.table = table
    self.words = words
  }

  mutating func readAll() throws(ArgumentError) {
    while next < words.count {
      let word = words[next]
      next += 1
      if word.endsOptions {
        operands += (next..<words.count).map { (words[$0], $0) }
        return
      }
      if let lookalike = optionLike(word) {
        throw fault(lookalike, word)
      } else if !word.isOption, let list = openList {
        // All words after a list's first value belong to the list.
        occurrences.append(Occurrence(option: list, value: word, position: next - 1))
        continue
      } else if !word.isOption, !isDigitOption(word) {
        // Only a value may be a dash with a digit, unless the digit is a letter of the table.
        operands.append((word, next - 1))
      } else if word.hasTwoDashes {
        try readLong(word)
      } else {
        try readShort(word)
      }
    }
  }

  /// Whether the word is a dash and a digit that is the short form of an option.
  private func isDigitOption(_ word: Word) -> Bool {
    word.bytes.count == 2 && word.bytes[0] == ASCII.dash && table.option(short: word.bytes[1]) != nil
  }

  private mutating func readLong(_ word: Word) throws(ArgumentError) {
    let bytes = word.bytes
    let end = bytes.firstIndex(of: ASCII.equals) ?? bytes.count
    guard let option = table.option(long: bytes[2..<end]) else {
      throw unknown(word, end: end)
    }
    let typed = TypedOption(option: option, word: word, range: 0..<end)
    guard end < bytes.count else { return try record(typed, attached: nil) }
    if option == .help {
      // A topic, which is a word of its own in the table.
      operands.append((Word(bytes: Array(bytes[(end + 1)...])), next - 1))
      return try record(typed, attached: nil)
    }
    guard option.takesValue else {
      // The file of jobs is a word of its own.
      let value = Word.text(of: bytes[(end + 1)...])
      let fault: ArgumentError.Fault =
        option == .batch && !value.isEmpty
        ? .ambiguousEquals(spelling: typed.spelling, value: value) : .unexpectedValue(spelling: typed.spelling)
      throw typed.error(fault, at: end..<bytes.count)
    }
    try record(typed, attached: end + 1)
  }

  private mutating func readShort(_ word: Word) throws(ArgumentError) {
    let bytes = word.bytes
    let end = bytes.firstIndex(of: ASCII.equals) ?? bytes.count
    if let foreign = foreign(word, end: end) { throw foreign }
    // '-output' is far likelier a long name with a missing dash than '-o' with the value 'utput'.
    if table.option(long: bytes[1..<end]) != nil { throw unknown(word, end: end) }
    for index in bytes.indices.dropFirst() {
      guard let option = table.option(short: bytes[index]) else {
        throw unknownLetter(in: word, at: index, nameEnd: end)
      }
      let typed = TypedOption(option: option, word: word, range: index..<index + 1)
      let isLast = index + 1 == bytes.count
      if !isLast && bytes[index + 1] == ASCII.equals {
        let value = Word.text(of: bytes[(index + 2)...])
        let fault: ArgumentError.Fault =
          option.takesValue
          ? .ambiguousEquals(spelling: typed.spelling, value: value) : .unexpectedValue(spelling: typed.spelling)
        throw typed.error(fault, at: index + 1..<(option.takesValue ? index + 2 : bytes.count))
      }
      if option.takesValue { return try record(typed, attached: isLast ? nil : index + 1) }
      try record(typed, attached: nil)
    }
  }

  /// Records an option, with its value from the same word (from the byte offset `attached`) or from the next one.
  private mutating func record(_ typed: TypedOption, attached: Int?) throws(ArgumentError) {
    let option = typed.option
    let position = next - 1
    if !option.repeats && !given.insert(option).inserted {
      let main = option.spellings.last ?? typed.spelling
      throw typed.error(.repeatedOption(spelling: typed.spelling, option: main), at: typed.range)
    }
    guard let syntax = option.value.syntax, attached != nil || !option.value.isOptional else {
      occurrences.append(Occurrence(option: option, value: nil, position: position))
      return
    }
    let holder: Word
    let start: Int
    if let attached {
      (holder, start) = (typed.word, attached)
    } else {
      guard next < words.count, !words[next].isOption else {
        let follower = next < words.count ? words[next].text : nil
        let fault = ArgumentError.Fault.missingValue(spelling: typed.spelling, syntax: syntax, follower: follower)
        throw typed.error(fault, at: typed.range)
      }
      (holder, start) = (words[next], 0)
      next += 1
    }
    let value = Word(bytes: Array(holder.bytes[start...]))
    try check(value, of: typed, in: holder, from: start)
    occurrences.append(Occurrence(option: option, value: value, position: position))
  }

  private func check(_ value: Word, of typed: TypedOption, in holder: Word, from start: Int) throws(ArgumentError) {
    if let lookalike = valueLike(value, of: typed.option) { throw fault(lookalike, value) }
    guard let fault = typed.option.refusal(of: value, spelling: typed.spelling) else { return }
    throw ArgumentError(fault, text: holder.text, faultRange: holder.characters(start..<holder.bytes.count))
  }

  /// The error for a word that names no option; `end` is the byte offset where the name ends.
  private func unknown(_ word: Word, end: Int) -> ArgumentError {
    if let foreign = foreign(word, end: end) ?? foreignLine(word, end: end) { return foreign }
    if word.hasVideoEnding, end == word.bytes.count {
      return ArgumentError(.dashedName(word: word.text), text: word.text, faultRange: 0..<word.text.count)
    }
    let dashes = word.hasTwoDashes ? 2 : 1
    let name = Word.text(of: word.bytes[dashes..<end])
    // In '--=x' there is no name, so the whole word is marked.
    let end = name.isEmpty ? word.bytes.count : end
    return ArgumentError(
      .unknownOption(spelling: Word.text(of: word.bytes[..<end]), suggestion: table.spelling(like: name)),
      text: word.text, faultRange: word.characters(0..<end))
  }

  /// The error for a letter that is no short option: about the whole word if it resembles a long name.
  private func unknownLetter(in word: Word, at index: Int, nameEnd: Int) -> ArgumentError {
    let bytes = word.bytes
    let name = Word.text(of: bytes[1..<nameEnd])
    let letter = Word.text(of: bytes[index...]).first.map(String.init) ?? ""
    // A byte of invalid UTF-8 is shown as four characters; one of them alone could be another option's letter.
    // A foreign letter with its value in the same word, as in '-t2'.
    let hasNumber = bytes.count > 2 && (ASCII.zero...ASCII.nine).contains(bytes[2])
    if index == 1, hasNumber, let foreign = foreign(word, end: 2) { return foreign }
    if word.hasVideoEnding {
      return ArgumentError(.dashedName(word: word.text), text: word.text, faultRange: 0..<word.text.count)
    }
    if let foreign = foreignLine(word, end: nameEnd) { return foreign }
    let isByte = bytes[index] >= 0x80 && letter == "\\"
    let shown = isByte ? Word.text(of: bytes[index...index]) : letter
    let length = isByte ? 1 : letter.utf8.count
    let range = word.characters(index..<min(index + length, bytes.count))
    // After a valid letter, two or three letters are more likely bundled flags with a typo.
    let isLikelyLong = index == 1 ? name.count > 1 : name.count > 3
    if isLikelyLong, table.spelling(like: name) != nil { return unknown(word, end: nameEnd) }
    if bytes.count == 1 + length {
      let suggestion = table.spelling(likeLetter: shown)
      return ArgumentError(
        .unknownOption(spelling: "-" + shown, suggestion: suggestion), text: word.text, faultRange: 0..<word.text.count)
    }
    return ArgumentError(
      .unknownLetter(spelling: "-" + shown, bundle: word.text), text: word.text, faultRange: range)
  }
}

// What comes from other tools and from word processors.
extension Parsing {
  /// The error for an option of another tool; nil if it is none. `end` is the byte offset where its name ends.
  private func foreign(_ word: Word, end: Int) -> ArgumentError? {
    let spelling = Word.text(of: word.bytes[..<end])
    guard table.foreign.contains(where: { $0.spellings.contains(spelling) }) else { return nil }
    return rewritten(word, end: end)
  }

  /// The error for an unknown option in a line of `ffmpeg`.
  private func foreignLine(_ word: Word, end: Int) -> ArgumentError? {
    words.contains(Word("-i")) && !table.foreign.isEmpty ? rewritten(word, end: end) : nil
  }

  private func rewritten(_ word: Word, end: Int) -> ArgumentError {
    let line = RewrittenLine(words, program: table.program, own: table.options, foreign: table.foreign)
    let spelling = Word.text(of: word.bytes[..<end])
    let notes = line.notes.filter { $0 != ForeignParts.lack(of: spelling) }
    return ArgumentError(
      .foreignOption(spelling: spelling, notes: notes, command: line.command), text: word.text,
      faultRange: word.characters(0..<end))
  }

  /// A word that would be an option if its dashes were plain.
  private func optionLike(_ word: Word) -> Lookalike? {
    guard let first = word.bytes.first, first >= 0x80 || first == ASCII.dash,
      let lookalike = Lookalike(dashesOf: word.text)
    else { return nil }
    let plain = Word(lookalike.plain)
    guard plain.isOption else { return nil }
    let end = plain.bytes.firstIndex(of: ASCII.equals) ?? plain.bytes.count
    let dashes = plain.bytes.prefix { $0 == ASCII.dash }.count
    // Word processors turn two dashes into one longer dash of some length.
    if table.option(long: plain.bytes[min(dashes, end)..<end]) != nil {
      return lookalike.with(plain: "--" + Word.text(of: plain.bytes[dashes...]))
    }
    if table.foreign.contains(where: { $0.spellings.contains(Word.text(of: plain.bytes[..<end])) }) { return lookalike }
    let letters = plain.bytes[dashes..<end]
    guard !letters.isEmpty, letters.allSatisfy({ table.option(short: $0) != nil }) else { return nil }
    return lookalike.with(plain: "-" + Word.text(of: plain.bytes[dashes...]))
  }

  /// A value with typographic characters; names of files may have them, but not quotation marks around them.
  private func valueLike(_ value: Word, of option: Option) -> Lookalike? {
    let text = value.text
    if let quoted = Lookalike(quotesOf: text), Lookalike.endsQuoted(text) || !option.isFile { return quoted }
    return option.isFile ? nil : Lookalike(dashesOf: text)
  }

  private func fault(_ lookalike: Lookalike, _ word: Word) -> ArgumentError {
    let fault = ArgumentError.Fault.lookalike(
      word: word.text, character: lookalike.character, plain: lookalike.plain)
    return ArgumentError(fault, text: word.text, faultRange: 0..<word.text.count)
  }
}

/// An option where it was typed: bytes `range` of `word`.
struct TypedOption {
  let option: Option
  let word: Word
  let range: Range<Int>

  /// The option as typed, with its dashes.
  var spelling: String {
    let name = Word.text(of: word.bytes[range])
    return range.lowerBound == 0 ? name : "-" + name
  }

  func error(_ fault: ArgumentError.Fault, at range: Range<Int>) -> ArgumentError {
    // A short option that is a word by itself is marked with its dash.
    let isWhole = range == self.range && range.lowerBound == 1 && range.upperBound == word.bytes.count
    return ArgumentError(fault, text: word.text, faultRange: word.characters(isWhole ? 0..<range.upperBound : range))
  }
}

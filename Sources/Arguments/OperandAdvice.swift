import Timeline

// What words without their option are likely to mean.
extension Advice {
  /// What to write if an operand is a gesture file by its name.
  init?(gestureAmong arguments: ParsedArguments) {
    guard let file = arguments.operands.first(where: { FileEnding(of: $0).text == "json" }) else { return nil }
    self = .gesture(file.text)
  }

  /// What to write if nothing says when, but an operand looks as if it did.
  init?(operandsOf arguments: ParsedArguments) {
    if let gesture = Advice(gestureAmong: arguments) {
      self = gesture
    } else if let mode = arguments.operands.lazy.compactMap(Self.mode).first {
      self = .option(mode)
    } else if let moment = Advice(momentIn: arguments, where: { _ in true }) {
      self = moment
    } else {
      return nil
    }
  }

  /// The video and the index of `v.mp4[100]`, as ImageMagick has it.
  private static func indexed(_ word: Word) -> String? {
    guard let open = word.bytes.lastIndex(of: UInt8(ascii: "[")), word.bytes.last == UInt8(ascii: "]") else {
      return nil
    }
    let digits = Word.text(of: word.bytes[(open + 1)...].dropLast())
    let video = Word(bytes: Array(word.bytes[..<open]))
    return video.hasVideoEnding && digits.isWholeNumber ? "\(video.text.shellWord) --frame \(digits)" : nil
  }

  /// The option of `v.mp4 info`, as tools with commands have it.
  private static func mode(of word: Word) -> String? {
    Mode.allCases.lazy.compactMap(\.option?.long).first { $0 == "--" + word.text }
  }

  /// What to write for `v.mp4 frame 100`, an option and its value as two words, for `v.mp4 last`, or for `v.mp4[100]`; nil
  /// if there is none.
  ///
  /// `isFree` says whether a word is not the name of a file.
  public init?(momentIn arguments: ParsedArguments, where isFree: (Word) -> Bool) {
    for (place, word) in arguments.operands.enumerated() where isFree(word) {
      if let words = Self.indexed(word) ?? MiswrittenMoment.named(word.text) {
        self = .option(words)
        return
      }
      guard let value = arguments.operands.dropFirst(place + 1).first, isFree(value), !value.hasVideoEnding,
        MiswrittenMoment.named(value.text) == nil,
        let option = OptionTable.framegrab.options.first(where: { $0.spellings.contains("--" + word.text) }),
        option.takesValue, option.role == .moment
      else { continue }
      self = .option("--\(word.text) \(value.text.shellWord)")
      return
    }
    return nil
  }

  /// What to write if the unit of a time or a share is a word of its own, as in `--at 50 %`; nil if none is.
  ///
  /// `isFree` says whether a word is not the name of a file.
  public init?(unitsIn arguments: ParsedArguments, where isFree: (Word) -> Bool) {
    let units = ["sec": "s", "secs": "s", "second": "s", "seconds": "s"]
    for (word, place) in zip(arguments.operands, arguments.places) where isFree(word) {
      // A unit behind a number, or a smaller number behind a unit, as in 10m 5s.
      let isUnit = !word.text.contains(where: \.isNumber)
      guard let before = arguments.occurrences.first(where: { $0.position == place - 2 && $0.option == .at }),
        let value = before.value?.text, value.last.map({ "0123456789".contains($0) == isUnit }) ?? false
      else { continue }
      let time = value + (units[word.text] ?? word.text)
      guard (try? TimeSpecification(parsing: time)) != nil else { continue }
      self = .option("--at \(time.shellWord)")
      return
    }
    return nil
  }

  /// What to write if a word is the value of the option before it, which takes one only after `=`, or an option behind
  /// `--`; nil if none is.
  ///
  /// `isFree` says whether a word is not the name of a file.
  public init?(misplacedIn arguments: ParsedArguments, where isFree: (Word) -> Bool) {
    for (word, place) in zip(arguments.operands, arguments.places) where isFree(word) {
      if let option = OptionTable.framegrab.options.first(where: { $0.spellings.contains(word.text) }) {
        self = .notMade(
          "behind -- all words are names of videos; write \(option.spellings.last ?? "") before it")
        return
      }
      let before = arguments.occurrences.first { $0.position == place - 1 && $0.value == nil }
      guard let option = before?.option, option.value.isOptional,
        option.value.choices.contains(word.text) || (try? TimeSpecification(parsing: word.text)) != nil
      else { continue }
      self = .option("\(option.spellings.last ?? "")=\(word.text.shellWord)")
      return
    }
    return nil
  }

  /// What to write for a number that follows an option which takes none, or none any more; nil if none does.
  ///
  /// `isNumber` says whether a word is a number and not the name of a file.
  public init?(numbersIn arguments: ParsedArguments, where isNumber: (Word) -> Bool) {
    var moments = arguments.occurrences.filter { [.frame, .at].contains($0.option) }
    var extra = 0
    for (word, place) in zip(arguments.operands, arguments.places) where isNumber(word) {
      let before = arguments.occurrences.last { $0.position < place }
      let isTime = before?.option == .at && (try? TimeSpecification(parsing: word.text)) != nil
      guard word.text.isWholeNumber || isTime else { continue }
      switch before?.option {
      case .quiet: self = .noValue("-q", "it prints errors only, and PNG has no quality", "leave \(word.text) out")
      case .index:
        self = .noValue("--index", "it reports the index", "write --frame \(word.text)")
      case .skipExisting:
        self = .noValue(
          "-n", "it leaves outputs that exist as they are",
          "write --frame \(word.text), or --count \(word.text) for so many")
      case .frame, .at:
        moments.append(Occurrence(option: before?.option ?? .at, value: word, position: place))
        extra += 1
        continue
      default: continue
      }
      return
    }
    guard extra > 0 else { return nil }
    moments.sort { $0.position < $1.position }
    self = .moment(moments.flatMap { [$0.option.long ?? "", $0.value?.text ?? ""] })
  }
}

extension String {
  /// Whether it is digits only.
  var isWholeNumber: Bool { !isEmpty && utf8.allSatisfy { (0x30...0x39).contains($0) } }
}

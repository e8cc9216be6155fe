import Timeline

/// Reads the words of a command line that has options of other tools.
struct ForeignReader {
  private var words: ArraySlice<Word>
  private let own: [Option]
  private let foreign: [ForeignOption]
  private var parts = ForeignParts()
  private var operands: [String] = []
  /// Numbers behind options without a counterpart: mostly their values.
  private var strays: [String] = []
  /// Where `ffmpeg` starts to read its input; `-to` behind the input counts from there.
  private var inputStart: String?
  /// Whether the line has the `-i` of `ffmpeg`.
  private let namesInput: Bool

  init(words: ArraySlice<Word>, own: [Option], foreign: [ForeignOption]) {
    namesInput = words.contains(Word("-i"))
    (self.words, self.own, self.foreign) = (words, own, foreign)
  }

  mutating func read() -> ForeignParts {
    while let word = words.popFirst() {
      if word.endsOptions {
        operands += words.map(\.text)
        break
      }
      if word.isOption { readOption(word) } else { operands.append(word.text) }
    }
    placeOperands()
    parts.settleSamples()
    parts.keepLastCount()
    parts.keepOneSeries()
    return parts
  }

  // MARK: Options

  private mutating func readOption(_ word: Word) {
    let equals = word.bytes.firstIndex(of: ASCII.equals)
    let name = Word.text(of: word.bytes[..<(equals ?? word.bytes.count)])
    let attached = equals.map { Word.text(of: word.bytes[($0 + 1)...]) }
    if name == "-v", let level = words.first, Self.levels.contains(level.text) {
      words.removeFirst()
    } else if name == "-q", let quality = words.first, quality.bytes.allSatisfy({ (0x30...0x39).contains($0) }) {
      // The quality of a JPEG, for ffmpeg and ffmpegthumbnailer.
      words.removeFirst()
    } else if let option = foreign.first(where: { $0.spellings.contains(name) }) {
      if let note = option.note { parts.note(note) }
      apply(option.meaning, option.value == nil ? attached : attached ?? value(for: option.meaning), of: option)
      if !word.hasTwoDashes, name.utf8.count > 2 || name == "-i" { parts.isFromFFmpeg = true }
    } else if let option = own.first(where: { $0.spellings.contains(name) }) {
      keep(option, attached)
    } else if !word.hasTwoDashes {
      readLetters(word)
    } else {
      refuse(name)
    }
  }

  /// Notes an option that has no counterpart; in a line of `ffmpeg`, where most options have one, its value goes too.
  private mutating func refuse(_ name: String) {
    parts.note(ForeignParts.lack(of: name))
    if namesInput {
      if words.count > 1 { _ = value() }
    } else if let value = number() {
      strays.append(value)
    }
  }

  /// FFmpeg's levels of messages, the value of its `-v`.
  private static let levels: Set<String> = [
    "quiet", "panic", "fatal", "error", "warning", "info", "verbose", "debug", "trace",
  ]

  private mutating func value() -> String? {
    guard let next = words.first, !next.isOption else { return nil }
    words.removeFirst()
    return next.text
  }

  /// The value of an option. A rate must be a number, since `-r` is also a flag elsewhere; the word after `-i` is
  /// always the video, even if it starts with a dash.
  private mutating func value(for meaning: ForeignMeaning) -> String? {
    switch meaning {
    case .rate: number()
    case .video: words.popFirst().map { $0.isOption ? "./" + $0.text : $0.text }
    default: value()
    }
  }

  /// The next word, if it is a number or a time.
  private mutating func number() -> String? {
    guard let next = words.first, (try? TimeSpecification(parsing: next.text)) != nil || next.text.contains("/") else {
      return nil
    }
    return value()
  }

  private mutating func keep(_ option: Option, _ attached: String?) {
    let value = option.takesValue && !option.value.isOptional ? attached ?? value() ?? option.value.syntax : nil
    let spelled = option.spellings.last.map { [$0] } ?? []
    let kept = spelled + [value].compactMap { $0 }
    switch option {
    case .output: parts.output = value
    case .overwrite: parts.policy = ["-y"]
    case .skipExisting: parts.policy = ["-n"]
    case .jobs: parts.words += ["-j"] + [value].compactMap { $0 }
    case .from, .to: parts.span += kept
    case .size: applySize(value)
    default:
      let isMode = Mode.allCases.contains { $0.option == option }
      if option.role == .moment || isMode { parts.moments += kept } else { parts.words += kept }
    }
  }

  /// Bundled letters, or a letter with its value in the same word.
  private mutating func readLetters(_ word: Word) {
    // ffmpeg has no bundles: what is not known there is an option without a counterpart, but for a size as in -s320.
    let isSize = word.text.hasPrefix("-s") && word.bytes.dropFirst(2).allSatisfy { (0x30...0x39).contains($0) }
    if namesInput, word.bytes.count > 2, !isSize {
      return refuse(word.text)
    }
    for index in word.bytes.indices.dropFirst() {
      let rest = Word.text(of: word.bytes[(index + 1)...])
      let letter = "-" + Word.text(of: word.bytes[index...index])
      if let option = own.first(where: { $0.spellings.contains(letter) }) {
        keep(option, rest.isEmpty ? nil : rest)
        if option.takesValue { return }
      } else if index == 1, let option = foreign.first(where: { $0.spellings.contains(letter) }), option.value != nil,
        rest.utf8.first.map({ (0x30...0x39).contains($0) }) ?? false
      {
        return apply(option.meaning, rest, of: option)
      } else {
        return refuse(word.text)
      }
    }
  }

  // MARK: Meanings

  /// A size of other tools may be a side alone, also with an x behind or before it, a percentage, or 0 for the video's own.
  private mutating func applySize(_ value: String?) {
    guard let value else {
      parts.words += ["--size", "WxH"]
      return
    }
    if value == "0" { return }
    parts.words += Self.sizing(value) ?? ["--size", value]
  }

  /// What to write for a size of other tools; nil where that is a size here, or none anywhere.
  static func sizing(_ value: String) -> [String]? {
    let part = value.hasSuffix("%") && String(value.dropLast()).isWholeNumber ? ["--scale", value] : nil
    return side(value) ?? FilterWords.size(value) ?? part
  }

  /// Ranges and lists of frames, where one number is expected; nil for one.
  private static func frames(_ value: String?) -> [String]? {
    guard let value, !value.isWholeNumber, let words = MiswrittenMoment(frames: value)?.words,
      words.first == "--frame"
    else { return nil }
    return words
  }

  private static func side(_ value: String) -> [String]? {
    let digits = value.filter { $0 != "x" }
    guard digits.isWholeNumber else { return nil }
    switch value {
    case digits, digits + "x": return ["--width", digits]
    case "x" + digits: return ["--height", digits]
    default: return nil
    }
  }

  private mutating func apply(_ meaning: ForeignMeaning, _ value: String?, of option: ForeignOption) {
    // A missing value is written as its placeholder.
    let isLacking = option.value != nil && value == nil
    func values(_ words: [String]) -> [String] {
      let named = own.first { $0.spellings.contains(words.last ?? "") }
      return words + [isLacking ? named?.value.syntax : value].compactMap { $0 }
    }
    switch meaning {
    case .video: addVideo(value)
    case .start: addStart(value)
    case .startBeforeEnd: parts.start = value ?? "-TIME"
    case .end: parts.end = inputStart.map { Self.sum($0, value) } ?? value
    case .length: parts.length = value ?? "TIME"
    case .lengthOrInfo:
      if let length = value ?? number() { parts.length = length } else { parts.moments.append("--info") }
    case .span(let option): parts.span += values([option])
    case .moment(["--frame"]): parts.moments += Self.frames(value) ?? values(["--frame"])
    case .moment(let words): if option.value != nil || parts.moments != words { parts.moments += values(words) }
    case .everyNth: parts.moments += ["--frame", "0..-1:" + (value ?? "N")]
    case .scenes:
      _ = number()
      parts.note(FilterWords.noScenes)
      addSeries(["--keyframes"])
    case .sheet:
      let tiles = value.flatMap(FilterWords.count(ofTile:))
      addSeries(["--count", tiles.map(String.init) ?? "N"])
      parts.words += ["--sheet", tiles == nil ? "CxR" : value ?? ""]
    case .sampleFormat: parts.samples = value
    case .skippedFrames: if value == "nokey" { addSeries(["--keyframes"]) }
    case .stream: applyStream(value ?? "")
    case .container: applyContainer(value ?? "")
    case .coder: applyCoder(value ?? "")
    case .lastWritten: parts.isUpdated = value != "0"
    case .look(let option):
      let isOfFrames = ["frame", "packet"].contains { value?.hasPrefix($0) ?? false }
      parts.look(isOfFrames ? "--list-frames" : option)
    case .report:
      if value?.hasPrefix("json") ?? false, !parts.words.contains("--json") { parts.words.append("--json") }
    case .words(["--size"]): applySize(value)
    case .words(let words): parts.words += values(words)
    case .question(let option): parts.question = option
    case .policy(let option): parts.policy = [option]
    case .rate: addSeries(["--every", FilterWords.period(ofRate: value ?? "")])
    case .frameCount:
      if let frames = Self.frames(value) { parts.moments += frames } else { parts.frameCount = value ?? "1" }
    case .filters: applyFilters(value ?? "")
    case .output: parts.output = value
    case .outputFolder:
      parts.output = (value ?? "DIR") + (value?.hasSuffix("/") ?? false ? "" : "/")
      parts.words.append("--mkdir")
    case .folderOrLength:
      let isTime = value.map { (try? TimeSpecification(parsing: $0)) != nil } ?? false
      apply(isTime ? .length : .outputFolder, value, of: option)
    case .format(let named): applyFormat((named ?? value ?? "").lowercased())
    case .quality:
      applyFormat(parts.format ?? "jpg")
      parts.conversion += value.map { ["-quality", $0.shellWord] } ?? []
    case .nothing: break
    }
  }

  /// Before the first frame, ffmpeg starts with it; here, such a TIME counts from the end.
  private mutating func addStart(_ time: String?) {
    let start = time?.hasPrefix("-") ?? false ? "0" : time
    parts.start = parts.start.map { Self.sum($0, start) } ?? start ?? "TIME"
  }

  private mutating func addVideo(_ name: String?) {
    if parts.videos.isEmpty, namesInput { inputStart = parts.start }
    parts.videos += name.map { [$0] } ?? []
  }

  /// `0:1`, or `0:v:1`, whose number is among all streams here.
  private mutating func applyStream(_ value: String) {
    guard value.hasPrefix("0:") else { return }
    let number = value.dropFirst(2).prefix { $0 != "?" }
    if number.utf8.allSatisfy({ (0x30...0x39).contains($0) }), !number.isEmpty {
      parts.words += ["--stream", String(number)]
    } else if number.hasPrefix("v:"), number != "v:0" {
      parts.note("streams have one number each, whatever they hold: --info prints them")
      parts.words += ["--stream", "N"]
    }
  }

  private mutating func applyContainer(_ value: String) {
    // Before its input, they are about that.
    let isInput = namesInput && parts.videos.isEmpty
    switch value {
    case "rawvideo" where isInput, "mjpeg" where isInput: break
    case "framemd5", "framehash", "md5", "hash", "null": parts.words.append("--hash")
    case "rawvideo": parts.isRaw = true
    case "mjpeg": applyFormat("jpg")
    default: if parts.videos.isEmpty, Word(value).hasVideoEnding { parts.videos = [value] }
    }
  }

  private mutating func applyCoder(_ value: String) {
    guard !(namesInput && parts.videos.isEmpty), !(words.last?.hasVideoEnding ?? false) else { return }
    switch value {
    case "rawvideo": parts.isRaw = true
    case "mjpeg": applyFormat("jpg")
    case "libwebp": applyFormat("webp")
    default: break
    }
  }

  private mutating func applyFilters(_ chain: String) {
    let filters = FilterWords(chain)
    if let delay = filters.delay { parts.delay = delay }
    for note in filters.notes { parts.note(note) }
    addSeries(filters.moments)
    parts.words += filters.words
    parts.tile = parts.tile ?? filters.tile
    if !filters.unknown.isEmpty || chain.isEmpty {
      let unknown = filters.unknown.joined(separator: ",").shellWord
      let which = filters.unknown.isEmpty ? "are no filters" : "is no filter \(unknown)"
      parts.note("there \(which), only --every, --frame, --size, --width, --height, --crop and --deinterlace")
    }
  }

  /// Adds moments, unless there is a series already: '-vf fps=1 -r 1' says it twice.
  private mutating func addSeries(_ words: [String]) {
    if !parts.moments.contains("--every"), !parts.moments.contains("--keyframes") { parts.moments += words }
  }

  private mutating func applyFormat(_ format: String) {
    parts.note("framegrab writes PNG only")
    let ending = FileEnding(of: Word("x." + format))
    if ending.isForeignPicture, !ending.isVideo { parts.format = format }
  }

  /// Where `ffmpeg` starts with two `-ss`, before and behind its input.
  private static func sum(_ first: String, _ second: String?) -> String {
    guard let second, case .time(let start)? = try? TimeSpecification(parsing: first),
      case .time(let more)? = try? TimeSpecification(parsing: second), let sum = start.adding(more)
    else { return "TIME" }
    return ForeignParts.seconds(sum)
  }

  // MARK: Operands

  /// The first operand is the video, unless an option names it; the last one is the output, as `ffmpeg` has it.
  private mutating func placeOperands() {
    if parts.moments.isEmpty, parts.start == nil, parts.length == nil {
      operands += strays
      let index = operands.firstIndex { (try? TimeSpecification(parsing: $0)) != nil }
      if operands.count > 1, let index { parts.length = operands.remove(at: index) }
    }
    if parts.videos.isEmpty, !operands.isEmpty { parts.videos = [operands.removeFirst()] }
    if !parts.isFromFFmpeg {
      let isVideo = { FileEnding(of: Word($0)).isVideo }
      parts.videos += operands.filter(isVideo)
      operands.removeAll(where: isVideo)
    }
    if parts.words.contains("--hash"), operands.last == "-" { return }
    guard parts.output == nil, let last = operands.last else { return }
    let ending = FileEnding(of: Word(last))
    if ending.isVideo { return parts.note("framegrab writes pictures only, not '\(last)'") }
    if ending.isForeignPicture { parts.note("framegrab writes PNG only") }
    parts.output = ["pipe:", "pipe:1", "/dev/stdout"].contains(last) ? "-" : last
  }
}

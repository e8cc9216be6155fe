import Arguments
import Files
import FrameGrabbing
import Timeline

/// The requested moments in command-line order; some are in files that are not read yet.
struct AskedMoments {
  /// One moment, or a file that holds some.
  enum Item {
    case moment(Moment)
    /// The gesture in this file; `-` is standard input.
    case gesture(Path)
    /// The times in this file; `-` is standard input.
    case list(Path)
  }

  private(set) var items: [Item] = []

  init(_ arguments: ParsedArguments, _ reader: ValueReader) throws(UsageError) {
    for occurrence in arguments.occurrences {
      if let item = try Self.item(occurrence, reader) { items.append(item) }
    }
    let fromStandardInput = items.count { item in
      switch item {
      case .gesture(let path), .list(let path): path.bytes == Array("-".utf8)
      case .moment: false
      }
    }
    if fromStandardInput > 1 {
      throw UsageError(line: "standard input can be read once, but two options name it with '-'")
    }
  }

  private static func item(_ occurrence: Occurrence, _ reader: ValueReader) throws(UsageError) -> Item? {
    switch (occurrence.option, occurrence.value) {
    case (.all, _): return .moment(Moment(.all, text: "--all"))
    case (.keyframes, _): return .moment(Moment(.keyframes, text: "--keyframes"))
    case (.chapters, _): return .moment(Moment(.chapters, text: "--chapters"))
    case (.at, let word?): return .moment(Moment(.time(try reader.time(word)), text: word.text))
    case (.frame, let word?): return .moment(Moment(.frames(try reader.frames(word)), text: word.text))
    case (.gesture, let word?): return .gesture(Path(bytes: word.bytes))
    case (.atList, let word?): return .list(Path(bytes: word.bytes))
    case (.every, let word?):
      guard let step = try reader.length(.every) else { return nil }
      return .moment(Moment(.every(step), text: "--every \(word.text)"))
    case (.count, let word?):
      guard let count = try reader.wholeNumber(.count, isPositive: true) else { return nil }
      return .moment(Moment(.count(count), text: "--count \(word.text)"))
    default: return nil
    }
  }

  /// Whether there may be more than one picture.
  var givesSeveral: Bool {
    items.count > 1
      || items.contains { item in
        switch item {
        case .moment(let moment): moment.mayGiveSeveral
        case .list: true
        case .gesture: false
        }
      }
  }

  /// Whether any is written as a range of frames, even of one: `9..9`.
  var hasRange: Bool {
    items.contains { item in
      if case .moment(let moment) = item, case .frames = moment.kind { moment.text.contains("..") } else { false }
    }
  }

  /// The text of the only moment, if there is one and it is not in a file of several.
  var onlyText: String? {
    guard items.count == 1 else { return nil }
    switch items[0] {
    case .moment(let moment): return moment.text
    case .gesture(let path): return path.text
    case .list: return nil
    }
  }

  /// The gesture's file.
  var gesture: Path? {
    for case .gesture(let path) in items { return path }
    return nil
  }
}

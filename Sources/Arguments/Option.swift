/// An option: one row of the table, with all that the command line knows of it.
///
/// A class, since a row has many parts, and a file of jobs asks for rows a million times. Two are equal if their names are.
public final class Option: Sendable {
  /// The long name without its dashes; a name of one letter has no long form: it is a short option only.
  public let name: String
  /// The short spelling, an ASCII letter, without its dash.
  public let short: Character?
  /// The kind of value, if the option has one.
  public let value: ValueKind
  /// Whether the option may be given more than once.
  public let repeats: Bool
  /// The help section that lists the option.
  public let section: OptionSection
  /// The modes that accept it.
  public let modes: Set<Mode>
  /// Whether a request of `--serve` may contain it, and how.
  public let request: RequestSpelling
  /// What it changes, which decides how it applies to many jobs.
  public let effect: OptionEffect
  /// The subject of the option.
  public let role: OptionRole
  /// Options of which one must also be given; empty if it needs none.
  public let needs: [Option]
  /// Options that cannot be given with it; of two that exclude each other only one lists the other.
  public let excludes: Exclusion?
  /// What the option does: one line, a fragment without a full stop.
  public let summary: String
  /// More for the long help and the manual page; blank lines separate paragraphs; may be empty.
  public let discussion: String

  /// Makes a row of the table.
  public init(
    _ name: String,
    short: Character? = nil,
    value: ValueKind = .none,
    repeats: Bool = false,
    section: OptionSection,
    goesWith modes: Set<Mode>,
    request: RequestSpelling,
    changes effect: OptionEffect = .pictures,
    role: OptionRole = .other,
    needs: [Option] = [],
    excludes: Exclusion? = nil,
    summary: String,
    discussion: String = ""
  ) {
    self.name = name
    self.short = short
    self.value = value
    self.repeats = repeats
    self.section = section
    self.modes = modes
    self.request = request
    self.effect = effect
    self.role = role
    self.needs = needs
    self.excludes = excludes
    self.summary = summary
    self.discussion = discussion
  }
}

/// Options that cannot be given together with another one.
public struct Exclusion: Hashable, Sendable {
  /// The other options, in the order in which a message names one of them.
  public let others: [Option]
  /// What to do instead: a fragment; empty if there is no advice.
  public let advice: String

  /// Makes an exclusion.
  public init(_ others: [Option], advice: String = "") {
    self.others = others
    self.advice = advice
  }
}

extension Option: Hashable {
  /// Whether two options have one name.
  public static func == (one: Option, other: Option) -> Bool { one === other || one.name == other.name }

  /// Hashes the name.
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension Option {
  /// The long name with its dashes, or nil for an option that is only a letter.
  public var long: String? { name.utf8.count > 1 ? "--" + name : nil }

  /// Whether all words up to the next option are values of its own.
  var takesWords: Bool { repeats && value.syntax?.hasSuffix("...") == true }
}

/// The kind of value that an option has.
public enum ValueKind: Hashable, Sendable {
  /// A flag.
  case none
  /// A value must follow; when `choices` is not empty it must be one of them.
  case required(placeholder: String, choices: [String], completes: CompletedPaths)
  /// One of a few words may follow after an equals sign; without it, the option is a flag.
  case optional(placeholder: String, choices: [String])

  /// A value whose syntax the help explains.
  public static func required(_ placeholder: String) -> ValueKind {
    .required(placeholder: placeholder, choices: [], completes: .none)
  }

  /// A value that names a file or a folder; `paths` are those that a shell offers.
  public static func file(_ placeholder: String, _ paths: CompletedPaths = .files) -> ValueKind {
    .required(placeholder: placeholder, choices: [], completes: paths)
  }

  /// A value that names a folder.
  public static func folder(_ placeholder: String) -> ValueKind {
    .file(placeholder, .folders)
  }

  /// A value that is one of a few words.
  public static func choice(_ placeholder: String, _ choices: [String]) -> ValueKind {
    .required(placeholder: placeholder, choices: choices, completes: .none)
  }

  /// A value that is the raw value of one of an enumeration's cases.
  public static func choice<Word>(_ placeholder: String, _ words: Word.Type) -> ValueKind
  where Word: CaseIterable & RawRepresentable<String> {
    .choice(placeholder, words.allCases.map(\.rawValue))
  }

  /// The value as the help shows it: the placeholder, or the choices with bars between them; nil for a flag.
  public var syntax: String? {
    switch self {
    case .none: nil
    case .required(let placeholder, let choices, _): choices.isEmpty ? placeholder : choices.joined(separator: "|")
    case .optional(let placeholder, let choices): choices.isEmpty ? placeholder : choices.joined(separator: "|")
    }
  }

  /// The allowed words; empty when any value is allowed.
  public var choices: [String] {
    switch self {
    case .none: []
    case .required(_, let choices, _), .optional(_, let choices): choices
    }
  }

  /// Whether it may be left out.
  public var isOptional: Bool {
    if case .optional = self { return true }
    return false
  }
}

/// The paths that a shell offers as a value; any other value can still be typed.
public enum CompletedPaths: Hashable, Sendable {
  /// None: the value is not a path.
  case none
  /// Files and folders.
  case files
  /// Files whose names end like this, such as `.json`, and the folders on the way to them.
  case filesEnding(String)
  /// Folders.
  case folders
}

/// The sections of the help, in order; the raw value is the title.
public enum OptionSection: String, CaseIterable, Hashable, Sendable {
  /// Selecting frames.
  case moments = "Moments"
  /// The output and the properties of pictures.
  case output = "Writing"
  /// Looking without writing a picture.
  case looking = "Looking"
  /// Looking for a frame in the terminal.
  case scrubbing = "Scrubbing"
  /// Gesture files that are made.
  case gestures = "Making gestures"
  /// Many videos in one process.
  case many = "Many videos"
  /// Limits on resources.
  case limits = "Limits"
  /// How videos are read, and what is stored between runs.
  case reading = "Reading"
  /// Help and messages.
  case messages = "Messages"

  /// The word that asks for the help on it.
  var word: String {
    switch self {
    case .moments: "moments"
    case .output: "writing"
    case .looking: "looking"
    case .scrubbing: "scrubbing"
    case .gestures: "making"
    case .many: "many"
    case .limits: "limits"
    case .reading: "reading"
    case .messages: "messages"
    }
  }

  /// Whether few users need it, so that the short help only names it.
  var isRare: Bool { [.gestures, .limits, .reading].contains(self) }
}

extension Option {
  /// The spellings with their dashes, the short one first.
  public var spellings: [String] {
    var spellings: [String] = []
    if let short { spellings.append("-\(short)") }
    if let long { spellings.append(long) }
    return spellings
  }

  /// The spellings and the value, as help shows them: `-o, --output OUTPUT`; choices are only listed if they fit.
  public var heading: String {
    let names = spellings.joined(separator: ", ")
    if case .optional(let placeholder, _) = value { return names + "[=\(placeholder)]" }
    guard case .required(let placeholder, let choices, _) = value, let syntax = value.syntax else { return names }
    let heading = names + " " + syntax
    return heading.count <= Self.longestHeading || choices.isEmpty ? heading : names + " " + placeholder
  }

  private static let longestHeading = 27

  /// The summary for the short help, with a note if the option repeats.
  var line: String {
    repeats ? summary + " (repeats)" : summary
  }

  /// The summary as a sentence, and the discussion after it.
  var paragraphs: [String] {
    let sentence = summary.prefix(1).uppercased() + summary.dropFirst() + (repeats ? "; may be repeated." : ".")
    let discussed = Paragraphs(discussion).texts
    return [([sentence] + discussed.prefix(1)).joined(separator: " ")] + discussed.dropFirst()
  }

  var takesValue: Bool {
    value != .none
  }

  /// Whether its value names a file.
  var isFile: Bool {
    guard case .required(_, _, let paths) = value else { return false }
    return paths != .none
  }
}

extension Option {
  /// Whether a request of `--serve` may contain it.
  public var isInRequests: Bool { request != .never }

  /// Why a word is not a valid value, or nil if it is; `spelling` is the option as it was given.
  public func refusal(of value: Word, spelling: String) -> ArgumentError.Fault? {
    let choices = self.value.choices
    guard !choices.isEmpty, !choices.contains(where: { value.bytes.elementsEqual($0.utf8) }) else { return nil }
    return .notAChoice(
      value: value.text, spelling: spelling, choices: choices, suggestion: suggestion(for: value.text, among: choices))
  }
}

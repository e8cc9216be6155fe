/// The options with their values and the operands of a command line, as typed.
///
/// Combinations are not checked here; nothing is required and no two options exclude each other.
public struct ParsedArguments: Hashable, Sendable {
  /// The options in the order of the command line.
  public let occurrences: [Occurrence]
  /// The words that are neither options nor values, in order.
  public let operands: [Word]
  /// The indices of the operands among all words; empty if they are no words of a command line.
  let places: [Int]

  /// Makes the result of a parse.
  public init(occurrences: [Occurrence], operands: [Word]) { self.init(occurrences, operands, places: []) }

  init(_ occurrences: [Occurrence], _ operands: [Word], places: [Int]) {
    self.occurrences = occurrences
    self.operands = operands
    self.places = places
  }

  /// Whether requests with options of their own follow, each a line: with --serve, and with --batch but for --videos.
  public var haveRequests: Bool { (has(.serve) || has(.batch)) && !has(.videos) }

  /// Whether an option was given.
  public func has(_ option: Option) -> Bool {
    occurrences.contains { $0.option == option }
  }

  /// The value of the last occurrence of an option; nil when it was not given or is a flag.
  public func last(_ option: Option) -> Word? {
    occurrences.last { $0.option == option }?.value
  }

  /// Every occurrence of an option, in order.
  public func all(_ option: Option) -> [Occurrence] {
    occurrences.filter { $0.option == option }
  }
}

/// An option with its position on the command line.
public struct Occurrence: Hashable, Sendable {
  /// The option.
  public let option: Option
  /// Its value, byte for byte; nil for a flag.
  public let value: Word?
  /// The index of the word that holds the option; 0 is the first after the program's name.
  public let position: Int

  /// Makes an occurrence.
  public init(option: Option, value: Word?, position: Int) {
    self.option = option
    self.value = value
    self.position = position
  }
}

/// Whether a request of `--serve` may hold an option, and how it spells it.
///
/// A request is a JSON object; the key of an option's member is its long name without dashes.
public enum RequestSpelling: Hashable, Sendable {
  /// No request may hold it.
  case never
  /// `true` or `false`; false is as if the option were not given, even if it stands beside `--serve`.
  case flag
  /// The value as a string or a number.
  case text
  /// The name of a file, as a string; `-` is refused with this reason.
  case file(insteadOfDash: String)
}

/// What an option is about, as far as it decides how a mode that does not take it refuses it.
public enum OptionRole: Hashable, Sendable {
  /// It says which frames are grabbed.
  case moment
  /// It moves from the frame asked for to another one.
  case move
  /// It says where frames are written.
  case output
  /// Anything else.
  case other
}

/// Options that cannot be given together with another one.
public struct Exclusion: Hashable, Sendable {
  /// The other options, in the order in which one of them is named in a message.
  public let others: [OptionName]
  /// What to do instead: a fragment; empty where that needs no words.
  public let advice: String

  /// Makes an exclusion.
  public init(_ others: [OptionName], advice: String = "") {
    self.others = others
    self.advice = advice
  }
}

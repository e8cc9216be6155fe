/// Whether and how a request of `--serve` may contain an option.
///
/// A request is a JSON object; the key of an option's member is its long name without dashes.
public enum RequestSpelling: Hashable, Sendable {
  /// No request may contain it.
  case never
  /// `true` or `false`; false means not given, even if the option was given next to `--serve`.
  case flag
  /// The value as a string or a number.
  case text
  /// The same, or an array of them; each has the meaning of the option given once.
  case texts
  /// The name of a file, as a string; `-` is refused with this reason.
  case file(insteadOfDash: String)
}

/// The subject of an option, which determines the error of a mode that does not accept it.
public enum OptionRole: Hashable, Sendable {
  /// It selects frames.
  case moment
  /// It chooses among the frames that other options select.
  case series
  /// It moves from the selected frame to another one.
  case move
  /// It sets the output.
  case output
  /// Anything else.
  case other
}

/// What an option changes.
public enum OptionEffect: Hashable, Sendable {
  /// Which frames there are, their pixels, or their names: two jobs are the same only if they agree in it.
  case pictures
  /// How a job is done, without any effect on its results.
  case handling
  /// The run as a whole, and none of its jobs.
  case run
}

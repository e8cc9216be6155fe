/// When progress is shown; the raw value is the word of the command line.
public enum ProgressChoice: String, CaseIterable, Hashable, Sendable {
  /// After a delay, on a terminal.
  case auto
  /// Immediately and also without a terminal.
  case always
  /// Never.
  case never
}

/// The shape of a picture's pixels; the raw value is the word of the command line.
public enum PixelsChoice: String, CaseIterable, Hashable, Sendable {
  /// That of the video.
  case stored
  /// Square.
  case square
}

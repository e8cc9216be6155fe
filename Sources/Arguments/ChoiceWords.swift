/// Whether it is shown how far a run has come; the raw value is the word of the command line.
public enum ProgressChoice: String, CaseIterable, Hashable, Sendable {
  /// Once it takes a while, where a person watches.
  case auto
  /// At once and everywhere.
  case always
  /// Not at all.
  case never
}

/// What shape the pixels of a picture have; the raw value is the word of the command line.
public enum PixelsChoice: String, CaseIterable, Hashable, Sendable {
  /// That of the video's.
  case stored
  /// As wide as high.
  case square
}

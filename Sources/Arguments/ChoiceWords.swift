/// When progress is shown; the raw value is the word of the command line.
public enum ProgressChoice: String, CaseIterable, Hashable, Sendable {
  /// After a delay, on a terminal.
  case auto
  /// Immediately and also without a terminal.
  case always
  /// Never.
  case never
  /// As an object each second, for machines.
  case json
}

/// The sandbox of the process that reads a video; the raw value is the word of the command line.
public enum SandboxChoice: String, CaseIterable, Hashable, Sendable {
  /// A separate process, in whatever sandbox the system has.
  case auto
  /// The same, but nothing is read if a part of the sandbox is missing.
  case require
  /// No separate process.
  case off
}

/// How a picture of another shape fills a size; the raw value is the word of the command line.
public enum FitChoice: String, CaseIterable, Hashable, Sendable {
  /// In the size's shape.
  case stretch
  /// In its own, with nothing cut off.
  case inside
  /// In its own, with nothing left empty.
  case cover
}

/// The shape of a picture's pixels; the raw value is the word of the command line.
public enum PixelsChoice: String, CaseIterable, Hashable, Sendable {
  /// That of the video.
  case stored
  /// Square.
  case square
}

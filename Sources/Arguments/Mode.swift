/// What one call of the tool does.
public enum Mode: CaseIterable, Hashable, Sendable {
  /// Answers requests from standard input.
  case serve
  /// Works on the jobs of a file, or on many videos.
  case batch
  /// Shows a video in the terminal and scrubs in it.
  case scrub
  /// Describes a video.
  case info
  /// Lists a video's frames.
  case listFrames
  /// Prints a gesture event by event.
  case trace
  /// Plays gestures on several sliders.
  case compare
  /// Plays a gesture's seeks, with a drawing if requested.
  case replay
  /// Draws a gesture.
  case plot
  /// Makes a gesture file.
  case newGesture
  /// Corrects a gesture file.
  case solve
  /// Writes frames as pictures; the default mode.
  case grab
}

extension Set<Mode> {
  /// Every mode.
  public static var all: Self { Self(Mode.allCases) }
  /// Every mode with a single run.
  public static var single: Self { all.subtracting([.serve, .batch]) }
  /// The modes that accept options about pictures; the others write none.
  public static var pictures: Self { [.grab, .batch, .serve, .scrub, .replay] }
}

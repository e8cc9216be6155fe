import Arguments

/// A question about a video, asked instead of frames.
enum Look {
  /// What is in it, as `--info --json` prints it.
  case description
  /// All of its frames, as `--list-frames --json` prints them.
  case frames

  init?(_ arguments: ParsedArguments) {
    if arguments.has(.info) {
      self = .description
    } else if arguments.has(.listFrames) {
      self = .frames
    } else {
      return nil
    }
  }

  /// The options that ask for them.
  static let options: Set<Option> = [.info, .listFrames]
}

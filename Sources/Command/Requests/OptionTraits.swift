import Arguments

// What an option means for a run over many jobs.
extension Occurrence {
  /// Whether jobs that differ in it count as different jobs.
  var changesPictures: Bool { option.effect == .pictures }

  /// Whether it is about the run as a whole, not about its jobs.
  var isAboutRun: Bool { option.effect == .run }

  /// Whether it is dropped for a job with its own moments.
  var isAboutMoments: Bool { option.role == .moment || option.role == .series }
}

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

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

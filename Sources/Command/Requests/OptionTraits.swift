import Arguments

// What the row of an option says of it among many jobs.
extension Occurrence {
  private var row: Option? { OptionTable.framegrab[option] }

  /// Whether two jobs that differ in it are two jobs.
  var changesPictures: Bool { row?.effect != .handling && row?.effect != .run }

  /// Whether it is about the run as a whole and none of its jobs.
  var isAboutRun: Bool { row?.effect == .run }

  /// Whether a job with moments of its own does without it.
  var isAboutMoments: Bool { row?.role == .moment || row?.role == .series }
}

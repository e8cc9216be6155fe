import Arguments

// What an option means for a run over many jobs, by its row in the table.
extension Occurrence {
  private var row: Option? { OptionTable.framegrab[option] }

  /// Whether jobs that differ in it count as different jobs.
  var changesPictures: Bool { row?.effect != .handling && row?.effect != .run }

  /// Whether it is about the run as a whole, not about its jobs.
  var isAboutRun: Bool { row?.effect == .run }

  /// Whether it is dropped for a job with its own moments.
  var isAboutMoments: Bool { row?.role == .moment || row?.role == .series }
}

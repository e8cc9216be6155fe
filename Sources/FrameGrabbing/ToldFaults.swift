import Files

/// What went wrong in a run, so that one cause is told once for each moment.
struct ToldFaults {
  /// Whether anything failed.
  var hasAny = false
  /// The folders that take no files, each with the last moment for which this was reported.
  private var blocked: [Path: Int] = [:]
  /// The moments of which a frame is behind the end of a file that is cut off.
  private var cut: Set<Int> = []
  /// Whether such a folder was found since the outputs were last checked.
  var isBlocked = false
  /// How many pictures were not tried, since another one could not be written to their folder.
  var untriedCount = 0

  /// Notes a folder that takes no files, and a moment behind a cut; returns the error, marked as a repetition if it was
  /// reported before.
  mutating func note(_ error: GrabError, of request: AskedFrame, in folder: Path?) -> GrabError {
    if error.isCutOff { return cut.insert(request.moment).inserted ? error : error.repeated() }
    guard error.isAboutFolder, let folder else { return error }
    isBlocked = true
    return blocked.updateValue(request.moment, forKey: folder) == nil ? error : error.repeated()
  }

  /// Whether a moment was told that this folder takes no files.
  func hold(_ folder: Path, of moment: Int) -> Bool { blocked[folder] == moment }
}

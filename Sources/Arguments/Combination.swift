/// Why options cannot be combined although each could be read: a fragment in lower case, without a full stop.
public struct CombinationError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The error message; it can quote the name of a gesture file, and may then contain control characters.
  public let description: String
}

/// Checks the options of one command line or one request together.
struct Combination {
  let arguments: ParsedArguments
  let mode: Mode
  /// Their rows, in the order in which they were given.
  let given: [Option]

  init(_ arguments: ParsedArguments) {
    self.arguments = arguments
    mode = Mode(arguments)
    given = arguments.occurrences.map(\.option)
  }

  /// The error for a mode given with another one that does not accept it.
  var secondMode: String? {
    let isMode = { (option: Option) in Mode.allCases.contains { $0.option == option } }
    guard let option = given.first(where: { isMode($0) && !$0.modes.contains(mode) }) else { return nil }
    return "\(modeName) and \(long(option)) exclude each other"
  }

  /// The error for two options that exclude each other.
  var exclusion: String? {
    for option in given {
      guard let exclusion = option.excludes, let other = exclusion.others.first(where: arguments.has) else { continue }
      let advice = exclusion.advice.isEmpty ? "" : ": " + exclusion.advice
      return "\(shortest(option)) and \(shortest(other)) exclude each other" + advice
    }
    return nil
  }

  /// The error for an option that needs another one.
  var unmetNeed: String? {
    // Options for all requests may get what they need from each request.
    let given = given.filter { !(arguments.haveRequests && $0.isInRequests) }
    for option in given where !option.needs.isEmpty && !option.needs.contains(where: arguments.has) {
      return belonging(option, option.needs)
    }
    return nil
  }

  /// The error for something missing that the mode requires.
  var lack: String? {
    let noVideo = "which video? Name one before or after the options"
    switch mode {
    case .serve, .newGesture: return nil
    case .batch where arguments.haveRequests:
      return arguments.operands.isEmpty ? "--batch needs a file of jobs, such as jobs.ndjson, or --videos LIST" : nil
    case .batch:
      if given.contains(where: { $0.role == .moment }) { return nil }
      let areSeveral = arguments.has(.batch) && arguments.operands.count > 1
      return areSeveral ? "--batch reads one file of jobs at a time" : noMoment
    case .scrub:
      return arguments.operands.isEmpty && ![.gesture, .control].contains(where: arguments.has) ? noVideo : nil
    case .info, .listFrames:
      guard arguments.operands.isEmpty else { return nil }
      return arguments.has(.videos)
        ? "\(modeName) takes its videos from the command line: leave --videos out" : noVideo
    case .compare where arguments.has(.gestures): return nil
    case .trace, .compare, .replay, .plot, .solve:
      if arguments.has(.gesture) { return nil }
      let does = mode == .solve ? "corrects" : mode == .compare ? "plays" : "shows"
      return "\(modeName) \(does) a gesture: "
        + (Advice(gestureAmong: arguments)?.description ?? "name its file with --gesture FILE")
    case .grab:
      if arguments.has(.gestures) { return misfit }
      guard given.contains(where: { $0.role == .moment }) else {
        return misfit ?? noMoment
      }
      if arguments.has(.gesture) { return nil }
      if let option = given.first(where: { $0.section == .gestures && $0.modes.contains(.grab) }) {
        return belonging(option, [.gesture])
      }
      return arguments.operands.isEmpty ? noVideo + "; --videos - reads names from standard input" : nil
    }
  }

  /// A sheet shows as many frames as it has places.
  private var sheetAdvice: String? {
    arguments.last(.sheet).flatMap { FilterWords.count(ofTile: $0.text) }.map {
      "say which frames the sheet shows, such as --count \($0)"
    }
  }

  private var noMoment: String {
    "nothing to grab: "
      + (Advice(operandsOf: arguments)?.description ?? sheetAdvice
        ?? "say when with --at TIME, --frame N or --gesture FILE (framegrab --help has examples)")
  }

  /// The error for an option that the mode does not accept.
  var misfit: String? {
    given.first { !$0.modes.contains(mode) }.map(reason)
  }

  private func reason(_ option: Option) -> String {
    let name = long(option)
    switch (mode, option.role) {
    case (.batch, _) where option == .timings: return "\(name) is about one video: leave it out"
    case (.batch, _) where [.info, .listFrames].contains(option):
      return "\(name) is a part of each job: write \"\(option.name)\": true in its line"
    case _ where option == .model && (arguments.has(.gesture) || arguments.has(.gestures)):
      return "\(name) is for new gestures: change control.model in this one's file, or play it through other sliders "
        + "with --compare MODEL,…"
    case (.serve, _):
      let advice = option.isInRequests ? ", or write it in a request" : ""
      return "--serve takes its requests from standard input: leave \(name) out\(advice)"
    case _ where option == .videos: return "--videos is for frames that are grabbed: leave it out with \(modeName)"
    case _ where !option.modes.contains(.grab):
      return belonging(option, Mode.allCases.filter(option.modes.contains).compactMap(\.option))
    case (.info, .moment), (.listFrames, .moment):
      return "--info and --list-frames look at the whole video: leave the moments out"
    case (.info, .move), (.listFrames, .move):
      return "\(name) moves a moment, and --info and --list-frames have none: leave it out"
    case (.scrub, .moment): return "--scrub starts at one moment, with --at, --frame or --gesture: leave \(name) out"
    case (.scrub, .move): return "\(name) moves a moment of a grab: leave it out with --scrub"
    case (.newGesture, .moment):
      return "\(modeName) makes a gesture: leave the moments out, and say with --reach TIME where it ends"
    case (.solve, .moment): return "\(modeName) corrects a gesture: leave the other moments out"
    case (.newGesture, .output): return "\(modeName) names the file itself: leave \(shortest(option)) out"
    case (_, .moment): return "\(modeName) shows a gesture only: leave the other moments out"
    case (_, .output): return "\(modeName) writes no frames: leave \(shortest(option)) out"
    default: return "\(name) belongs to frames that are grabbed: leave it out with \(modeName)"
    }
  }

  // MARK: Words

  private func belonging(_ option: Option, _ others: [Option]) -> String {
    var advice = ""
    if option == .rate { advice = "; for a frame at each tick write --every \(interval)" }
    if option == .fit, let width = arguments.last(.width)?.text, let height = arguments.last(.height)?.text {
      advice = "; write --size \(width)x\(height)"
    }
    return "\(long(option)) belongs to " + others.map(long).listed + advice
  }

  /// The time between two frames at the value of --rate, by which other tools mean frames per second.
  private var interval: String { FilterWords.period(ofRate: arguments.last(.rate)?.text ?? "") }

  private var modeName: String {
    mode == .batch && !arguments.has(.batch) ? "a run over many videos" : mode.option.map(long) ?? ""
  }

  private func long(_ option: Option) -> String { option.spellings.last ?? option.name }

  private func shortest(_ option: Option) -> String { option.spellings.first ?? option.name }
}

extension ParsedArguments {
  /// Checks that the options can be combined, as their rows say; values are not checked.
  ///
  /// Throws for two modes at once, for options that exclude each other, and for an option without another one that it
  /// needs.
  public func checkOptions() throws(CombinationError) {
    try checkPart()
    if let fault = Combination(self).unmetNeed { throw CombinationError(description: fault) }
  }

  /// The same for options that hold for many requests, each of which may have what another option needs.
  public func checkPart() throws(CombinationError) {
    let given = Combination(self)
    if let fault = given.secondMode ?? given.exclusion { throw CombinationError(description: fault) }
  }

  /// Checks that the options fit the mode, as their rows say; values are not checked.
  ///
  /// Throws for a mode without its moment, gesture or video, and for the first option that the mode does not accept.
  public func checkMode() throws(CombinationError) {
    let given = Combination(self)
    if let fault = given.lack ?? given.misfit { throw CombinationError(description: fault) }
  }
}

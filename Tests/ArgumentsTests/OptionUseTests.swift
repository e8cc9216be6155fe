import Arguments
import Testing

/// The rows' rules about modes, requests and other options, and the checks computed from them.
@Suite struct `Combinations of options` {
  private let table = OptionTable.framegrab

  /// What a picture looks like: the rows from --no-rotate to --stamp.
  private static let looks = OptionTable.framegrab.options.map(\.name)
    .drop { $0 != "no-rotate" }.reversed().drop { $0 != "stamp" }.reversed().joined(separator: " ")

  private func names(_ isWanted: (Option) -> Bool) -> String {
    table.options.filter(isWanted).map(\.name).joined(separator: " ")
  }

  @Test func `the options that a request may contain`() {
    #expect(
      names(\.isInRequests) == """
        at frame gesture every count repeat all keyframes chapters from to step snap skip-blank nearest clamp stream clock \
        control screen density allow-unfinished output into overwrite skip-existing mkdir sync dry-run hash \(Self.looks) strict \
        verify info list-frames index
        """)
    #expect(names { $0.isInRequests && $0.role == .moment } == "at frame gesture every count all keyframes chapters")
  }

  @Test func `the options accepted with --serve`() {
    let questions = "h help version man schema example-gesture completions"
    #expect(
      names { $0.modes.contains(.serve) } == """
        step snap skip-blank nearest clamp stream clock control screen density allow-unfinished trust-paths overwrite skip-existing mkdir sync dry-run hash \
        \(Self.looks) strict jobs verify serve \
        unordered exit-zero max-open max-payload timeout max-pixels max-picture max-allocation max-memory max-streams probe-size \
        probe-duration max-gap sandbox source cache whole index \
        no-cache quiet verbose \(questions)
        """)
    // An option for every request can be in each of them, except those about the process.
    let isProcess: (Option) -> Bool = {
      [.many, .limits, .reading, .messages].contains($0.section) && $0 != .index
        || [.trustPaths, .jobs].contains($0)
    }
    #expect(names { $0.modes.contains(.serve) && !isProcess($0) } == names { $0.isInRequests && !isSingle($0) })
  }

  /// Whether two requests cannot share the option.
  private func isSingle(_ option: Option) -> Bool {
    // --fit is one for all together with the --size that it needs.
    // A request that looks at a video is no default of the others.
    if [.info, .listFrames].contains(option) { return true }
    return option.role == .moment || option.role == .output || !option.needs.isEmpty && option != .fit
  }

  @Test func `the options that a mode does not accept`() {
    // Those of a service alone are accepted nowhere else.
    #expect(names { $0.modes == [.serve] } == "serve exit-zero max-payload")
    // And those of a run over many videos.
    #expect(names { $0.modes == [.batch] } == "batch videos results resume shard")
    let modes = "serve batch scrub info list-frames trace compare replay plot new-gesture solve".split(separator: " ")
      .map(
        String.init)
    func left(_ mode: Mode) -> String {
      names {
        !$0.modes.contains(mode) && !modes.contains($0.name) && !$0.modes.isSubset(of: [.serve, .batch])
      }
    }
    let making = "record view model reach away return over rate solve-touch"
    #expect(left(.grab) == "gestures seeker simulate animate " + making)
    #expect(left(.batch) == "gestures seeker simulate animate \(making) timings")
    #expect(
      left(.info)
        == """
        at at-list frame gesture every count repeat all keyframes chapters from to step snap skip-blank nearest clamp control \
        screen density output into print0 hash \(Self.looks) strict verify gestures seeker simulate animate \(making) index
        """)
    #expect(left(.listFrames) == left(.info))
    let moments = "at at-list frame every count repeat all keyframes chapters from to"
    #expect(
      left(.replay)
        == moments
        + " step snap skip-blank nearest clamp print0 hash raw sheet stamp fail-fast jobs gestures \(making) index")
    let pictures = """
      \(moments) step snap skip-blank nearest clamp output into hash \(Self.looks) strict fail-fast jobs verify
      """
    #expect(left(.plot) == "\(pictures) gestures \(making) index")
    #expect(
      left(.trace) == pictures.replacing("into", with: "into print0")
        + " gestures seeker simulate animate \(making) index")
    #expect(left(.compare) == pictures.replacing("into", with: "into print0") + " animate \(making) index")
    let ofNone = pictures.replacing("at at-list frame", with: "at at-list frame gesture").replacing(" from", with: "")
    let recorded = ofNone.replacing("clamp", with: "clamp control screen density")
    #expect(
      left(.newGesture)
        == recorded.replacing("control ", with: "")
        + " gestures seeker simulate animate record view solve-touch source index")
    #expect(
      left(.scrub)
        == """
        at-list every count repeat all keyframes chapters from to step snap skip-blank raw sheet stamp fail-fast jobs gestures seeker simulate animate reach away \
        return over rate solve-touch timings
        """)
    #expect(
      left(.solve) == pictures.replacing("output ", with: "")
        + " gestures seeker simulate animate record view model reach away return over rate source index")
  }

  @Test(arguments: OptionTable.framegrab.options)
  func `a row is consistent`(_ option: Option) throws {
    #expect(!option.modes.isEmpty)
    // A request grabs a frame; its key is the long name, and its value has the option's kind.
    switch option.request {
    case .never: break
    case .flag: #expect(option.value == .none)
    case .text, .texts: #expect(option.value != .none)
    case .file(let reason):
      guard case .required(_, let choices, let paths) = option.value else { throw WrongRow() }
      #expect(choices.isEmpty && paths != .none && !reason.isEmpty)
    }
    if option.isInRequests {
      let isLook = [.info, .listFrames].contains(option)
      #expect((option.modes.contains(.grab) || isLook) && option.long != nil)
    }
    // An option that it needs is accepted by every mode that accepts it.
    for mode in option.modes where !option.needs.isEmpty {
      #expect(option.needs.contains { $0.modes.contains(mode) })
    }
    #expect(!option.needs.contains(option))
    // An option that it excludes could otherwise be combined with it, and does not list it again.
    for other in option.excludes?.others ?? [] {
      #expect(other != option && !other.modes.isDisjoint(with: option.modes))
      #expect(other.excludes?.others.contains(option) != true)
    }
  }

  private struct WrongRow: Error {}

  @Test func `each mode is selected by a row that accepts it`() throws {
    for mode in Mode.allCases {
      guard let option = mode.option else { continue }
      #expect(option.modes.contains(mode) && Mode(arguments([option])) == mode)
    }
    #expect(Mode(arguments([])) == .grab)
    #expect(Mode(arguments([.plot, .replay])) == .replay)
  }

  private func arguments(_ names: [Option], operands: Int = 0) -> ParsedArguments {
    ParsedArguments(
      occurrences: names.enumerated().map { Occurrence(option: $1, value: nil, position: $0) },
      operands: Array(repeating: Word("v.mp4"), count: operands))
  }

  private func fault(_ check: () throws -> Void) -> String? {
    do {
      try check()
      return nil
    } catch {
      return "\(error)"
    }
  }

  // MARK: The checks

  @Test(arguments: Mode.allCases) func `a mode refuses the options that do not list it, and no others`(mode: Mode) {
    let needed: [Option] =
      mode == .grab ? [.at] : Set([.trace, .compare, .replay, .plot, .solve]).contains(mode) ? [.gesture] : []
    let start = [mode.option].compactMap { $0 } + needed
    let operands = mode == .serve ? 0 : 1
    for option in table.options where !Mode.allCases.contains(where: { $0.option == option }) {
      // They make the run a batch, without --batch.
      if [.videos, .results, .shard].contains(option) { continue }
      // A grab takes what is about gestures with one of them.
      let names = start + (mode == .grab && option.section == .gestures ? [.gesture] : []) + [option]
      let fault = fault { try arguments(names, operands: operands).checkMode() }
      #expect((fault == nil) == option.modes.contains(mode), "\(mode) \(option.name): \(fault ?? "")")
      // The error names the option or, for a moment, its kind.
      let words =
        option.role == .output
        ? ["-o", "--output", "--into"] : [option.spellings.last ?? "", "the moments", "other moments"]
      if let fault { #expect(words.contains { fault.contains($0) }, "\(mode) \(option.name): \(fault)") }
    }
  }

  @Test func `modes exclude each other unless their rows accept each other`() {
    for (number, mode) in Mode.allCases.enumerated() {
      for other in Mode.allCases.dropFirst(number + 1) {
        guard let first = mode.option, let second = other.option else { continue }
        let fault = fault { try arguments([second, first]).checkOptions() }
        let message = "--\(first.name) and --\(second.name) exclude each other"
        #expect(fault == (second.modes.contains(mode) ? nil : message))
      }
    }
  }

  @Test(arguments: OptionTable.framegrab.options)
  func `options that a row excludes or needs are in the message`(_ option: Option) {
    for other in option.excludes?.others ?? [] {
      for pair in [[option, other], [other, option]] {
        let fault = fault { try arguments(pair).checkOptions() }
        #expect(fault?.contains("exclude each other") == true, "\(pair.map(\.name))")
      }
    }
    guard !option.needs.isEmpty else { return }
    #expect(fault { try arguments([option]).checkOptions() }?.contains("belongs to") == true)
    for other in option.needs {
      // What is needed may need something, too.
      let further = other.needs.prefix(1)
      #expect(fault { try arguments([option, other] + further).checkOptions() } == nil)
    }
  }

  @Test(arguments: [
    ([Option.from, .at], "--from belongs to --every, --count, --all, --keyframes and --new-gesture"),
    ([.skipExisting, .overwrite], "-y and -n exclude each other: overwrite, or skip what exists"),
    ([.verbose, .quiet], "-q and -v exclude each other"),
    ([.noCache, .cache], "--cache and --no-cache exclude each other"),
    (
      [.width, .size],
      "--size and --width exclude each other: give --size WxH, or --width, or --height, or --scale"
    ),
  ])
  func `messages for invalid combinations`(_ names: [Option], _ message: String) {
    #expect(fault { try arguments(names).checkOptions() } == message)
  }

  private static let ownSlider = """
    --model is for new gestures: change control.model in this one's file, or play it through other sliders with \
    --compare MODEL,…
    """

  @Test(arguments: [
    ([Option.trace, .gesture, .at], "--trace shows a gesture only: leave the other moments out"),
    ([.trace, .gesture, .output], "--trace writes no frames: leave -o out"),
    ([.info, .output], "--info writes no frames: leave -o out"),
    ([.listFrames, .hash], "--hash belongs to frames that are grabbed: leave it out with --list-frames"),
    ([.info, .crop], "--crop belongs to frames that are grabbed: leave it out with --info"),
    ([.info, .strict], "--strict belongs to frames that are grabbed: leave it out with --info"),
    ([.listFrames, .nearest], "--nearest belongs to frames that are grabbed: leave it out with --list-frames"),
    ([.plot, .gesture, .depth], "--depth belongs to frames that are grabbed: leave it out with --plot"),
    ([.replay], "--replay shows a gesture: name its file with --gesture FILE"),
    ([.solve], "--solve corrects a gesture: name its file with --gesture FILE"),
    (
      [.newGesture, .at],
      "--new-gesture makes a gesture: leave the moments out, and say with --reach TIME where it ends"
    ),
    ([.newGesture, .output], "--new-gesture names the file itself: leave -o out"),
    ([.solve, .gesture, .at], "--solve corrects a gesture: leave the other moments out"),
    ([.at, .reach], "--reach belongs to --new-gesture"),
    ([.at, .control], "--control belongs to --gesture"),
    ([.at, .allowUnfinished], "--allow-unfinished belongs to --gesture"),
    ([.gesture, .model], ownSlider),
    ([.trace, .gesture, .model], ownSlider),
    ([.compare, .gestures, .model], ownSlider),
    ([.at, .model], "--model belongs to --scrub and --new-gesture"),
    ([.info, .at], "--info and --list-frames look at the whole video: leave the moments out"),
    ([.listFrames, .step], "--step moves a moment, and --info and --list-frames have none: leave it out"),
    ([.at, .seeker], "--seeker belongs to --compare, --replay and --plot"),
    ([.serve, .json], "--serve takes its requests from standard input: leave --json out"),
    (
      [.depth],
      "nothing to grab: say when with --at TIME, --frame N or --gesture FILE (framegrab --help has examples)"
    ),
  ])
  func `messages for options that a mode does not accept`(_ names: [Option], _ message: String) {
    #expect(fault { try arguments(names, operands: 1).checkMode() } == message)
  }

  @Test func `a frame needs a video, which a gesture file can name`() {
    let message = "which video? Name one before or after the options"
    let names = "; --videos - reads names from standard input"
    #expect(fault { try arguments([.at]).checkMode() } == message + names)
    #expect(fault { try arguments([.info]).checkMode() } == message)
    #expect(fault { try arguments([.gesture]).checkMode() } == nil)
  }
}

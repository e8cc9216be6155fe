import Foundation

/// Asks for the frames of one file and collects what was said.
struct Traveller {
  let tool: Tool
  let path: String
  let plan: FramePlan
  /// A folder for indexes and job files.
  let scratch: URL
  private(set) var observations: [Observation] = []
  private(set) var findings: [Finding] = []
  /// Programs that were started.
  private(set) var starts = 0
  /// The longest run, in seconds.
  private var longest = 0.0

  /// Whether pictures take so long here that roads without a common pass would run into the time limit.
  var isSlow: Bool { longest > tool.timeLimit / 20 }

  /// The moments for such roads: fewer if the pictures are large or the keyframes far apart.
  var moments: [Moment] { isSlow ? Array(plan.many.prefix(8)) : plan.many }

  init(_ tool: Tool, path: String, plan: FramePlan, scratch: URL) {
    (self.tool, self.path, self.plan, self.scratch) = (tool, path, plan, scratch)
  }

  /// Starts the program; a crash or a hang is a finding.
  ///
  /// - Parameter shown: The words for reports, if others.
  mutating func start(
    _ words: [String], input: String = "", cache: URL? = nil, road: String, other: Tool? = nil, shown: [String]? = nil
  ) -> (ending: Tool.Ending, show: Show) {
    let tool = other ?? tool
    let begin = ContinuousClock.now
    let ending = tool.start(words, input: input, cache: cache)
    longest = max(longest, (ContinuousClock.now - begin) / .seconds(1))
    starts += 1
    let show = Show(command: tool.command(shown ?? words, cache: cache), input: input.isEmpty ? nil : input)
    if ending.isCrash {
      let end = ending.status.map { "ends with \($0): \(ending.messages.prefix(300))" } ?? ending.messages
      add(Finding.Kind.crash, "by \(road) it \(end)", show, road: road)
    }
    return (ending, show)
  }

  mutating func add(_ observation: Observation) { observations.append(observation) }

  mutating func add(_ kind: Finding.Kind, _ words: String, _ show: Show, road: String) {
    let seen = Observation(.file, road: road, show: show)
    findings.append(Finding(kind: kind, words: words, question: nil, seen: [seen], roads: [road]))
  }

  /// One answer in JSON for each moment, in their order, from a run of several.
  ///
  /// A file that cannot be read at all is one line, which then is the answer to all of them.
  mutating func note(
    _ answers: [Answer], to moments: [Moment], _ ending: Tool.Ending, _ show: Show, road: String, codes: [Int32]? = nil
  ) {
    guard let status = ending.status, !ending.isCrash else { return }
    let isWhole = answers.count == 1 && moments.count > 1 && answers[0].code == status
    guard isWhole || answers.count == moments.count else {
      return add(.missing, "\(moments.count) moments by \(road) have \(answers.count) answers", show, road: road)
    }
    for (number, moment) in moments.enumerated() {
      let answer = answers[isWhole ? 0 : number]
      let show = show.line(isWhole ? 1 : number + 1)
      add(Observation(moment.question, road: road, show: show, answer: answer))
    }
    let codes = codes ?? answers.map { $0.code ?? 0 }
    if !Legitimate.isExitCode(status, of: codes, isSingle: codes.count == 1) {
      add(
        .code, "by \(road) the exit code is \(status), with \(codes.count { $0 != 0 }) of \(codes.count) failed", show,
        road: road)
    }
  }
}

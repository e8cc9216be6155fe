/// The results of all files.
public struct StrangerTable: Sendable {
  private var files = 0
  private var equal = 0
  private var noVideo = 0
  private var crashed = 0
  private var wrongFiles = 0
  private var singles = 0
  private var singlesWrong = 0
  private var singlesMarked = 0
  private var verdicts: [Verdict: Int] = [:]
  private var reasons: [String: (files: Int, decoded: Int)] = [:]

  /// Nothing yet.
  public init() {}

  /// All wrong answers of which nothing warned, and crashes.
  public private(set) var wrong = 0

  /// Adds a file.
  public mutating func add(_ result: StrangerResult) {
    files += 1
    wrong += result.wrong
    wrongFiles += result.wrong > 0 ? 1 : 0
    switch result.outcome {
    case .noVideo: noVideo += 1
    case .crashed: crashed += 1
    case .refused(let code, let words, let frames):
      // Numbers differ from file to file, reasons do not.
      let reason = "\(code): " + String(words.map { $0.isNumber ? "N" : $0 })
      reasons[reason, default: (0, 0)].files += 1
      reasons[reason, default: (0, 0)].decoded += frames > 0 ? 1 : 0
    case .compared(let comparison, _, let single):
      let counts = comparison.counts
      equal += result.wrong == 0 && Set(counts.keys).isSubset(of: [.right, .rightWithOtherMadeUpTime]) ? 1 : 0
      verdicts.merge(counts) { $0 + $1 }
      singles += single.count
      singlesWrong += single.differences.count(where: \.isSilent)
      singlesMarked += single.differences.count { !$0.isSilent }
    }
  }

  /// The table as text.
  public var text: String {
    let refused = reasons.values.reduce(0) { $0 + $1.files }
    var lines = [
      "\(files) files: \(files - noVideo - refused - crashed) compared (\(equal) all equal), \(refused) refused, "
        + "\(noVideo) without video, \(crashed) crashed, \(wrongFiles) with wrong answers",
      "\(verdicts.values.reduce(0, +)) frames compared:",
    ]
    for verdict in Verdict.allCases {
      guard let count = verdicts[verdict] else { continue }
      lines.append(Self.cell(count) + "  " + verdict.rawValue + (verdict.isWrong ? "  (WRONG)" : ""))
    }
    lines.append(
      "\(singles) frames asked for once more, one by one: \(singlesWrong) differ from --all (WRONG), and \(singlesMarked) "
        + "that are marked as damaged")
    if !reasons.isEmpty { lines.append("refused (files, of which FFmpeg decodes something):") }
    for (reason, count) in reasons.sorted(by: { ($0.value.files, $1.key) > ($1.value.files, $0.key) }) {
      lines.append(Self.cell(count.files) + Self.cell(count.decoded) + "  exit code " + reason)
    }
    lines.append("silent wrong: \(wrong)")
    return lines.joined(separator: "\n")
  }

  private static func cell(_ number: Int) -> String {
    let text = "\(number)"
    return String(repeating: " ", count: max(0, 8 - text.count)) + text
  }
}

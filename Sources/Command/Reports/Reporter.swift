import Broker
import Files
import FrameGrabbing
import JSON

/// Reports the result of each frame: one line on standard output for machines, warnings on standard error for people.
struct Reporter {
  let terminal: Terminal
  let printsJSON: Bool
  /// The byte after each path.
  let pathEnd: UInt8
  /// Whether a hash is printed with the video's name and the moment, since there may be several videos.
  var namesVideos = false

  func report(_ report: FrameReport) throws(GrabError) {
    if let warning = report.warning { terminal.say(warning) }
    detail(report)
    if case .skipped(let path) = report.outcome, !report.followsInFile, !report.isTile {
      terminal.say("\(path): exists and is left as it is")
    }
    if printsJSON {
      try terminal.print(report.json)
    } else if let line = line(report) {
      try terminal.print(bytes: line)
    } else if case .standardOutput = report.outcome, let hash = report.hash {
      terminal.say("hash \(hash)")
    }
  }

  /// The line for machines about a frame, with its end; nil if there is none.
  func line(_ report: FrameReport) -> [UInt8]? {
    // A file with several pictures gets one line, for its first picture.
    if printsJSON || report.isTile || report.followsInFile && report.hash == nil { return nil }
    switch report.outcome {
    case .written(let path), .replaced(let path):
      guard namesVideos, let hash = report.hash else { return terminal.line(path, after: report.hash, end: pathEnd) }
      return line(hash, path)
    case .planned(let path?): return terminal.line(path, end: pathEnd)
    // Without a file the hash is printed alone, and ends as a path does.
    case .skipped, .planned(nil), .examined:
      return report.hash.map { hash in
        namesVideos
          ? line(hash, Path(bytes: report.input.bytes + Array("#\(report.momentText)".utf8)))
          : Array(hash.utf8) + [pathEnd]
      }
    case .standardOutput: return nil
    }
  }

  /// A line as md5sum(1) writes it: if the name has a line end or a backslash, it is escaped, and the line starts with
  /// a backslash.
  private func line(_ hash: String, _ name: Path) -> [UInt8] {
    let escapes: [UInt8: String] = [0x0A: "\\n", 0x0D: "\\r", 0x5C: "\\\\"]
    guard pathEnd != 0, name.bytes.contains(where: { escapes[$0] != nil }) else {
      return terminal.line(name, after: hash, end: pathEnd)
    }
    let escaped = Path(bytes: name.bytes.flatMap { byte in escapes[byte].map { Array($0.utf8) } ?? [byte] })
    return [0x5C] + terminal.line(escaped, after: hash, end: pathEnd)
  }

  /// The output about a frame in a run over many videos: its line, or its object.
  func text(_ report: FrameReport) -> [UInt8] {
    printsJSON ? Array((report.json + "\n").utf8) : line(report) ?? []
  }

  /// The machine-readable output about a failure in a run over many videos.
  func text(_ failure: FailureReport) -> [UInt8] {
    printsJSON ? Array((failure.json.description + "\n").utf8) : []
  }

  /// Reports the result of the sheets of a run.
  func report(_ sheets: SheetFiles) throws(GrabError) {
    for (path, published) in sheets.all where published == .skipped {
      terminal.say("\(path): exists and is left as it is")
    }
    if printsJSON { try terminal.print(sheets.json) } else { try terminal.print(bytes: lines(sheets)) }
  }

  /// The output about the sheets of one of many videos.
  func text(_ sheets: SheetFiles) -> [UInt8] {
    printsJSON ? Array((sheets.json.description + "\n").utf8) : lines(sheets)
  }

  /// The lines for machines about sheets, with their ends: their files, and then the index.
  func lines(_ sheets: SheetFiles) -> [UInt8] {
    if printsJSON { return [] }
    return sheets.all.flatMap { file in
      file.published == .skipped ? [] : terminal.line(file.path, end: pathEnd)
    }
  }

  /// Reports a failure to machines; the line for people is printed elsewhere.
  ///
  /// - Parameters:
  ///   - asked: The text of the moment that failed; nil if the whole call did, for more than one moment.
  ///   - input: The video; nil if it is not known.
  ///   - error: The error.
  func report(
    _ error: RelayedError, asked: String?, input: Path?
  ) throws(GrabError) {
    guard printsJSON else { return }
    try terminal.print(FailureReport(error, asked: asked, input: input).json.description)
  }

  private func detail(_ report: FrameReport) {
    // If the output was there already, the video was not opened and the frame is unknown.
    guard terminal.level >= .verbose, report.name != nil else { return }
    var line = "\(askedMoment(of: report)): "
    if let index = report.index { line += "frame \(index), " }
    line += "on screen from \(report.printedTime) s"
    if let interval = report.interval { line += ", exactly [\(interval.start), \(interval.end)) s" }
    if !report.guesses.isEmpty { line += "; guessed: \(report.guesses.joined(separator: ", "))" }
    terminal.say(line)
  }

  private func askedMoment(of report: FrameReport) -> String { printable(report.asked) }
}

import Files
import FrameGrabbing
import JSON

/// Reports the result of each frame: one line on standard output for machines, warnings on standard error for people.
struct Reporter {
  let terminal: Terminal
  let printsJSON: Bool

  func report(_ report: FrameReport) throws(GrabError) {
    if let warning = report.warning { terminal.say(warning) }
    detail(report)
    if printsJSON {
      try terminal.print(report.json)
      return
    }
    switch report.outcome {
    case .written(let path): try printPath(path, report)
    case .skipped(let path):
      terminal.say("\(path): exists and is left as it is")
      try printPath(path, report)
    case .planned(let path?): try terminal.print(bytes: path.bytes + [0x0A])
    case .planned(nil), .examined:
      if let hash = report.hash { try terminal.print(hash) }
    case .standardOutput:
      if let hash = report.hash { terminal.say("hash \(hash)") }
    }
  }

  /// The path byte for byte; after the hash, if that was also requested.
  private func printPath(_ path: Path, _ report: FrameReport) throws(GrabError) {
    let prefix = report.hash.map { Array("\($0)  ".utf8) } ?? []
    try terminal.print(bytes: prefix + path.bytes + [0x0A])
  }

  private func detail(_ report: FrameReport) {
    guard terminal.level >= .verbose else { return }
    var line = "\(place(of: report)): "
    if let index = report.index { line += "frame \(index), " }
    line += "on screen from \(report.printedTime) s"
    if let interval = report.interval { line += ", exactly [\(interval.start), \(interval.end)) s" }
    if !report.guesses.isEmpty { line += "; guessed: \(report.guesses.joined(separator: ", "))" }
    terminal.say(line)
  }

  private func place(of report: FrameReport) -> String { printable(report.asked) }
}

/// Buffers lines for standard output, so that a million of them do not take a million system calls.
struct LineBuffer {
  private let terminal: Terminal
  private var bytes: [UInt8] = []

  init(_ terminal: Terminal) {
    self.terminal = terminal
  }

  mutating func add(_ line: String) throws(GrabError) {
    bytes += line.utf8
    try end()
  }

  mutating func add(_ line: JSONText) throws(GrabError) {
    line.append(to: &bytes)
    try end()
  }

  private mutating func end() throws(GrabError) {
    bytes.append(0x0A)
    if bytes.count >= 1 << 16 { try flush() }
  }

  mutating func flush() throws(GrabError) {
    try terminal.print(bytes: bytes)
    bytes.removeAll(keepingCapacity: true)
  }
}

import Arguments
import Files
import FrameGrabbing
import JSON
import Timeline

/// Answers requests for frames from standard input, an object of JSON a line each, until it ends.
///
/// What a process costs before its first picture is paid once, and videos that were used last stay open.
struct Service {
  /// Bytes that a request may have.
  private static let longestRequest = 1 << 20

  /// The options that hold for every request.
  private let common: [Occurrence]
  private let terminal: Terminal
  private let opened = OpenedVideos()
  private let isFolderNamed: Bool

  /// - Parameter arguments: the command line, whose other options hold for every request.
  /// - Throws: `UsageError` for what belongs to a single run.
  init(_ arguments: ParsedArguments) throws(UsageError) {
    for occurrence in arguments.occurrences where !Self.options.contains(occurrence.option) {
      throw UsageError(
        line: "--serve takes its requests from standard input: leave --\(occurrence.option.rawValue) out")
    }
    if let name = arguments.operands.first {
      throw UsageError(line: "--serve is told of videos by its requests: leave '\(printable(name.bytes))' out")
    }
    // What holds for all requests must make sense without one of them.
    common = arguments.occurrences.filter { $0.option != .serve }
    let sample = Self.words(of: common) + [Word("--at=0"), Word("--"), Word("video")]
    let parsed: ParsedArguments
    do throws(ArgumentError) {
      parsed = try OptionTable.framegrab.parse(sample)
    } catch {
      throw UsageError(line: error.description)
    }
    terminal = Terminal(level: try Invocation(parsed).level, progress: nil)
    isFolderNamed = arguments.has(.cache)
  }

  /// What may stand beside `--serve`.
  private static let options = ServiceRequest.options.subtracting([.at, .frame, .gesture, .output]).union([
    .serve, .quiet, .verbose, .cache, .noCache, .timeout, .maxPixels, .maxAllocation, .maxMemory, .maxStreams,
    .probeSize, .probeDuration, .maxGap,
  ])

  private static func words(of options: [Occurrence]) -> [Word] {
    options.map { option in
      let name = Array("--\(option.option.rawValue)".utf8)
      return Word(bytes: option.value.map { name + [UInt8(ascii: "=")] + $0.bytes } ?? name)
    }
  }

  /// Answers until there is nothing more to answer.
  func run() -> ExitCode {
    defer { opened.keepIndexes(terminal, isFolderNamed: isFolderNamed) }
    var lines = StandardInputLines(atMost: Self.longestRequest)
    var code = ExitCode.success
    while true {
      let line: StandardInputLines.Line
      do throws(FileError) {
        guard let next = try lines.next() else { return code }
        line = next
      } catch {
        terminal.fail(GrabError(.standardInput, .input(error)).description)
        return .input
      }
      if case .bytes(let bytes) = line, bytes.allSatisfy({ [0x20, 0x09, 0x0D].contains($0) }) { continue }
      let answer = answer(line)
      if answer.isFailure { code = .someFailed }
      do throws(GrabError) {
        try terminal.print(answer.text)
      } catch {
        if case .output(let fault) = error.fault, !fault.isBrokenPipe { terminal.fail(error.description) }
        return .output
      }
    }
  }

  private func answer(_ line: StandardInputLines.Line) -> (text: String, isFailure: Bool) {
    guard case .bytes(let bytes) = line else {
      return failure("the request has more than \(Self.longestRequest) bytes", .usage, nil)
    }
    let request: ServiceRequest
    do throws(ServiceRequest.Fault) {
      request = try ServiceRequest(parsing: bytes)
    } catch {
      return failure(error.line, .usage, error.id)
    }
    let invocation: Invocation
    do throws(ArgumentError) {
      let arguments = try OptionTable.framegrab.parse(
        Self.words(of: common.filter { !request.named.contains($0.option) }) + [Word("--json")] + request.words)
      do throws(UsageError) {
        invocation = try Invocation(arguments)
        try check(invocation)
      } catch {
        return failure(error.line, .usage, request.id)
      }
    } catch {
      return failure(error.description, .usage, request.id)
    }
    do throws(GrabError) {
      let (report, notes) = try frame(
        of: Inputs(invocation: invocation, terminal: terminal, stopwatch: nil, opened: opened))
      for note in notes { terminal.say(note) }
      return (Self.object(report.json, request.id), false)
    } catch {
      return failure(error.description, ExitCode(error), request.id)
    }
  }

  /// A request stands for one frame.
  private func check(_ invocation: Invocation) throws(UsageError) {
    for item in invocation.asked.items {
      guard case .moment(let moment) = item, case .frames(let frames) = moment.kind else { continue }
      if frames.first != frames.last {
        throw UsageError(line: "a request stands for one frame, not for \(moment.text)")
      }
    }
  }

  private func frame(of inputs: Inputs) throws(GrabError) -> (FrameReport, notes: [String]) {
    let grab = try FrameGrab(inputs)
    var found: Result<FrameReport, GrabError>?
    try grab.run(goesOn: { _ in true }, report: { found = found ?? $0 })
    guard let found else { throw GrabError(grab.path, .moment(.outOfRange, asked: "")) }
    let report = try found.get()
    return (report, [grab.choice, report.warning, grab.warning].compactMap { $0 })
  }

  private func failure(_ line: String, _ code: ExitCode, _ id: JSONText?) -> (text: String, isFailure: Bool) {
    var object = JSONObjectWriter()
    object.add("error", .string(printable(line)))
    object.add("code", .integer(Int64(code.rawValue)))
    return (Self.object(object.finished().description, id), true)
  }

  /// An answer with the request's own `id` as its first member.
  private static func object(_ text: String, _ id: JSONText?) -> String {
    guard let id else { return text }
    return "{\"id\":\(id),\(text.dropFirst())"
  }
}

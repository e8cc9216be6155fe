public import Foundation
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A program in a terminal, and somebody who types, moves the mouse and watches the screen.
///
/// Nothing happens on the terminal's side but in its functions: while none is called, the terminal reads nothing.
public final class TerminalDriver {
  /// One of the program's three streams.
  public enum Stream: Sendable {
    /// The terminal.
    case terminal
    /// `/dev/null`.
    case null
    /// A pipe: its end at once for the input, collected for the outputs.
    case pipe
  }

  /// What the terminal shows.
  public private(set) var screen: TerminalEmulator
  /// The line between it and the program.
  public let line: PseudoTerminal
  /// The program, which leads a session and a process group of its own.
  public var child: Int32 { program.process }
  /// The line's settings before the program was started.
  public let settings: [UInt]
  /// Called after every completed update (mode 2026) of the screen.
  public var watch: ((TerminalEmulator) -> Void)?
  /// What came on standard output, if that is a pipe.
  public private(set) var stdout = Data()
  /// What came on standard error, if that is a pipe.
  public private(set) var stderr = Data()

  private let program: Child
  private var answers: AnswerLine
  private var pipes: [Descriptor]
  private var status: Int32?
  private var before: String

  /// Starts a program in a folder.
  ///
  /// Variables that would tell it of the terminal in which the tests run are removed; TERM is `xterm-256color`.
  public init(
    _ executable: [String], in folder: URL? = nil, size: TerminalSize = TerminalSize(80, 24),
    as personality: TerminalPersonality = .xterm, input: Stream = .terminal, output: Stream = .terminal,
    errors: Stream = .terminal, environment: [String: String?] = [:], by door: Door = .fork
  ) throws(RunFault) {
    signal(SIGPIPE, SIG_IGN)
    line = try PseudoTerminal(size: size)
    settings = line.settings
    screen = TerminalEmulator(size: size, ambiguousIsWide: personality.ambiguousIsWide)
    // What a shell leaves on the screen.
    _ = screen.feed(Array("$ ls\r\nv.mp4\r\n$ framegrab\r\n".utf8))
    before = screen.main.text
    answers = AnswerLine(personality)
    var variables: [String: String?] = ["TERM": "xterm-256color"]
    for name in ["TMUX", "STY", "ZELLIJ", "NO_COLOR", "COLORTERM"] { variables.updateValue(nil, forKey: name) }
    variables.merge(environment) { $1 }
    (program, pipes) = try Self.start(streams: [input, output, errors]) { [line] streams throws(RunFault) in
      try Child(
        executable, environment: variables, in: folder?.path(percentEncoded: false), by: door, streams: streams,
        terminal: line.path)
    }
  }

  deinit {
    if isRunning { program.kill() }
  }

  /// Whether the program is still there.
  public var isRunning: Bool {
    if status == nil { status = program.status() }
    return status == nil
  }

  /// The exit status, or 128 plus the signal that ended the program; nil while it runs.
  public var exitStatus: Int32? {
    status.map { $0 & 0x7F == 0 ? $0 >> 8 & 0xFF : 128 + $0 & 0x7F }
  }

  /// Shows what comes, and answers, until the condition holds.
  ///
  /// Throws ``RunFault`` with the text of the screen if it does not within 20 seconds, or the program ended before.
  public func wait(
    _ what: String, seconds: Double = 20, until condition: (TerminalEmulator) -> Bool
  ) throws(RunFault) {
    let deadline = ContinuousClock.now + .seconds(seconds)
    while !(screen.isAtRest && condition(screen)) {
      let isOver = !isRunning
      let came = step(milliseconds: 50)
      if isOver && !came && !(screen.isAtRest && condition(screen)) {
        throw fault("the program ended with \(exitStatus ?? -1) while waiting for \(what)")
      }
      if ContinuousClock.now > deadline { throw fault("waited in vain for \(what)") }
    }
  }

  /// Shows what comes, and answers, for so long: to see that nothing happens.
  public func idle(seconds: Double) {
    let deadline = ContinuousClock.now + .seconds(seconds)
    while ContinuousClock.now < deadline { step(milliseconds: 20) }
  }

  /// Sends bytes as the keyboard or the mouse would, in one piece as far as the line takes them.
  public func send(_ bytes: some Collection<UInt8>) throws(RunFault) {
    var left = Array(bytes)[...]
    let deadline = ContinuousClock.now + .seconds(20)
    while !left.isEmpty {
      let count = line.write(left)
      left = left.dropFirst(count)
      if count == 0 {
        step(milliseconds: 20)
        if ContinuousClock.now > deadline { throw fault("the program reads no input") }
      }
    }
  }

  /// Types a text.
  public func type(_ text: String) throws(RunFault) { try send(Array(text.utf8)) }

  /// Types a key.
  public func type(_ key: TerminalKey) throws(RunFault) { try type(key.rawValue) }

  /// Reports the mouse over a cell, as the modes tell: its number, or the pixel in its middle.
  ///
  /// Throws ``RunFault`` if the program did not ask for the mouse.
  public func mouse(_ action: TerminalMouse, column: Int, row: Int) throws(RunFault) {
    guard screen.modes.isSuperset(of: [1003, 1006]) else { throw fault("the mouse is not reported") }
    let size = screen.size
    if screen.modes.contains(1016) {
      let (x, y) = (column * size.cellWidth - size.cellWidth / 2, row * size.cellHeight - size.cellHeight / 2)
      try type(action.report(x: x, y: y))
    } else {
      try type(action.report(x: column, y: row))
    }
  }

  /// Changes the size of the terminal, of which the program is told by SIGWINCH.
  public func resize(to size: TerminalSize) {
    // What is on the way still fits the old size.
    while step(milliseconds: 0) {}
    screen.resize(to: size)
    before = screen.main.text
    line.resize(to: size)
  }

  /// From now on output goes over the edges of the new size only by mistake.
  public func expectsNewEdges() { screen.expectsNewEdges() }

  /// Sends a signal to the program.
  public func sendSignal(_ number: Int32) { kill(child, number) }

  /// Waits until the program has ended, and all that it wrote was shown.
  ///
  /// Throws ``RunFault`` with the text of the screen if it does not end within 20 seconds.
  public func finish(seconds: Double = 20) throws(RunFault) -> TerminalEnd {
    let deadline = ContinuousClock.now + .seconds(seconds)
    while isRunning || pipes.contains(where: { $0.number >= 0 }) {
      step(milliseconds: 20)
      if ContinuousClock.now > deadline { throw fault("the program does not end") }
    }
    while step(milliseconds: 0) {}
    let hasSettings = line.settings == settings
    return TerminalEnd(
      status: exitStatus ?? -1, stdout: stdout, stderr: String(decoding: stderr, as: UTF8.self), screen: screen,
      hasSettings: hasSettings, before: before, unread: line.unread())
  }

  /// Starts the program; its streams' other ends, closed where there is nothing to collect.
  private static func start(
    streams: [Stream], _ start: ([Int32]) throws(RunFault) -> Child
  ) throws(RunFault) -> (Child, [Descriptor]) {
    try starting.withLock { _ throws(RunFault) in
      var ours: [Descriptor] = []
      var theirs: [Descriptor] = []
      for (number, stream) in streams.enumerated() {
        switch stream {
        case .terminal: theirs.append(Descriptor(-1))
        case .null: theirs.append(Descriptor(open("/dev/null", O_RDWR | O_CLOEXEC)))
        case .pipe:
          let pipe = try Pipe.open()
          theirs.append(number == 0 ? pipe.read : pipe.write)
          if number == 0 { pipe.write.close() } else { ours.append(pipe.read) }
        }
        if ours.count == number { ours.append(Descriptor(-1)) }
      }
      let child = try start(theirs.map(\.number))
      for end in theirs { end.close() }
      return (child, ours)
    }
  }

  /// A fault with the text of the screen.
  public func fault(_ words: String) -> RunFault {
    let faults = screen.faults.isEmpty ? "" : "\nnot understood: \(screen.faults)"
    // Rows of a picture say nothing.
    let rows = (1...screen.size.rows).map(screen.page.text(row:)).filter { row in row.contains { !" ▀".contains($0) } }
    return RunFault(
      description: "\(words); the screen:\n\(rows.joined(separator: "\n"))\(faults)\n"
        + String(decoding: stderr, as: UTF8.self))
  }

  /// Waits for output or until an answer is due, and handles both; whether there was any output.
  @discardableResult
  private func step(milliseconds: Int) -> Bool {
    var wait = milliseconds
    if let due = answers.next {
      wait = min(wait, max(0, Int((due - ContinuousClock.now) / .milliseconds(1)) + 1))
    }
    var states = ([line.descriptor] + pipes.map(\.number)).map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    let count = poll(&states, nfds_t(states.count), Int32(clamping: wait))
    let came = count > 0 && receive(states)
    let answer = answers.take(at: ContinuousClock.now)
    if !answer.isEmpty { _ = line.write(answer) }
    return came
  }

  private func receive(_ states: [pollfd]) -> Bool {
    var came = false
    if states[0].revents & Int16(POLLIN) != 0 {
      let bytes = line.read()
      came = !bytes.isEmpty
      show(bytes)
    }
    for (number, end) in pipes.enumerated() where states[number + 1].revents != 0 {
      var buffer = [UInt8](repeating: 0, count: 65536)
      let count = read(end.number, &buffer, buffer.count)
      if count > 0 {
        came = true
        if number == 1 { stdout += buffer[..<count] } else { stderr += buffer[..<count] }
      } else if count == 0 || errno != EINTR && errno != EAGAIN {
        end.close()
      }
    }
    return came
  }

  private func show(_ bytes: [UInt8]) {
    var left = bytes[...]
    while !left.isEmpty {
      // An update ends with `CSI ? 2026 l`.
      let end = watch == nil ? left.endIndex : left.firstIndex(of: UInt8(ascii: "l")).map { $0 + 1 } ?? left.endIndex
      let updates = screen.updates
      let queries = screen.feed(left[..<end])
      answers.ask(queries, screen.size, at: ContinuousClock.now)
      if screen.updates > updates { watch?(screen) }
      left = left[end...]
    }
  }
}

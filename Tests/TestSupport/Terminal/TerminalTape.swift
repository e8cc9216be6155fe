#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// What a program wrote to its terminal while somebody gave it input, piece by piece, with times.
///
/// Nothing is shown while it is recorded, so that times are not those of the emulator: that can show it afterwards.
public struct TerminalTape: Sendable {
  /// Bytes that were read at once.
  public struct Piece: Sendable {
    /// Milliseconds from the start of the tape until they were read.
    public let time: Double
    /// The bytes.
    public let bytes: [UInt8]

    /// Makes a piece.
    public init(time: Double, bytes: [UInt8]) { (self.time, self.bytes) = (time, bytes) }
  }

  /// An input, and when it is due.
  public struct Input: Sendable {
    /// Milliseconds from the start of the tape.
    public let time: Double
    /// What is sent.
    public let text: String

    /// Makes an input.
    public init(time: Double, text: String) { (self.time, self.text) = (time, text) }
  }

  /// All output, in order.
  public let pieces: [Piece]
  /// When each input was sent, in milliseconds from the start of the tape.
  public let sent: [Double]

  /// Makes a tape.
  public init(pieces: [Piece], sent: [Double]) { (self.pieces, self.sent) = (pieces, sent) }
}

extension TerminalDriver {
  /// Sends inputs when they are due, and keeps what comes until so many milliseconds have passed.
  ///
  /// Of all that a program may ask, only `CSI 5 n` is answered, at once. ``screen`` stays as it was at the start, and
  /// is of no use afterwards. Throws ``RunFault`` when the program does not read, or has ended.
  public func record(
    _ inputs: [TerminalTape.Input], milliseconds: Double
  ) throws(RunFault) -> TerminalTape {
    let start = ContinuousClock.now
    func now() -> Double { (ContinuousClock.now - start) / .milliseconds(1) }
    var pieces: [TerminalTape.Piece] = []
    var sent: [Double] = []
    var questions = QuestionCounter()
    while now() < milliseconds || sent.count < inputs.count {
      if sent.count < inputs.count, now() >= inputs[sent.count].time {
        sent.append(now())
        let bytes = Array(inputs[sent.count - 1].text.utf8)
        guard line.write(bytes) == bytes.count else { throw fault("the program reads no input") }
      }
      let due = sent.count < inputs.count ? inputs[sent.count].time : milliseconds
      var state = pollfd(fd: line.descriptor, events: Int16(POLLIN), revents: 0)
      let wait = min(100, max(0, (due - now()).rounded(.up)))
      guard poll(&state, 1, Int32(wait)) > 0 else {
        guard isRunning else { throw fault("the program ended with \(exitStatus ?? -1)") }
        continue
      }
      let bytes = line.read()
      pieces.append(TerminalTape.Piece(time: now(), bytes: bytes))
      for _ in 0..<questions.count(in: bytes) { _ = line.write(Array("\u{1B}[0n".utf8)) }
    }
    return TerminalTape(pieces: pieces, sent: sent)
  }
}

/// Counts `CSI 5 n` in pieces of output.
private struct QuestionCounter {
  private static let question = Array("\u{1B}[5n".utf8)
  private var matched = 0

  mutating func count(in bytes: [UInt8]) -> Int {
    var count = 0
    for byte in bytes {
      if byte == Self.question[matched] { matched += 1 } else { matched = byte == Self.question[0] ? 1 : 0 }
      guard matched == Self.question.count else { continue }
      (count, matched) = (count + 1, 0)
    }
    return count
  }
}

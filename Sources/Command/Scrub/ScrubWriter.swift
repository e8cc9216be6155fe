import Files

/// The output that is waiting for the terminal, which takes it at its own speed.
struct ScrubWriter {
  private let tty: ControllingTerminal
  private var pending: [UInt8] = []
  private var start = 0
  /// When writing the last picture began, in microseconds; nil once the terminal has confirmed it.
  private var pictureTime: Int64?
  /// How many confirmations the terminal still owes.
  private(set) var questions = 0 { didSet { tty.note(questions: questions) } }
  /// How many of these are no longer awaited.
  private var lost = 0
  /// The longest time that an answer took, in microseconds.
  private(set) var longest: Int64 = 0
  /// Whether the terminal takes long for a picture.
  private(set) var isSlow = false

  /// After this time without an answer, the terminal is assumed to have the picture, in microseconds.
  private static let patience: Int64 = 1_000_000
  /// Above this time, in microseconds, pictures get fewer colours.
  private static let slowness: Int64 = 100_000

  init(_ tty: ControllingTerminal) {
    self.tty = tty
  }

  /// Whether the terminal has taken everything.
  var isIdle: Bool { start == pending.count }
  /// Whether another picture may be written, since the terminal has the last one.
  var mayShowPicture: Bool { pictureTime == nil }
  /// When the terminal is assumed to have the picture, in microseconds; nil if no answer is awaited, or if the terminal
  /// has not taken all of the output yet.
  var deadline: Int64? { isIdle ? pictureTime.map { $0 + Self.patience } : nil }

  /// Whether to go on without an answer.
  func isOverdue(at time: Int64) -> Bool { deadline.map { time >= $0 } ?? false }

  mutating func enqueue(_ bytes: [UInt8], hasPicture: Bool = false, at time: Int64 = 0) {
    if isIdle { (pending, start) = ([], 0) }
    pending += bytes
    guard hasPicture else { return }
    pictureTime = time
    questions += 1
  }

  mutating func addLine(_ text: String) { enqueue(Array((printable(text) + "\r\n").utf8)) }

  /// Notes an answer of the terminal; returns whether it confirms the last picture.
  mutating func ready(at time: Int64) -> Bool {
    questions = max(0, questions - 1)
    // Answers that were given up may come late or never: `lost` never exceeds the answers that are still owed.
    guard questions <= lost, let pictureTime else { return false }
    lost = min(lost, questions)
    isSlow = time - pictureTime > Self.slowness
    longest = max(longest, time - pictureTime)
    self.pictureTime = nil
    return true
  }

  /// Stops waiting for an answer.
  mutating func giveUp() { (pictureTime, isSlow, lost) = (nil, true, questions) }

  /// Writes what the terminal takes now; false if it is closed.
  mutating func write() -> Bool {
    while !isIdle {
      tty.note(isAmid: true)
      guard let count = tty.put(pending[start...]) else { return false }
      guard count > 0 else { return true }
      start += count
    }
    tty.note(isAmid: false)
    return true
  }
}

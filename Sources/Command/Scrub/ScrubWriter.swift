import Files

/// What is on its way to the terminal, which takes it at its own speed.
struct ScrubWriter {
  private let tty: ControllingTerminal
  private var pending: [UInt8] = []
  private var start = 0
  /// When the last picture was begun to be written, in microseconds; nil if the terminal has said that it has it.
  private var pictureTime: Int64?
  /// How many times the terminal was asked whether it has everything, and has not answered yet.
  private(set) var questions = 0 { didSet { tty.note(questions: questions) } }
  /// How many of these were given up.
  private var lost = 0
  /// The longest time that an answer took, in microseconds.
  private(set) var longest: Int64 = 0
  /// Whether the terminal takes long for a picture.
  private(set) var isSlow = false

  /// A terminal that does not answer is taken to have a picture after this time, in microseconds.
  private static let patience: Int64 = 1_000_000
  /// Above this, pictures on the way get fewer colours.
  private static let slowness: Int64 = 100_000

  init(_ tty: ControllingTerminal) {
    self.tty = tty
  }

  /// Whether everything was taken.
  var isIdle: Bool { start == pending.count }
  /// Whether the terminal has the last picture.
  var mayShowPicture: Bool { pictureTime == nil }
  /// When the terminal is taken to have the picture, in microseconds; nil if nothing is awaited, or not all of it was
  /// taken yet: then no other one can be on its way.
  var deadline: Int64? { isIdle ? pictureTime.map { $0 + Self.patience } : nil }

  /// Whether it is time to go on without an answer.
  func isOverdue(at time: Int64) -> Bool { deadline.map { time >= $0 } ?? false }

  mutating func enqueue(_ bytes: [UInt8], hasPicture: Bool = false, at time: Int64 = 0) {
    if isIdle { (pending, start) = ([], 0) }
    pending += bytes
    guard hasPicture else { return }
    pictureTime = time
    questions += 1
  }

  mutating func addLine(_ text: String) { enqueue(Array((printable(text) + "\r\n").utf8)) }

  /// The terminal says that it has everything; true if the last picture is among it.
  mutating func ready(at time: Int64) -> Bool {
    questions = max(0, questions - 1)
    // An answer that was given up may have come late, or may never come: then the ones behind it are fewer for good.
    guard questions <= lost, let pictureTime else { return false }
    lost = min(lost, questions)
    isSlow = time - pictureTime > Self.slowness
    longest = max(longest, time - pictureTime)
    self.pictureTime = nil
    return true
  }

  /// Goes on without an answer.
  mutating func giveUp() { (pictureTime, isSlow, lost) = (nil, true, questions) }

  /// Writes what the terminal takes now; false if it is gone.
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

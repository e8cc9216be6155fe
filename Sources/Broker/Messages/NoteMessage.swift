import Files
import Packing

/// A line for people.
struct NoteMessage: Message {
  typealias Answer = Void
  static let code = MessageCode.note

  let line: String
  let level: NoteLevel

  init(_ line: String, _ level: NoteLevel) {
    (self.line, self.level) = (String(line.prefix(4000)), level)
  }

  func pack(into packing: inout VarintWriter) {
    packing.append(count: level.rawValue)
    packing.append(line)
  }

  init(unpacking packing: inout VarintReader, in session: WorkerSession) throws(VarintError) {
    guard let level = NoteLevel(rawValue: Int(clamping: try packing.number())), level > .quiet else {
      throw VarintError()
    }
    (self.level, line) = (level, printableWords(try packing.text()))
  }

  func check(in session: WorkerSession) throws(VarintError) {}

  func answer(by session: WorkerSession) throws(VarintError) -> VarintWriter? {
    if session.notes.take(line) { session.say(line, level) }
    return nil
  }
}

/// How much a job may say to people: a worker that was taken over could fill the disk of a log.
struct NoteBudget {
  private var lines = 0
  private var bytes = 0
  private let say: (String, NoteLevel) -> Void

  static let mostLines = 100
  static let mostBytes = 1 << 20

  init(_ say: @escaping (String, NoteLevel) -> Void) { self.say = say }

  /// Counts a line; returns whether it is printed. The first one that is not is replaced by a word about it.
  mutating func take(_ line: String) -> Bool {
    guard lines < Self.mostLines, bytes <= Self.mostBytes - line.utf8.count else {
      if lines <= Self.mostLines { say("more messages of this decoder are left out", .normal) }
      lines = Self.mostLines + 1
      return false
    }
    (lines, bytes) = (lines + 1, bytes + line.utf8.count)
    return true
  }
}

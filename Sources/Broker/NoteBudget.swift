/// The limit on what a job may print: a worker that was taken over could fill the disk with messages.
struct NoteBudget {
  private var lines = 0
  private var bytes = 0
  private let say: (String, NoteLevel) -> Void

  static let mostLines = 100
  static let mostBytes = 1 << 20

  init(_ say: @escaping (String, NoteLevel) -> Void) { self.say = say }

  /// Counts a line; returns whether it is printed. In place of the first one over the limit, a note says so.
  mutating func admit(_ line: String) -> Bool {
    guard lines < Self.mostLines, bytes <= Self.mostBytes - line.utf8.count else {
      if lines <= Self.mostLines { say("more messages about this video are left out", .normal) }
      lines = Self.mostLines + 1
      return false
    }
    (lines, bytes) = (lines + 1, bytes + line.utf8.count)
    return true
  }
}

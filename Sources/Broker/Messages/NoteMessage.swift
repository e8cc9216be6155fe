import Files
import Packing

/// A line for people.
struct NoteMessage: Message {
  typealias Answer = Void
  static let code: UInt8 = 1

  let line: String
  let level: NoteLevel

  init(_ line: String, _ level: NoteLevel) {
    (self.line, self.level) = (String(line.prefix(4000)), level)
  }

  func pack(into packing: inout VarintWriter) { packing.append(level, line) }

  init(unpacking packing: inout VarintReader, in session: WorkerSession) throws(VarintError) {
    let words: String
    (level, words) = try packing.values()
    guard level > .quiet else { throw VarintError() }
    line = printableWords(words)
  }

  func check(in session: WorkerSession) throws(VarintError) {}

  func answer(by session: WorkerSession) throws(VarintError) -> VarintWriter? {
    if session.notes.admit(line) { session.say(line, level) }
    return nil
  }
}

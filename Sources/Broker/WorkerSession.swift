import Files
import FrameGrabbing
import Memory
import Packing
import Video
package import Workers

/// One worker as the broker talks to it: does what its messages ask for, after checking each.
///
/// A worker decodes files from anywhere, so nothing that it says is believed: numbers and lengths have to be possible,
/// text is made printable, a picture has to be the one that was told, and a name is made of numbers, and a title that is
/// safe in it, by the broker's own template.
package final class WorkerSession: Conversation {
  /// Why there is no more to hear from a worker.
  package enum Fault: Error {
    /// It ended, or closed the connection.
    case lost
    /// It said what makes no sense.
    case nonsense
  }

  let channel: Channel
  let memory: MemoryFile
  /// Prints a line for people.
  let say: (String, NoteLevel) -> Void
  var notes: NoteBudget
  /// Keeps the indexes of its video; nil if none are kept.
  package var indexes: IndexKeeper?
  /// How many jobs it has had, and how many indexes it has offered.
  private(set) var jobs = 0
  var indexCount = 0
  /// The present job; nil between two.
  package var work: Work? {
    didSet {
      guard let work else { return }
      account = JobAccount(work.bounds, work.outlet)
      jobs += 1
    }
  }
  var account: JobAccount
  /// Takes the messages that only a scrubbing session has; nil for none.
  package weak var preview: (any PreviewSink)?
  /// How the job ended, once its last message has come.
  var end: JobEnd?

  /// Talks to a worker; lines for people go to `say`.
  package init(_ channel: Channel, _ memory: MemoryFile, say: @escaping (String, NoteLevel) -> Void) {
    (self.channel, self.memory, self.say) = (channel, memory, say)
    notes = NoteBudget(say)
    account = JobAccount(
      JobBounds(moments: nil, GrabOptions(), byteCount: 0), DirectOutlet(GrabOptions(), input: "", inputs: []))
  }

  /// How many pictures, reports and rows were taken of the present job.
  var results: Int { account.results }

  /// Gives it a new question: what it may say to people is counted anew.
  func begin() { notes = NoteBudget(say) }

  /// Waits for the next message and does what it asks for.
  ///
  /// - Returns: How the job ended, if this was its last message; else nil.
  /// - Throws: `Fault` when the worker is of no more use.
  package func answerNext() throws(Fault) -> JobEnd? {
    let message: Channel.Message
    do throws(Channel.Fault) { message = try channel.receive() } catch { throw .lost }
    for file in message.files { Channel.close(file) }
    do throws(VarintError) {
      guard message.files.isEmpty else { throw VarintError() }
      var packing = VarintReader(message.bytes)
      guard let code = MessageCode(rawValue: try packing.byte()) else { throw VarintError() }
      try answer(code.message, &packing)
    } catch {
      throw .nonsense
    }
    defer { end = nil }
    return end
  }

  private func answer<Received: Message>(
    _ kind: Received.Type, _ packing: inout VarintReader
  ) throws(VarintError) {
    let message = try Received(unpacking: &packing, in: self)
    try packing.finish()
    try message.check(in: self)
    guard let answer = try message.answer(by: self) else { return }
    // One that asks without reading the answers fills the connection, and is of no more use.
    do throws(Channel.Fault) { try channel.send(answer.bytes) } catch { throw VarintError() }
  }
}

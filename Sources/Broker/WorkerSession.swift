import Files
import FrameGrabbing
import Memory
import Packing
import Video
package import Workers

/// The broker's conversation with one worker: checks each message, and then does what it asks for.
///
/// A worker decodes files from anywhere, so nothing in its messages is trusted: numbers and lengths must be possible,
/// text is made printable, pictures must have the announced shape, and file names come from the broker's own template,
/// filled with numbers and safe titles.
package final class WorkerSession {
  /// Why no more messages are accepted.
  package enum Fault: Error {
    /// It ended, or closed the connection.
    case lost
    /// It sent a message that makes no sense.
    case nonsense
  }

  let channel: Channel
  let memory: MemoryFile
  /// Prints a line for people.
  let say: (String, NoteLevel) -> Void
  var notes: NoteBudget
  /// Keeps the indexes of its video; nil if none are kept.
  package var indexes: IndexKeeper?
  /// How many jobs it has had, and how many indexes it has sent.
  private(set) var jobs = 0
  var indexCount = 0
  /// The current job; nil between jobs.
  package var work: Work? {
    didSet {
      guard let work else { return }
      account = JobAccount(work.bounds, work.outlet)
      jobs += 1
    }
  }
  var account: JobAccount
  /// Receives the messages that only scrubbing sessions have; nil for none.
  package weak var preview: (any PreviewSink)?
  /// How the job ended, once its last message has come.
  var end: JobEnd?

  /// Starts a conversation; messages to be printed go to `say`.
  package init(_ channel: Channel, _ memory: MemoryFile, say: @escaping (String, NoteLevel) -> Void) {
    (self.channel, self.memory, self.say) = (channel, memory, say)
    notes = NoteBudget(say)
    account = JobAccount(
      JobBounds(moments: nil, GrabOptions(), byteCount: 0), DirectOutlet(GrabOptions(), input: "", inputs: []))
  }

  /// How many pictures, reports and findings the current job has sent.
  var results: Int { account.results }

  /// Starts new work: its messages are counted anew.
  func begin() { notes = NoteBudget(say) }

  /// The job.
  ///
  /// - Throws: `VarintError` between two jobs.
  func working() throws(VarintError) -> Work {
    guard let work else { throw VarintError() }
    return work
  }

  /// What keeps the indexes of the video.
  ///
  /// - Throws: `VarintError` if none are kept.
  func keeper() throws(VarintError) -> IndexKeeper {
    guard let indexes else { throw VarintError() }
    return indexes
  }

  /// Counts a sent index: one for each job, so that it cannot push other videos' indexes out of the cache.
  func countIndex() throws(VarintError) {
    _ = try keeper()
    guard indexCount < jobs else { throw VarintError() }
    indexCount += 1
  }

  /// An answer that is a value, or the error.
  func answer<Value: Packed>(_ body: (Work) throws(GrabError) -> Value) throws(VarintError) -> VarintWriter {
    let work = try working()
    var answer = VarintWriter()
    do throws(GrabError) {
      answer.append(.success(try body(work)), work.relay)
    } catch {
      answer.append(Result<Value, GrabError>.failure(error), work.relay)
    }
    return answer
  }

  /// An answer that says whether the worker should continue.
  func wanted(_ isWanted: Bool) -> VarintWriter {
    if !isWanted { account.stop() }
    var answer = VarintWriter()
    answer.append(isWanted)
    return answer
  }

  /// A picture that the worker handed over; nil if it could not be written to the shared file.
  ///
  /// - Throws: `VarintError` for bytes that are not the announced picture.
  func picture(_ bulk: Bulk, _ shape: PictureShape) throws(VarintError) -> SharedBytes? {
    let outlet = try working().outlet
    guard let most = outlet.mostBytes(of: shape) else { throw VarintError() }
    let picture = try bulk.bytes(from: memory, atMost: most)
    if picture.isEmpty { return nil }
    guard PictureCheck.accepts(picture, shape, for: outlet) else { throw VarintError() }
    return picture
  }
}

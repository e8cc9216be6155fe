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
package final class WorkerSession {
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

  /// Counts an index that is to be kept: one for each job, so that the indexes of other videos are not driven out.
  func countIndex() throws(VarintError) {
    _ = try keeper()
    guard indexCount < jobs else { throw VarintError() }
    indexCount += 1
  }

  /// The answer to what is asked of the broker: a value, or why there is none.
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

  /// Whether more is wanted, as an answer.
  func wanted(_ isWanted: Bool) -> VarintWriter {
    if !isWanted { account.stop() }
    var answer = VarintWriter()
    answer.append(isWanted)
    return answer
  }

  /// A picture that was handed over; nil without bytes, since the shared file could not take them.
  ///
  /// - Throws: `VarintError` for what is no such picture.
  func picture(_ bulk: Bulk, _ shape: PictureShape) throws(VarintError) -> SharedBytes? {
    let outlet = try working().outlet
    guard let most = outlet.mostBytes(of: shape) else { throw VarintError() }
    let picture = try bulk.bytes(from: memory, atMost: most)
    if picture.isEmpty { return nil }
    guard PictureCheck.accepts(picture, shape, for: outlet) else { throw VarintError() }
    return picture
  }
}

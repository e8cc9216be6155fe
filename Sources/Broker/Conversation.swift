import FrameGrabbing
import Memory
import Packing
import Workers

/// What a message may use of the connection to a worker: the job, its account, and what does what is asked for.
protocol Conversation: AnyObject {
  var memory: MemoryFile { get }
  /// Prints a line for people.
  var say: (String, NoteLevel) -> Void { get }
  var notes: NoteBudget { get set }
  /// Keeps the indexes of the video; nil if none are kept.
  var indexes: IndexKeeper? { get }
  /// How many jobs the worker has had, and how many indexes it has offered.
  var jobs: Int { get }
  var indexCount: Int { get set }
  /// The present job; nil between two.
  var work: Work? { get }
  var account: JobAccount { get set }
  /// Takes the messages that only a scrubbing session has; nil for none.
  var preview: (any PreviewSink)? { get }
  /// How the job ended, once its last message has come.
  var end: JobEnd? { get set }
}

extension Conversation {
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

import Files
import FrameGrabbing
import Memory
import Packing
import Workers

/// One kind of message from a worker to its broker: how it is packed, what it may contain, when it may come, and how it
/// is answered.
protocol Message: SendableMetatype {
  /// What the worker gets; `Void` for a message without an answer.
  associatedtype Answer: Sendable

  /// Its first byte, which no other kind of message has.
  static var code: UInt8 { get }

  /// Appends it, in the worker.
  func pack(into packing: inout VarintWriter)

  /// Reads it, in the broker.
  ///
  /// - Throws: `VarintError` for what no such message has.
  init(unpacking packing: inout VarintReader, in session: WorkerSession) throws(VarintError)

  /// Checks that the job may send it now, and counts it.
  ///
  /// - Throws: `VarintError` if it may not.
  func check(in session: WorkerSession) throws(VarintError)

  /// Carries it out; returns the answer, nil for a message without one.
  ///
  /// - Throws: `VarintError` for contents that make no sense.
  func answer(by session: WorkerSession) throws(VarintError) -> VarintWriter?

  /// Reads the answer, in the worker.
  ///
  /// - Throws: `VarintError` for what is no answer.
  static func answer(_ packing: inout VarintReader, _ memory: MemoryFile) throws(VarintError) -> Answer
}

extension Message where Answer == Void {
  static func answer(_ packing: inout VarintReader, _ memory: MemoryFile) throws(VarintError) {}
}

extension Message where Answer == Bool {
  /// Whether more is wanted.
  static func answer(_ packing: inout VarintReader, _ memory: MemoryFile) throws(VarintError) -> Bool {
    try packing.flag()
  }
}

extension Message where Answer == Result<Bool, GrabError> {
  /// Whether it was done, or why not.
  static func answer(_ packing: inout VarintReader, _ memory: MemoryFile) throws(VarintError) -> Answer {
    try packing.result()
  }
}

extension Message where Answer == Result<Published, GrabError> {
  /// What became of a file, or why nothing did.
  static func answer(_ packing: inout VarintReader, _ memory: MemoryFile) throws(VarintError) -> Answer {
    try packing.result()
  }
}

/// A message whose bytes are too large for it, and are in the shared file.
protocol BulkMessage: Message {
  /// The bytes.
  var bulk: Bulk { get set }
}

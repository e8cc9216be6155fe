import FrameGrabbing
import Memory
import Packing
import Workers

/// One kind of message of a worker to its broker: how it is written, what may be in it, when it may come, and what the
/// broker does.
protocol Message {
  /// What the worker gets; `Void` for a message without an answer.
  associatedtype Answer: Sendable

  static var code: MessageCode { get }

  /// Appends it, in the worker.
  func pack(into packing: inout VarintWriter)

  /// Reads it, in the broker.
  ///
  /// - Throws: `VarintError` for what no such message has.
  init(unpacking packing: inout VarintReader, in session: WorkerSession) throws(VarintError)

  /// Makes sure that the job may say it now, and counts it.
  ///
  /// - Throws: `VarintError` if it may not.
  func check(in session: WorkerSession) throws(VarintError)

  /// Does what it asks for; returns the answer, nil for a message without one.
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

/// A message whose bytes are too large for it, and are in the shared file.
protocol BulkMessage: Message {
  /// The bytes.
  var bulk: Bulk { get set }
}

/// How many bytes a worker has put into the shared file for a message.
struct Bulk {
  let count: Int
  /// Why there are none, as an error number of the system; 0 if there are, or if none were wanted.
  let failure: Int32

  init(count: Int = 0, failure: Int32 = 0) { (self.count, self.failure) = (count, failure) }

  /// Puts bytes into the shared file, in the worker.
  init(_ bytes: UnsafeRawBufferPointer, into memory: MemoryFile) {
    do throws(Channel.Fault) {
      try memory.append(bytes)
      (count, failure) = (bytes.count, 0)
    } catch {
      count = 0
      if case .system(let number) = error { failure = number } else { failure = 0 }
    }
  }

  func pack(into packing: inout VarintWriter) {
    packing.append(count: count)
    packing.append(signed: Int64(failure))
  }

  init(unpacking packing: inout VarintReader) throws(VarintError) {
    count = Int(clamping: try packing.number())
    failure = Int32(try packing.whole(in: 0...4095))
  }

  /// The bytes, which are taken out of the shared file.
  ///
  /// - Throws: `VarintError` if there are not so many, more than `most`, or no memory for them.
  func bytes(from memory: MemoryFile, atMost most: Int) throws(VarintError) -> SharedBytes {
    defer { memory.empty() }
    guard count <= most, let bytes = memory.read(count: count) else { throw VarintError() }
    return bytes
  }

  /// The same as an array.
  func array(from memory: MemoryFile, atMost most: Int) throws(VarintError) -> [UInt8] {
    let bytes = try bytes(from: memory, atMost: most)
    // Swift ends the process when an array gets no memory.
    guard (try? MemoryRoom.require(bytes.count)) != nil else { throw VarintError() }
    return bytes.withUnsafeBufferPointer { Array($0) }
  }
}

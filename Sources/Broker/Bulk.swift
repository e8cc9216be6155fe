import Memory
import Packing
import Workers

/// The number of bytes that a worker has put into the shared file for a message.
struct Bulk: Packed {
  let count: Int
  /// The error number of the system if the bytes could not be written; else 0.
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

  func pack(into packing: inout VarintWriter) { packing.append(count, failure) }

  init(unpacking packing: inout VarintReader) throws(VarintError) {
    (count, failure) = try packing.values()
    guard (0...4095).contains(failure) else { throw VarintError() }
  }

  /// Takes the bytes out of the shared file.
  ///
  /// - Throws: `VarintError` if the file has fewer bytes, if they are more than `most`, or if there is no memory for
  ///   them.
  func bytes(from memory: MemoryFile, atMost most: Int) throws(VarintError) -> SharedBytes {
    defer { memory.empty() }
    guard count <= most, let bytes = memory.read(count: count) else { throw VarintError() }
    return bytes
  }

  /// The same as an array.
  func array(from memory: MemoryFile, atMost most: Int) throws(VarintError) -> [UInt8] {
    defer { memory.empty() }
    guard count <= most, let bytes = memory.array(count: count) else { throw VarintError() }
    return bytes
  }
}

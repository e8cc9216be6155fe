import CWorker
import LibC
public import Memory

/// A file in memory that a broker and its worker share, for what is too large for a message.
///
/// It is never mapped: a reader makes its own copy, which the writer cannot change afterwards.
public final class MemoryFile: Sendable {
  /// The number of the open file.
  public let descriptor: Int32

  /// Takes over an open file.
  public init(adopting descriptor: Int32) {
    self.descriptor = descriptor
  }

  deinit {
    _ = close(descriptor)
  }

  /// Makes an empty file (memfd_create(2)).
  public static func make() throws(Channel.Fault) -> MemoryFile {
    let descriptor = fg_memory_file("framegrab")
    guard descriptor >= 0 else { throw .system(-descriptor) }
    return MemoryFile(adopting: descriptor)
  }

  /// Appends bytes (write(2)); a worker can do nothing else with the file.
  public func append(_ bytes: UnsafeRawBufferPointer) throws(Channel.Fault) {
    var rest = bytes
    while !rest.isEmpty {
      let count = Self.put(rest, into: descriptor)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw .system(count < 0 ? errno : EIO) }
      rest = UnsafeRawBufferPointer(rebasing: rest[count...])
    }
  }

  /// Replaces everything; the next bytes are appended at the beginning.
  public func replace(with bytes: [UInt8]) throws(Channel.Fault) {
    empty()
    try bytes.withUnsafeBufferPointer { (bytes) throws(Channel.Fault) in try append(UnsafeRawBufferPointer(bytes)) }
    _ = lseek(descriptor, 0, SEEK_SET)
  }

  private static func put(_ bytes: UnsafeRawBufferPointer, into descriptor: Int32) -> Int {
    LibC.write(descriptor, bytes.baseAddress, bytes.count)
  }

  /// Reads the first bytes (pread(2)); nil if there are not so many, or no memory for them.
  public func read(count: Int) -> SharedBytes? {
    guard count >= 0 else { return nil }
    var status = stat()
    guard fstat(descriptor, &status) == 0, Int64(count) <= Int64(status.st_size),
      let buffer = try? AlignedBuffer(byteCount: count)
    else { return nil }
    var filled = 0
    while filled < count {
      let part = pread(descriptor, buffer.bytes + filled, count - filled, off_t(filled))
      if part < 0, errno == EINTR { continue }
      guard part > 0 else { return nil }
      filled += part
    }
    return SharedBytes(buffer, count: count)
  }

  /// The same as an array.
  public func array(count: Int) -> [UInt8]? {
    // Swift ends the process when an array gets no memory.
    guard let bytes = read(count: count), MemoryRoom.has(count) else { return nil }
    return Array(bytes)
  }

  /// Gives its memory back; the next bytes are appended at the beginning (ftruncate(2), lseek(2)).
  public func empty() {
    _ = ftruncate(descriptor, 0)
    _ = lseek(descriptor, 0, SEEK_SET)
  }
}

/// Bytes that were written once and are only read since; copies share them.
public struct SharedBytes: Sendable {
  private let owner: Owner
  /// The number of bytes.
  public let count: Int

  /// The owner of the memory; a class, so that copies share it.
  private final class Owner: Sendable {
    let buffer: AlignedBuffer

    init(_ buffer: consuming AlignedBuffer) { self.buffer = buffer }
  }

  /// Takes over the first `count` bytes of a buffer; all of them if it has fewer. They must have been written.
  public init(_ buffer: consuming AlignedBuffer, count: Int) {
    self.count = Swift.min(Swift.max(count, 0), buffer.byteCount)
    owner = Owner(buffer)
  }

  /// Copies bytes; throws when there is no memory for them.
  public init(copying bytes: UnsafeRawBufferPointer) throws(OutOfMemory) {
    let buffer = try AlignedBuffer(byteCount: bytes.count)
    if let start = bytes.baseAddress { buffer.bytes.copyMemory(from: start, byteCount: bytes.count) }
    self.init(buffer, count: bytes.count)
  }

  /// Passes all bytes to a body; the pointer must not escape.
  public func withUnsafeBytes<Result: ~Copyable, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(UnsafeRawBufferPointer(start: owner.buffer.bytes, count: count))
  }
}

extension SharedBytes {
  /// Passes all bytes to a body as numbers; the pointer must not escape.
  public func withUnsafeBufferPointer<Result: ~Copyable, Failure: Error>(
    _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let start = UnsafePointer(owner.buffer.bytes.assumingMemoryBound(to: UInt8.self))
    return try body(UnsafeBufferPointer(start: start, count: count))
  }
}

extension SharedBytes: RandomAccessCollection {
  /// 0.
  public var startIndex: Int { 0 }
  /// The number of bytes.
  public var endIndex: Int { count }

  /// One byte.
  public subscript(index: Int) -> UInt8 {
    precondition(index >= 0 && index < count, "the index is outside of the bytes")
    return owner.buffer.bytes.load(fromByteOffset: index, as: UInt8.self)
  }

  /// Passes all bytes to a body, so that algorithms of the standard library are fast; the pointer must not escape.
  public func withContiguousStorageIfAvailable<Result>(
    _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
  ) rethrows -> Result? {
    try withUnsafeBufferPointer(body)
  }
}

extension SharedBytes: Equatable {
  /// Whether both have the same bytes.
  public static func == (left: SharedBytes, right: SharedBytes) -> Bool { left.elementsEqual(right) }
}

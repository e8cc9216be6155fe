import LibC

/// Memory aligned to 64 bytes, the most that any of zimg's kernels needs; freed with its owner.
public struct AlignedBuffer: ~Copyable {
  /// The alignment in bytes.
  public static let alignment = 64

  /// The first byte.
  public let bytes: UnsafeMutableRawPointer
  /// The number of bytes.
  public let byteCount: Int

  /// Allocates uninitialised memory; throws when it cannot be had.
  ///
  /// The corresponding C function is `posix_memalign`.
  public init(byteCount: Int) throws(OutOfMemory) {
    var memory: UnsafeMutableRawPointer?
    guard byteCount >= 0, posix_memalign(&memory, Self.alignment, max(byteCount, 1)) == 0, let memory else {
      throw OutOfMemory(byteCount: byteCount)
    }
    bytes = memory
    self.byteCount = byteCount
  }

  deinit { free(bytes) }

  /// A length rounded up to a multiple of the alignment; nil on overflow.
  public static func aligned(_ byteCount: Int) -> Int? {
    let (sum, overflows) = byteCount.addingReportingOverflow(alignment - 1)
    return overflows ? nil : sum / alignment * alignment
  }
}

// The memory has one owner, which may pass it to another thread as a whole.
extension AlignedBuffer: @unchecked Sendable {}

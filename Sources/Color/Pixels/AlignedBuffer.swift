#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Memory aligned to 64 bytes, the most that any of zimg's kernels needs; freed with its owner.
struct AlignedBuffer: ~Copyable {
  static let alignment = 64

  let bytes: UnsafeMutableRawPointer

  /// Allocates uninitialised memory; throws when there is not enough.
  ///
  /// The corresponding C function is `posix_memalign`.
  init(byteCount: Int) throws(ColorError) {
    var memory: UnsafeMutableRawPointer?
    guard posix_memalign(&memory, Self.alignment, max(byteCount, 1)) == 0, let memory else {
      throw ColorError(.outOfMemory(byteCount: byteCount))
    }
    bytes = memory
  }

  deinit { free(bytes) }

  /// A length rounded up to a multiple of the alignment; nil on overflow.
  static func aligned(_ byteCount: Int) -> Int? {
    let (sum, overflows) = byteCount.addingReportingOverflow(alignment - 1)
    return overflows ? nil : sum / alignment * alignment
  }
}

// The memory has one owner, which may pass it to another thread as a whole.
extension AlignedBuffer: @unchecked Sendable {}

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Memory that starts at a multiple of 64 bytes, the most that any of zimg's kernels asks for; freed with its owner.
struct AlignedBuffer: ~Copyable {
  static let alignment = 64

  let bytes: UnsafeMutableRawPointer

  /// Gets memory that is not cleared; throws when there is none.
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

  /// A length brought up to a multiple of the alignment, nil when that cannot be counted.
  static func aligned(_ byteCount: Int) -> Int? {
    let (sum, overflows) = byteCount.addingReportingOverflow(alignment - 1)
    return overflows ? nil : sum / alignment * alignment
  }
}

// The memory has one owner, which may pass it to another thread as a whole.
extension AlignedBuffer: @unchecked Sendable {}

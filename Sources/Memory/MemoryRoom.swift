import LibC

internal import CMemory

/// Asks whether memory is available, within the process's limit of address space (`RLIMIT_AS`).
public enum MemoryRoom {
  /// Whether so many bytes can be allocated now.
  ///
  /// Nothing is allocated, so other threads may take them. The corresponding C functions are mmap(2) and munmap(2),
  /// without touching the pages: about a microsecond.
  public static func has(_ byteCount: Int) -> Bool {
    let flags = MAP_PRIVATE | MAP_ANON
    guard byteCount > 0 else { return byteCount == 0 }
    guard let start = mmap(nil, byteCount, PROT_READ | PROT_WRITE, flags, -1, 0), start != MAP_FAILED else {
      return false
    }
    munmap(start, byteCount)
    return true
  }

  /// Whether `count` things can be allocated now, each made of parts of these sizes, 0 bytes or more.
  public static func has(_ count: Int, of parts: [Int64]) -> Bool {
    var sum: Int64 = 0
    for part in parts {
      let (next, overflows) = sum.addingReportingOverflow(part)
      guard !overflows else { return false }
      sum = next
    }
    let (all, overflows) = sum.multipliedReportingOverflow(by: Int64(clamping: count))
    return !overflows && has(Int(clamping: all))
  }

  /// How many allocations have failed so far, in any thread.
  ///
  /// FFmpeg often goes on after a failed allocation: with an incomplete picture, a stream that seems to end, or a
  /// description without colours. So a result is not valid if this number grew meanwhile. The corresponding C function
  /// is `fg_refusals`.
  public static var refusals: UInt32 { fg_refusals() }

  /// Runs `body` and returns its result; nil if an allocation failed meanwhile.
  public static func unlessRefused<Result: ~Copyable, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result? {
    let before = refusals
    let result = try body()
    guard refusals == before else { return nil }
    return result
  }

  /// Begins a new job, so that earlier refusals do not count as the reason for a crash in it.
  ///
  /// The corresponding C function is `fg_forget_refusals`.
  public static func forgetRefusals() { fg_forget_refusals() }

  /// The free address space that is required to take the heap as a whole.
  private static let roomy = 1 << 30

  /// Takes the heap of a process with one decoder at once, in large pages, unless little address space would be left;
  /// has no effect the second time.
  ///
  /// The corresponding C function is `fg_keep_heap`: page faults are a sixth of the time of a grab.
  public static func keepHeap() {
    if has(roomy) { fg_keep_heap() }
  }

  /// From now on, new threads share a heap: the C library takes address space for each of them that has its own.
  ///
  /// The corresponding C function is `fg_share_heap`.
  public static func shareHeap() { fg_share_heap() }

  /// Gives memory that is free now back to the system, where the allocator keeps it otherwise.
  ///
  /// The corresponding C function is `fg_give_memory_back`: the threads of each decoder leave arenas behind.
  public static func giveBack() { fg_give_memory_back() }

  /// From now on, a crash after memory was refused prints this line and ends the process with status 6.
  ///
  /// The corresponding C function is `fg_explain_crashes`: some decoders do not survive a refusal.
  public static func explainCrashes(_ line: String) { fg_explain_crashes(line) }

  /// The status of a process that ended so.
  public static var crashStatus: Int32 { Int32(FG_NO_MEMORY_STATUS) }
}

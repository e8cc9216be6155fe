internal import CMemory

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Whether memory can still be had, under the limit of address space that the process has (`RLIMIT_AS`).
public enum MemoryRoom {
  /// Bytes that large buffers leave over.
  ///
  /// Swift ends the process when it cannot allocate an object or a string. Errors, reports and the like take a few
  /// mebibytes; each new thread takes 8 MiB for its stack.
  public static let reserve = 16 << 20

  /// Throws unless so many bytes can be had now, besides the reserve.
  ///
  /// Nothing is allocated, so other threads may take them. The corresponding C functions are mmap(2) and munmap(2),
  /// without touching the pages: about a microsecond.
  public static func require(_ byteCount: Int) throws(OutOfMemory) {
    let (sum, overflows) = max(byteCount, 0).addingReportingOverflow(reserve)
    guard !overflows, canMap(sum) else { throw OutOfMemory(byteCount: byteCount) }
  }

  /// Throws unless there is room for `count` elements of `size` bytes each, besides the reserve.
  public static func require(_ count: Int, of size: Int) throws(OutOfMemory) {
    let (bytes, overflows) = count.multipliedReportingOverflow(by: size)
    guard !overflows else { throw OutOfMemory(byteCount: .max) }
    try require(bytes)
  }

  /// The address space of a decoder with its threads, each with a stack and a part of the heap.
  private static let decoder = 128 << 20

  /// How many decoders there is room for side by side, besides the reserve: `most`, or a half, a quarter and so on.
  ///
  /// With less room, what one of them takes is missing to another one in the middle of its work.
  public static func decoders(atMost most: Int) -> Int {
    var count = max(most, 0)
    while count > 0, (try? require(count, of: decoder)) == nil { count /= 2 }
    return count
  }

  /// Whether the reserve is still there.
  public static var hasReserve: Bool { canMap(reserve) }

  /// Takes address space for small allocations, before a limit is set, and again before each of several jobs.
  ///
  /// The corresponding C function is `fg_keep_spare_memory`; without it, Swift would end the process at an object that
  /// finds no memory.
  public static func keepSpare() { fg_keep_spare_memory() }

  /// The address space beside which the heap is taken as a whole.
  private static let roomy = 1 << 30

  /// Takes the heap of a process with one decoder, in large pages, unless its limit of address space leaves little
  /// besides; once.
  ///
  /// The corresponding C function is `fg_keep_heap`: page faults are a sixth of the time of a grab.
  public static func keepHeap() {
    if tryMap(roomy) { fg_keep_heap() }
  }

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

  private static func canMap(_ byteCount: Int) -> Bool {
    // What the spare has left is for small allocations only.
    let isThere = fg_spare_memory_is_used() == 0 && tryMap(byteCount)
    if !isThere { fg_note_refused_memory() }
    return isThere
  }

  private static func tryMap(_ byteCount: Int) -> Bool {
    let flags = MAP_PRIVATE | MAP_ANON
    guard let start = mmap(nil, byteCount, PROT_READ | PROT_WRITE, flags, -1, 0), start != MAP_FAILED else {
      return false
    }
    munmap(start, byteCount)
    return true
  }
}

import CWorker

/// Memory that is there when a limit leaves no more.
public enum MemoryReserve {
  /// Takes some memory in advance, before the address space of this process is limited.
  public static func take() { fg_keep_small_change() }
}

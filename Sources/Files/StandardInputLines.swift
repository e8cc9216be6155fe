import LibC

/// The lines of standard input, one after the other, each as soon as it is complete.
public struct StandardInputLines {
  /// A line, or a mark for one that was too long.
  public enum Line: Hashable, Sendable {
    /// Its bytes, without the line feed.
    case bytes([UInt8])
    /// It had more bytes than allowed, and was skipped.
    case tooLong
  }

  private let limit: Int
  private var read: [UInt8] = []
  private var searched = 0
  private var isTooLong = false
  /// Whether nothing more comes; lines that were read may be left.
  public private(set) var isEnded = false

  /// Makes a reader of lines of at most `limit` bytes.
  public init(atMost limit: Int) {
    self.limit = limit
  }

  /// Waits for the next line; nil at the end. A last line needs no line feed.
  ///
  /// The corresponding C function is read(2). Throws `notRegular(.folder)` for a folder, else `system`.
  public mutating func next() throws(FileError) -> Line? {
    while true {
      if let line = nextRead() { return line }
      if isEnded { return nil }
      try readMore()
    }
  }

  /// The next line, if all of it was read; nil if more has to be read, or at the end.
  public mutating func nextRead() -> Line? {
    if let end = read[searched...].firstIndex(of: 0x0A) {
      let line = Array(read[..<end])
      read.removeSubrange(...end)
      searched = 0
      defer { isTooLong = false }
      return isTooLong || line.count > limit ? .tooLong : .bytes(line)
    }
    if isEnded {
      guard isTooLong || !read.isEmpty else { return nil }
      defer { (read, isTooLong, searched) = ([], false, 0) }
      return isTooLong || read.count > limit ? .tooLong : .bytes(read)
    }
    if read.count > limit {
      isTooLong = true
      read.removeAll(keepingCapacity: true)
    }
    searched = read.count
    return nil
  }

  /// Whether the next line was read.
  public var hasNext: Bool { read[searched...].contains(0x0A) || isEnded && (isTooLong || !read.isEmpty) }

  /// Reads what is there, and waits only if nothing is.
  public mutating func readMore() throws(FileError) {
    let chunk = try [UInt8](unsafeUninitializedCapacity: 64 << 10) { (buffer, count) throws(FileError) in
      count = try readStandardInput(into: UnsafeMutableRawBufferPointer(buffer))
    }
    isEnded = chunk.isEmpty
    read += chunk
  }
}

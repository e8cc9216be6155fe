#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

extension OutputFolder {
  /// Whether the file that has an output's name holds what was to be written; the corresponding C function is pread(2).
  func holds(_ contents: Publication.Contents, as output: Output) throws(FileError) -> Bool {
    try blaming(output.path, .read) { () throws(SystemError) in
      let taken = try open(output.path.lastComponent)
      switch contents {
      case .bytes(let bytes): return try Self.holds(taken.number, bytes)
      case .file(let source, _): return try Self.isEqual(taken.number, source)
      }
    }
  }

  private static let piece = 256 << 10

  /// Whether an open file has exactly these bytes.
  private static func holds(_ file: Int32, _ bytes: UnsafeRawBufferPointer) throws(SystemError) -> Bool {
    var position = 0
    while true {
      let read = try self.read(file, at: position)
      guard !read.isEmpty else { return position == bytes.count }
      guard read.count <= bytes.count - position,
        read.elementsEqual(bytes[position..<position + read.count])
      else { return false }
      position += read.count
    }
  }

  /// Whether two open files have the same bytes.
  private static func isEqual(_ first: Int32, _ second: Int32) throws(SystemError) -> Bool {
    var position = 0
    while true {
      let (left, right) = (try read(first, at: position), try read(second, at: position))
      guard left == right else { return false }
      if left.isEmpty { return true }
      position += left.count
    }
  }

  /// The next bytes of a file, as many as a piece has room for; fewer only before its end.
  private static func read(_ file: Int32, at offset: Int) throws(SystemError) -> [UInt8] {
    try [UInt8](unsafeUninitializedCapacity: piece) { (buffer, filled) throws(SystemError) in
      while filled < piece, let start = buffer.baseAddress {
        let position = filled
        let count = try retrying { pread(file, start + position, piece - position, off_t(offset + position)) }
        if count == 0 { return }
        filled += count
      }
    }
  }
}

import LibC

/// How the file that has the name of an output compares with the new one.
enum SameContents: Hashable {
  /// Its bytes equal those of the new file.
  case all
  /// It has fewer bytes, and the new one begins with them.
  case beginning
  case other
}

extension OutputFolder {
  /// Compares the file that has an output's name with what is to be written, and says what state it was in.
  ///
  /// The corresponding C functions are fstat(2) and pread(2).
  func compare(
    _ contents: Publication.Contents, with output: Output
  ) throws(FileError) -> (same: SameContents, file: FileIdentity) {
    try blaming(output.path, .read) { () throws(SystemError) in
      let taken = try open(output.path.lastComponent)
      let status = try taken.status()
      guard status.kind == .regular else { return (.other, status.identity) }
      let same =
        switch contents {
        case .bytes(let bytes): try Self.compare(taken.number, bytes)
        case .file(let source, _): try Self.compare(taken.number, source)
        }
      // A file that another process is writing to is not one that was cut off.
      let isStill = try taken.status().identity.hasSameContents(as: status.identity)
      return (same == .beginning && !isStill ? .other : same, status.identity)
    }
  }

  private static let piece = 256 << 10

  private static func compare(_ file: Int32, _ bytes: UnsafeRawBufferPointer) throws(SystemError) -> SameContents {
    var position = 0
    while true {
      let read = try self.read(file, at: position)
      guard !read.isEmpty else { return position == bytes.count ? .all : .beginning }
      guard read.count <= bytes.count - position,
        read.elementsEqual(bytes[position..<position + read.count])
      else { return .other }
      position += read.count
    }
  }

  private static func compare(_ file: Int32, _ source: Int32) throws(SystemError) -> SameContents {
    var position = 0
    while true {
      let (left, right) = (try read(file, at: position), try read(source, at: position))
      guard right.starts(with: left) else { return .other }
      // Only the last piece of a file is not full.
      if left.count < piece { return left.count == right.count ? .all : .beginning }
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

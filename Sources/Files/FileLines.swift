import LibC

/// The lines of a file, one after the other, each with its place in the file.
///
/// Memory is needed for one piece of the file and for one line, however long the file and its lines are.
public struct FileLines {
  /// A line, without the byte that ends it, or a mark for one that was too long.
  public typealias Line = StandardInputLines.Line

  private let limit: Int
  private let end: UInt8
  private var piece: [UInt8]
  /// The bytes of the piece that are no part of a line yet.
  private var rest = 0..<0
  /// How many bytes of the file were read.
  private var offset: Int64

  /// Makes a reader of lines.
  ///
  /// - Parameters:
  ///   - limit: The most bytes of a line.
  ///   - end: The byte that ends a line.
  ///   - offset: Where the first line starts, in bytes from the start of the file.
  ///   - piece: How many bytes are read at a time, 1 or more.
  public init(atMost limit: Int, endedBy end: UInt8 = 0x0A, from offset: Int64 = 0, piece: Int = 256 << 10) {
    (self.limit, self.end, self.offset) = (limit, end, offset)
    self.piece = [UInt8](repeating: 0, count: max(1, piece))
  }

  /// The next line of the file and where it starts, in bytes from the start of the file; nil at the end. A last line
  /// needs no end.
  ///
  /// Throws `system` when the storage fails.
  public mutating func next(in file: borrowing InputFile) throws(FileError) -> (start: Int64, line: Line)? {
    let start = offset - Int64(rest.count)
    var line: [UInt8] = []
    var (hasBegun, isTooLong) = (false, false)
    while true {
      if rest.isEmpty {
        try readMore(of: file)
        if rest.isEmpty { return hasBegun ? (start, isTooLong ? .tooLong : .bytes(line)) : nil }
      }
      hasBegun = true
      let found = firstEnd()
      let part = rest.lowerBound..<(found ?? rest.upperBound)
      if isTooLong || part.count > limit - line.count {
        (line, isTooLong) = ([], true)
      } else {
        line += piece[part]
      }
      rest = (found.map { $0 + 1 } ?? rest.upperBound)..<rest.upperBound
      if found != nil { return (start, isTooLong ? .tooLong : .bytes(line)) }
    }
  }

  private mutating func readMore(of file: borrowing InputFile) throws(FileError) {
    let place = offset
    let count = try piece.withUnsafeMutableBufferPointer { (piece) throws(FileError) in
      try file.read(at: place, into: UnsafeMutableRawBufferPointer(piece))
    }
    offset += Int64(count)
    rest = 0..<count
  }

  /// The place of the next end in the piece; the corresponding C function is memchr(3).
  private func firstEnd() -> Int? {
    piece.withUnsafeBytes { piece in
      let rest = UnsafeRawBufferPointer(rebasing: piece[rest])
      guard let start = rest.baseAddress, let found = memchr(start, Int32(end), rest.count) else { return nil }
      return self.rest.lowerBound + (UnsafeRawPointer(found) - start)
    }
  }
}

import Files
import JSON
import Timeline
import Video

/// The sizes and checksums of files that were written, each of them read once.
struct OutputFacts {
  private struct Facts {
    let byteCount: Int64
    let sum: UInt32
  }

  private var known: [Path: Facts?] = [:]

  /// Adds the size of a file in bytes and its CRC-32 to an object; `null` if it cannot be read any more.
  mutating func addFacts(of file: Path, to object: inout JSONObjectWriter) {
    let facts = known[file] ?? Self.facts(of: file)
    known[file] = facts
    object.add("bytes", .integer(facts.map(\.byteCount)))
    object.add("crc32", .string(facts.map { Self.text($0.sum) }))
  }

  /// The checksum of a file as it is written; nil if the file cannot be read.
  static func checksum(of file: Path) -> String? { facts(of: file).map { text($0.sum) } }

  private static func text(_ sum: UInt32) -> String { sum.padded(to: 8, radix: 16) }

  private static func facts(of file: Path) -> Facts? {
    guard let input = try? InputFile(opening: file) else {
      // An empty file is no input, but may be an output that was there already.
      return FileIdentity(of: file, isRegular: true)?.size == 0 ? Facts(byteCount: 0, sum: CRC32().value) : nil
    }
    var (sum, offset) = (CRC32(), Int64(0))
    var piece = [UInt8](repeating: 0, count: 256 << 10)
    while true {
      guard let count = try? input.read(at: offset, into: &piece) else { return nil }
      if count == 0 { return Facts(byteCount: offset, sum: sum.value) }
      piece.withUnsafeBytes { sum.update(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
      offset += Int64(count)
    }
  }
}

extension InputFile {
  /// Reads bytes at an offset into an array and returns how many.
  fileprivate borrowing func read(at offset: Int64, into piece: inout [UInt8]) throws(FileError) -> Int {
    try piece.withUnsafeMutableBufferPointer { (piece) throws(FileError) in
      try read(at: offset, into: UnsafeMutableRawBufferPointer(piece))
    }
  }
}

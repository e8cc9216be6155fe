import LibC
import Synchronization

/// A file that another process holds open, and reads for this one over a socket that keeps messages apart.
///
/// The socket belongs to one file, and no other file can be read through it.
public enum LentFile {
  /// The most bytes of one answer.
  public static let mostBytes = 64 << 10

  /// What is asked.
  public enum Question: Hashable, Sendable {
    /// Which file it is.
    case identity
    /// Bytes at an offset, at most `mostBytes`.
    case bytes(at: Int64, count: Int)

    /// The length of every question.
    public static let byteCount = 12

    /// The message.
    public var message: [UInt8] {
      switch self {
      case .identity: LentFile.bytes(of: -1) + [0, 0, 0, 0]
      case .bytes(let offset, let count): LentFile.bytes(of: offset) + LentFile.bytes(of: Int64(count)).prefix(4)
      }
    }

    /// Reads a message; nil for one that is no question.
    public init?(_ message: [UInt8]) {
      guard message.count == Self.byteCount else { return nil }
      let (offset, count) = (LentFile.number(message[..<8]), Int(LentFile.number(message[8...])))
      if offset == -1, count == 0 {
        self = .identity
      } else if offset >= 0, (1...mostBytes).contains(count) {
        self = .bytes(at: offset, count: count)
      } else {
        return nil
      }
    }
  }

  /// The answer to a question.
  public enum Answer: Hashable, Sendable {
    /// The file: its size, and what tells it from all others.
    case identity(size: Int64, name: Int64, version: Int64)
    /// Some bytes: those asked for or fewer, none at the end only.
    case bytes(ArraySlice<UInt8>)
    /// It cannot be read, for this reason.
    case failure(String, mayBeRetried: Bool)

    /// The message.
    public var message: [UInt8] {
      switch self {
      case .bytes(let bytes): [0] + bytes
      case .identity(let size, let name, let version):
        [1] + [size, name, version].flatMap { LentFile.bytes(of: $0) }
      case .failure(let words, let mayBeRetried): [mayBeRetried ? 2 : 3] + words.utf8.prefix(1 << 10)
      }
    }

    /// Reads a message; nil for one that is no answer.
    public init?(_ message: ArraySlice<UInt8>) {
      guard let kind = message.first else { return nil }
      let rest = message.dropFirst()
      switch (kind, rest.count) {
      case (0, _): self = .bytes(rest)
      case (1, 24):
        let numbers = stride(from: 0, to: 24, by: 8).map { LentFile.number(rest.dropFirst($0).prefix(8)) }
        guard numbers[0] >= 0 else { return nil }
        self = .identity(size: numbers[0], name: numbers[1], version: numbers[2])
      case (2, _), (3, _): self = .failure(printable(Array(rest)), mayBeRetried: kind == 2)
      default: return nil
      }
    }
  }

  private static func bytes(of number: Int64) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> Int64 {
    bytes.reversed().reduce(0) { $0 << 8 | Int64($1) }
  }

  // MARK: Asking

  /// Answers are not numbered, so threads take turns to ask.
  private static let gate = Mutex([UInt8](repeating: 0, count: mostBytes + 1))

  /// Asks for the identity of the file.
  ///
  /// - Throws: `FileError` when its owner is gone or cannot read it.
  static func identity(_ socket: Int32, _ path: Path) throws(FileError) -> FileIdentity {
    try gate.withLock { (room) throws(FileError) in
      let count = try ask(.identity, socket, path, &room)
      switch Answer(room[..<count]) {
      case .identity(let size, let name, let version)?:
        return FileIdentity(lent: size, name: name, version: version)
      case .failure(let words, let mayBeRetried)?:
        throw FileError(path: path, fault: .source(words, mayBeRetried: mayBeRetried))
      case .bytes?, nil: throw lost(path)
      }
    }
  }

  /// Reads bytes at an offset into a buffer and returns how many: fewer than fit only at the end.
  ///
  /// - Throws: `FileError` when the owner of the file is gone or cannot read it.
  static func read(
    _ socket: Int32, _ path: Path, at offset: Int64, into buffer: UnsafeMutableRawBufferPointer
  ) throws(FileError) -> Int {
    try gate.withLock { (room) throws(FileError) in
      var filled = 0
      while filled < buffer.count {
        let (place, overflows) = offset.addingReportingOverflow(Int64(filled))
        guard !overflows else { break }
        let wanted = min(buffer.count - filled, mostBytes)
        let count = try ask(.bytes(at: place, count: wanted), socket, path, &room)
        guard count > 0, count <= wanted + 1, room[0] == 0 else {
          guard case .failure(let words, let mayBeRetried)? = Answer(room[..<count]) else { throw lost(path) }
          throw FileError(path: path, fault: .source(words, mayBeRetried: mayBeRetried))
        }
        guard count > 1 else { break }
        room.withUnsafeBytes { room in
          UnsafeMutableRawBufferPointer(rebasing: buffer[filled...]).copyMemory(
            from: UnsafeRawBufferPointer(rebasing: room[1..<count]))
        }
        filled += count - 1
      }
      return filled
    }
  }

  /// Sends a question and receives the answer; returns its length.
  private static func ask(
    _ question: Question, _ socket: Int32, _ path: Path, _ room: inout [UInt8]
  ) throws(FileError) -> Int {
    do {
      let message = question.message
      guard try retrying({ write(socket, message, message.count) }) == message.count else { throw lost(path) }
      return try receive(socket, into: &room)
    } catch {
      throw lost(path)
    }
  }

  private static func lost(_ path: Path) -> FileError {
    FileError(path: path, fault: .source("the process that reads it is gone", mayBeRetried: true))
  }
}

private func receive(_ socket: Int32, into room: inout [UInt8]) throws(SystemError) -> Int {
  let size = room.count
  return try retrying { read(socket, &room, size) }
}

import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// What a folder holds, with everything below it.
public struct Snapshot: Hashable, Sendable {
  /// One thing in the folder.
  public struct Entry: Hashable, Sendable {
    /// The kind of thing: file, folder, link, or another.
    public enum Kind: Hashable, Sendable { case file, folder, link, other }

    /// Its kind.
    public let kind: Kind
    /// Its size in bytes.
    public let size: Int
    /// A checksum of its contents, or of a link's target; that of the first and last 32 MiB for larger files.
    public let checksum: UInt64
    /// Its inode.
    public let inode: UInt64

    /// An entry.
    public init(kind: Kind, size: Int, checksum: UInt64, inode: UInt64) {
      (self.kind, self.size, self.checksum, self.inode) = (kind, size, checksum, inode)
    }

    /// Whether it is the same thing with the same contents.
    func isSame(as other: Entry) -> Bool {
      kind == other.kind && checksum == other.checksum && (kind != .file || size == other.size)
    }
  }

  /// The entries by their paths below the folder; invalid bytes of a path are escaped.
  public var entries: [String: Entry] = [:]
  /// The paths as bytes.
  var paths: [String: [UInt8]] = [:]

  /// An empty folder.
  public init() {}

  /// Reads a folder (opendir, lstat); what cannot be read is left out.
  public init(of folder: String) { add(Array(folder.utf8), below: []) }

  private mutating func add(_ folder: [UInt8], below path: [UInt8]) {
    guard let stream = (folder + [0]).withCString({ opendir($0) }) else { return }
    defer { closedir(stream) }
    while let next = readdir(stream) {
      let name = withUnsafePointer(to: &next.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: UInt8.self, capacity: 256) { start in
          Array(UnsafeBufferPointer(start: start, count: 256).prefix { $0 != 0 })
        }
      }
      guard name != [0x2E], name != [0x2E, 0x2E] else { continue }
      let whole = folder + [0x2F] + name
      let inner = path.isEmpty ? name : path + [0x2F] + name
      guard let entry = Self.entry(at: whole) else { continue }
      let key = Word(bytes: inner).description
      entries[key] = entry
      paths[key] = inner
      if entry.kind == .folder { add(whole, below: inner) }
    }
  }

  private static func entry(at path: [UInt8]) -> Entry? {
    var status = stat()
    guard (path + [0]).withCString({ lstat($0, &status) }) == 0 else { return nil }
    let inode = UInt64(status.st_ino)
    switch status.st_mode & S_IFMT {
    case S_IFDIR: return Entry(kind: .folder, size: 0, checksum: 0, inode: inode)
    case S_IFREG:
      return Entry(kind: .file, size: Int(status.st_size), checksum: checksum(of: path), inode: inode)
    case S_IFLNK:
      var target = [UInt8](repeating: 0, count: 4096)
      let length = (path + [0]).withCString { path in
        target.withUnsafeMutableBytes { target in
          target.bindMemory(to: CChar.self).baseAddress.map { readlink(path, $0, target.count) } ?? 0
        }
      }
      return Entry(kind: .link, size: 0, checksum: sum(target.prefix(max(0, length))), inode: inode)
    default: return Entry(kind: .other, size: 0, checksum: UInt64(truncatingIfNeeded: status.st_rdev), inode: inode)
    }
  }

  private static func checksum(of path: [UInt8]) -> UInt64 {
    let file = (path + [0]).withCString { open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK | withoutTrace) }
    guard file >= 0 else { return 1 }
    defer { close(file) }
    let piece = 32 << 20
    var buffer = [UInt8](repeating: 0, count: 1 << 20)
    var state: UInt64 = 0xCBF2_9CE4_8422_2325
    var total = 0
    while total < piece {
      let count = read(file, &buffer, buffer.count)
      guard count > 0 else { return state }
      state = sum(buffer[..<count], state)
      total += count
    }
    let end = lseek(file, 0, SEEK_END)
    lseek(file, max(off_t(piece), end - off_t(piece)), SEEK_SET)
    while true {
      let count = read(file, &buffer, buffer.count)
      guard count > 0 else { return state }
      state = sum(buffer[..<count], state)
    }
  }

  /// FNV-1a over words of eight bytes, then over the rest.
  private static func sum(_ bytes: ArraySlice<UInt8>, _ start: UInt64 = 0xCBF2_9CE4_8422_2325) -> UInt64 {
    bytes.withUnsafeBytes { bytes in
      var state = start
      var place = 0
      while place + 8 <= bytes.count {
        state = (state ^ bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)) &* 0x100_0000_01B3
        state ^= state >> 29
        place += 8
      }
      while place < bytes.count {
        state = (state ^ UInt64(bytes[place])) &* 0x100_0000_01B3
        place += 1
      }
      return state
    }
  }
}

#if os(Linux)
  /// `O_NOATIME`: reading leaves the time of the last reading as it is, which shows whether the tool has read a file.
  private let withoutTrace: Int32 = 0o1_000_000
#else
  private let withoutTrace: Int32 = 0
#endif

extension [UInt8] {
  /// Calls the body with the bytes, which end with a NUL, as a C string.
  fileprivate func withCString<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
    withUnsafeBytes { bytes in
      // An array that ends with a NUL is never empty.
      let start = bytes.bindMemory(to: CChar.self).baseAddress
      return start.map(body) ?? body("")
    }
  }
}

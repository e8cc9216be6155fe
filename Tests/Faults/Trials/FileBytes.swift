#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Files whose names are any bytes.
enum FileBytes {
  /// The bytes of a regular file (open, fstat, read); nil if it is none or cannot be read.
  static func read(_ path: [UInt8]) -> [UInt8]? {
    let file = (path + [0]).withUnsafeBytes { path -> Int32 in
      guard let start = path.bindMemory(to: CChar.self).baseAddress else { return -1 }
      return open(start, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    }
    guard file >= 0 else { return nil }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size <= 1 << 30 else { return nil }
    var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
    var place = 0
    while place < bytes.count {
      let count = bytes.withUnsafeMutableBytes { buffer in
        Self.read(file, buffer.baseAddress.map { $0 + place }, buffer.count - place)
      }
      guard count > 0 else { break }
      place += count
    }
    return Array(bytes.prefix(place))
  }

  private static func read(_ file: Int32, _ start: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    #if canImport(Glibc)
      Glibc.read(file, start, count)
    #else
      Darwin.read(file, start, count)
    #endif
  }

  /// Makes a file of these bytes, or replaces its contents (open, write).
  static func write(_ bytes: [UInt8], _ path: [UInt8]) -> Bool {
    let file = (path + [0]).withUnsafeBytes { path -> Int32 in
      guard let start = path.bindMemory(to: CChar.self).baseAddress else { return -1 }
      return open(start, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    }
    guard file >= 0 else { return false }
    defer { close(file) }
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { unistdWrite(file, $0.baseAddress, $0.count) }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  private static func unistdWrite(_ file: Int32, _ start: UnsafeRawPointer?, _ count: Int) -> Int {
    #if canImport(Glibc)
      Glibc.write(file, start, count)
    #else
      Darwin.write(file, start, count)
    #endif
  }
}

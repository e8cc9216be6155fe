import Files
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A temporary folder for one test, removed with everything in it at the end.
final class Scratch: Sendable {
  let folder: Path

  init() throws {
    // As in mktemp(1): the folder given by the environment, else the system's.
    let parent = getenv("TMPDIR").map { String(cString: $0) } ?? P_tmpdir
    // mkdtemp replaces six of these by random letters.
    var template = Array("\(parent)/framegrab-test-\(String(repeating: "X", count: 6))".utf8CString)
    let made = template.withUnsafeMutableBufferPointer { $0.baseAddress.flatMap { mkdtemp($0) } }
    folder = Path(String(cString: try #require(made)))
  }

  deinit {
    Self.removeAll(folder)
  }

  /// A path in the folder.
  func path(_ name: Path) -> Path {
    folder.appending(name)
  }

  /// Writes a file without the module under test.
  @discardableResult
  func write(_ text: String, to name: Path) throws -> Path {
    let path = path(name)
    let file = try #require(path.withCString { fopen($0, "wb") })
    defer { fclose(file) }
    let bytes = Array(text.utf8)
    #expect(fwrite(bytes, 1, bytes.count, file) == bytes.count)
    return path
  }

  /// The contents of a file, read without the module under test; nil when it does not exist.
  func contents(of name: Path) -> String? {
    guard let file = path(name).withCString({ fopen($0, "rb") }) else { return nil }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    while case let byte = getc(file), byte != EOF { bytes.append(UInt8(truncatingIfNeeded: byte)) }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The names in the folder.
  var names: Set<Path> {
    Self.names(in: folder)
  }

  /// The permission bits of a file, without following a symbolic link.
  func mode(of name: Path) throws -> mode_t {
    var status = stat()
    try #require(path(name).withCString { lstat($0, &status) } == 0)
    return status.st_mode & 0o7777
  }

  func makeFolder(_ name: Path) throws {
    try #require(path(name).withCString { mkdir($0, 0o755) } == 0)
  }

  func makeFIFO(_ name: Path) throws {
    try #require(path(name).withCString { mkfifo($0, 0o644) } == 0)
  }

  func makeSymbolicLink(_ name: Path, to target: Path) throws {
    try #require(target.withCString { target in path(name).withCString { symlink(target, $0) } } == 0)
  }

  func makeHardLink(_ name: Path, to target: Path) throws {
    try #require(path(target).withCString { target in path(name).withCString { link(target, $0) } } == 0)
  }

  func makeSocket(_ name: Path) throws {
    #if canImport(Glibc)
      let socket = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    #else
      let socket = socket(AF_UNIX, SOCK_STREAM, 0)
    #endif
    try #require(socket >= 0)
    defer { close(socket) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = path(name).bytes
    try withUnsafeMutableBytes(of: &address.sun_path) {
      try #require(bytes.count < $0.count)
      $0.copyBytes(from: bytes)
    }
    let size = socklen_t(MemoryLayout<sockaddr_un>.size)
    let bound = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(socket, $0, size) }
    }
    try #require(bound == 0)
  }

  private static func names(in folder: Path) -> Set<Path> {
    guard let stream = folder.withCString({ opendir($0) }) else { return [] }
    defer { closedir(stream) }
    var names: Set<Path> = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { Path(bytes: Array($0.prefix { $0 != 0 })) }
      if name != ".", name != ".." { names.insert(name) }
    }
    return names
  }

  private static func removeAll(_ path: Path) {
    if path.withCString({ unlink($0) }) == 0 { return }
    for name in names(in: path) { removeAll(path.appending(name)) }
    path.withCString { (name) in _ = rmdir(name) }
  }
}

/// The fault that was thrown, or nil.
func fault(_ work: () throws -> Void) -> FileError.Fault? {
  do {
    try work()
    return nil
  } catch {
    return (error as? FileError)?.fault
  }
}

import Files
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

struct InputFileTests {
  @Test(arguments: [
    "clip.mp4", "a%03d.mp4", "foo:bar.mp4", "-x.mp4", "concat:a|b", "file:x", "http:y", "a\nb", " ", "~", "ü.mp4",
    Path(bytes: [0x66, 0xFF, 0xC3, 0x2E, 0x6D]), Path(bytes: Array(repeating: 0x6E, count: 255)),
  ])
  func `every name that the system accepts can be opened`(_ name: Path) throws {
    let scratch = try Scratch()
    let file = try InputFile(opening: try scratch.write("film", to: name))
    #expect(file.size == 4)
    #expect(file.path == scratch.path(name))
    #expect(try file.readAll(atMost: 4) == Array("film".utf8))
  }

  @Test func `only regular files are inputs`() throws {
    let scratch = try Scratch()
    try scratch.makeFolder("folder")
    try scratch.makeFIFO("fifo")
    try scratch.makeSocket("socket")
    #expect(fault { _ = try InputFile(opening: scratch.path("folder")) } == .notRegular(.folder))
    #expect(fault { _ = try InputFile(opening: scratch.path("fifo")) } == .notRegular(.fifo))
    #expect(fault { _ = try InputFile(opening: scratch.path("socket")) } == .notRegular(.socket))
    #expect(fault { _ = try InputFile(opening: "/dev/null") } == .notRegular(.device))
    try scratch.makeSymbolicLink("disguise", to: "fifo")
    #expect(fault { _ = try InputFile(opening: scratch.path("disguise")) } == .notRegular(.fifo))
  }

  @Test func `a symbolic link to a file is an input`() throws {
    let scratch = try Scratch()
    try scratch.write("film", to: "clip.mp4")
    try scratch.makeSymbolicLink("link.mp4", to: "clip.mp4")
    #expect(try InputFile(opening: scratch.path("link.mp4")).size == 4)
    try scratch.makeSymbolicLink("dangling.mp4", to: "nowhere")
    #expect(fault { _ = try InputFile(opening: scratch.path("dangling.mp4")) } == .missing)
    try scratch.makeSymbolicLink("loop.mp4", to: "loop.mp4")
    let looping = fault { _ = try InputFile(opening: scratch.path("loop.mp4")) }
    #expect(looping == .system(errno: ELOOP, operation: .examine))
  }

  @Test func `invalid and missing names are distinguished`() throws {
    let scratch = try Scratch()
    try scratch.write("", to: "empty.mp4")
    try scratch.write("film", to: "a")
    #expect(fault { _ = try InputFile(opening: scratch.path("missing.mp4")) } == .missing)
    #expect(fault { _ = try InputFile(opening: scratch.path("empty.mp4")) } == .empty)
    #expect(fault { _ = try InputFile(opening: "") } == .noName)
    // Truncated at the NUL it would be a file that exists.
    #expect(fault { _ = try InputFile(opening: scratch.path("a\0b")) } == .nulInName)
    let inside = fault { _ = try InputFile(opening: scratch.path("a/b")) }
    #expect(inside == .system(errno: ENOTDIR, operation: .examine))
    let long = fault { _ = try InputFile(opening: scratch.path(Path(bytes: Array(repeating: 0x6E, count: 256)))) }
    #expect(long == .system(errno: ENAMETOOLONG, operation: .examine))
  }

  @Test func `reading is by offset and returns 0 at the end`() throws {
    let scratch = try Scratch()
    let file = try InputFile(opening: try scratch.write("0123456789", to: "digits"))
    var buffer = [UInt8](repeating: 0, count: 4)
    func read(at offset: Int64) throws -> String {
      let count = try buffer.withUnsafeMutableBytes { try file.read(at: offset, into: $0) }
      return String(decoding: buffer.prefix(count), as: UTF8.self)
    }
    #expect(try read(at: 3) == "3456")
    #expect(try read(at: 8) == "89")
    #expect(try read(at: 10) == "")
    #expect(try read(at: Int64.max) == "")
    #expect(try read(at: 0) == "0123")
    #expect(fault { _ = try read(at: -1) } == .system(errno: EINVAL, operation: .read))
    #expect(try file.read(at: 0, into: UnsafeMutableRawBufferPointer(start: nil, count: 0)) == 0)
  }

  @Test func `bytes that are expected are the same, wherever they are`() throws {
    let scratch = try Scratch()
    let file = try InputFile(opening: try scratch.write("0123456789", to: "digits"))
    for (offset, count) in [(0, 50), (90, 50), (1_000, 10), (-5, 10), (.max, 10), (0, 0)] as [(Int64, Int)] {
      file.expectReading(at: offset, count: count)
    }
    var buffer = [UInt8](repeating: 0, count: 20)
    let count = try buffer.withUnsafeMutableBytes { try file.read(at: 0, into: $0) }
    #expect(String(decoding: buffer.prefix(count), as: UTF8.self) == "0123456789")
  }

  @Test func `a whole file is read up to a limit`() throws {
    let scratch = try Scratch()
    // Larger than one chunk of 64 KiB, and not a multiple of it.
    let text = String(repeating: "x", count: 200_001)
    let file = try InputFile(opening: try scratch.write(text, to: "large"))
    #expect(try file.readAll(atMost: 200_001)?.count == 200_001)
    #expect(try file.readAll(atMost: Int.max) == Array(text.utf8))
    #expect(try file.readAll(atMost: 200_000) == nil)
    #expect(try file.readAll(atMost: 0) == nil)
    #expect(try file.readAll(atMost: Int.min) == nil)
  }

  @Test func `a file that grows past the limit is still rejected`() throws {
    let scratch = try Scratch()
    let file = try InputFile(opening: try scratch.write("1234", to: "growing"))
    try scratch.write("12345678", to: "growing")
    #expect(try file.readAll(atMost: 4) == nil)
    #expect(try file.readAll(atMost: 8)?.count == 8)
  }

  @Test func `an identity belongs to the file and not to its name`() throws {
    let scratch = try Scratch()
    let path = try scratch.write("film", to: "a")
    try scratch.makeHardLink("b", to: "a")
    try scratch.write("film", to: "c")
    let identity = try InputFile(opening: path).identity
    #expect(try InputFile(opening: scratch.path("b")).identity == identity)
    let other = try InputFile(opening: scratch.path("c")).identity
    #expect(!other.isSameFile(as: identity))
    try scratch.write("longer film", to: "a")
    let changed = try InputFile(opening: path).identity
    #expect(changed.isSameFile(as: identity) && changed != identity)
  }

  @Test func `a time of modification far in the future is no problem`() throws {
    let scratch = try Scratch()
    let path = try scratch.write("film", to: "a")
    // The year 2400, past what 64 bits of nanoseconds hold (2262); ext4 and tmpfs can store it.
    let time = timespec(tv_sec: 13_569_465_600, tv_nsec: 5)
    try #require(path.withCString { utimensat(AT_FDCWD, $0, [time, time], 0) } == 0)
    let identity = try InputFile(opening: path).identity
    #expect(identity.modificationSeconds == 13_569_465_600)
    #expect(identity.modificationNanoseconds == 5)
  }
}

import Files
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

struct PrivateFolderTests {
  private let scratch: Scratch
  private let path: Path

  init() throws {
    scratch = try Scratch()
    path = scratch.path("a").appending("b").appending("own")
  }

  private func change(_ name: Path, to mode: mode_t) throws {
    try #require(scratch.path(name).withCString { chmod($0, mode) } == 0)
  }

  @Test func `a folder is created for the user only, and so are its files`() throws {
    #expect(fault { _ = try PrivateFolder(opening: path) } == .missing)
    let folder = try PrivateFolder(opening: path, makesFolder: true)
    try folder.write([1, 2, 3], as: "one")
    for name: Path in ["a", "a/b", "a/b/own"] { #expect(try scratch.mode(of: name) == 0o700) }
    #expect(try scratch.mode(of: "a/b/own/one") == 0o600)
    // An existing folder is not an error.
    let again = try PrivateFolder(opening: Path(bytes: path.bytes + Array("//".utf8)), makesFolder: true)
    #expect(try again.read("one", atMost: 3) == [1, 2, 3])
  }

  @Test func `a folder that others could change is rejected`() throws {
    for (number, mode) in [0o770, 0o720, 0o702, 0o777, 0o1777].enumerated() {
      let name = Path("open\(number)")
      try scratch.makeFolder(name)
      try change(name, to: mode_t(mode))
      #expect(fault { _ = try PrivateFolder(opening: scratch.path(name)) } == .notPrivate)
      #expect(fault { _ = try PrivateFolder(opening: scratch.path(name), makesFolder: true) } == .notPrivate)
    }
    for mode: mode_t in [0o700, 0o755, 0o500] {
      let name = Path("closed\(mode)")
      try scratch.makeFolder(name)
      try change(name, to: mode)
      _ = try PrivateFolder(opening: scratch.path(name))
    }
  }

  @Test func `a folder of another user is rejected`() throws {
    // A folder of root; if the test runs as root, a folder given to another user.
    if geteuid() == 0 {
      try scratch.makeFolder("given")
      try #require(scratch.path("given").withCString { chown($0, 12_345, 12_345) } == 0)
      #expect(fault { _ = try PrivateFolder(opening: scratch.path("given")) } == .notPrivate)
      try change("given", to: 0o700)
    } else {
      #expect(fault { _ = try PrivateFolder(opening: "/") } == .notPrivate)
    }
  }

  @Test func `a symbolic link is rejected, with or without a trailing slash`() throws {
    try scratch.makeFolder("real")
    try scratch.makeSymbolicLink("link", to: "real")
    for name in ["link", "link/", "link//"] {
      #expect(
        fault { _ = try PrivateFolder(opening: Path("\(scratch.folder.text)/\(name)")) } == .isLinkedFolder)
    }
    try scratch.write("text", to: "file")
    #expect(
      fault { _ = try PrivateFolder(opening: scratch.path("file")) }
        == .system(errno: ENOTDIR, operation: .openFolder))
    #expect(fault { _ = try PrivateFolder(opening: "") } == .noName)
    #expect(fault { _ = try PrivateFolder(opening: "a\0b") } == .nulInName)
  }

  @Test func `files that are not the user's own are not read`() throws {
    let folder = try PrivateFolder(opening: path, makesFolder: true)
    try folder.write([7], as: "good")
    for mode: mode_t in [0o620, 0o602, 0o666] {
      try change("a/b/own/good", to: mode)
      #expect(fault { _ = try folder.read("good", atMost: 9) } == .notPrivate)
    }
    try scratch.makeSymbolicLink("a/b/own/link", to: "good")
    #expect(fault { _ = try folder.read("link", atMost: 9) } == .system(errno: ELOOP, operation: .open))
    try scratch.makeFIFO("a/b/own/fifo")
    // Opening it would wait for a writer forever.
    #expect(fault { _ = try folder.read("fifo", atMost: 9) } == .notPrivate)
    try scratch.makeFolder("a/b/own/folder")
    #expect(fault { _ = try folder.read("folder", atMost: 9) } == .notPrivate)
    #expect(try folder.read("nothing", atMost: 9) == nil)
  }

  @Test func `no more than the limit is read`() throws {
    let folder = try PrivateFolder(opening: path, makesFolder: true)
    try folder.write([1, 2, 3, 4], as: "four")
    #expect(try folder.read("four", atMost: 4) == [1, 2, 3, 4])
    #expect(try folder.read("four", atMost: 3) == nil)
    try folder.write([], as: "none")
    #expect(try folder.read("none", atMost: 0) == [])
  }

  @Test func `write replaces, and no temporary file is left`() throws {
    let folder = try PrivateFolder(opening: path, makesFolder: true)
    try folder.write([1], as: "file")
    try folder.write([2, 2], as: "file")
    #expect(try folder.read("file", atMost: 9) == [2, 2])
    try scratch.makeFolder("a/b/own/taken")
    #expect(fault { try folder.write([1], as: "taken") } != nil)
    #expect(scratch.contents(of: "a/b/own/taken/x") == nil)
    #expect(try folder.entries().map(\.name) == ["file"])
    folder.remove("file")
    folder.remove("file")
    #expect(try folder.read("file", atMost: 9) == nil)
  }

  @Test func `a link instead of a file is replaced, not followed`() throws {
    try scratch.write("precious", to: "victim")
    let folder = try PrivateFolder(opening: path, makesFolder: true)
    try scratch.makeSymbolicLink("a/b/own/file", to: scratch.path("victim"))
    try folder.write([1], as: "file")
    #expect(scratch.contents(of: "victim") == "precious")
    #expect(try folder.read("file", atMost: 9) == [1])
  }

  @Test func `a listing has the files with their sizes and the times of last use`() throws {
    let folder = try PrivateFolder(opening: path, makesFolder: true)
    try folder.write([1, 2, 3], as: "three")
    try folder.write([], as: "none")
    try scratch.makeFolder("a/b/own/folder")
    try scratch.makeSymbolicLink("a/b/own/link", to: "three")
    var past = [timespec(tv_sec: 1000, tv_nsec: 7), timespec(tv_sec: 1000, tv_nsec: 7)]
    let name = path.appending("three")
    try #require(name.withCString { utimensat(AT_FDCWD, $0, &past, 0) } == 0)
    let old = try folder.entries().sorted { $0.size < $1.size }
    #expect(old.map(\.name) == ["none", "three"] && old.map(\.size) == [0, 3])
    #expect(old.last?.usedSeconds == 1000 && old.last?.usedNanoseconds == 7)
    folder.touch("three")
    let used = try folder.entries().first { $0.name == "three" }
    #expect((used?.usedSeconds ?? 0) > 1_600_000_000)
    folder.touch("nothing")
  }
}

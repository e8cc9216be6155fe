import Dispatch
import Files
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

struct AppendedFileTests {
  private func append(_ text: String, to path: Path, _ existing: AppendedFile.Existing) throws {
    var file = try AppendedFile(path, existing)
    try file.append(Array(text.utf8))
    try file.synchronize()
  }

  /// Appends to a file that was closed; a program that another test is about to start has the lock, too, until it is
  /// started.
  private func appendAgain(_ text: String, to path: Path) throws {
    var tries = 0
    while fault({ try append(text, to: path, .extend) }) == .isLocked, tries < 1000 {
      tries += 1
      usleep(1000)
    }
  }

  @Test func `bytes are added at the end`() throws {
    let scratch = try Scratch()
    let path = scratch.path("lines")
    do {
      var file = try AppendedFile(path, .refuse)
      #expect(file.size == 0 && file.path == path)
      try file.append(Array("one\n".utf8))
      try file.append([])
      try file.append(Array("two\n".utf8))
      #expect(file.size == 8 && scratch.contents(of: "lines") == "one\ntwo\n")
      #expect(file.identity?.size == 8)
    }
    try appendAgain("three\n", to: path)
    #expect(scratch.contents(of: "lines") == "one\ntwo\nthree\n")
    try append("new\n", to: scratch.path("other"), .extend)
    #expect(scratch.contents(of: "other") == "new\n")
  }

  @Test func `an existing file is refused if it must be new`() throws {
    let scratch = try Scratch()
    let path = try scratch.write("old", to: "lines")
    #expect(fault { try append("x", to: path, .refuse) } == .exists)
    #expect(scratch.contents(of: "lines") == "old")
  }

  @Test func `it is read at any place, and cut`() throws {
    let scratch = try Scratch()
    let path = try scratch.write("0123456789", to: "lines")
    var file = try AppendedFile(path, .extend)
    #expect(file.size == 10)
    #expect(try file.read(at: 3, count: 4) == Array("3456".utf8))
    #expect(try file.read(at: 8, count: 9) == Array("89".utf8))
    #expect(try file.read(at: 10, count: 9) == [] && file.read(at: 0, count: 0) == [])
    try file.cut(to: 4)
    #expect(file.size == 4)
    try file.append(Array("x".utf8))
    #expect(file.size == 5 && scratch.contents(of: "lines") == "0123x")
  }

  /// Puts a copy of the file into its place, with a line more.
  private func rewrite(_ file: borrowing AppendedFile, adding line: String) throws {
    let path = file.path
    let bytes = try file.read(at: 0, count: Int(file.size)) + Array(line.utf8)
    guard var new = try file.replacement() else { throw FileError(path: path, fault: .exists) }
    try bytes.withUnsafeBufferPointer { try new.write(UnsafeRawBufferPointer($0), at: 0) }
    _ = try new.publish()
    // From its first moment under the name on, it has a lock of its own.
    let refusal = fault { try append("z", to: path, .extend) }
    #expect(refusal == .isLocked)
  }

  @Test func `one in its place is locked before it has the name`() throws {
    let scratch = try Scratch()
    let path = scratch.path("lines")
    do {
      let file = try AppendedFile(path, .refuse)
      try rewrite(file, adding: "x")
    }
    try appendAgain("y", to: path)
    #expect(scratch.contents(of: "lines") == "xy")
  }

  @Test func `who has waited for a lock has the file of that name`() throws {
    let scratch = try Scratch()
    let path = scratch.path("lines")
    // Each thread adds 200 lines, and puts a new file into the place of the last one each time. A file that was opened
    // before another one took its place, and locked after, would take lines with it.
    DispatchQueue.concurrentPerform(iterations: 2) { thread in
      var added = 0
      while added < 200 {
        do {
          let file = try AppendedFile(path, .extend)
          try rewrite(file, adding: "\(thread)\n")
          added += 1
        } catch {
          #expect((error as? FileError)?.fault == .isLocked)
        }
      }
    }
    let lines = try #require(scratch.contents(of: "lines")).split(separator: "\n")
    #expect(lines.count { $0 == "0" } == 200 && lines.count { $0 == "1" } == 200)
  }

  @Test func `only one at a time has it`() throws {
    let scratch = try Scratch()
    let path = scratch.path("lines")
    do {
      var first = try AppendedFile(path, .refuse)
      #expect(fault { try append("x", to: path, .extend) } == .isLocked)
      try first.append(Array("y".utf8))
    }
    try appendAgain("z", to: path)
    #expect(scratch.contents(of: "lines") == "yz")
  }

  @Test(arguments: [AppendedFile.Existing.refuse, .extend])
  func `links and special files are refused`(_ existing: AppendedFile.Existing) throws {
    let scratch = try Scratch()
    try scratch.write("target", to: "target")
    try scratch.makeSymbolicLink("link", to: "target")
    try scratch.makeSymbolicLink("dangling", to: "nowhere")
    try scratch.makeFolder("folder")
    try scratch.makeFIFO("fifo")
    let before = scratch.names
    for name: Path in ["link", "dangling", "folder", "fifo"] {
      #expect(fault { try append("x", to: scratch.path(name), existing) } != nil, "\(name)")
    }
    if existing == .extend {
      #expect(fault { try append("x", to: scratch.path("link"), existing) } == .isSymbolicLink)
      #expect(fault { try append("x", to: scratch.path("folder"), existing) } == .notRegular(.folder))
    }
    #expect(fault { try append("x", to: "", existing) } == .noName)
    #expect(fault { try append("x", to: Path(bytes: [0x61, 0]), existing) } == .nulInName)
    #expect(
      fault { try append("x", to: scratch.path("missing").appending("x"), existing) }
        == .system(errno: ENOENT, operation: .create))
    #expect(scratch.names == before && scratch.contents(of: "target") == "target")
  }
}

/// Outputs of a run that goes on where another one was ended.
struct AdoptedOutputTests {
  private func publish(_ text: String, to path: Path, as published: Published) throws -> Published {
    let output = Output(path: path, policy: .adopt(as: published))
    return try Array(text.utf8).withUnsafeBytes { bytes throws(FileError) in try output.publish(bytes, notInputs: []) }
  }

  @Test(arguments: [Published.created, .replaced])
  func `a file with the same bytes counts as written`(_ published: Published) throws {
    let scratch = try Scratch()
    for text in ["", "picture", String(repeating: "long ", count: 200_000)] {
      let path = try scratch.write(text, to: "x.png")
      let before = FileIdentity(of: path)
      #expect(try publish(text, to: path, as: published) == published)
      #expect(FileIdentity(of: path) == before)
    }
    #expect(scratch.names == ["x.png"])
  }

  @Test func `another file is an error and stays`() throws {
    let scratch = try Scratch()
    for (old, new) in [("a", "b"), ("a", "ab"), ("ab", "a"), ("", "a"), ("a", "")] {
      let path = try scratch.write(old, to: "x.png")
      #expect(fault { _ = try publish(new, to: path, as: .replaced) } == .exists)
      #expect(scratch.contents(of: "x.png") == old)
    }
    #expect(scratch.names == ["x.png"])
  }

  @Test func `a file that is not there is created`() throws {
    let scratch = try Scratch()
    #expect(try publish("new", to: scratch.path("x.png"), as: .replaced) == .created)
    #expect(scratch.contents(of: "x.png") == "new")
  }

  @Test func `a link to the same bytes is refused`() throws {
    let scratch = try Scratch()
    try scratch.write("same", to: "target")
    try scratch.makeSymbolicLink("link", to: "target")
    #expect(fault { _ = try publish("same", to: scratch.path("link"), as: .created) } == .isSymbolicLink)
  }
}

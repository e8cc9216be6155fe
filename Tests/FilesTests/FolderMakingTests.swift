import Testing

@testable import Files

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

struct FolderMakingTests {
  @Test func `a missing folder is an error that suggests --mkdir`() throws {
    let scratch = try Scratch()
    let output = Output(path: scratch.path("a/b/picture.png"))
    #expect(fault { _ = try output.check(notInputs: []) } == .noFolder)
    #expect(fault { _ = try output.publish("picture") } == .noFolder)
    #expect(FileError(path: output.path, fault: .noFolder).description.contains("--mkdir"))
    #expect(scratch.names == [])
  }

  @Test(arguments: ways, [false, true])
  func `missing folders are created when requested`(_ means: Publication.Means, _ syncs: Bool) throws {
    let scratch = try Scratch()
    try scratch.makeFolder("a")
    let output = Output(path: scratch.path("a/b//c/./d/picture.png"), makesFolders: true, syncs: syncs)
    #expect(try output.check(notInputs: []))
    #expect(!(try scratch.exists("a/b")))
    #expect(try output.publish("picture", means))
    #expect(scratch.contents(of: "a/b/c/d/picture.png") == "picture")
    let second = Output(path: scratch.path("a/b/c/second.png"), makesFolders: true, syncs: syncs)
    #expect(try second.publish("picture", means))
  }

  @Test func `a file instead of a folder is an error`() throws {
    let scratch = try Scratch()
    try scratch.write("old", to: "file")
    for path: Path in ["file/picture.png", "file/more/picture.png"] {
      for makesFolders in [false, true] {
        let output = Output(path: scratch.path(path), makesFolders: makesFolders)
        let early = fault { _ = try output.check(notInputs: []) }
        #expect(early == .system(errno: ENOTDIR, operation: .openFolder))
        #expect(fault { _ = try output.publish("picture") } != nil)
      }
    }
    #expect(scratch.contents(of: "file") == "old")
    #expect(scratch.names == ["file"])
  }

  @Test func `folders created for a file that failed are removed`() throws {
    let scratch = try Scratch()
    try scratch.makeFolder("kept")
    let long = Path(bytes: Array(repeating: 0x6E, count: 256))
    let output = Output(path: scratch.path("kept/a/b").appending(long), makesFolders: true)
    #expect(fault { _ = try output.publish("picture") } == .system(errno: ENAMETOOLONG, operation: .examine))
    #expect(scratch.names == ["kept"])
    #expect(!(try scratch.exists("kept/a")))
    // The second folder cannot be created.
    let deep = Output(path: scratch.path("kept/a").appending(long).appending("x.png"), makesFolders: true)
    #expect(fault { _ = try deep.publish("x") } == .system(errno: ENAMETOOLONG, operation: .makeFolder))
    #expect(!(try scratch.exists("kept/a")))
  }

  @Test func `folders reached through a symbolic link are accepted`() throws {
    let scratch = try Scratch()
    try scratch.makeFolder("real")
    try scratch.makeSymbolicLink("link", to: "real")
    #expect(try Output(path: scratch.path("link/a/x.png"), makesFolders: true).publish("x"))
    #expect(scratch.contents(of: "real/a/x.png") == "x")
  }

  // 0666 and 0777 minus the umask.
  @Test func `the umask is honoured`() async {
    await #expect(processExitsWith: .success) {
      let scratch = try Scratch()
      for (mask, file, folder) in [(0o027, 0o640, 0o750), (0, 0o666, 0o777)] as [(mode_t, mode_t, mode_t)] {
        umask(mask)
        for means in ways {
          let inside = Path("\(mask)-\(means.rawValue)")
          let name = inside.appending("x.png")
          #expect(try Output(path: scratch.path(name), makesFolders: true).publish("x", means))
          #expect(try scratch.mode(of: name) == file)
          #expect(try scratch.mode(of: inside) == folder)
          #expect(try Output(path: scratch.path(name), policy: .overwrite).publish("y", means))
          #expect(try scratch.mode(of: name) == file)
        }
      }
    }
  }
}

extension Scratch {
  /// Whether a name exists, possibly as a dangling symbolic link.
  func exists(_ name: Path) throws -> Bool {
    var status = stat()
    return path(name).withCString { lstat($0, &status) } == 0
  }
}

import Testing

@testable import Files

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

struct OutputFaultTests {
  // With a limit of 1000 bytes, the first 1000 of 5000 are written and then EFBIG is returned, as ENOSPC on a full
  // disk.
  @Test func `a write that fails leaves the old file and nothing else`() async {
    await #expect(processExitsWith: .success) {
      let scratch = try Scratch()
      let path = try scratch.write("old", to: "picture.png")
      let large = String(repeating: "x", count: 5000)
      signal(SIGXFSZ, SIG_IGN)
      try withFileSizeLimit(1000) {
        for means in ways {
          for syncs in [false, true] {
            let full = FileError.Fault.system(errno: EFBIG, operation: .write)
            let overwriting = Output(path: path, policy: .overwrite, syncs: syncs)
            #expect(fault { _ = try overwriting.publish(large, means) } == full)
            let fresh = Output(path: scratch.path("new/new.png"), makesFolders: true, syncs: syncs)
            #expect(fault { _ = try fresh.publish(large, means) } == full)
            #expect(scratch.names == ["picture.png"])
            #expect(scratch.contents(of: "picture.png") == "old")
          }
        }
      }
      #expect(try Output(path: path, policy: .overwrite).publish(large))
      #expect(scratch.contents(of: "picture.png") == large)
    }
  }

  #if os(Linux)
    // No user can create files in /proc.
    @Test(arguments: ways)
    func `a folder in which no file can be created is an error`(_ means: Publication.Means) {
      let output = Output(path: "/proc/framegrab-x.png")
      guard case .system(_, let operation)? = fault({ _ = try output.publish("x", means) }) else {
        Issue.record("no error")
        return
      }
      #expect(operation == .create)
    }

    @Test func `a file system without a non-replacing rename is an error and not a risk`() throws {
      let scratch = try Scratch()
      let path = scratch.path("x.png")
      #expect(fault { _ = try Output(path: path).publish("x", []) } == .noAtomicCreation)
      #expect(scratch.names == [])
      #expect(try Output(path: path, policy: .overwrite, syncs: true).publish("x", []))
      #expect(try Output(path: path, policy: .overwrite, syncs: true).publish("y", []))
      #expect(scratch.contents(of: "x.png") == "y")
      #expect(scratch.names == ["x.png"])
    }

    @Test func `no descriptor is left open`() throws {
      let scratch = try Scratch()
      let path = try scratch.write("old", to: "picture.png")
      try scratch.makeFIFO("fifo")
      #expect(openNames(beneath: scratch.folder).isEmpty)
      for means in ways {
        for policy in [OutputPolicy.refuse, .overwrite, .skip] {
          for name: Path in ["picture.png", "fifo", Path("\(policy)-\(means.rawValue)"), "none/x", "a/x"] {
            let output = Output(path: scratch.path(name), policy: policy, makesFolders: name == "a/x", syncs: true)
            _ = fault { _ = try output.check(notInputs: []) }
            _ = fault { _ = try output.publish("x", means) }
          }
        }
      }
      do {
        let file = try InputFile(opening: path)
        #expect(openNames(beneath: scratch.folder) == [path])
        #expect(file.size == 1)
      }
      _ = fault { _ = try InputFile(opening: try scratch.write("", to: "empty")) }
      _ = fault { _ = try InputFile(opening: scratch.path("fifo")) }
      #expect(openNames(beneath: scratch.folder).isEmpty)
    }

    /// The files that this process has open in a folder, including the folder, according to /proc.
    private func openNames(beneath folder: Path) -> [Path] {
      var names: [Path] = []
      for number in 3..<1024 {
        var target = [UInt8](repeating: 0, count: 4096)
        let count = target.withUnsafeMutableBytes { (buffer) in
          buffer.withMemoryRebound(to: CChar.self) { (target) in
            target.baseAddress.map { readlink("/proc/self/fd/\(number)", $0, target.count) } ?? -1
          }
        }
        if count > 0, target.starts(with: folder.bytes) { names.append(Path(bytes: Array(target.prefix(count)))) }
      }
      return names
    }
  #endif

  @Test func `a name taken at the last moment is kept`() throws {
    let scratch = try Scratch()
    let output = Output(path: try scratch.write("old", to: "taken"))
    try scratch.write("new", to: "temporary")
    let folder = try OutputFolder(of: output)
    let taken = SystemError(number: EEXIST)
    #expect(throws: taken) { try folder.link("temporary", as: "taken") }
    #expect(throws: taken) { try folder.rename("temporary", to: "taken", .keeping) }
    #expect(throws: taken) { _ = try folder.openExclusively("taken") }
    #if os(Linux)
      if let unnamed = try folder.openUnnamed() {
        #expect(throws: taken) { try folder.link(unnamed, as: "taken") }
      }
    #endif
    #expect(scratch.contents(of: "taken") == "old")
    try folder.rename("temporary", to: "taken", .exchanging)
    #expect(scratch.contents(of: "taken") == "new")
    #expect(scratch.contents(of: "temporary") == "old")
    folder.restore("taken", from: "temporary")
    #expect(scratch.contents(of: "taken") == "old")
    #expect(scratch.names == ["taken"])
  }

  @Test func `temporary names fit and stay well-formed`() {
    // 1 + 237 + 1 + 12 + 4 = 255.
    #expect(Path.temporary(for: Path(bytes: Array(repeating: 0x6E, count: 255))).bytes.count == 255)
    #expect(Path.temporary(for: Path(bytes: Array(repeating: 0x6E, count: 237))).bytes.count == 255)
    #expect(Path.temporary(for: Path(bytes: Array(repeating: 0x80, count: 255))).bytes.count <= 255)
    // 237 bytes are 118 characters of two bytes and half of another, which is dropped.
    let accents = Path.temporary(for: Path(String(repeating: "é", count: 127)))
    #expect(accents.bytes.count == 254)
    #expect(!accents.text.unicodeScalars.contains("\u{FFFD}"))
    let short = Path.temporary(for: "x.png").text
    #expect(short.hasPrefix(".x.png.") && short.hasSuffix(".tmp") && short.utf8.count == 23)
    #expect(Path.temporary(for: "x.png").text != short)
  }

  @Test func `errors have messages without the name`() {
    func words(_ fault: FileError.Fault) -> String { FileError(path: "NAME", fault: fault).description }
    #expect(words(.missing) == "no such file")
    #expect(words(.notRegular(.folder)) == "is a folder, not a file")
    #expect(words(.notRegular(.fifo)) == "is a FIFO, not a file")
    #expect(words(.empty) == "is empty")
    #expect(words(.exists) == "already exists; use -y to overwrite or -n to skip")
    #expect(words(.noFolder) == "no such folder; use --mkdir to make it")
    #expect(words(.system(errno: ENOSPC, operation: .write)) == "cannot be written: the disk is full")
    #expect(words(.system(errno: 9999, operation: .open)).hasPrefix("cannot be opened: "))
    #expect(FileError(path: "x", fault: .system(errno: EPIPE, operation: .write)).isBrokenPipe)
    #expect(!FileError(path: "x", fault: .system(errno: EIO, operation: .write)).isBrokenPipe)
  }
}

/// Runs `work` while files of this process are limited to a number of bytes.
func withFileSizeLimit(_ bytes: UInt64, _ work: () throws -> Void) throws {
  #if canImport(Glibc)
    let resource = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
  #else
    let resource = RLIMIT_FSIZE
  #endif
  var old = rlimit()
  try #require(getrlimit(resource, &old) == 0)
  var new = old
  new.rlim_cur = rlim_t(bytes)
  try #require(setrlimit(resource, &new) == 0)
  defer { setrlimit(resource, &old) }
  try work()
}

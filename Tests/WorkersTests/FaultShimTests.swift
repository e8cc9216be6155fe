#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  /// What FaultShim does to a worker, so that tests of the tool can rely on it.
  struct FaultShimTests {
    private let scratch: Scratch
    private let file: URL

    init() throws {
      scratch = try Scratch()
      try scratch.write(Data(repeating: 0, count: 4321), to: "media")
      file = scratch.folder.appending(component: "media")
    }

    private func reads(_ variables: [String: String]) throws -> [String: Int] {
      var environment: [String: String?] = ["LD_PRELOAD": BuiltTool.shim]
      for (name, value) in variables { environment[name] = value }
      var numbers = try WallProbe.numbers("reads", walls: WallProbe.walls, file: file, environment: environment)
      numbers["walls"] = nil
      return numbers
    }

    @Test(arguments: [("SEGV", SIGSEGV), ("KILL", SIGKILL), ("ABRT", SIGABRT), ("EAT", SIGABRT)])
    func `a worker crashes at the read that was asked for`(how: String, signal: Int32) throws {
      #expect(try reads(["SHIM_CRASH": "pread 3 \(how)"]) == ["died": 1000 + Int(signal)])
    }

    @Test func `a crash can be that of one file`() throws {
      #expect(try reads(["SHIM_CRASH": "pread 3 SEGV", "SHIM_SIZE": "4321"]) == ["died": 1000 + Int(SIGSEGV)])
      #expect(try reads(["SHIM_CRASH": "pread 3 SEGV", "SHIM_SIZE": "4320"]) == ["read": 5])
      // There is no sixth read.
      #expect(try reads(["SHIM_CRASH": "pread 6 SEGV"]) == ["read": 5])
    }

    @Test(.enabled(if: WallProbe.hasSeccomp, "this system has no seccomp"))
    func `tries to escape are made from inside a worker's read`() throws {
      let list = scratch.folder.appending(component: "list")
      #expect(try reads(["SHIM_ESCAPE": list.path(percentEncoded: false)]) == ["read": 5])
      let escapes = EscapeList(try scratch.bytes(of: "list"))
      #expect(escapes.isComplete && escapes.escaped == [:])
      #expect(try scratch.names == ["list", "list.aim", "media"])
    }
  }
#endif

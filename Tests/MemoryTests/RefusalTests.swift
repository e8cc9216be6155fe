#if canImport(Glibc)
  import Foundation
  import TestSupport
  import Testing

  /// Allocations that a limit of the address space refuses.
  struct RefusalTests {
    private func probe(_ words: String...) throws -> RunResult {
      try run(
        [BuiltTool.folder + "/memory-probe"] + words, environment: [:], in: FileManager.default.temporaryDirectory)
    }

    @Test func `each way to allocate counts its refusals`() throws {
      let result = try probe("refusals")
      #expect(result.status == 0, "\(result.stderr)")
      let names = "nothing realloc malloc calloc aligned_alloc posix_memalign alignment"
      let lines = String(decoding: result.stdout, as: UTF8.self).split(separator: "\n").map(String.init)
      #expect(lines == names.split(separator: " ").map { "\($0) 1" })
    }

    @Test func `a kept heap has room for pictures, in large pages, and keeps what is freed`() throws {
      let result = try probe("heap")
      #expect(result.status == 0 && result.stderr == "")
      #expect(String(decoding: result.stdout, as: UTF8.self) == "inside 1\ngrown 1\nlarge 1\nagain 1\n")
    }

    @Test func `a crash after a refusal is explained, any other is not`() throws {
      let explained = try probe("crash", "no memory\n")
      #expect(explained.status == 6 && explained.stderr == "no memory\n")
      let other = try probe("crash-only", "no memory\n")
      #expect(other.status != 6 && other.stderr == "")
    }
  }
#endif

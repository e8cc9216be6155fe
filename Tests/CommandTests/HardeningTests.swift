import TestSupport
import Testing

#if os(Linux)
  /// What makes an error in memory harder to use, as `.ci/portable/check` has it for the self-contained binary.
  struct HardeningTests {
    private func lines(_ words: String...) throws -> [String] {
      let result = try run(["readelf", "-W"] + words + [BuiltTool.path])
      try #require(result.status == 0, "\(result.stderr)")
      return result.lines
    }

    @Test func `the tool is loaded anywhere, and neither its stack is executable nor its tables writable`() throws {
      let headers = try lines("-l", "-d")
      let flags = try #require(headers.first { $0.contains("(FLAGS_1)") })
      #expect(flags.contains(" PIE") && flags.contains(" NOW"))
      #expect(headers.contains { $0.contains("GNU_RELRO") })
      #expect(try #require(headers.first { $0.contains("GNU_STACK") }).contains(" RW  "))
    }

    @Test func `functions in C notice when their part of the stack was overwritten`() throws {
      #expect(try lines("--dyn-syms").contains { $0.contains("UND __stack_chk_fail") })
    }
  }
#endif

import TestSupport
import Testing

#if os(Linux)
  /// What makes an error in memory harder to use, as `.ci/portable/check` has it for the self-contained binary.
  struct HardeningTests {
    @Test func `the tool is loaded anywhere, and neither its stack is executable nor its tables writable`() throws {
      let result = try run(["readelf", "-Wld", BuiltTool.path])
      try #require(result.status == 0, "\(result.stderr)")
      let flags = try #require(result.lines.first { $0.contains("(FLAGS_1)") })
      #expect(flags.contains(" PIE") && flags.contains(" NOW"))
      #expect(result.lines.contains { $0.contains("GNU_RELRO") })
      #expect(try #require(result.lines.first { $0.contains("GNU_STACK") }).contains(" RW  "))
    }
  }
#endif

import Foundation
import TestSupport
import Testing

/// The helper for web servers of `.packaging/sources`, against servers on the loopback; `make test-sources` tries all.
@Suite struct SourceExampleTests {
  private static let hasPython =
    (try? run(["python3", "-c", "import sys; sys.exit(sys.version_info < (3, 9))"]).status) == 0

  @Test(.enabled(if: hasPython, "there is no Python 3.9"))
  func `web servers with ranges and without`() throws {
    let fixture = Fixture.h264BFrames
    let program = Fixture.folder.deletingLastPathComponent().appending(path: ".packaging/try-sources.py")
    let result = try run(
      ["python3", program.path, BuiltTool.path, fixture.url.path, try fixture.expectedFrames()[97].md5, "http"])
    #expect(result.status == 0, "\(result.stderr)")
    #expect(result.lines.last == "All helpers did as they should." && result.lines.count == 11)
  }
}

import Foundation
import TestSupport
import Testing

@testable import Roads

/// The built tool behind a script that spoils some of its answers.
struct FakeTool {
  private let scratch: Scratch
  let tool: Tool

  /// - Parameters:
  ///   - pattern: A shell pattern for the command lines to spoil, with a space before and after each word.
  ///   - action: What is done then; `$TOOL` is the built tool.
  init(_ pattern: String, _ action: String) throws {
    scratch = try Scratch()
    let script = """
      #!/bin/sh
      TOOL='\(BuiltTool.path)'
      case " $* " in
      \(pattern)) \(action) ;;
      *) exec "$TOOL" "$@" ;;
      esac

      """
    let path = scratch.folder.appending(component: "framegrab").path(percentEncoded: false)
    // Another program writes it: a file that this process has open for writing, and so for a moment the programs that
    // other tests start, cannot be executed.
    let words = ["/bin/sh", "-c", #"cat > "$0" && chmod 755 "$0""#, path]
    try #require(run(words, input: Data(script.utf8)).status == 0)
    tool = Tool(path: path, timeLimit: 300)
  }
}

extension RunOptions {
  /// The options of a small run of this tool.
  static func small(_ tool: Tool) throws -> RunOptions {
    try #require(RunOptions(["--tool", tool.path, "--frames", "3", "--limit", "300"]))
  }
}

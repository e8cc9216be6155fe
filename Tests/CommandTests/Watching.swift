import TestSupport

/// Whether tests can have a terminal, which `script` of util-linux provides.
let hasTerminal = (try? run(["script", "-qec", "test -t 2", "/dev/null"]).status) == 0

extension Bench {
  /// Runs a script with a terminal for all its standard streams, on which it writes both its outputs; carriage returns
  /// are removed.
  func watch(_ script: String) throws -> RunResult {
    let result = try shell("script -qec \"$1\" /dev/null", script)
    return RunResult(status: result.status, stdout: result.stdout.filter { $0 != 0x0D }, stderr: result.stderr)
  }
}

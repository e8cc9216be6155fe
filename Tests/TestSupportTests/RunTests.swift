import Foundation
import Testing

@testable import TestSupport

@Suite struct RunTests {
  @Test func `status, output and errors are kept apart`() throws {
    let result = try run(["sh", "-c", "printf out; printf err >&2; exit 3"])
    #expect(result.status == 3 && result.stdout == Data("out".utf8) && result.stderr == "err")
  }

  @Test func `megabytes are transferred both ways without a deadlock`() throws {
    let input = Data((0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
    #expect(try run(["cat"], input: input).stdout == input)
    let result = try run(["sh", "-c", "head -c 1000000 /dev/zero >&2; head -c 2000000 /dev/zero"])
    #expect(result.stdout.count == 2_000_000)
    #expect(result.stderr.utf8.count == 1_000_000)
  }

  @Test func `a program need not read its input`() throws {
    #expect(try run(["true"], input: Data(count: 1_000_000)).status == 0)
    #expect(try run(["head", "-c", "1"], input: Data(count: 1_000_000)).stdout.count == 1)
  }

  @Test func `the end of the input arrives`() throws {
    #expect(try run(["wc", "-c"]).stdout == Data("0\n".utf8))
    #expect(try run(["cat"], input: Data("x".utf8)).stdout == Data("x".utf8))
  }

  @Test func `a signal is 128 and its number, as in a shell`() throws {
    #expect(try run(["sh", "-c", "kill -KILL $$"]).status == 137)
    // SIGPIPE is ignored in the tests, not in the programs that they start.
    #expect(try run(["sh", "-c", "kill -PIPE $$"]).status == 141)
  }

  @Test func `variables are added, replaced and removed`() throws {
    let script = ["sh", "-c", "echo \"$NEW ${HOME-none} ${PATH:+path}\""]
    #expect(try run(script, environment: ["NEW": "a b", "HOME": nil]).stdout == Data("a b none path\n".utf8))
  }

  @Test func `the program runs in the folder, and arguments are not split`() throws {
    let result = try run(["sh", "-c", "pwd; echo \"$1\"", "name", "a  $b'"], in: URL(filePath: "/usr/lib"))
    #expect(result.stdout == Data("/usr/lib\na  $b'\n".utf8))
  }

  @Test func `a program that does not end is killed with its children`() throws {
    #expect(throws: RunFault.self) { try run(["sh", "-c", "sleep 50 & sleep 50"], timeLimit: 0.3) }
    #expect(throws: RunFault.self) { try run(["sh", "-c", "exec >&- 2>&-; sleep 50"], timeLimit: 0.3) }
  }

  @Test func `the error for a missing program names it`() {
    #expect(throws: RunFault(description: "./no-such-program cannot be started: No such file or directory")) {
      // With a folder, since another one of PATH may be forbidden to this user.
      try run(["./no-such-program"])
    }
    #expect(throws: RunFault.self) { try run([]) }
  }
}

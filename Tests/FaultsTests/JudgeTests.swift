import Foundation
import TestSupport
import Testing

@testable import Faults

/// Made-up bad results, each of which the judge must see.
struct JudgeTests {
  private let picture = SinglePicture.png(width: 8, height: 6)

  /// A good run that wrote out.png over nothing, and what is changed of it.
  private func violations(
    status: Int32 = 0, stdout: String = "out.png\n", stderr: String = "", files: [String: [UInt8]]? = nil,
    before: [String: [UInt8]] = [:], change: (inout Trial, inout Outcome) -> Void = { _, _ in }
  ) throws -> [Violation.Rule] {
    let files = files ?? ["out.png": picture]
    var trial = Trial(["good.mp4", "--frame", "0", "-o", "out.png"])
    var outcome = Outcome(status: status)
    outcome.stdout = Array(stdout.utf8)
    outcome.stderr = Array(stderr.utf8)
    outcome.before = try snapshot(before)
    outcome.after = try snapshot(files)
    change(&trial, &outcome)
    return Judge.violations(of: trial, outcome, contents: { files[String(decoding: $0, as: UTF8.self)] }).map(\.rule)
  }

  private func snapshot(_ files: [String: [UInt8]]) throws -> Snapshot {
    let scratch = try Scratch()
    for (name, bytes) in files { try scratch.write(Data(bytes), to: name) }
    return Snapshot(of: scratch.folder.path(percentEncoded: false))
  }

  @Test func `good runs are in order`() throws {
    #expect(try violations() == [])
    #expect(try violations(stderr: "framegrab: a.mp4: warning: the file is damaged\n") == [])
    #expect(try violations(status: 4, stdout: "", stderr: "framegrab: a.mp4: past the end\n", files: [:]) == [])
    #expect(try violations(before: ["out.png": [1]]) { trial, _ in trial.replaceable = ["out.png"] } == [])
    #expect(try violations(status: 143, stdout: "", files: [:]) { trial, _ in trial.signal = 15 } == [])
  }

  @Test(arguments: [70, 99, 132, 134, 139, 137, 255] as [Int32])
  func `an exit code that no documentation has`(_ status: Int32) throws {
    #expect(try violations(status: status, stdout: "", files: [:]).contains(.code))
  }

  @Test func `an exit code that is wrong here`() throws {
    let line = "framegrab: a.mp4: past the end\n"
    #expect(
      try violations(status: 4, stdout: "", stderr: line, files: [:]) { trial, _ in trial.codes = [0] } == [.code])
  }

  @Test func `a run that does not end, is slow, needs much memory or leaves processes`() throws {
    #expect(try violations { _, outcome in outcome.wasKilled = true }.contains(.end))
    #expect(try violations { _, outcome in (outcome.seconds, outcome.work) = (9, 9) } == [.time])
    #expect(try violations { _, outcome in outcome.seconds = 17 } == [.time])
    #expect(try violations { _, outcome in outcome.peak = 5 << 30 } == [.memory])
    #expect(try violations { _, outcome in outcome.hasOrphans = true } == [.orphans])
  }

  @Test(arguments: [
    "", "framegrab: one\nframegrab: two\n", "Fatal error: index out of range\n", "framegrab: \u{1B}[31mred\n",
    "framegrab: a\u{202E}4pm.mp4: no\n", "framegrab: a\u{7}\n", "framegrab: no end", "framegrab: a\rb\n",
    "framegrab: \u{2028}\n", "framegrab: a\tb\n", "framegrab: " + String(repeating: "x", count: 5000) + "\n",
  ])
  func `a failure without exactly one printable line`(_ stderr: String) throws {
    #expect(try violations(status: 3, stdout: "", stderr: stderr, files: [:]) == [.complaint])
  }

  @Test func `invalid UTF-8 on standard error`() throws {
    let rules = try violations(status: 3, stdout: "", files: [:]) { _, outcome in
      outcome.stderr = Array("framegrab: ".utf8) + [0xFF, 0x0A]
    }
    #expect(rules == [.complaint])
  }

  @Test func `fewer lines than failures`() throws {
    let object = #"{"input":"a.mp4","asked":"1s","error":"past the end","code":4}"# + "\n"
    let line = "framegrab: a.mp4: past the end\n"
    func rules(_ stderr: String) throws -> [Violation.Rule] {
      try violations(status: 1, stdout: object + object, stderr: stderr, files: [:]) { trial, _ in
        (trial.printed, trial.isSingle) = (.json, false)
      }
    }
    #expect(try rules(line + line) == [])
    #expect(try rules(line) == [.complaint])
  }

  @Test func `a picture that is cut off, changed, empty or followed by something`() throws {
    for bytes in [
      Array(picture.dropLast(12)), Array(picture.dropLast()), [], picture + [0], picture + picture,
      picture.enumerated().map { $0.offset == 45 ? $0.element ^ 1 : $0.element }, Array("text".utf8),
    ] as [[UInt8]] {
      #expect(try violations(files: ["out.png": bytes]) == [.folder])
    }
  }

  @Test func `a temporary file, litter and a picture of a failed run`() throws {
    let line = "framegrab: a.mp4: past the end\n"
    #expect(try violations(files: ["out.png": picture, ".out.png.0123456789ab.tmp": picture]) == [.folder])
    #expect(try violations(files: ["out.png": picture, ".x": [1]]) == [.folder])
    #expect(try violations(files: ["out.png": picture, "notes.txt": [1]]) == [.folder])
    #expect(try violations(status: 4, stdout: "", stderr: line) == [.folder])
    let left = ["out.png.tmp": [UInt8](), ".t.tmp": []]
    #expect(try violations(status: 137, stdout: "", files: left) { trial, _ in trial.signal = 9 }.contains(.folder))
    let hidden = [".t.tmp": [UInt8]()]
    #expect(try violations(status: 137, stdout: "", files: hidden) { trial, _ in trial.signal = 9 } == [])
    #expect(try violations(status: 143, stdout: "", files: hidden) { trial, _ in trial.signal = 15 } == [.folder])
  }

  @Test func `an old file that is gone or changed`() throws {
    let line = "framegrab: old.png: exists\n"
    func rules(_ after: [String: [UInt8]], replaceable: Set<String> = []) throws -> [Violation.Rule] {
      try violations(status: 5, stdout: "", stderr: line, files: after, before: ["old.png": [1, 2]]) { trial, _ in
        trial.replaceable = replaceable
      }
    }
    #expect(try rules(["old.png": [1, 2]]) == [])
    #expect(try rules([:]) == [.folder])
    #expect(try rules([:], replaceable: ["old.png"]) == [.folder])
    #expect(try rules(["old.png": picture]) == [.folder])
    #expect(try rules(["old.png": picture], replaceable: ["old.png"]) == [.folder])
    #expect(try rules(["old.png": Array(picture.dropLast(4))], replaceable: ["old.png"]) == [.folder, .folder])
  }

  @Test func `a success without a picture, or with a name of none`() throws {
    #expect(try violations(stdout: "", files: [:]).contains(.printed))
    #expect(try violations(stdout: "other.png\n") == [.printed])
    #expect(try violations(status: 3, stdout: "x\n", stderr: "framegrab: no\n", files: [:]) == [.printed])
  }

  @Test func `JSON that is none, or that reports what is not there`() throws {
    func rules(_ stdout: String) throws -> [Violation.Rule] {
      try violations(stdout: stdout) { trial, _ in trial.printed = .json }
    }
    #expect(try rules(#"{"output":"out.png","outcome":"written"}"# + "\n") == [])
    for stdout in ["{\n", "[1]\n", #"{"output":"out.png"}"#, #"{"output":"x.png","outcome":"written"}"# + "\n", ""] {
      #expect(try rules(stdout) == [.printed])
    }
  }

  @Test func `answers that are missing, in another order or wrong`() throws {
    func rules(_ lines: [String]) throws -> [Violation.Rule] {
      try violations(stdout: lines.map { $0 + "\n" }.joined(), files: [:]) { trial, _ in
        (trial.printed, trial.writes, trial.isSingle) = (.answers(count: 2, hashes: [1: "abc"]), false, false)
      }
    }
    let (bad, good) = (#"{"id":0,"error":"no","code":3}"#, #"{"id":1,"index":3,"hash":"abc"}"#)
    #expect(try rules([bad, good]) == [])
    #expect(try rules([bad]) == [.printed])
    #expect(try rules([good, bad]).contains(.printed))
    #expect(try rules([bad, #"{"id":1,"index":3,"hash":"abd"}"#]) == [.printed])
    #expect(try rules([bad, #"{"id":1,"error":"no","code":6}"#]) == [.printed])
    #expect(try rules([#"{"id":0}"#, good]) == [.printed])
  }

  @Test func `a picture in a pipe that is not whole`() throws {
    func rules(_ bytes: [UInt8], status: Int32 = 0) throws -> [Violation.Rule] {
      let line = status == 0 ? "" : "framegrab: no\n"
      return try violations(status: status, stderr: line, files: [:]) { trial, outcome in
        (trial.printed, trial.writes, outcome.stdout) = (.picture, false, bytes)
      }
    }
    #expect(try rules(picture) == [])
    #expect(try rules(Array(picture.dropLast(3))) == [.printed])
    #expect(try rules(Array(picture.prefix(20)), status: 4) == [.printed])
  }

  @Test func `a canary that was seen, read or called`() throws {
    #expect(
      try violations { trial, outcome in
        trial.secrets = ["SECRET"]
        outcome.stderr = Array("framegrab: SECRET\n".utf8)
      } == [.secret])
    #expect(try violations { _, outcome in outcome.connections = 1 } == [.secret])
    #expect(try violations { _, outcome in outcome.wasCanaryRead = true } == [.secret])
  }

  @Test func `files and sockets that no word named`() throws {
    let start = #"9 execve("/usr/bin/framegrab", ["framegrab"], 0x7) = 0"# + "\n"
    func rules(_ log: String) throws -> [Violation.Rule] {
      try violations { _, outcome in outcome.opened = OpenedName.all(inLog: start + log) }
    }
    let good = """
      9     openat(AT_FDCWD, "/lib/x86_64-linux-gnu/libc.so.6", O_RDONLY|O_CLOEXEC) = 3
      9     openat(AT_FDCWD, "good.mp4", O_RDONLY|O_CLOEXEC) = 3
      9     openat(AT_FDCWD, ".", O_RDONLY|O_PATH) = 4
      9     socket(AF_UNIX, SOCK_STREAM, 0) = 5
      """
    #expect(try rules(good) == [])
    for line in [
      #"9 openat(AT_FDCWD, "canary.ts", O_RDONLY) = 3"#, #"9 openat(AT_FDCWD, "/etc/shadow", O_RDONLY) = -1 EACCES"#,
      "9 socket(AF_INET, SOCK_STREAM, IPPROTO_TCP) = 3", #"9 execve("/bin/sh", ["sh"], 0x7) = 0"#,
      "9 connect(3, {sa_family=AF_INET6, sin6_port=htons(80)}, 28) = -1 EINPROGRESS",
    ] {
      #expect(try rules(line) == [.opened], "\(line)")
    }
  }
}

import Foundation
import TestSupport
import Testing

/// Scrubbing in a shell with jobs, and in tmux.
@Suite struct ScrubShellTests {
  private let bench: Bench

  init() throws { bench = try Bench.withShortClip() }

  /// A shell that starts it as a job in the foreground, waits for a line once it stopped, and takes it up again.
  private func jobs() throws -> TerminalDriver {
    try bench.perform(
      """
      set -m
      sh -c 'echo $$ >pid; exec framegrab v.mp4 --scrub --frame 20 --record take.json'
      echo "stopped $?"
      read -r line
      fg >/dev/null
      echo "ended $?"
      """)
  }

  private func stopAndGoOn(_ driver: TerminalDriver) throws {
    try driver.wait("the shell") { !$0.isAlternate && $0.page.text.contains("stopped") }
    // 128 and SIGTSTP, or SIGSTOP.
    #expect(driver.screen.page.text.contains("stopped 148") || driver.screen.page.text.contains("stopped 147"))
    #expect(driver.screen.modes == [25] && driver.line.settings == driver.settings)
    #expect(driver.screen.page.pen == TerminalPen())
    try driver.type("\n")
    try driver.wait("the picture again") { $0.isAlternate && ScrubView($0).isExact }
  }

  @Test func `Control-Z suspends and the shell takes it up again`() throws {
    let driver = try jobs()
    try driver.wait("the picture") { ScrubView($0).isExact }
    try driver.expect(22, after: "ll")
    try driver.type(.controlZ)
    try stopAndGoOn(driver)
    try driver.expect(22)
    try driver.expect(23, after: "l")
    try driver.type("q")
    let end = try driver.finish()
    #expect(end.lines.last == "ended 0" && end.remains.isEmpty, "\(end.remains) \(end.lines)")
    #expect(end.screen.changes["?1049h"] == 2)
    #expect(try bench.lastFrame(of: "take.json") == 23)
    // The window is the same, so the take goes on.
    let touches = try #require(bench.object("take.json")["touches"] as? [[String: Any]])
    #expect(touches.compactMap { $0["step"] as? Int } == [1, 1, 1])
  }

  @Test func `SIGTSTP in mid-drag does the same`() throws {
    let driver = try jobs()
    try driver.wait("the picture") { ScrubView($0).isExact }
    try driver.settle()
    try driver.mouse(.press, column: 33, row: 21)
    try driver.mouse(.drag, column: 48, row: 21)
    let frame = try driver.settle()
    let pid = try #require(Int32(String(decoding: bench.bytes("pid"), as: UTF8.self).trimmingCharacters(in: .newlines)))
    kill(pid, SIGTSTP)
    try stopAndGoOn(driver)
    try driver.settle()
    // The mouse is reported in pixels again. The drag is over.
    try driver.wait("reports in pixels") { $0.modes.contains(1016) }
    try driver.mouse(.drag, column: 60, row: 21)
    try driver.expect(frame)
    // Column 3 is frame 0.
    try driver.mouse(.press, column: 3, row: 21)
    try driver.expect(0)
    try driver.expect(frame, after: "g\(frame)f\r")
    try driver.type("lq")
    let end = try driver.finish()
    #expect(end.lines.last == "ended 0" && end.remains.isEmpty, "\(end.remains) \(end.lines)")
    #expect(try bench.lastFrame(of: "take.json") == frame + 1)
  }

  static let hasTmux = (try? run(["tmux", "-V"]).status) == 0

  @Test(.enabled(if: hasTmux)) func `in tmux keys and mouse arrive, and the picture is drawn`() throws {
    let tmux = ["tmux", "-L", "framegrab-test-\(UUID().uuidString.prefix(8))", "-f", "/dev/null"]
    func send(_ words: String...) throws -> String {
      try run(tmux + words, environment: ["TMUX": nil, "TERM": "xterm-256color"], in: bench.folder).text
    }
    defer { _ = try? send("kill-server") }
    let command =
      "XDG_CACHE_HOME=/dev/null '\(BuiltTool.path)' v.mp4 --scrub --frame 20 --record take.json -o shot.png >out 2>err; echo $? >status"
    _ = try send("new-session", "-d", "-x", "80", "-y", "24", command)
    func wait(_ what: String, _ condition: (String) -> Bool) throws {
      var text = ""
      for _ in 0..<400 {
        text = try send("capture-pane", "-p")
        if condition(text) { return }
        usleep(50_000)
      }
      throw RunFault(description: "tmux: waited in vain for \(what):\n\(text)")
    }
    try wait("the picture") { $0.contains("frame 20") && $0.contains("▀") && !$0.contains("≈") }
    _ = try send("send-keys", "-l", TerminalMouse.press.report(x: 33, y: 21))
    _ = try send("send-keys", "-l", TerminalMouse.drag.report(x: 48, y: 21))
    _ = try send("send-keys", "-l", TerminalMouse.release.report(x: 48, y: 21))
    // Column 48 is 120 of the track's 608 points from 33: 9.9 frames.
    try wait("frame 29") { $0.contains("frame 29") }
    _ = try send("send-keys", "Right")
    try wait("frame 30") { $0.contains("frame 30") && !$0.contains("≈") }
    _ = try send("send-keys", "Enter")
    for _ in 0..<400 where !bench.names.contains("status") { usleep(50_000) }
    #expect(try bench.bytes("status") == Data("0\n".utf8) && bench.bytes("err").isEmpty)
    #expect(try bench.number("shot.png") == 30 && bench.lastFrame(of: "take.json") == 30)
  }
}

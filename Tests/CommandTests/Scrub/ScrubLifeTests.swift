import Foundation
import TestSupport
import Testing

/// However a session ends, the terminal is as it was before.
@Suite struct ScrubLifeTests {
  private let bench: Bench

  init() throws { bench = try Bench.withShortClip() }

  /// Pixels are few, since pictures take long in an unoptimised build.
  private static let small = TerminalSize(60, 16, cellWidth: 5, cellHeight: 10)

  @Test(arguments: [TerminalPersonality.xterm, .xtermVT340, .kitty, .tmux, .indexed, .mute, .xterm.disordered])
  func `q gives the terminal back`(personality: TerminalPersonality) throws {
    let driver = try bench.scrub("--frame", "7", size: Self.small, as: personality)
    let end = try driver.leave()
    #expect(end.screen.changes["?1049l"] == 1 && end.stdout.isEmpty && end.stderr == "")
  }

  @Test func `q leaves before anything was answered`() throws {
    for personality: TerminalPersonality in [.xterm, .kitty, .mute] {
      let driver = try bench.begin(size: Self.small, as: personality)
      try driver.wait("the screen") { $0.isAlternate }
      try driver.leave()
    }
  }

  @Test func `Control-C leaves by SIGINT`() throws {
    let driver = try bench.scrub(as: .xterm)
    try driver.type(.controlC)
    try driver.expectEnd(130)
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGABRT, SIGFPE])
  func `a signal ends it, after the terminal was given back`(signal: Int32) throws {
    let personalities: [TerminalPersonality] = [SIGTERM, SIGSEGV].contains(signal) ? [.xterm, .kitty] : [.xterm]
    for personality in personalities {
      let driver = try bench.scrub("--frame", "7", size: Self.small, as: personality)
      // In the middle of a drag.
      try driver.mouse(.press, column: 20, row: 5)
      try driver.mouse(.drag, column: 25, row: 5)
      driver.sendSignal(signal)
      let end = try driver.finish()
      #expect(end.status == 128 + signal && end.screen.changes["?1049l"] == 1)
      // A picture that was torn is none.
      let remains = end.remains.filter { !$0.hasPrefix("kitty: ") }
      #expect(remains.isEmpty, "\(remains)")
    }
  }

  @Test func `a closed terminal ends it`() throws {
    let driver = try bench.scrub()
    driver.line.close()
    #expect(try driver.finish().status == 128 + SIGHUP)
    #expect(bench.names == ["v.mp4"])
  }

  private func children(of process: Int32) throws -> [Int32] {
    try run(["ps", "-o", "pid=", "--ppid", "\(process)"]).lines.compactMap {
      Int32($0.trimmingCharacters(in: .whitespaces))
    }
  }

  @Test(arguments: [false, true])
  func `a session that can start no worker ends, and says so`(_ hasMoved: Bool) throws {
    let driver = try bench.scrub("--frame", "7", "--record", "take.json")
    if hasMoved {
      try driver.type("l")
      try driver.settle()
    }
    let starters = try children(of: driver.child)
    let workers = try starters.flatMap(children)
    #expect(!starters.isEmpty && !workers.isEmpty)
    for process in starters + workers { kill(process, SIGKILL) }
    try driver.type("s")
    let end = try driver.finish()
    #expect(
      end.status == 6 && end.stderr.hasSuffix("framegrab: v.mp4: cannot start a process for the decoder\n"),
      "\(end.status): \(end.stderr)")
    #expect(end.remains.isEmpty && end.screen.changes["?1049l"] == 1 && end.stdout.isEmpty)
    // What was done until then is recorded.
    #expect(bench.names == (hasMoved ? ["v.mp4", "take.json"] : ["v.mp4"]))
  }

  @Test func `a lost worker leaves the screen standing`() throws {
    let driver = try bench.scrub("--frame", "7")
    // Its child forks the workers.
    let workers = try children(of: driver.child).flatMap(children)
    #expect(!workers.isEmpty)
    for worker in workers { kill(worker, SIGKILL) }
    try driver.type("l")
    try driver.settleAnyway()
    #expect(driver.screen.isAlternate && driver.view.frame == 8)
    try driver.type("q")
    let end = try driver.finish()
    #expect(end.remains.isEmpty && end.screen.changes["?1049l"] == 1, "\(end.remains)")
  }

  @Test func `nothing is left running`() throws {
    for signal in [SIGTERM, SIGSEGV, 0] {
      let driver = try bench.scrub()
      if signal == 0 { try driver.type("q") } else { driver.sendSignal(signal) }
      _ = try driver.finish()
      var isGone = false
      for _ in 0..<200 where !isGone {
        isGone = kill(-driver.child, 0) == -1 && errno == ESRCH
        if !isGone { usleep(20_000) }
      }
      #expect(isGone, "signal \(signal)")
    }
  }

  @Test func `a new size is a new layout, in mid-drag as well`() throws {
    let driver = try bench.scrub("--frame", "20", "--record", "take.json", as: .tmux)
    try driver.settle()
    try driver.mouse(.press, column: 33, row: 21)
    try driver.mouse(.drag, column: 48, row: 21)
    let before = try driver.settle()
    for size in [TerminalSize(10, 3), TerminalSize(120, 40), TerminalSize(40, 9), TerminalSize(80, 24)] {
      driver.resize(to: size)
      try driver.wait("the new layout") { ScrubView($0).frame == before }
      try driver.expect(before, "\(size)")
      #expect(driver.screen.faults.isEmpty, "\(driver.screen.faults)")
      let cells = size.columns - 4
      #expect(driver.view.isOnlyLabel || driver.view.slider.count == cells + 2, "\(size): \(driver.screen.page.text)")
    }
    // The drag ended with the first change.
    try driver.mouse(.drag, column: 60, row: 21)
    try driver.expect(before)
    try driver.type("l")
    let last = try driver.settle()
    try driver.leave(0)
    #expect(try bench.lastFrame(of: "take.json") == last)
    let control = try #require(bench.object("take.json")["control"] as? [String: Any])
    #expect(control["value"] as? String == "\(before)f")
  }

  @Test func `many sizes in a row end with the last`() throws {
    let driver = try bench.scrub("--frame", "20", as: .tmux)
    for step in 0..<20 { driver.resize(to: TerminalSize(30 + 3 * step, 40 - step)) }
    driver.resize(to: TerminalSize(100, 30))
    try driver.wait("the last layout") { ScrubView($0).slider.count == 98 }
    try driver.expect(20)
    try driver.type("q")
    #expect(try driver.finish().status == 1)
  }

  @Test func `a mute terminal gets its picture all the same`() throws {
    let driver = try bench.scrub("--frame", "20", as: .mute)
    #expect(driver.view.number == 20)
    try driver.type("l")
    try driver.wait("the next picture") { ScrubView($0).isExact && ScrubView($0).number == 21 }
    try driver.leave()
  }

  @Test(arguments: [TerminalPersonality.xterm, .kitty, .xtermVT340, .kitty.disordered])
  func `late answers type no key`(personality: TerminalPersonality) throws {
    let driver = try bench.scrub("--frame", "20", size: Self.small, as: personality.late(0.3))
    driver.idle(seconds: 0.7)
    try driver.expect(20)
    try driver.expect(21, after: "l")
    #expect(bench.names == ["v.mp4"] && driver.view.hint.contains("g go to"))
    driver.idle(seconds: 0.5)
    try driver.type("q")
    let end = try driver.finish()
    #expect(end.status == 1 && end.screen.faults.isEmpty && end.hasSettings)
  }

  @Test func `answers that nobody asked for type no key`() throws {
    let driver = try bench.scrub("--frame", "20", as: .tmux)
    try driver.expect(
      20,
      after:
        "\u{1B}[?64;1;2c\u{1B}P>|qsl(1)\u{1B}\\\u{1B}_Gi=31;ENOENT:q\u{1B}\\\u{1B}[?1016;0$y\u{1B}[8;24;80t\u{1B}[0n")
    #expect(bench.names == ["v.mp4"])
    try driver.leave()
  }

  @Test func `while the video is read it says so, and q works`() throws {
    let bench = try Bench()
    // A stream without an index is read through; each read takes 100 ms.
    try bench.copy(.h264Raw, to: "v.h264")
    let slow = ["LD_PRELOAD": BuiltTool.shim, "SHIM_PREAD_MS": "100"]
    let driver = try bench.begin(size: Self.small, as: .tmux, environment: slow, clip: "v.h264")
    try driver.wait("word of it") { ScrubView($0).label.contains("reading the video") }
    try driver.type("lhs?")
    try driver.escape()
    try driver.leave()
    #expect(bench.names == ["v.h264"])
  }

  // 30 s at 25 frames a second, about 9 MB: a hundred reads and more, each of which takes 30 ms; of the mp4, a look at
  // each keyframe. A tenth of 750 frames from the start is frame 75, and 7 tenths are frame 525. One after the other: they
  // mostly wait, and would keep other tests waiting, too.
  @Test(.serialized, arguments: [("v.mkv", 50), ("v.ts", 50), ("v.mp4", 4)])
  func `while a film is read the slider moves, and what is kept waits for its frames`(_ clip: String, group: Int) throws
  {
    let bench = try Bench()
    try bench.ffmpeg([
      "-f", "lavfi", "-i", "testsrc2=s=320x240:r=25:d=30,noise=alls=40:allf=t:all_seed=1", "-c:v", "libx264",
      "-preset", "ultrafast", "-g", "\(group)", "-b:v", "2400k", clip,
    ])
    let slow = ["LD_PRELOAD": BuiltTool.shim, "SHIM_PREAD_MS": "30"]
    let driver = try bench.begin(
      ["--record", "take.json"], size: Self.small, as: .tmux, environment: slow, clip: clip)
    try driver.wait("frames of some kind") { ScrubView($0).label.contains("frame ≈ 0") }
    try driver.type("7")
    try driver.wait("another frame") { ScrubView($0).label.contains("frame ≈ 525") }
    try driver.wait("its picture") { !ScrubView($0).label.contains("shows") }
    try driver.type("g")
    try driver.wait("a refusal") { ScrubView($0).hint.contains("still being read") }
    // Neither a picture nor a take is written of frames that may be others.
    try driver.type("sr")
    try driver.wait("word of it") { ScrubView($0).hint.contains("saved once the video is read") }
    #expect(bench.names == [clip])
    let frame = try driver.settle()
    #expect(frame == 525)
    try driver.wait("the take") { ScrubView($0).hint.contains("kept as take.json") }
    let end = try driver.leave(0)
    #expect(end.paths.count == 1, "\(end.paths)")
    #expect(bench.names == ["take.json", end.paths.first ?? "", clip])
    #expect(try bench.lastFrame(of: "take.json") == 525)
    let again = try bench.framegrab([clip, "--frame", "525", "-o", "again.png"])
    #expect(try again.status == 0 && bench.bytes("again.png") == bench.bytes(end.paths[0]))
  }

  @Test func `a file that is damaged while it is open is a line in place`() throws {
    let bench = try Bench.withLongClip()
    let driver = try bench.scrub("--frame", "0", as: .tmux)
    var bytes = try bench.bytes("v.mp4")
    bytes.replaceSubrange(bytes.count / 3..<bytes.count, with: Data(count: bytes.count - bytes.count / 3))
    let file = try FileHandle(forWritingTo: bench.url("v.mp4"))
    try file.write(contentsOf: bytes)
    try file.close()
    try driver.type(.end)
    try driver.settleAnyway()
    #expect(driver.screen.isAlternate && driver.screen.faults.isEmpty)
    try driver.type("q")
    #expect(try driver.finish().remains.isEmpty)
  }
}

extension TerminalDriver {
  /// Waits until all that was typed was handled, whatever picture is on screen.
  func settleAnyway() throws {
    let before = view.stamp
    try type(.controlL)
    try wait("the screen painted anew") { ScrubView($0).stamp > before }
  }
}

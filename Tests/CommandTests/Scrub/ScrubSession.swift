import Foundation
import TestSupport
import Testing

extension Bench {
  /// Starts `framegrab v.mp4 --scrub` in a terminal, without waiting for anything.
  func begin(
    _ words: [String] = [], size: TerminalSize = TerminalSize(80, 24), as personality: TerminalPersonality = .xterm,
    input: TerminalDriver.Stream = .terminal, output: TerminalDriver.Stream = .pipe,
    errors: TerminalDriver.Stream = .pipe, environment: [String: String?] = [:], clip: String = "v.mp4"
  ) throws -> TerminalDriver {
    try start(
      [BuiltTool.path, clip, "--scrub"] + words, size: size, as: personality, input: input, output: output,
      errors: errors, environment: environment)
  }

  /// Starts it, and waits until the picture of the first wanted frame is on screen.
  func scrub(
    _ words: String..., size: TerminalSize = TerminalSize(80, 24), as personality: TerminalPersonality = .xterm,
    output: TerminalDriver.Stream = .pipe, errors: TerminalDriver.Stream = .pipe,
    environment: [String: String?] = [:], clip: String = "v.mp4"
  ) throws -> TerminalDriver {
    let driver = try begin(
      words, size: size, as: personality, output: output, errors: errors, environment: environment, clip: clip)
    try driver.wait("the first picture") { ScrubView($0).isExact }
    return driver
  }

  /// Runs a script of bash in a terminal; `framegrab` is on its PATH.
  func perform(_ script: String, size: TerminalSize = TerminalSize(80, 24)) throws -> TerminalDriver {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    return try start(["bash", "-c", script], size: size, environment: ["PATH": "\(BuiltTool.folder):\(path)"])
  }

  private func start(
    _ executable: [String], size: TerminalSize, as personality: TerminalPersonality = .xterm,
    input: TerminalDriver.Stream = .terminal, output: TerminalDriver.Stream = .terminal,
    errors: TerminalDriver.Stream = .terminal, environment: [String: String?]
  ) throws -> TerminalDriver {
    // Tests never use the cache of the user who runs them.
    let variables = environment.merging(["XDG_CACHE_HOME": "/dev/null"]) { $1 }
    return try TerminalDriver(
      executable, in: folder, size: size, as: personality, input: input, output: output, errors: errors,
      environment: variables)
  }

  /// A folder with a clip of 50 frames, 25 a second, keyframes 12 apart, and without sound, named v.mp4.
  static func withShortClip() throws -> Bench {
    let bench = try Bench()
    try bench.copy(.h264Faststart, to: "v.mp4")
    return bench
  }

  /// A folder with a clip of 150 frames, 25 a second, keyframes 60 apart, named v.mp4.
  static func withLongClip() throws -> Bench {
    let bench = try Bench()
    try bench.copy(.h264BFrames, to: "v.mp4")
    return bench
  }

  /// The object of a JSON file in the folder.
  func object(_ name: String) throws -> [String: Any] {
    try #require(JSONSerialization.jsonObject(with: bytes(name)) as? [String: Any])
  }

  /// The frame on which a recorded gesture ends, by the last line of its trace.
  func lastFrame(of recording: String, _ clip: String...) throws -> Int? {
    let result = try framegrab(clip + ["--gesture", recording, "--trace"])
    #expect(result.status == 0, "\(result.stderr)")
    return try result.objects().last?["frame"] as? Int
  }
}

extension TerminalDriver {
  /// What the screen shows now.
  var view: ScrubView { ScrubView(screen) }

  /// Waits until all that was typed was handled and the wanted frame's picture is on screen; the frame.
  ///
  /// Input is handled in order, so that a screen that is painted anew (Ctrl-L) shows the effect of all before.
  @discardableResult
  func settle() throws -> Int {
    let before = view.stamp
    try type(.controlL)
    try wait("the screen painted anew, with the wanted frame") {
      let view = ScrubView($0)
      return view.stamp > before && view.isExact
    }
    expectsNewEdges()
    return try #require(view.frame)
  }

  /// Types keys or reports of the mouse, and waits for this frame.
  func expect(
    _ frame: Int, after keys: String = "", _ note: String = "", sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    try type(keys)
    let found = try settle()
    #expect(found == frame, "\(note) \(keys.debugDescription)", sourceLocation: sourceLocation)
  }

  /// Types Esc, and waits for longer than the 100 ms in which more could follow that makes it a sequence.
  func escape() throws {
    try type(.escape)
    idle(seconds: 0.25)
  }

  /// Leaves by `q`: the exit code, and nothing may be left behind.
  @discardableResult
  func leave(_ status: Int32 = 1, sourceLocation: SourceLocation = #_sourceLocation) throws -> TerminalEnd {
    try type("q")
    return try expectEnd(status, sourceLocation: sourceLocation)
  }

  /// Saves by Enter, which leaves: exit code 0, and nothing may be left behind.
  @discardableResult
  func save(sourceLocation: SourceLocation = #_sourceLocation) throws -> TerminalEnd {
    try type(.enter)
    return try expectEnd(0, sourceLocation: sourceLocation)
  }

  /// Waits for the end: the exit code, and nothing may be left behind.
  @discardableResult
  func expectEnd(_ status: Int32, sourceLocation: SourceLocation = #_sourceLocation) throws -> TerminalEnd {
    let end = try finish()
    #expect(end.status == status, "\(end.stderr)\(end.screen.main.text)", sourceLocation: sourceLocation)
    #expect(end.remains.isEmpty, "\(end.remains)", sourceLocation: sourceLocation)
    return end
  }
}

extension TerminalEnd {
  /// The lines of standard output.
  var paths: [String] { String(decoding: stdout, as: UTF8.self).split(separator: "\n").map(String.init) }
}

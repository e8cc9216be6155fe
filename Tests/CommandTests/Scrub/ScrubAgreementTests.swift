import Foundation
import TestSupport
import Testing

/// The label, the recording, the saved picture and `--frame` name the same frame, whatever the hand did.
@Suite struct ScrubAgreementTests {
  /// A session of the acceptance check.
  struct Session: CustomTestStringConvertible, Sendable {
    let seed: UInt64
    let isPixels: Bool
    let columns: Int, rows: Int
    let model: String

    var testDescription: String {
      "seed \(seed), \(isPixels ? "pixels" : "cells"), \(columns) × \(rows), \(model)"
    }
  }

  static let models = [
    "uislider", "scrubbing-slider", "frame-grabber", "obslider", "obslider-january", "obslider-original",
  ]

  /// With SCRUB_SEEDS=200 that many seeds for every mode, size and model; otherwise each of these once or twice.
  static let sessions: [Session] = {
    let sizes = [(40, 9), (80, 24), (200, 60)]
    let seeds = ProcessInfo.processInfo.environment["SCRUB_SEEDS"].flatMap { UInt64($0) }
    var all: [Session] = []
    for seed in 0..<(seeds ?? 2) {
      for isPixels in [false, true] {
        for (place, size) in sizes.enumerated() {
          for (number, model) in models.enumerated() {
            let isChosen = (place + number + (isPixels ? 1 : 0)) % 6 == Int(seed % 2) * 3
            guard seeds != nil || isChosen else { continue }
            all.append(
              Session(
                seed: 1000 * seed + UInt64(all.count), isPixels: isPixels, columns: size.0, rows: size.1, model: model))
          }
        }
      }
    }
    return all
  }()

  @Test(arguments: sessions) func `all of them agree`(session: Session) throws {
    let bench = try Bench.withLongClip()
    let size = TerminalSize(session.columns, session.rows)
    let driver = try bench.scrub(
      "--frame", "60", "--model", session.model, "--record", "take.json", "-o", "shot.png", size: size,
      as: session.isPixels ? .xterm : .tmux)
    if session.isPixels { try driver.wait("reports in pixels") { $0.modes.contains(1016) } }
    try driver.settle()
    var wrong: [String] = []
    driver.watch = { screen in
      let view = ScrubView(screen)
      guard let frame = view.frame, let number = view.number, number != view.shows ?? frame else { return }
      wrong.append("picture \(number) under the label \(view.label)")
    }
    var script = ScrubScript(seed: session.seed, size: size, isPixels: session.isPixels)
    for piece in script.torn() { try driver.send(piece) }
    let frame = try driver.settle()
    #expect(wrong.isEmpty, "\(wrong)")
    if session.rows > 9 { #expect(driver.view.number == frame) }
    let end = try driver.save()
    #expect(end.paths == ["shot.png"] && end.stderr == "")
    #expect(try bench.lastFrame(of: "take.json") == frame)
    #expect(try bench.number("shot.png") == frame)
    try bench.framegrab("v.mp4", "--frame", "\(frame)", "-o", "frame.png").expectSuccess("frame.png")
    #expect(try bench.bytes("frame.png") == bench.bytes("shot.png"))
  }

  /// The recording of one session is the slider of the next.
  @Test func `a recording can be gone on with`() throws {
    let bench = try Bench.withLongClip()
    let first = try bench.scrub("--frame", "60", "--record", "1.json", as: .tmux)
    try first.settle()
    try first.mouse(.press, column: 30, row: 8)
    try first.mouse(.drag, column: 70, row: 3)
    try first.mouse(.release, column: 70, row: 3)
    let frame = try first.settle()
    try first.leave(0)
    let second = try bench.scrub("--gesture", "1.json", "--record", "2.json", as: .tmux)
    #expect(try second.settle() == frame)
    try second.expect(min(frame + 3, 149), after: "lll")
    try second.leave(0)
    #expect(try bench.lastFrame(of: "2.json") == min(frame + 3, 149))
  }

  /// A video that is named nowhere, since the gesture names it.
  @Test func `a gesture names its video`() throws {
    let bench = try Bench.withLongClip()
    let first = try bench.scrub("--frame", "60", "--record", "1.json", as: .tmux)
    try first.type("l")
    try first.settle()
    try first.leave(0)
    let shell = try bench.perform("framegrab --gesture 1.json --scrub")
    try shell.wait("the picture") { ScrubView($0).isExact && ScrubView($0).frame == 61 }
    try shell.save()
    #expect(try bench.number("v-f000061.png") == 61)
  }
}

import FrameGrabbing
import GestureFiles
import Scrubbing
import Screen
import TestSupport
import Testing
import Timeline

@testable import Command

/// What keys and the mouse do to a scrubbing session, without a terminal and without a video.
@Suite struct ScrubStateTests {
  private static let models = Model.allCases.filter { $0 != .scrollScrubber }

  /// A slider of one's own, with the model of another one.
  private static let own: LiveSlider.Kind = {
    var kind = LiveSlider.Kind(model: .scrubbingSlider, name: "mine")
    kind.rule.side = .both
    return kind
  }()

  /// 1200 frames at 30 a second, a keyframe every 100; a slider of 76 cells below 20 rows, on frame 250.
  private func state(on frame: Int = 250) throws -> ScrubState {
    let frames = (0..<1200).map { (number: Int64) in
      FrameTable.Frame(
        timestamp: number * 512, tick: number * 512, ordinal: 0, duration: 512, isKeyframe: number % 100 == 0)
    }
    let base = try #require(TimeBase(1, 15360))
    let table = try #require(
      FrameTable(
        frames: frames, timeBase: base, origin: .zero, averageRate: Rational(30),
        timecodeStart: nil, isComplete: true))
    let geometry = try ControlGeometry(
      frame: ControlGeometry.Frame(x: 16, y: 320, width: 608, height: 16),
      thumb: ControlGeometry.Thumb(width: 8, height: 16))
    var state = ScrubState(kinds: Self.models.map { LiveSlider.Kind(model: $0) } + [Self.own])
    state.begin(try LiveSlider(LiveSlider.Kind(model: .scrubbingSlider), over: table, at: frame, geometry: geometry))
    return state
  }

  @Test func `a ruler has fractions if all of its speeds are, else decimals`() {
    #expect(ScrubLabel.words(forRuler: [2, 1, 0.5, 0.1, 0.02]) == ["2", "1", "1/2", "1/10", "1/50"])
    #expect(ScrubLabel.words(forRuler: [1, 0.3, 0.02]) == ["1", "0.3", "0.02"])
    #expect(ScrubLabel.words(forRuler: [1.5, 0.5]) == ["1.5", "0.5"])
  }

  /// Types keys, a hundredth of a second apart; returns the effects of the last.
  @discardableResult
  private func type(_ keys: [Key], into state: inout ScrubState, isText: Bool = false) -> [ScrubState.Effect] {
    var effects: [ScrubState.Effect] = []
    for (number, key) in keys.enumerated() {
      effects = state.handle(key, at: Int64(number + 1) * 10_000, isText: isText)
    }
    return effects
  }

  private func letters(_ text: String) -> [Key] { text.unicodeScalars.map { Key.character($0) } }

  @Test(arguments: [
    (Key.right(isShifted: false), 251), (.left(isShifted: false), 249), (.right(isShifted: true), 260),
    (.left(isShifted: true), 240), (.character("."), 251), (.character("<"), 240),
    // One second is 30 frames; keyframes are hundreds; tenths are those of 0 to 1199, of which 5 is 599.5.
    (.up, 280), (.down, 220), (.character("["), 200), (.character("]"), 300), (.home, 0), (.end, 1199),
    (.character("0"), 0),
  ]) func `a key moves the slider and wants its picture`(key: Key, frame: Int) throws {
    var state = try state()
    #expect(type([key], into: &state) == [.follow])
    #expect(state.slider?.frame == frame)
  }

  @Test func `the slider stops at its ends`() throws {
    var state = try state(on: 1195)
    type([.right(isShifted: true), .up, .character("]")], into: &state)
    #expect(state.slider?.frame == 1199)
    type([.home, .left(isShifted: true), .character("[")], into: &state)
    #expect(state.slider?.frame == 0)
  }

  @Test func `a time that is typed moves it, and what is no time stays in the line`() throws {
    var state = try state()
    #expect(type(letters("g"), into: &state) == [.tell(["go to:"])])
    // The keys of the line are no commands.
    #expect(type(letters("375f"), into: &state) == [.tell(["go to: 375f"])])
    #expect(state.slider?.frame == 250)
    #expect(type([.enter], into: &state) == [.follow])
    #expect(state.slider?.frame == 375 && state.prompt == nil)
    type(letters("gx") + [.enter], into: &state)
    #expect(state.prompt?.line.hasPrefix("go to: x; ") ?? false)
    #expect(type([.backspace] + letters("41s") + [.enter], into: &state) == [.tell([state.prompt?.line ?? ""])])
    // 1200 frames of 1/30 s end at 40 s, which still is the last one.
    #expect(state.slider?.frame == 375)
    #expect(type([.escape], into: &state).isEmpty && state.prompt == nil)
    type(letters("g"), into: &state)
    state.paste("1s\nq")
    type([.enter], into: &state)
    #expect(state.slider?.frame == 30)
  }

  @Test func `Ctrl-C ends the session from the prompt, too`() throws {
    var state = try state()
    #expect(type(letters("g") + [.control("c")], into: &state) == [.interrupt])
  }

  @Test func `the range is made shorter, and whole again`() throws {
    var state = try state()
    #expect(type(letters("z"), into: &state) == [.follow] && state.slider?.isZoomed == true)
    #expect((state.slider?.frames.count ?? 0) < 200)
    #expect(type(letters("Z"), into: &state) == [.follow] && state.slider?.isZoomed == false)
    #expect(type(letters("Z"), into: &state) == [.say("the range is the whole video"), .follow])
    #expect(type(letters("zzzz"), into: &state) == [.say("the range is as short as it can be"), .follow])
    #expect(state.slider?.frame == 250)
  }

  @Test func `another model starts a new take`() throws {
    var state = try state()
    type([.right(isShifted: false)], into: &state)
    #expect(state.slider?.take.events.isEmpty == false && !state.isNewTake)
    #expect(type(letters("m"), into: &state) == [.follow, .place])
    #expect(
      state.slider?.kind.model != .scrubbingSlider && state.slider?.take.events.isEmpty == true && state.isNewTake)
    type([.right(isShifted: false)], into: &state)
    #expect(!state.isNewTake && state.slider?.frame == 252)
    // Through all of them and one's own, which has a model of them, and back to the first.
    var titles: [String] = []
    for _ in 0..<Self.models.count {
      type(letters("m"), into: &state)
      titles.append(state.slider?.title ?? "")
    }
    let names = Self.models.map(\.rawValue)
    let first = try #require(Self.models.firstIndex(of: .scrubbingSlider))
    #expect(titles == names[(first + 2)...] + ["mine"] + names[...first])
    #expect(state.slider?.kind == LiveSlider.Kind(model: .scrubbingSlider))
  }

  @Test func `the help hides the slider from the mouse`() throws {
    var state = try state()
    let press = MouseReport(column: 10, row: 21, button: .wheelDown, kind: .press)
    func mouse(_ slider: LiveSlider) -> ScrubMouse {
      ScrubMouse(layout: ScreenLayout(columns: 80, rows: 24), rowHeight: 16, pixels: nil)
    }
    #expect(state.handle(press, by: mouse, at: 1) == [.follow] && state.slider?.frame == 251)
    #expect(type(letters("?"), into: &state).contains(.redraw) && state.showsHelp)
    #expect(state.handle(press, by: mouse, at: 100_000).isEmpty && state.slider?.frame == 251)
    // A key still does what it does, and the help is painted over again.
    #expect(type([.right(isShifted: false)], into: &state) == [.follow, .redraw])
    #expect(type([.escape], into: &state) == [.redraw] && !state.showsHelp)
    #expect(type(letters("?"), into: &state, isText: true) == [.tell(ScrubDrawing.help)] && !state.showsHelp)
  }

  /// The mouse over the screen of the slider, in cells.
  private func mouse(_ slider: LiveSlider) -> ScrubMouse {
    ScrubMouse(layout: ScreenLayout(columns: 80, rows: 24), rowHeight: 16, pixels: nil)
  }

  private func report(_ kind: MouseReport.Kind, _ button: MouseReport.Button, column: Int, row: Int) -> MouseReport {
    MouseReport(column: column, row: row, button: button, kind: kind)
  }

  /// The steps of the take.
  private func steps(_ state: ScrubState) -> [Int64] {
    state.slider?.take.events.compactMap { if case .step(let frames, _) = $0 { frames } else { nil } } ?? []
  }

  @Test func `Space plays by the frames' times, as one step`() throws {
    var state = try state()
    #expect(type(letters(" "), into: &state) == [.tell(["playing, space stops"])] && state.isPlaying)
    // From 10 ms on, a frame is 33 333.3 µs.
    #expect(state.playTime == 43_334 && state.slider?.frame == 250 && steps(state).isEmpty)
    #expect(state.playOn(at: 43_334) == [.follow] && state.slider?.frame == 251 && state.playTime == 76_667)
    // Those for which there was no time are left out.
    #expect(state.playOn(at: 1_009_999) == [.follow] && state.slider?.frame == 279 && steps(state) == [29])
    #expect(state.playOn(at: 1_010_000) == [.follow] && state.slider?.frame == 280 && steps(state) == [30])
    // A motion of the mouse is none of a drag.
    _ = state.handle(report(.motion, .none, column: 9, row: 9), by: mouse, at: 1_010_001)
    #expect(state.isPlaying && !state.isNewTake)
    #expect(type(letters(" "), into: &state).isEmpty && !state.isPlaying && state.playOn(at: 2_000_000).isEmpty)
    #expect(state.slider?.frame == 280 && steps(state) == [30])
    #expect(type([.backspace], into: &state) == [.follow] && state.slider?.frame == 250)
  }

  @Test(arguments: ["l", "z", "m", "g", "\r", "\u{7F}", "press", "wheel"])
  func `what moves the slider stops the play`(what: String) throws {
    var state = try state()
    type(letters("5"), into: &state)
    type(letters(" "), into: &state)
    _ = state.playOn(at: 110_000)
    // Half of 40 s, and a tenth of a second.
    #expect(state.isPlaying && state.slider?.frame == 603)
    switch what {
    case "press": _ = state.handle(report(.press, .left, column: 9, row: 9), by: mouse, at: 120_000)
    case "wheel": _ = state.handle(report(.press, .wheelDown, column: 9, row: 9), by: mouse, at: 120_000)
    case "\r": type([.enter], into: &state)
    case "\u{7F}": type([.backspace], into: &state)
    default: type(letters(what), into: &state)
    }
    #expect(!state.isPlaying)
  }

  @Test(arguments: ["s", "r", "v", "?"]) func `what does not move it lets it play on`(key: String) throws {
    var state = try state()
    type(letters(" " + key), into: &state)
    #expect(state.isPlaying)
  }

  @Test func `a play ends with the range`() throws {
    var state = try state(on: 1198)
    type(letters(" "), into: &state)
    #expect(state.playOn(at: 9_000_000) == [.follow] && state.slider?.frame == 1199 && !state.isPlaying)
    #expect(type(letters(" "), into: &state) == [.say("this is the last frame")] && !state.isPlaying)
    state = try self.state()
    // Frames 190 to 309.
    type(letters("z "), into: &state)
    #expect(state.playOn(at: 9_000_000) == [.follow] && state.slider?.frame == 309 && state.slider?.isZoomed == true)
    #expect(!state.isPlaying)
  }

  @Test func `Backspace goes back to where a jump began, and again`() throws {
    var state = try state()
    #expect(type([.backspace], into: &state) == [.say("nowhere to go back to yet: no jump, drag or play")])
    type([.end], into: &state)
    // What walks leaves the mark as it is: 1199 - 1 - 30, and the keyframe before that.
    type([.left(isShifted: false), .down, .character("[")], into: &state)
    #expect(state.slider?.frame == 1100)
    type([.backspace], into: &state)
    #expect(state.slider?.frame == 250)
    type([.backspace], into: &state)
    #expect(state.slider?.frame == 1100 && state.slider?.mark == 250)
    // Over the edge of a zoomed range, too.
    type(letters("z") + [.backspace], into: &state)
    #expect(state.slider?.frame == 250 && state.slider?.isZoomed == false && state.slider?.mark == 1100)
  }

  @Test func `a drag sets the mark where it began, and a click does not`() throws {
    var state = try state()
    func handle(_ kind: MouseReport.Kind, column: Int, row: Int) {
      _ = state.handle(report(kind, .left, column: column, row: row), by: mouse, at: 10_000)
    }
    handle(.press, column: 40, row: 10)
    handle(.release, column: 40, row: 10)
    #expect(state.slider?.mark == nil)
    handle(.press, column: 40, row: 10)
    handle(.motion, column: 70, row: 10)
    handle(.motion, column: 76, row: 10)
    handle(.release, column: 76, row: 10)
    #expect(state.slider?.mark == 250 && state.slider?.frame != 250)
    let second = state.slider?.frame
    // A press beside the knob is a jump before a drag, and both are one.
    handle(.press, column: 70, row: 21)
    handle(.motion, column: 60, row: 21)
    #expect(state.slider?.mark == second && state.slider?.take.events.last?.name == "moved")
  }

  @Test func `other keys are left to the session`() throws {
    var state = try state()
    let expected: [(Key, [ScrubState.Effect])] = [
      (.enter, [.save(leaves: true)]), (.character("s"), [.save(leaves: false)]), (.character("r"), [.keep]),
      (.character("q"), [.leave]), (.control("z"), [.suspend]), (.control("l"), [.repaint]),
      (.character("v"), [.changeView]), (.character("x"), [.say("? help (no such key)")]),
      (.tab, [.say("? help (no such key)")]),
    ]
    for (key, effects) in expected { #expect(type([key], into: &state) == effects, "\(key)") }
    #expect(state.slider?.frame == 250)
  }

  @Test func `without frames nothing is moved`() {
    var state = ScrubState(kinds: Self.models.map { LiveSlider.Kind(model: $0) } + [Self.own])
    let keys: [Key] = [.right(isShifted: false), .character("g"), .character("z"), .character("m"), .end]
    for key in keys { #expect(!type([key], into: &state).contains(.follow), "\(key)") }
    #expect(state.slider == nil && state.prompt == nil)
    #expect(state.note(reading: 3) && !state.note(reading: 3) && state.note(reading: 4))
    state.note(facts: "h264", isRead: true)
    #expect(state.reading == nil && state.facts == "h264")
  }

  @Test func `a message stays until its time is over`() throws {
    var state = try state()
    state.message = ("kept", 100)
    #expect(!state.forgetMessage(at: 99) && state.message?.text == "kept")
    #expect(state.forgetMessage(at: 100) && state.message == nil && !state.forgetMessage(at: 101))
  }

  @Test(arguments: [(1.0, "1"), (0.25, "1/4"), (0.01, "1/100"), (0.3, "0.3"), (2.0, "2"), (1 - 16.0 / 60, "0.733")])
  func `a speed is a fraction, or thousandths`(speed: Double, words: String) {
    #expect(ScrubLabel.words(for: speed) == words)
  }

  @Test func `saves are done one at a time`() {
    var saves = ScrubSaves()
    #expect(saves.begin() == nil && saves.end(isSaved: true) == nil)
    saves.enqueue(3, leaves: false)
    saves.enqueue(5, leaves: true)
    #expect(saves.begin() == 3 && saves.begin() == nil && saves.isBusy && !saves.areDone(with: 3))
    #expect(saves.end(isSaved: true) == false && !saves.areDone(with: 3))
    #expect(saves.begin() == 5 && saves.end(isSaved: false) == false && saves.areDone(with: 3))
    saves.enqueue(5, leaves: true)
    #expect(saves.begin() == 5 && saves.end(isSaved: true) == true && saves.begin() == nil)
    // Its picture may be where that of frame 3 was.
    #expect(saves.areDone(with: 5) && !saves.areDone(with: 3))
    saves.enqueue(7, leaves: false)
    #expect(!saves.areDone(with: 5))
    saves.clear()
    #expect(saves.begin() == nil)
  }
}

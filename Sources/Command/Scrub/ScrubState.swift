import FrameGrabbing
import GestureFiles
import Scrubbing
import Screen

/// The state of a scrubbing session that depends on the user: the slider, the prompt and the message.
///
/// Keys and the mouse change it, and return effects for the session to carry out. It needs no terminal and no worker.
struct ScrubState {
  /// What the session must do after a change of the state.
  enum Effect: Equatable {
    /// Request the picture of the slider's frame.
    case follow
    /// Show a message.
    case say(String)
    /// Write lines in the text view; other views show the same anyway.
    case tell([String])
    /// Draw the picture again.
    case redraw
    /// Draw the whole screen again.
    case repaint
    case changeView
    /// Place the slider on the screen again.
    case place
    case save(leaves: Bool)
    case keep
    case suspend
    case leave
    case interrupt
  }

  private(set) var slider: LiveSlider?
  private(set) var prompt: ScrubPrompt?
  private(set) var showsHelp = false
  /// Whether the last take was given up for a new one, which has no events yet.
  private(set) var isNewTake = false
  /// The current message, and until when it stays, in microseconds.
  var message: (text: String, until: Int64)?
  /// How much of the video was read, in per cent; nil if that is not known.
  private(set) var reading: Int?
  /// The video's size, codec and rate, in a few words.
  private(set) var facts = ""
  /// The playback; nil while nothing plays.
  private var play: ScrubPlay?
  private let kinds: [LiveSlider.Kind]

  /// A session without a slider yet; `kinds` are the sliders to choose from, in order.
  init(kinds: [LiveSlider.Kind]) { self.kinds = kinds }

  // MARK: The slider

  /// Sets the first slider, or replaces it by another, which ends its take.
  mutating func begin(_ slider: LiveSlider) {
    play = nil
    if let old = self.slider { isNewTake = !old.take.events.isEmpty }
    self.slider = slider
  }

  /// Replaces the slider by the same one over the video's own frames; its take continues.
  mutating func refine(_ slider: LiveSlider) { self.slider = slider }

  /// Changes the slider, if there is one; `body` returns false for a change that cannot be made.
  mutating func change(_ body: (inout LiveSlider) throws(GestureFault) -> Bool) -> [Effect] {
    guard var slider else { return [] }
    play = nil
    let before = slider.take.events.count
    do throws(GestureFault) {
      let isDone = try body(&slider)
      self.slider = slider
      isNewTake = slider.take.events.isEmpty && (isNewTake || isDone && before > 0)
      return [.follow]
    } catch {
      return [.say("\(error)")]
    }
  }

  /// Ends a drag.
  mutating func release(at time: Int64) {
    slider?.release(time: time)
    if slider?.take.events.isEmpty == false { isNewTake = false }
  }

  /// Changes the range of the slider, or says why not.
  private mutating func zoom(_ body: (inout LiveSlider) throws(GestureFault) -> Bool) -> [Effect] {
    var isDone = true
    let effects = change { slider throws(GestureFault) in
      isDone = try body(&slider)
      return isDone
    }
    guard !isDone, let slider else { return effects }
    return [.say(slider.isZoomed ? "the range is as short as it can be" : "the range is the whole video")] + effects
  }

  private mutating func nextModel(at time: Int64) -> [Effect] {
    guard let slider, !kinds.isEmpty else { return [] }
    let place = kinds.firstIndex(of: slider.kind) ?? -1
    let next = kinds[(place + 1) % kinds.count]
    let effects = change { slider throws(GestureFault) in
      try slider.become(next, time: time)
      return true
    }
    // The height of a row depends on the slowest speed.
    return effects + [.place]
  }

  // MARK: Playing

  /// Whether the slider is playing.
  var isPlaying: Bool { play != nil }
  /// When the next frame is due, in microseconds.
  var playTime: Int64? { play?.nextTime }

  /// Moves to the frame that is due; after the last one the playback ends.
  mutating func playOn(at time: Int64) -> [Effect] {
    guard var play else { return [] }
    (slider, isNewTake) = (play.slider(at: time), false)
    self.play = play.nextTime == nil ? nil : play
    return [.follow]
  }

  mutating func stopPlaying() { play = nil }

  private mutating func startPlaying(at time: Int64) -> [Effect] {
    release(at: time)
    guard let slider else { return [] }
    if slider.isRough { return [.say(Self.needsFrames)] }
    play = ScrubPlay(slider, at: time)
    return [isPlaying ? .tell(["playing, space stops"]) : .say("this is the last frame")]
  }

  private static let needsFrames = "this needs the video's frames, which are still being read"

  // MARK: The hand

  /// Handles a key; `isText` in the text view.
  mutating func handle(_ key: Key, at time: Int64, isText: Bool) -> [Effect] {
    if key == .control("c") { return [.interrupt] }
    if prompt != nil, let slider { return answer(key, in: slider, at: time) }
    guard let command = ScrubCommand(key) else { return [.say("? help (no such key)")] }
    let effects = perform(command, at: time, isText: isText)
    return showsHelp ? effects + [.redraw] : effects
  }

  /// Handles a key in the prompt for a time.
  private mutating func answer(_ key: Key, in slider: LiveSlider, at time: Int64) -> [Effect] {
    switch prompt?.handle(key, in: slider.timeline) {
    case .goesOn: return [.tell([prompt?.line ?? ""])]
    case .isClosed, nil:
      prompt = nil
      return []
    case .chosen(let frame):
      prompt = nil
      return change { slider in
        slider.go(to: frame, time: time)
        return true
      }
    }
  }

  private mutating func perform(_ command: ScrubCommand, at time: Int64, isText: Bool) -> [Effect] {
    switch command {
    case .leave: return [.leave]
    case .interrupt: return [.interrupt]
    case .suspend: return [.suspend]
    case .repaint: return [.repaint]
    case .help where isText: return [.tell(ScrubDrawing.help)]
    case .help:
      showsHelp.toggle()
      return [.redraw]
    case .escape:
      showsHelp = false
      return [.redraw]
    case .nextView: return [.changeView]
    case .askTime, .keyframe:
      guard let slider else { return [] }
      // Keyframes and frame times are not known yet.
      if slider.isRough { return [.say(Self.needsFrames)] }
      if case .keyframe = command { return step(command, at: time) }
      play = nil
      prompt = ScrubPrompt()
      return [.tell(["go to:"])]
    case .save: return [.save(leaves: false)]
    case .saveAndLeave:
      play = nil
      return [.save(leaves: true)]
    case .keep: return [.keep]
    case .nextModel: return nextModel(at: time)
    case .zoomIn: return zoom { slider throws(GestureFault) in try slider.zoomIn(time: time) }
    case .zoomOut: return zoom { slider throws(GestureFault) in try slider.zoomOut(time: time) }
    case .play where isPlaying:
      play = nil
      return []
    case .play: return startPlaying(at: time)
    case .back where slider?.mark == nil: return [.say("nowhere to go back to yet: no jump, drag or play")]
    case .step, .seconds, .adjust, .edge, .tenths, .back: return step(command, at: time)
    }
  }

  private mutating func step(_ command: ScrubCommand, at time: Int64) -> [Effect] {
    change { slider in
      ScrubSteps.perform(command, on: &slider, time: time)
      return true
    }
  }

  /// Takes a text that was pasted.
  mutating func paste(_ text: String) { prompt?.append(text) }

  /// Handles a mouse report; ignored while a prompt or the help is shown.
  mutating func handle(_ report: MouseReport, by mouse: (LiveSlider) -> ScrubMouse, at time: Int64) -> [Effect] {
    guard prompt == nil, !showsHelp, var slider else { return [] }
    if report.kind == .press { play = nil }
    // Avoids a copy of the slider's history.
    self.slider = nil
    let hasChanged = mouse(slider).handle(report, on: &slider, time: time)
    self.slider = slider
    guard hasChanged else { return [] }
    if !slider.take.events.isEmpty { isNewTake = false }
    return [.follow]
  }

  // MARK: News

  /// Notes how much of the video was read; returns whether that is new.
  mutating func note(reading percent: Int) -> Bool {
    guard slider?.isRough ?? true, reading != percent else { return false }
    reading = percent
    return true
  }

  /// Notes the facts about the video, and whether all of it was read.
  mutating func note(facts: String, isRead: Bool) {
    self.facts = facts
    if isRead { reading = nil }
  }

  /// Removes an expired message; returns whether there was one.
  mutating func forgetMessage(at time: Int64) -> Bool {
    guard let message, time >= message.until else { return false }
    self.message = nil
    return true
  }
}

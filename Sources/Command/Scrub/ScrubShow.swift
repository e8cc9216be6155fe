import Broker
import Files
import FrameGrabbing
import Scrubbing
import Screen
import Timeline
import Workers

/// A scrubbing session: the screen, the user's input, and the worker that decodes.
///
/// One thread waits for the terminal, the worker and signals, and acts on them. It never waits for a picture, or for
/// the terminal to take one.
final class ScrubShow: PreviewSink {
  let settings: ScrubSettings
  let inputs: ScrubInputs
  let tty: ControllingTerminal
  let decoder: ScrubDecoder
  let reports: ScrubReports
  let pictures: ScrubPictures
  let recorder: ScrubRecorder
  var screen: ScrubScreen
  var writer: ScrubWriter
  var keys = InputReader()
  var state: ScrubState
  var saves = ScrubSaves()
  var rest = ScrubRest()
  var painting = ScrubPainting()
  var ending: Ending?
  /// Actions to be taken once the frames are known, each with the slider as it was when the user asked.
  var postponed: [(slider: LiveSlider, body: (ScrubShow, LiveSlider) -> Void)] = []
  /// Whether the session ends once the frames are known.
  var isLeaving = false
  /// How long the process was stopped, in microseconds.
  private var stopped: Int64 = 0
  /// Whether provisional frames may be used until the video is read: not if the slider starts at a frame's index.
  let allowsRough: Bool

  /// Why the session ends.
  enum Ending {
    case left
    case interrupted
    case failed(RelayedError)
    case hungUp
  }

  static let messageTime: Int64 = 4_000_000
  private static let leavingTime: Int64 = 300_000
  private static let longestLeavingTime: Int64 = 2_000_000

  init(
    _ settings: ScrubSettings, _ zygote: Zygote, _ inputs: ScrubInputs, _ input: VideoInput, _ tty: ControllingTerminal
  ) {
    (self.settings, self.inputs, self.tty) = (settings, inputs, tty)
    allowsRough = inputs.gesture == nil && settings.start?.isByTime ?? true
    let reporter = Reporter(
      terminal: settings.terminal, printsJSON: settings.invocation.printsJSON, pathEnd: settings.invocation.pathEnd)
    state = ScrubState(kinds: inputs.kinds)
    reports = ScrubReports(reporter, settings.terminal, input: input.path)
    decoder = ScrubDecoder(settings, zygote, input, inputs.options, reports)
    screen = ScrubScreen(tty.size, view: settings.view, variable: Environment.variable)
    pictures = ScrubPictures(decoder, screen.box)
    recorder = ScrubRecorder(settings, inputs, input)
    writer = ScrubWriter(tty)
  }

  /// The session's clock in microseconds, from an arbitrary origin; it stands still while the process is stopped.
  var now: Int64 { SystemClock.steady.nanoseconds / 1000 - stopped }
  var isText: Bool { screen.view == .text }

  /// Shows the screen until the user leaves; the terminal is given back then.
  ///
  /// - Throws: `GrabError` when no worker can be started.
  func run() throws(GrabError) -> (ending: Ending, hasWritten: Bool) {
    try recorder.check()
    try decoder.start(screen.box, allowsRough: allowsRough, self)
    enter()
    while ending == nil { step() }
    if settings.record != nil {
      switch ending {
      case .left: keepOnLeaving()
      // What was dragged is not lost with the decoder.
      case .failed where state.slider?.kept.slider.take.events.isEmpty == false: keepOnLeaving()
      default: break
      }
    }
    leave()
    decoder.finish()
    return (ending ?? .left, reports.hasSaved || recorder.hasWritten)
  }

  // MARK: The terminal's life

  private func enter() {
    guard (try? tty.takeOver()) != nil else {
      ending = .hungUp
      return
    }
    settings.terminal.held?.hold()
    guard !isText else { return writer.addLine("? lists the keys, q leaves") }
    writer.enqueue(TerminalModes.enter + TerminalQueries.all)
    screen.forget()
    pictures.redraw()
    painting.isDirty = true
  }

  /// Restores the terminal after it has answered all queries, so that no answer appears at the shell's prompt.
  private func leave() {
    if tty.isTaken, !isText {
      writer.enqueue(screen.takePictureAway() + TerminalModes.askReady, hasPicture: true, at: now)
      // A slow terminal, or a slow connection, takes as long to answer as before.
      let end = now + max(Self.leavingTime, min(2 * writer.longest, Self.longestLeavingTime))
      while writer.questions > 0, now < end, writer.write() {
        _ = Readiness.await(
          [tty.descriptor], orWriting: writer.isIdle ? nil : tty.descriptor, atMost: max(1, end - now) * 1000)
        guard case .bytes(let bytes) = tty.typed() else { break }
        for case .reply(.ready) in keys.read(bytes) { _ = writer.ready(at: now) }
      }
    }
    tty.giveBack()
  }

  /// Stops until the process is continued.
  func suspend(wholeGroup: Bool) {
    state.release(at: now)
    leave()
    let stop = SystemClock.steady.nanoseconds
    tty.stop(wholeGroup: wholeGroup)
    let pause = SystemClock.steady.nanoseconds - stop
    decoder.excuse(pause)
    stopped += pause / 1000
    _ = tty.takeEvents()
    (writer, keys, screen.reportsPixels) = (ScrubWriter(tty), InputReader(), false)
    enter()
    resize()
  }

  // MARK: Waiting

  private func step() {
    if isText { speakIfDue() } else { paint() }
    let worker = decoder.descriptor
    let files = [tty.descriptor, tty.signals] + (worker.map { [$0] } ?? [])
    let (ready, pause) = SupervisedWorker.await(
      files, orWriting: writer.isIdle ? nil : tty.descriptor, atMost: nextTime.map { max(0, $0 - now) * 1000 })
    decoder.excuse(pause)
    if ready[1] { attend(to: tty.takeEvents()) }
    if ready[0] { readKeys() }
    if !writer.write() { ending = ending ?? .hungUp }
    if ready.count > 2, ready[2] { attend(to: decoder.attend(true)) }
    keepTime()
  }

  /// When to act next, in microseconds; nil for never.
  private var nextTime: Int64? {
    var times: [Int64?] = [state.message?.until, state.playTime, pictures.nextTime, writer.deadline]
    if keys.isWaiting { times.append(rest.escapeTime) }
    if !rest.hasRested, pictures.isExact { times.append(rest.restTime) }
    if isText, let words = state.slider?.spoken, words != rest.spoken { times.append(rest.speakingTime) }
    if let remaining = decoder.remaining { times.append(now + remaining / 1000 + 1) }
    return times.compactMap(\.self).min()
  }

  private func keepTime() {
    let time = now
    if keys.isWaiting, time >= rest.escapeTime { handle(keys.expire()) }
    if state.forgetMessage(at: time) { painting.isDirty = true }
    if let next = state.playTime, time >= next { apply(state.playOn(at: time)) }
    if writer.isOverdue(at: time) {
      writer.giveUp()
      pictures.drawn(at: time)
    }
    if let next = pictures.nextTime, time >= next { pictures.wake(at: time) }
    if !rest.hasRested, pictures.isExact, time >= rest.restTime {
      rest.hasRested = true
      // At rest, the picture is shown with all colours and pixels.
      if writer.isSlow || screen.isCoarselyDrawn { painting.needsRedraw = true }
      // Decoding pictures in advance would delay reading the video.
      if !isReading { pictures.rest(at: time) }
    }
    attend(to: decoder.attend(false))
    if let news = settings.terminal.held?.takeNews() { say(news) }
    if pictures.isNew { painting.isDirty = true }
  }

  private func attend(to events: ControllingTerminal.Events) {
    if events.contains(.stop) { suspend(wholeGroup: false) }
    guard events.contains(.resized) || events.contains(.continued) else { return }
    resize()
    if !isText { writer.enqueue(TerminalQueries.sizes) }
  }

  private func resize() {
    screen.resize(to: tty.size)
    moveSlider()
    refit()
    pictures.redraw()
    painting.isDirty = true
  }

  /// Moves the slider to its place on the current screen.
  func moveSlider() {
    guard let geometry = try? geometry() else { return }
    let time = now
    apply(
      state.change { slider throws(GestureFault) in
        try slider.move(to: geometry, time: time)
        return true
      })
  }

  func geometry() throws(GestureFault) -> ControlGeometry {
    try ScrubMouse.geometry(screen.layout, rowHeight: rowHeight)
  }

  private var rowHeight: Double {
    screen.layout.rowHeight(lastDistance: state.slider?.configuration.speeds.entries.last?.distance ?? 0)
  }

  /// Requests pictures in the size that fits the screen now.
  func refit() {
    pictures.resize(
      screen.box, frameCount: state.slider?.timeline.count ?? 0,
      keyframes: state.slider.map { Keyframes(of: $0.timeline).indices } ?? [],
      at: now)
  }
}

extension Moment {
  /// Whether it is a time, and not a frame of the video by its number, its timestamp or its timecode.
  fileprivate var isByTime: Bool {
    switch kind {
    case .time(.time), .time(.beforeEnd), .time(.percent), .time(.start), .time(.end): true
    default: false
    }
  }
}

import Broker
import Files
import FrameGrabbing
import GestureFiles
import Scrubbing
import Screen
import Timeline

// What a scrubbing session does after a key, and after a message from its worker.
extension ScrubShow {
  /// Carries out the effects of a change of state.
  func apply(_ effects: [ScrubState.Effect]) {
    for effect in effects where ending == nil {
      switch effect {
      case .follow: follow()
      case .say(let text): say(text)
      case .tell(let lines): if isText { for line in lines { writer.addLine(line) } }
      case .redraw: pictures.redraw()
      case .repaint:
        screen.forget()
        pictures.redraw()
      case .changeView: changeView()
      case .place: moveSlider()
      case .save(let leaves): whenKnown { show, slider in show.save(slider, leaves: leaves) }
      case .keep: whenKnown { show, slider in show.say(show.recorder.keep(slider)) }
      case .suspend: suspend(wholeGroup: true)
      case .leave:
        // With --record, leaving waits until the take can be written, once its frames are known; a second time it does
        // not.
        if settings.record == nil || isLeaving { ending = .left } else { leaveWhenKnown() }
      case .interrupt: ending = .interrupted
      }
    }
    painting.isDirty = true
  }

  /// Requests the picture of the slider's frame.
  private func follow() {
    guard let slider = state.slider else { return }
    rest.begin(at: now)
    painting.isDirty = true
    decoder.forgive()
    restartIfLost()
    pictures.want(slider.frame, at: now)
  }

  func say(_ text: String) {
    state.message = (text, now + Self.messageTime)
    painting.isDirty = true
    if isText { writer.addLine(text) }
  }

  private func changeView() {
    // On a text screen there are no views to change.
    guard !isText else { return }
    screen.nextView()
    screen.forget()
    refit()
    pictures.redraw()
  }

  // MARK: Saving

  private func save(_ slider: LiveSlider, leaves: Bool) {
    if case .standardOutput = inputs.options.output.destination, !leaves {
      return say("with -o - only Enter saves; give -o a name to save more")
    }
    let frame = slider.frame
    if leaves, saves.areDone(with: frame) {
      ending = .left
    } else {
      saves.enqueue(frame, leaves: leaves)
      beginSave()
    }
  }

  /// Begins the next save, unless one is running.
  private func beginSave() {
    guard ending == nil, let frame = saves.begin() else { return }
    restartIfLost()
    reports.begin()
    decoder.send(.save(frame: frame))
    say("saving frame \(frame)")
  }

  private func hasSaved() {
    var words: String?
    if case .saved(let saved)? = reports.last { words = saved }
    guard let leaves = saves.end(isSaved: words != nil) else { return }
    if let words { say(words) }
    if leaves { ending = .left }
    beginSave()
  }

  // MARK: Recording

  /// Writes the take to the file of --record; an error is printed after the screen is restored.
  func keepOnLeaving() {
    state.release(at: now)
    if let slider = state.slider { recorder.keepOnLeaving(slider) }
  }

  // MARK: Frames that are not known yet

  /// Ends the drag, and calls the body with the slider as it is now, once the video's frames are known.
  private func whenKnown(_ body: @escaping (ScrubShow, LiveSlider) -> Void) {
    guard state.slider != nil else { return say("the video is still being read; try again in a moment") }
    state.release(at: now)
    follow()
    guard let slider = state.slider else { return }
    guard slider.isRough else { return body(self, slider) }
    postponed.append((slider, body))
    say("this is saved once the video is read")
  }

  private func leaveWhenKnown() {
    guard let slider = state.slider, slider.isRough, !slider.kept.slider.take.events.isEmpty else {
      ending = .left
      return
    }
    isLeaving = true
    whenKnown { show, _ in show.ending = .left }
  }

  /// Replaces approximate frames by the video's own.
  private func refine(_ rough: LiveSlider, over table: FrameTable) throws(GrabError) {
    let first = try inputs.start(settings.start, in: table)
    func exact(_ slider: LiveSlider) throws(GrabError) -> LiveSlider {
      do throws(GestureFault) {
        return try slider.refined(over: table, from: first)
      } catch {
        throw refusal(of: error)
      }
    }
    state.refine(try exact(rough))
    pictures.begin(frameCount: table.count, keyframes: Keyframes(of: table).indices)
    follow()
    let postponed = postponed
    self.postponed = []
    for (slider, body) in postponed where ending == nil { body(self, try exact(slider)) }
  }

  // MARK: The worker

  /// Whether the worker is still reading the video.
  var isReading: Bool { state.slider?.isRough ?? true }

  func attend(to news: ScrubDecoder.News) {
    switch news {
    case .none: break
    case .ended(let end): if let failure = end.failure { ending = .failed(failure) }
    case .lost(let error):
      let line = RelayedError(error, settings.request).line
      settings.terminal.fail(line)
      state.stopPlaying()
      saves.clear()
      pictures.lost(at: now)
      if state.slider == nil { ending = .failed(RelayedError(error, settings.request)) }
      restartIfLost()
    }
  }

  /// Starts a new worker in place of a lost one; the session ends if that fails, since nothing can be shown or saved then.
  private func restartIfLost() {
    guard decoder.descriptor == nil, decoder.canRestart, ending == nil else { return }
    do throws(GrabError) {
      try decoder.start(screen.box, allowsRough: state.slider?.isRough ?? allowsRough, self)
    } catch {
      ending = .failed(RelayedError(error, settings.request))
    }
  }

  func receive(_ timeline: PackedTimeline) {
    state.note(facts: printableWords(timeline.facts), isRead: !timeline.isRough)
    let table = timeline.table
    if let slider = state.slider, slider.timeline.frames == table.frames, slider.isRough == timeline.isRough { return }
    do throws(GrabError) {
      if let slider = state.slider, slider.isRough, !timeline.isRough { return try refine(slider, over: table) }
      let frame: Int
      if let slider = state.slider {
        // Decoding has changed the timeline: the slider keeps its time, not its frame index.
        let time = slider.timeline.time(ofFrame: slider.frame) ?? .zero
        frame = (try? table.frameIndex(onScreenAt: time, bounds: .clamp)) ?? 0
      } else {
        frame = try inputs.start(settings.start, in: table)
      }
      try makeSlider(over: table, isRough: timeline.isRough, at: frame)
    } catch {
      ending = .failed(RelayedError(error, settings.request))
    }
  }

  private func refusal(of fault: GestureFault) -> GrabError {
    GrabError(inputs.path, .relayed(RelayedError(line: "\(inputs.path): \(fault)", code: 2)))
  }

  private func makeSlider(over table: FrameTable, isRough: Bool, at frame: Int) throws(GrabError) {
    do throws(GestureFault) {
      let kind = state.slider?.kind ?? inputs.kind(settings.model)
      state.begin(
        try LiveSlider(
          kind, over: table, isRough: isRough, span: inputs.span, at: frame, geometry: try geometry()))
    } catch {
      throw refusal(of: error)
    }
    moveSlider()
    pictures.begin(frameCount: table.count, keyframes: Keyframes(of: table).indices)
    follow()
  }

  func receive(_ picture: RGBPicture, of frame: Int?) {
    pictures.receive(picture, of: frame, at: now)
    decoder.forgive()
  }

  func ended(_ end: ScrubRunEnd, of run: Int) {
    if run == ScrubRunEnd.saving {
      if pictures.isIdle, !isReading { decoder.rested() }
      return hasSaved()
    }
    if case .failed(let reason) = end { say(printableWords(reason)) }
    if pictures.ended(end, of: run, at: now), pictures.isIdle, !saves.isBusy, !isReading {
      decoder.rested()
    }
  }

  func note(reading percent: Int) {
    if state.note(reading: percent) { painting.isDirty = true }
  }

  // MARK: Painting

  /// Writes what has changed, unless the terminal has not taken the last output yet.
  func paint() {
    guard painting.isDirty || painting.needsRedraw, writer.isIdle else { return }
    pictures.leaveAwayIfFarther(at: now)
    let isNew = (pictures.isNew || painting.needsRedraw) && writer.mayShowPicture
    var contents = ScrubContents(
      slider: state.slider, label: label,
      keyframeCells: state.slider.map { painting.marks.cells(of: $0, screen.layout) } ?? [], hint: hint,
      prompt: state.prompt, showsHelp: state.showsHelp, picture: pictures.written?.picture, isMoving: !rest.hasRested,
      isSlow: writer.isSlow)
    if isNew {
      // The label and the knob are written first: they have a hundredth of a picture's bytes.
      if pictures.written != nil {
        let (lead, hasPicture) = screen.paint(contents)
        writer.enqueue(lead, hasPicture: hasPicture, at: now)
        guard writer.write() else {
          ending = ending ?? .hungUp
          return
        }
        // If the terminal cannot take the picture yet, a newer one may be there when it can.
        guard writer.isIdle else { return }
      }
      pictures.wasWritten()
      (contents.label, contents.picture, contents.isNewPicture) = (label, pictures.written?.picture, true)
    }
    let (bytes, hasPicture) = screen.paint(contents)
    if isNew {
      painting.needsRedraw = false
      // A view without pictures counts it as drawn.
      if !hasPicture { pictures.drawn(at: now) }
    }
    painting.isDirty = pictures.isNew
    guard !bytes.isEmpty else { return }
    writer.enqueue(bytes, hasPicture: hasPicture, at: now)
    if !writer.write() { ending = ending ?? .hungUp }
  }

  private var label: LabelLine {
    guard let slider = state.slider else {
      let words = state.reading.map { "reading the video, \($0) %" } ?? "reading the video"
      return LabelLine([(words, 1, false)])
    }
    // The first picture arrives without a frame index: it is frame 0.
    let shown = pictures.written.map { $0.frame ?? 0 }
    return ScrubLabel(
      slider: slider, shownInstead: shown == slider.frame ? nil : shown, isWide: screen.layout.columns >= 100,
      facts: state.facts, reading: state.reading, hasPixels: screen.reportsPixels, isNewTake: state.isNewTake,
      isPlaying: state.isPlaying
    ).line
  }

  private var hint: LabelLine {
    if let message = state.message { return LabelLine([(message.text, 1, false)]) }
    return LabelLine([
      ("←→ frame", 6, false), ("⇧ ten", 2, false), ("[ ] keyframe", 3, false), ("g go to", 5, false),
      ("⏎ save+leave", 7, false), ("s save", 4, false), ("r keep", 1, false), ("q leave", 8, false),
      ("? help", 9, false),
    ])
  }

  /// On a text screen, prints the frame as a line once the slider has stopped.
  func speakIfDue() {
    guard let slider = state.slider, now >= rest.speakingTime else { return }
    let words = slider.spoken
    guard words != rest.spoken else { return }
    rest.spoken = words
    writer.addLine(words)
    if pictures.isNew {
      pictures.wasWritten()
      pictures.drawn(at: now)
    }
  }
}

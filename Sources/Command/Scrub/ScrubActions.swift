import Broker
import Files
import FrameGrabbing
import GestureFiles
import Memory
import Packing
import Scrubbing
import Screen
import Timeline
import Video

// What a scrubbing session does about keys, and about what its worker says.
extension ScrubShow {
  /// Changes the slider, and follows it; without a video's frames nothing can be changed. A change that returns false
  /// could not be made.
  func change(_ body: (inout LiveSlider) throws(GestureFault) -> Bool) {
    guard var slider else { return }
    let before = slider.take.events.count
    do throws(GestureFault) {
      let isDone = try body(&slider)
      self.slider = slider
      isNewTake = isDone && before > 0 && slider.take.events.isEmpty || isNewTake && slider.take.events.isEmpty
      follow()
    } catch {
      say("\(error)")
    }
  }

  /// Changes the range of the slider, or says why not.
  func zoom(_ body: (inout LiveSlider) throws(GestureFault) -> Bool) {
    change { slider throws(GestureFault) in
      if try body(&slider) { return true }
      self.say(slider.isZoomed ? "the range is as short as it can be" : "the range is the whole video")
      return false
    }
  }

  /// Wants the picture of the frame that the slider names.
  func follow() {
    guard let slider else { return }
    (lastWish, hasRested, isDirty) = (now, false, true)
    if !slider.take.events.isEmpty { isNewTake = false }
    decoder.forgive()
    restartIfLost()
    pictures.want(slider.frame, at: now)
  }

  func say(_ text: String) {
    message = (text, now + Self.messageTime)
    isDirty = true
    if isText { writer.addLine(text) }
  }

  func nextModel() {
    let models = Model.allCases.filter { $0 != .scrollScrubber }
    guard let slider, let place = models.firstIndex(of: slider.kind.model) else { return }
    let model = models[(place + 1) % models.count]
    let kind = inputs.kind(model)
    change { slider throws(GestureFault) in
      try slider.become(kind, time: self.now)
      return true
    }
    // The height of a row depends on the slowest speed.
    moveSlider()
  }

  func changeView() {
    // Nothing is painted in lines of text.
    guard !isText else { return }
    screen.nextView()
    screen.forget()
    refit()
    pictures.redraw()
    isDirty = true
  }

  // MARK: Saving

  func save(_ saving: Saving) {
    guard let slider else { return say("the video's frames are not known yet") }
    if case .standardOutput = inputs.options.destination, saving == .andGoOn {
      return say("-o - takes one picture, by Enter")
    }
    self.slider?.release(time: now)
    follow()
    saves.append((saving, self.slider?.frame ?? slider.frame))
    beginSave()
  }

  /// Begins the next save; one at a time is done.
  private func beginSave() {
    guard saving == nil, ending == nil, !saves.isEmpty else { return }
    let (next, frame) = saves.removeFirst()
    restartIfLost()
    reports.begin()
    saving = next
    decoder.send(.save(frame: frame))
    say("saving frame \(frame)")
  }

  private func hasSaved() {
    guard let saving else { return }
    self.saving = nil
    if case .saved(let words)? = reports.last {
      say(words)
      if saving == .andLeave { ending = .left }
    }
    beginSave()
  }

  // MARK: Recording

  func keep() {
    guard var slider else { return }
    slider.release(time: now)
    self.slider = slider
    follow()
    say(recorder.keep(slider))
  }

  /// Keeps the take where the command line says; what fails is told after the screen is gone.
  func keepOnLeaving() {
    guard var slider else { return }
    slider.release(time: now)
    self.slider = slider
    recorder.keepOnLeaving(slider)
  }

  // MARK: The worker

  func attend(to news: ScrubDecoder.News) {
    switch news {
    case .none: break
    case .ended(let end): if let failure = end.failure { ending = .failed(failure) }
    case .lost(let error):
      let line = RelayedError(error, settings.request).line
      settings.terminal.fail(line)
      (saving, saves) = (nil, [])
      pictures.lost(at: now)
      if slider == nil { ending = .failed(RelayedError(error, settings.request)) }
      restartIfLost()
    }
  }

  /// Starts a new worker in place of a lost one.
  private func restartIfLost() {
    guard decoder.descriptor == nil, decoder.canRestart, ending == nil else { return }
    do throws(GrabError) {
      try decoder.start(screen.box, self)
    } catch {
      say("\(error)")
    }
  }

  func take(_ timeline: PackedTimeline) {
    facts = printableWords(timeline.facts)
    let table = timeline.table
    reading = nil
    if let slider, slider.timeline.frames == table.frames { return }
    do throws(GrabError) {
      let frame: Int
      if let slider {
        // The decoder has found other frames than the packets promise; the place in time stays.
        let time = slider.timeline.time(ofFrame: slider.frame) ?? .zero
        frame = (try? table.frameIndex(onScreenAt: time, bounds: .clamp)) ?? 0
        isNewTake = !slider.take.events.isEmpty
      } else {
        frame = try inputs.start(settings.start, in: table)
      }
      try makeSlider(over: table, at: frame)
    } catch {
      ending = .failed(RelayedError(error, settings.request))
    }
  }

  private func makeSlider(over table: FrameTable, at frame: Int) throws(GrabError) {
    do throws(GestureFault) {
      let kind = slider?.kind ?? inputs.kind(settings.model)
      slider = try LiveSlider(kind, over: table, span: inputs.span, at: frame, geometry: try geometry())
    } catch {
      throw GrabError(inputs.path, .relayed(RelayedError(line: "\(inputs.path): \(error)", code: 2)))
    }
    moveSlider()
    pictures.begin(frameCount: table.count, keyframes: Keyframes(of: table).indices)
    follow()
  }

  func take(_ picture: RGBPicture, of frame: Int?) {
    pictures.take(picture, of: frame, at: now)
    decoder.forgive()
  }

  func take(_ end: ScrubRunEnd, of run: Int) {
    if run == ScrubRunEnd.saving {
      if pictures.isIdle { decoder.rested() }
      return hasSaved()
    }
    if case .failed(let reason) = end { say(printableWords(reason)) }
    if pictures.ended(end, of: run, at: now), pictures.isIdle, saving == nil { decoder.rested() }
  }

  func take(reading percent: Int) {
    guard slider == nil, reading != percent else { return }
    (reading, isDirty) = (percent, true)
  }

  // MARK: Painting

  /// Writes what has changed, unless the terminal still has the last of it to take.
  func paint() {
    guard isDirty || needsRedraw, writer.isIdle else { return }
    pictures.leaveAwayIfFarther(at: now)
    let isNew = (pictures.isNew || needsRedraw) && writer.mayShowPicture
    var contents = ScrubContents(
      slider: slider, label: label, keyframeCells: slider.map { marks.cells(of: $0, screen.layout) } ?? [], hint: hint,
      prompt: prompt, showsHelp: showsHelp, picture: pictures.written?.picture, isMoving: !hasRested,
      isSlow: writer.isSlow)
    if isNew {
      // The label and the knob go out first: they are a hundredth of a picture's bytes.
      if pictures.written != nil {
        let (lead, hasPicture) = screen.paint(contents)
        writer.add(lead, hasPicture: hasPicture, at: now)
        guard writer.write() else {
          ending = ending ?? .hungUp
          return
        }
        // What the terminal has not taken is followed by something newer, if there is by then.
        guard writer.isIdle else { return }
      }
      pictures.wasWritten()
      (contents.label, contents.picture, contents.isNewPicture) = (label, pictures.written?.picture, true)
    }
    let (bytes, hasPicture) = screen.paint(contents)
    if isNew {
      needsRedraw = false
      // A view that shows none has taken it nevertheless.
      if !hasPicture { pictures.drawn(at: now) }
    }
    isDirty = pictures.isNew
    guard !bytes.isEmpty else { return }
    writer.add(bytes, hasPicture: hasPicture, at: now)
    if !writer.write() { ending = ending ?? .hungUp }
  }

  private var label: LabelLine {
    guard let slider else {
      let words = reading.map { "reading the video, \($0) %" } ?? "reading the video"
      return LabelLine([(words, 1, false)])
    }
    // The first picture comes before frames have numbers.
    let shown = pictures.written.map { $0.frame ?? 0 }
    return ScrubLabel(
      slider: slider, shownInstead: shown == slider.frame ? nil : shown, isWide: screen.layout.columns >= 100,
      facts: facts, hasPixels: reportsPixels, isNewTake: isNewTake
    ).line
  }

  private var hint: String {
    message?.text ?? "←→ frame  ⇧ ten  [ ] keyframe  g go to  ⏎ save+leave  s save  r keep  ? help"
  }

  /// Says the frame in a line of its own, once the hand rests.
  func speakIfDue() {
    guard let slider, now - lastWish >= Self.speakingTime else { return }
    let words = slider.spoken
    guard words != spoken else { return }
    spoken = words
    writer.addLine(words)
    if pictures.isNew {
      pictures.wasWritten()
      pictures.drawn(at: now)
    }
  }
}

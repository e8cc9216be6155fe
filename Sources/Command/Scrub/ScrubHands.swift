import Files
import FrameGrabbing
import Scrubbing
import Screen

// What a scrubbing session hears of the terminal: keys, the mouse, and replies.
extension ScrubShow {
  func readKeys() {
    switch tty.typed() {
    case .gone: ending = ending ?? .hungUp
    case .bytes(let bytes):
      guard !bytes.isEmpty else { return }
      lastInput = now
      handle(keys.read(bytes))
    }
  }

  func handle(_ events: [InputEvent]) {
    for event in events where ending == nil {
      switch event {
      case .reply(.ready): terminalIsReady()
      case .reply(let reply): learn(reply)
      case .mouse(let report): handle(report)
      case .paste(let text):
        prompt?.add(text)
        isDirty = true
      case .key(let key): handle(key)
      }
    }
  }

  private func learn(_ reply: Reply) {
    let (view, isWide) = (screen.view, screen.facts.isWide)
    screen.take(reply)
    if screen.facts.isWide != isWide {
      // What was painted before may have gone over the edge.
      screen.forget()
      pictures.redraw()
    }
    askForPixels()
    if screen.view != view || screen.box != pictures.box { refit() }
    isDirty = true
  }

  /// Lets the mouse be reported in pixels, once the terminal says that it can and their size is known.
  private func askForPixels() {
    guard !reportsPixels, screen.facts.hasPixelMouse, screen.pixels != nil else { return }
    reportsPixels = true
    // Places before and after it cannot be compared.
    slider?.release(time: now)
    writer.add(TerminalModes.pixelMouse(true))
  }

  func terminalIsReady() {
    if writer.ready(at: now) { pictures.drawn(at: now) }
  }

  private func handle(_ report: MouseReport) {
    guard !isText, prompt == nil, !showsHelp, var slider else { return }
    self.slider = nil
    let mouse = ScrubMouse(
      layout: screen.layout,
      rowHeight: screen.layout.rowHeight(
        lastDistance: slider.configuration.speeds.entries.last?.distance ?? 0),
      pixels: reportsPixels ? screen.pixels : nil)
    let hasChanged = mouse.handle(report, on: &slider, time: now)
    self.slider = slider
    if hasChanged { follow() }
  }

  private func handle(_ key: Key) {
    isDirty = true
    if key == .control("c") { return perform(.interrupt) }
    if prompt != nil, let slider {
      let outcome = prompt?.take(key, in: slider.timeline)
      switch outcome {
      case .goesOn: if isText, let prompt { writer.addLine(prompt.line) }
      case .isClosed: prompt = nil
      case .chosen(let frame):
        prompt = nil
        change { slider in
          slider.go(to: frame, time: self.now)
          return true
        }
      default: break
      }
      return
    }
    guard let command = ScrubCommand(key) else { return }
    perform(command)
  }

  private func perform(_ command: ScrubCommand) {
    let time = now
    switch command {
    case .leave: ending = .left
    case .interrupt: ending = .interrupted
    case .suspend: suspend(wholeGroup: true)
    case .repaint:
      screen.forget()
      pictures.redraw()
    case .help where isText: for line in ScrubDrawing.help { writer.addLine(line) }
    case .help: showsHelp.toggle()
    case .escape: showsHelp = false
    case .nextView: changeView()
    case .askTime where slider != nil:
      prompt = ScrubPrompt()
      if isText { writer.addLine("go to:") }
    case .askTime: break
    case .save: save(.andGoOn)
    case .saveAndLeave: save(.andLeave)
    case .keep: keep()
    case .nextModel: nextModel()
    case .zoomIn: zoom { slider throws(GestureFault) in try slider.zoomIn(time: time) }
    case .zoomOut: zoom { slider throws(GestureFault) in try slider.zoomOut(time: time) }
    default:
      change { slider in
        ScrubSteps.perform(command, on: &slider, time: time)
        return true
      }
    }
    if showsHelp || command == .help || command == .escape { pictures.redraw() }
  }
}

import Files
import FrameGrabbing
import Scrubbing
import Screen

// Input from the terminal of a scrubbing session: keys, the mouse, and replies.
extension ScrubShow {
  func readKeys() {
    switch tty.typed() {
    case .gone: ending = ending ?? .hungUp
    case .bytes(let bytes):
      guard !bytes.isEmpty else { return }
      rest.lastInput = now
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
        state.paste(text)
        painting.isDirty = true
      case .key(let key): apply(state.handle(key, at: now, isText: isText))
      }
    }
  }

  private func learn(_ reply: Reply) {
    let (view, isWide) = (screen.view, screen.facts.isWide)
    screen.learn(from: reply)
    if screen.facts.isWide != isWide {
      // With another character width, what was drawn may have wrapped.
      screen.forget()
      pictures.redraw()
    }
    askForPixels()
    if screen.view != view || screen.box != pictures.box { refit() }
    painting.isDirty = true
  }

  /// Switches mouse reports to pixels, once the terminal says that it can and its size in pixels is known.
  private func askForPixels() {
    guard !screen.reportsPixels, screen.facts.hasPixelMouse, screen.pixels != nil else { return }
    screen.reportsPixels = true
    // Locations before and after the switch cannot be compared, so a drag ends here.
    state.release(at: now)
    writer.enqueue(TerminalModes.pixelMouse(true))
  }

  func terminalIsReady() {
    if writer.ready(at: now) { pictures.drawn(at: now) }
  }

  private func handle(_ report: MouseReport) {
    guard !isText else { return }
    let (layout, pixels) = (screen.layout, screen.reportsPixels ? screen.pixels : nil)
    let effects = state.handle(
      report,
      by: { slider in
        let height = layout.rowHeight(lastDistance: slider.configuration.speeds.entries.last?.distance ?? 0)
        return ScrubMouse(layout: layout, rowHeight: height, pixels: pixels)
      }, at: now)
    if !effects.isEmpty { apply(effects) }
  }
}

internal import Scrubbing

/// A touch as a panel reports it.
struct RecordedTouch: Hashable {
  /// In microseconds on the recording's clock.
  let time: Int64
  let phase: Phase
  /// In the panel's units; of a lift, where the finger was last.
  let x: Int32
  let y: Int32
  /// The byte of the recording at which its frame starts.
  let offset: Int
}

/// One device of a recording: turns its events into the strokes of one finger.
///
/// A frame takes effect at its report, and only by what it has changed, as in Android and libinput: when a contact is
/// there that was not, a stroke begins; when its place has changed, it moves; when it is no longer there, it ends.
struct TouchPanel {
  /// The strokes so far.
  private(set) var touches: [RecordedTouch] = []
  private let mostTouches: Int

  // Which protocol a device follows shows in its events. Those with several contacts also send the place of one of them
  // in the events of a simple device.
  private var hasSlots = false
  private var hasPackets = false
  private var slots = ContactSlots()
  private var packets = ContactPackets()
  private var single = SingleContact()

  private var isPenNear = false
  private var touchKey: Bool?
  private var contact: Contact?
  private var place: (x: Int32, y: Int32) = (0, 0)
  /// Where the frame starts that has no report yet.
  private var frameStart: Int?
  private var dropped: Int?

  init(mostTouches: Int) {
    self.mostTouches = mostTouches
  }

  /// Whether there are events after the last report.
  var isInFrame: Bool { frameStart != nil }

  /// Whether it is a panel of several contacts, whose place has axes of its own.
  var hasContacts: Bool { hasSlots || hasPackets }

  /// Takes the next event.
  mutating func handle(_ event: PanelEvent) throws(RecordingFault) {
    switch event.meaning {
    case .report:
      try endFrame(event)
      return
    case .dropped:
      // Of a device without touches nothing is missing.
      dropped = event.offset
      if !touches.isEmpty || contact != nil { throw Self.loss(event.offset) }
    case .contactReport:
      hasPackets = true
      packets.handle(event)
    case .slot, .trackingID, .contactX, .contactY, .distance:
      hasSlots = true
      try slots.handle(event)
      packets.handle(event)
    case .x, .y, .leftButton: single.handle(event)
    case .touch:
      touchKey = event.value != 0
      single.handle(event)
    case .pen, .rubber: isPenNear = event.value != 0
    case .other: break
    }
    frameStart = frameStart ?? event.offset
  }

  private mutating func endFrame(_ report: PanelEvent) throws(RecordingFault) {
    let start = frameStart ?? report.offset
    frameStart = nil
    var contacts = hasPackets ? packets.contacts : hasSlots ? slots.contacts : single.contacts
    packets.endFrame()
    // A pen that hovers has a place, and touches nothing.
    if isPenNear, touchKey != true { contacts = [] }
    if contacts.count > 1 {
      let second = contacts.first { $0.identity != (contact ?? contacts[0]).identity } ?? contacts[1]
      throw RecordingFault(second.offset, "a second finger comes down while the first one is down; one is supported")
    }
    let next = contacts.first
    if let contact, contact.identity != next?.identity {
      try append(.ended, report.time, start)
      self.contact = nil
    }
    guard let next else { return }
    if let dropped { throw Self.loss(dropped) }
    guard let x = next.x, let y = next.y else {
      throw RecordingFault(
        next.offset,
        "the finger's \(next.x == nil ? "x" : "y") is not known: a device leaves out what has not changed since before "
          + "the recording; record again, and tap another place first")
    }
    let isNew = contact == nil
    guard isNew || (x, y) != place else { return }
    (contact, place) = (next, (x, y))
    try append(isNew ? .began : .moved, report.time, start)
  }

  private mutating func append(_ phase: Phase, _ time: Int64, _ offset: Int) throws(RecordingFault) {
    if let last = touches.last, time < last.time {
      throw RecordingFault(
        offset, "time goes backwards: \(ScriptNumber.seconds(time)) s comes after \(ScriptNumber.seconds(last.time)) s")
    }
    guard touches.count < mostTouches else {
      throw RecordingFault(offset, "there are more touches than the limit of \(mostTouches)", isLimit: true)
    }
    touches.append(RecordedTouch(time: time, phase: phase, x: place.x, y: place.y, offset: offset))
  }

  private static func loss(_ offset: Int) -> RecordingFault {
    RecordingFault(
      offset, "events of the device were lost here (SYN_DROPPED), so that the touches are not known; record again")
  }
}

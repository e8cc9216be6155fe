/// A finger or pen on a panel at the end of a frame.
struct Contact: Hashable {
  /// Tells it from another contact that follows without a pause.
  let identity: Identity
  /// In the panel's units; nil if no event has said it.
  let x: Int32?
  let y: Int32?
  /// The byte of the recording at which it was announced.
  let offset: Int

  struct Identity: Hashable {
    let slot: Int
    let number: Int32
  }
}

/// The contacts of a panel that numbers them in slots (protocol B): only what changes is sent.
struct ContactSlots {
  /// The highest slot; panels have ten or so.
  private static let highest = 63

  private struct Slot {
    var number: Int32 = -1
    var x: Int32?
    var y: Int32?
    var distance: Int32 = 0
    var offset = 0
  }

  /// Grows up to the highest slot used. A slot keeps its place after a lift: one that has not changed is not sent again.
  private var slots = [Slot()]
  private var current = 0

  mutating func handle(_ event: PanelEvent) throws(RecordingFault) {
    switch event.meaning {
    case .slot:
      guard let number = Int(exactly: event.value), (0...Self.highest).contains(number) else {
        throw RecordingFault(event.offset, "a slot should be a number from 0 to \(Self.highest), not \(event.value)")
      }
      while slots.count <= number { slots.append(Slot()) }
      current = number
    case .trackingID:
      slots[current].number = event.value
      slots[current].offset = event.offset
    case .contactX: slots[current].x = event.value
    case .contactY: slots[current].y = event.value
    case .distance: slots[current].distance = event.value
    default: break
    }
  }

  /// The contacts that touch the panel.
  var contacts: [Contact] {
    slots.indices.compactMap { index in
      let slot = slots[index]
      guard slot.number >= 0, slot.distance <= 0 else { return nil }
      return Contact(
        identity: Contact.Identity(slot: index, number: slot.number), x: slot.x, y: slot.y, offset: slot.offset)
    }
  }
}

/// The contacts of a panel that sends all of them in every frame, each with a report behind it (protocol A).
struct ContactPackets {
  /// A second finger is refused, so that more contacts need not be kept.
  private static let most = 2

  private(set) var contacts: [Contact] = []
  private var number: Int32 = 0
  private var x: Int32?
  private var y: Int32?
  private var distance: Int32 = 0

  mutating func handle(_ event: PanelEvent) {
    switch event.meaning {
    case .trackingID: number = event.value
    case .contactX: x = event.value
    case .contactY: y = event.value
    case .distance: distance = event.value
    case .contactReport:
      // A report with nothing before it says that there is no contact.
      if x != nil || y != nil, distance <= 0, contacts.count < Self.most {
        contacts.append(
          Contact(identity: Contact.Identity(slot: 0, number: number), x: x, y: y, offset: event.offset))
      }
      startContact()
    default: break
    }
  }

  private mutating func startContact() {
    (number, x, y, distance) = (0, nil, nil, 0)
  }

  /// Forgets the frame: the next one has all contacts again.
  mutating func endFrame() {
    contacts.removeAll(keepingCapacity: true)
    startContact()
  }
}

/// The contact of a device that knows one place only: a simple panel, a pen, or a mouse that points to places.
struct SingleContact {
  private var x: Int32?
  private var y: Int32?
  /// Nil until the device sends such an event.
  private var touches: Bool?
  private var presses = false
  private var offset = 0

  mutating func handle(_ event: PanelEvent) {
    switch event.meaning {
    case .x: x = event.value
    case .y: y = event.value
    case .touch: (touches, offset) = (event.value != 0, event.offset)
    case .leftButton:
      presses = event.value != 0
      if touches == nil { offset = event.offset }
    default: break
    }
  }

  var contacts: [Contact] {
    guard touches ?? presses else { return [] }
    // A mouse that only moves by distances has buttons, too, and no place.
    if touches == nil, x == nil, y == nil { return [] }
    return [Contact(identity: Contact.Identity(slot: 0, number: 0), x: x, y: y, offset: offset)]
  }
}

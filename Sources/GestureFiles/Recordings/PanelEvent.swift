/// An event of a Linux input device, as far as it matters for touches.
struct PanelEvent {
  /// In microseconds, 0 or more.
  let time: Int64
  let meaning: InputMeaning
  let value: Int32
  /// The byte of the recording at which it starts.
  let offset: Int
}

/// What the type and the code of an event mean; the numbers and names are those of Linux's `input-event-codes.h`.
enum InputMeaning: CaseIterable {
  /// The end of a frame: all events since the last one happened together.
  case report
  /// The end of one contact among several in a frame (protocol A).
  case contactReport
  /// The device's buffer was full, and events are missing.
  case dropped
  /// Something touches the panel.
  case touch
  /// The left button, which such devices have that point with a mouse to places on the screen.
  case leftButton
  /// A pen is near, or its other end.
  case pen
  case rubber
  /// The position of the only contact.
  case x
  case y
  /// The contact that the next events are about (protocol B).
  case slot
  case contactX
  case contactY
  /// The number of a contact; -1 once it has lifted.
  case trackingID
  /// How far a contact hovers above the panel.
  case distance
  /// Anything else: pressure, sizes, keys and so on.
  case other

  /// The type and the code of an event with this meaning.
  private var numbers: (type: Int64, code: Int64)? {
    switch self {
    case .report: (0, 0)
    case .contactReport: (0, 2)
    case .dropped: (0, 3)
    case .touch: (1, 0x14A)
    case .leftButton: (1, 0x110)
    case .pen: (1, 0x140)
    case .rubber: (1, 0x141)
    case .x: (3, 0)
    case .y: (3, 1)
    case .slot: (3, 0x2F)
    case .contactX: (3, 0x35)
    case .contactY: (3, 0x36)
    case .trackingID: (3, 0x39)
    case .distance: (3, 0x3B)
    case .other: nil
    }
  }

  /// The names of the code; the first one of a number is the one that getevent prints.
  private var names: [StaticString] {
    switch self {
    case .report: ["SYN_REPORT"]
    case .contactReport: ["SYN_MT_REPORT"]
    case .dropped: ["SYN_DROPPED"]
    case .touch: ["BTN_TOUCH"]
    case .leftButton: ["BTN_MOUSE", "BTN_LEFT"]
    case .pen: ["BTN_DIGI", "BTN_TOOL_PEN"]
    case .rubber: ["BTN_TOOL_RUBBER"]
    case .x: ["ABS_X"]
    case .y: ["ABS_Y"]
    case .slot: ["ABS_MT_SLOT"]
    case .contactX: ["ABS_MT_POSITION_X"]
    case .contactY: ["ABS_MT_POSITION_Y"]
    case .trackingID: ["ABS_MT_TRACKING_ID"]
    case .distance: ["ABS_MT_DISTANCE"]
    case .other: []
    }
  }

  /// The meaning of a type and a code in numbers.
  init(type: Int64, code: Int64) {
    self = Self.known.first { $0.type == type && $0.code == code }?.meaning ?? .other
  }

  /// The meaning of a code's name.
  init(name: ArraySlice<UInt8>) {
    let named = Self.named.first { entry in
      entry.name.utf8CodeUnitCount == name.count
        && entry.name.withUTF8Buffer { $0.elementsEqual(name) }
    }
    self = named?.meaning ?? .other
  }

  private static let known = allCases.compactMap { meaning in
    meaning.numbers.map { (type: $0.type, code: $0.code, meaning: meaning) }
  }

  private static let named = allCases.flatMap { meaning in
    meaning.names.map { (name: $0, meaning: meaning) }
  }
}

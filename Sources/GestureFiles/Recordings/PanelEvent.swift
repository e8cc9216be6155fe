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
enum InputMeaning {
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

  /// The meanings with the type and the code of their events and the names of the code; of several, the first one is the
  /// one that getevent prints.
  private static let known: [(meaning: InputMeaning, type: Int64, code: Int64, names: [StaticString])] = [
    (.report, 0, 0, ["SYN_REPORT"]),
    (.contactReport, 0, 2, ["SYN_MT_REPORT"]),
    (.dropped, 0, 3, ["SYN_DROPPED"]),
    (.touch, 1, 0x14A, ["BTN_TOUCH"]),
    (.leftButton, 1, 0x110, ["BTN_MOUSE", "BTN_LEFT"]),
    (.pen, 1, 0x140, ["BTN_DIGI", "BTN_TOOL_PEN"]),
    (.rubber, 1, 0x141, ["BTN_TOOL_RUBBER"]),
    (.x, 3, 0, ["ABS_X"]),
    (.y, 3, 1, ["ABS_Y"]),
    (.slot, 3, 0x2F, ["ABS_MT_SLOT"]),
    (.contactX, 3, 0x35, ["ABS_MT_POSITION_X"]),
    (.contactY, 3, 0x36, ["ABS_MT_POSITION_Y"]),
    (.trackingID, 3, 0x39, ["ABS_MT_TRACKING_ID"]),
    (.distance, 3, 0x3B, ["ABS_MT_DISTANCE"]),
  ]

  /// The meaning of a type and a code in numbers.
  init(type: Int64, code: Int64) {
    self = Self.known.first { $0.type == type && $0.code == code }?.meaning ?? .other
  }

  /// The meaning of a code's name.
  init(name: ArraySlice<UInt8>) {
    let named = Self.known.first { entry in
      entry.names.contains { known in
        known.utf8CodeUnitCount == name.count && known.withUTF8Buffer { $0.elementsEqual(name) }
      }
    }
    self = named?.meaning ?? .other
  }
}

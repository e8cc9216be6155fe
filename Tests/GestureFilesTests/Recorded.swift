import GestureFiles
import Scrubbing
import Timeline

/// A recording made in a test, line by line, as the tools print it.
enum Recorded {
  /// Types and codes of Linux's input-event-codes.h, by the names that the tools print.
  static let codes: [String: (type: Int, code: Int)] = [
    "SYN_REPORT": (0, 0), "SYN_MT_REPORT": (0, 2), "SYN_DROPPED": (0, 3), "KEY_POWER": (1, 116),
    "BTN_MOUSE": (1, 0x110), "BTN_DIGI": (1, 0x140), "BTN_TOUCH": (1, 0x14A), "REL_X": (2, 0), "ABS_X": (3, 0),
    "ABS_Y": (3, 1), "ABS_MT_SLOT": (3, 0x2F), "ABS_MT_POSITION_X": (3, 0x35), "ABS_MT_POSITION_Y": (3, 0x36),
    "ABS_MT_TRACKING_ID": (3, 0x39), "ABS_MT_PRESSURE": (3, 0x3A), "ABS_MT_DISTANCE": (3, 0x3B),
  ]

  /// The frames of one device: a time in microseconds, and events as `NAME value`; each frame gets its report.
  typealias Frames = [(time: Int64, events: [String])]

  private static func parts(_ event: String) -> (name: String, value: Int64) {
    let parts = event.split(separator: " ")
    return (String(parts[0]), parts.count > 1 ? Int64(parts[1]) ?? 0 : 0)
  }

  /// What `getevent -lt` prints: `[%8ld.%06ld] device: %-12.12s %-20.20s %08x`.
  static func getevent(_ frames: Frames, device: String = "/dev/input/event2", labels: Bool = true) -> String {
    var text = ""
    for frame in frames {
      for (name, value) in (frame.events + ["SYN_REPORT"]).map(parts) {
        guard let (type, code) = codes[name] else { continue }
        let time = pad("\(frame.time / 1_000_000)", 8) + "." + zeros("\(frame.time % 1_000_000)", 6)
        let number = zeros(String(UInt32(truncatingIfNeeded: value), radix: 16), 8)
        let typeName = ["EV_SYN", "EV_KEY", "EV_REL", "EV_ABS"][type]
        text += "[\(time)] " + (device.isEmpty ? "" : device + ": ")
        text +=
          labels
          ? fill(typeName, 12) + " " + fill(name, 20) + " "
            + (type == 1 ? fill(value == 0 ? "UP" : "DOWN", 20) : number + "            ")
          : zeros(String(type, radix: 16), 4) + " " + zeros(String(code, radix: 16), 4) + " " + number
        text += "\n"
      }
    }
    return text
  }

  /// The events of a device as `libinput record` writes them: `- [%3lu, %6u, %3d, %3d, %7d] # …`.
  static func libinputEvents(_ frames: Frames) -> String {
    var text = "  events:\n"
    for frame in frames {
      text += "  - evdev:\n"
      for (name, value) in (frame.events + ["SYN_REPORT"]).map(parts) {
        guard let (type, code) = codes[name] else { continue }
        let numbers = [
          pad("\(frame.time / 1_000_000)", 3), pad("\(frame.time % 1_000_000)", 6), pad("\(type)", 3),
          pad("\(code)", 3), pad("\(value)", 7),
        ]
        text += "    - [\(numbers.joined(separator: ", "))] # \(name)\n"
      }
    }
    return text
  }

  /// A whole file of `libinput record` with one device.
  static func libinput(_ frames: Frames) -> String {
    "# libinput record\nversion: 1\nndevices: 1\ndevices:\n- node: /dev/input/event5\n" + libinputEvents(frames)
  }

  private static func pad(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }

  private static func zeros(_ text: String, _ width: Int) -> String {
    String(repeating: "0", count: max(0, width - text.count)) + text
  }

  private static func fill(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }

  /// A touch down at (10, 20) and its lift after 40 ms, for messages about what is around it.
  static let tap: Frames = [
    (1_000_000, ["ABS_MT_TRACKING_ID 7", "ABS_MT_POSITION_X 10", "ABS_MT_POSITION_Y 20", "BTN_TOUCH 1"]),
    (1_040_000, ["ABS_MT_TRACKING_ID -1", "BTN_TOUCH 0"]),
  ]

  static func file(_ text: String, _ settings: RecordingSettings = RecordingSettings()) throws -> GestureFile {
    try GestureFile(parsing: Array(text.utf8), recordedWith: settings)
  }

  /// The touches as `phase time/ms x y`.
  static func touches(_ text: String, _ settings: RecordingSettings = RecordingSettings()) throws -> [String] {
    try file(text, settings).touches.map { touch in
      let place = touch.location.map { " \($0.x) \($0.y)" } ?? ""
      return "\(touch.phase.rawValue) \(Double(touch.timeInMicroseconds) / 1000)\(place)"
    }
  }

  /// Why a recording is refused, with line and column; nil if it is not.
  static func refusal(_ text: String, _ settings: RecordingSettings = RecordingSettings()) -> String? {
    do throws(GestureFileError) {
      return try GestureFile(parsing: Array(text.utf8), recordedWith: settings).unfinishedRefusal?.description
    } catch {
      return error.description
    }
  }
}

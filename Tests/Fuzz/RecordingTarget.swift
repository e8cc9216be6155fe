import GestureFiles
import Scrubbing
import Timeline

extension FuzzTarget {
  /// A recording of a device: read with a screen, and with the panel's own units.
  static let recordings = FuzzTarget(
    name: "recordings", longest: 6000,
    words: [
      "# libinput record", "version: 1", "devices:", "- node: ", "  evdev:", "    absinfo:", "  events:", "  - evdev:",
      "    - [  0,      0,   3,  57,       7]", "    - [  0,      0,   0,   0,       0]", "[    4471.123456] ",
      "/dev/input/event2: ", "EV_ABS       ", "EV_KEY       ", "EV_SYN       ", "ABS_MT_SLOT          ",
      "ABS_MT_TRACKING_ID   ", "ABS_MT_POSITION_X    ", "ABS_MT_POSITION_Y    ", "ABS_MT_DISTANCE      ",
      "BTN_TOUCH            ", "BTN_MOUSE            ", "BTN_DIGI             ", "SYN_REPORT           ",
      "SYN_MT_REPORT        ", "SYN_DROPPED          ", "00000000", "ffffffff", "7fffffff", "DOWN", "UP", "0003 0039 ",
      "add device 1: /dev/input/event2", "    ABS (0003): 0035  : value 0, min 0, max 4095, fuzz 0", "2147483647",
      "-2147483648", "9223372036854775807", "999999",
    ], folders: ["recordings"]
  ) { bytes in
    var screen = RecordingSettings()
    screen.screen = ScreenSize(width: 1080, height: 2400)
    screen.density = Rational(420, 160)
    for settings in [RecordingSettings(), screen] {
      let file: GestureFile
      do throws(GestureFileError) {
        file = try GestureFile(parsing: bytes, recordedWith: settings)
      } catch {
        let lines = bytes.count { $0 == 0x0A || $0 == 0x0D } + 1
        try FuzzFault.unless(
          (1...lines).contains(error.line) && (1...bytes.count + 1).contains(error.column) && !error.reason.isEmpty,
          "an error at \(error.line):\(error.column) of \(lines) lines: \(error.reason)")
        continue
      }
      try check(file)
    }
  }

  /// Times never go backwards, strokes begin and end in turn, and places are numbers.
  private static func check(_ file: GestureFile) throws(FuzzFault) {
    var isDown = false
    var last: Int64?
    for touch in file.touches {
      try FuzzFault.unless(touch.timeInMicroseconds >= last ?? touch.timeInMicroseconds, "time goes backwards")
      try FuzzFault.unless((touch.phase == .began) != isDown, "strokes overlap")
      let isPlace = touch.location.map { $0.x.isFinite && $0.y.isFinite } ?? touch.phase.mayLackLocation
      try FuzzFault.unless(isPlace, "a touch has no place")
      isDown = !touch.phase.mayLackLocation
      last = touch.timeInMicroseconds
    }
    try FuzzFault.unless(!file.events.isEmpty, "a recording without touches is accepted")
  }
}

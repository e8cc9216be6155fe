@testable import GestureFiles
import Testing

/// The lines that Android's getevent prints.
@Suite struct GeteventTests {
  private let tap = Recorded.getevent(Recorded.tap)
  private let touches = ["began 0.0 10.0 20.0", "ended 40.0"]
  private let misfit = "this is not a line of 'getevent -lt'; record again with it"

  @Test func `a line has a time, a device, a type, a code and a value`() {
    #expect(
      tap.split(separator: "\n").first
        == "[       1.000000] /dev/input/event2: EV_ABS       ABS_MT_TRACKING_ID   00000007            ")
  }

  @Test(arguments: [
    "add device 1: /dev/input/event0", "  name:     \"gpio-keys\"", "  bus:      0000",
    "    KEY (0001): 0072  0073  0074 ",
    "  input props:", "    INPUT_PROP_DIRECT", "    <none>", "remove device 1: /dev/input/event0",
    "could not get driver version for /dev/input/mice, Not a typewriter",
    "could not open /dev/input/event1, No such device",
    "Can't enable monotonic clock reporting: Invalid argument", "",
    "[       1.000000] /dev/input/event2: EV_SW        SW_LID               00000001            ",
    "[       1.000000] /dev/input/event2: 0015         0123                 00000001            ",
    "[       1.000000] /dev/input/event2: EV_ABS       ABS_MT_TOOL_TYPE     MT_TOOL_FINGER      ",
    "[       1.000000] /dev/input/event2: EV_KEY       KEY_POWER            REPEAT              ",
    "[       1.000000] /dev/input/event2: EV_SYN       SYN_REPORT           00000000             rate 120",
  ])
  func `lines of the tool that are no touches are passed over`(line: String) throws {
    let head = "add device 1: /dev/input/event7\n"
    #expect(try Recorded.touches(head + line + "\n" + tap) == touches)
  }

  @Test(arguments: [
    "hello", "# a comment", "[1.000000] ", "[1.00000] EV_SYN SYN_REPORT 00000000",
    "[1000000] EV_SYN SYN_REPORT 00000000",
    "[-1.000000] EV_SYN SYN_REPORT 00000000", "[1.000000]EV_SYN SYN_REPORT 00000000", "[1.000000] EV_SYN SYN_REPORT",
    "[1.000000] EV_SYN SYN_REPORT 00000000 1", "[1.000000] SYN SYN_REPORT 00000000",
    "[1.000000] EV_SYN SYN+REPORT 00000000",
    "[1.000000] /dev/input/event2 EV_SYN SYN_REPORT 00000000", "add device x", "add device 1 /dev/input/event0",
  ])
  func `other lines are refused`(line: String) {
    #expect(Recorded.refusal(tap + line + "\n" + tap) == "9:1: \(misfit)")
  }

  @Test func `the key that stops the tool is shown at the end`() throws {
    let whole = try Recorded.touches(tap)
    for end in ["^C", "^C\n", "^C\r\n\n", "[       1.00^C\n", "[       1.000000] EV_ABS   ^C\n"] {
      #expect(try Recorded.touches(tap + end) == whole, "\(end)")
    }
    #expect(Recorded.refusal(tap + "^C\n" + tap) == "9:1: \(misfit)")
    #expect(Recorded.refusal(tap + "hello\n") == "9:1: \(misfit)")
  }

  @Test func `an indented line describes a device`() {
    #expect(Recorded.refusal(tap + "  name: \"x\"\n") == "9:1: \(misfit)")
  }

  @Test(arguments: ["7", "0000000g", "000000007", "-0000001", "DOWNX"]) func `values have eight digits`(value: String) {
    let line = "[       1.000000] EV_ABS       ABS_X                \(value)\n"
    // 18 characters of the time, 13 of the type, 21 of the code.
    #expect(
      Recorded.refusal(tap + line + tap)
        == "9:53: '\(value)' is no value of an event, which has eight hexadecimal digits")
  }

  @Test func `more seconds than can be counted are refused`() {
    let line = "[9223372036854.775807] EV_SYN       SYN_REPORT           00000000\n"
    #expect(Recorded.refusal(line) == "1:1: there are no touches in this recording")
    let more = "[9223372036854.775808] EV_SYN       SYN_REPORT           00000000\n"
    #expect(Recorded.refusal(more) == "1:2: these are more seconds than can be counted")
  }

  @Test(arguments: ["EV_ABS       ABS_X                00000004", "/dev/input/event2: EV_ABS ABS_X 00000004"])
  func `events without time are refused, and what records it is said`(line: String) {
    #expect(Recorded.refusal(line + "\n") == "1:1: this event has no time; record with 'getevent -lt'")
    #expect(Recorded.refusal(tap + line + "\n") == "9:1: this event has no time; record with 'getevent -lt'")
  }

  @Test func `an axis without a range that can be read is refused`() {
    let head =
      "add device 1: /dev/input/event2\n    ABS (0003): ABS_MT_POSITION_X     : value 0, min 0, max 4294967296\n"
    #expect(Recorded.refusal(head + tap) == "2:1: this axis has no 'min' and 'max' that can be read")
  }

  @Test func `more than 256 devices are a limit`() throws {
    let lines = (0..<300).map { "add device \($0): /dev/input/event\($0)\n" }
    let error = try #require(throws: GestureFileError.self) { try Recorded.file(lines.joined() + tap) }
    #expect(error.description == "257:1: there are more than 256 devices" && error.isLimit)
  }

  @Test func `more touches than the limit are refused as such`() throws {
    // Each frame is two lines of a position that changes; the first one has three lines more.
    var text = Recorded.getevent(Array(Recorded.tap.prefix(1)), device: "", labels: false)
    let report = "[1.500000] 0000 0000 00000000\n"
    for number in 1...1000 { text += "[1.500000] 0003 0035 0000000\(number % 2 + 1)\n" + report }
    #expect(GestureFile.maximumTouchCount == 1_000_000)
    let source = Array(text.utf8)
    #expect(try GeteventReader.read(source, mostTouches: 1001).touches.count == 1001)
    let error = try #require(throws: RecordingFault.self) { try GeteventReader.read(source, mostTouches: 1000) }
    #expect(error.reason == "there are more touches than the limit of 1000" && error.isLimit)
    // At the position of the last frame.
    #expect(error.offset == source.count - 2 * report.utf8.count)
  }
}

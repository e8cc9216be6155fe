import GestureFiles
import Testing

/// The YAML that `libinput record` writes, and lines that it does not write.
@Suite struct LibinputTests {
  private let touches = ["began 0.0 10.0 20.0", "ended 40.0"]
  private let events = Recorded.libinputEvents(Recorded.tap)
  private let head = "# libinput record\nversion: 1\ndevices:\n- node: /dev/input/event5\n"

  @Test(arguments: [
    "  libinput:\n    size: [266, 183]\n    capabilities: [touch, gesture]\n", "  hid: [\n  ]\n",
    "  hid: [\n    0x05, 0x0d, \n    0x09\n  ]\n", "  udev:\n    properties:\n    - ID_INPUT=1\n    virtual: true\n",
    "  quirks:\n    - ModelAppleTouchpad=1\n    - AttrSizeHint=32x32\n", "  quirks:\n",
    "  new: {a: [1, {b: \"]\"}], c: d}\n",
    "  # a comment\n\n   \n", "  evdev:\n    name: \"A \"quoted\" panel # 2\"\n    id: [3, 4, 5, 6] # four\n",
    "  evdev:\n    name: plain # comment\n    properties: []\n",
    "  some:\n    - - 1\n      - 2\n    - a: b\n      c:\n      - d\n", "  a: &b c\n", "  a: !!int 3\n", "  a: 'b'\n",
  ])
  func `keys of a device that do not matter are passed over`(lines: String) throws {
    #expect(try Recorded.touches(head + lines + events) == touches)
    #expect(try Recorded.touches(head + events + lines) == touches)
  }

  @Test func `events of libinput and raw reports may stand between the frames`() throws {
    let text = """
      # libinput record
      version: 1
      devices:
      - node: /dev/input/event5
        events:
        - hid:
            time: [  0,      0]
            hidraw0: [
              0x01, 0x02
            ]
        - evdev:
          - [  1,      0,   3,  57,       7] # EV_ABS / ABS_MT_TRACKING_ID        7
          - [  1,      0,   3,  53,      10] # EV_ABS / ABS_MT_POSITION_X        10 (+10)
          - [  1,      0,   3,  54,      20] # EV_ABS / ABS_MT_POSITION_Y        20 (+20)
          - [  1,      0,   0,   0,       0] # ------------ SYN_REPORT (0) ---------- +0ms
          libinput:
          - {time: 1.000000, type: TOUCH_DOWN, slot: 0, seat_slot: 0, point: [  1.25,   2.50], transformed: [  2.00,   3.00]}
          - {time: 1.000000, type: TOUCH_FRAME}
        # Current time is 12:00:00
        - evdev:
          - [  1,  40000,   3,  57,      -1] # EV_ABS / ABS_MT_TRACKING_ID       -1
          - [  1,  40000,   0,   0,       0] # ------------ SYN_REPORT (0) ---------- +40ms
                                           # Touch device in neutral state
      # Closing after 2s inactivity
      """
    #expect(try Recorded.touches(text) == touches)
    // As in the manual page, with more space, and without the first line.
    let spacious = """
      version: 1
      ndevices: 1
      devices:
        - node: /dev/input/event5
          events:
            - evdev:
              - [  1,      0,   3,  57,       7]
              - [  1,      0,   3,  53,      10]
              - [  1,      0,   3,  54,      20]
              - [  1,      0,   0,   0,       0]
            - evdev:
              - [1,40000,3,57,-1]
              - [1,40000,0,0,0]
      """
    #expect(try Recorded.touches(spacious) == touches)
  }

  @Test(arguments: [
    ("version: 2\n", "1:1: this version is not known; this program reads version 1 of 'libinput record'"),
    ("# libinput record\nversion: one\n", "2:1: this version is not known"),
    ("# libinput record\nndevices: 1\ndevices:\n", "3:1: the key 'version' is missing"),
    ("# libinput record\n", "1:1: the key 'version' is missing"),
    ("version: 1\n", "1:1: there are no touches in this recording"),
    ("version: 1\ndevices:\n", "1:1: there are no touches in this recording"),
  ])
  func `the version comes first, and there are touches`(text: String, refusal: String) {
    #expect(Recorded.refusal(text)?.hasPrefix(refusal) == true, "\(Recorded.refusal(text) ?? "")")
  }

  /// Lines behind `head`, which has four, with the place and the start of the reason.
  @Test(arguments: [
    ("\tname: x", "5:1: a tab cannot indent"), ("  a b", "5:3: 'a b' is nothing that 'libinput record' writes here"),
    ("  ? a", "5:3: '? a' is nothing"), ("  - a", "5:3: this line is indented in a way"),
    (" a: 1", "5:2: this line is indented in a way"), ("    a: 1", "5:5: this line is indented in a way"),
    ("  a:\n   b: 1\n    c: 2", "7:5: this line is indented"),
    ("  a:\n    b: 1\n   c: 2", "7:4: this line is indented"),
    ("  a: b\n    - evdev:", "6:5: this line is indented"), ("  a: |\n    text", "6:5: 'text' is nothing"),
    ("  a: |\n    b: c", "6:5: this line is indented"), ("  a: [1, 2", "5:6: this bracket is not closed"),
    ("  a: {b: c,\n  d: e", "5:6: this bracket is not closed"), ("---", "5:1: '---' is nothing"),
    ("  a: b\n  c", "6:3: 'c' is nothing"), ("  a:\n    b\n", "6:5: 'b' is nothing"),
  ])
  func `lines that belong to nothing are refused at their places`(lines: String, refusal: String) {
    let found = Recorded.refusal(head + lines + "\n")
    #expect(found?.hasPrefix(refusal) == true, "\(found ?? "accepted")")
  }

  /// An event as the seventh line, where `- ` is at column 5 and the list at column 7.
  @Test(arguments: [
    ("[0, 0, 3, 57]", "7:7: an event should have five numbers, not 4"),
    ("[0, 0, 3, 57, 1, 2]", "7:7: an event should have five numbers, not 6"), ("[]", "7:7: an event should have five"),
    ("1", "7:5: an event should be a list"), ("{a: b}", "7:5: an event should be a list"),
    ("[0, 0, 3, 57, 1] 2", "7:24: '2 # comment' is too much on this line"), ("[0, 0, 3, 57,", "7:21: a whole number"),
    ("[0, 0, 3, 57, x]", "7:21: a whole number of 64 bits should be here, not 'x'"),
    ("[0, 0, 3, 57, 1.5]", "7:22: a comma or a bracket should be behind this number"),
    ("[0, 0, 3, 57, 0x1]", "7:22: a comma"), ("[0, 0, 3, 57, 1,]", "7:23: a whole number"),
    ("[0 0, 3, 57, 1]", "7:10: a comma"), ("[0, 0, 3, 57, --1]", "7:21: a whole number"),
    ("[0, 0, 3, 57, 2147483648]", "7:21: the value of an event should be a number of 32 bits, not 2147483648"),
    ("[0, 0, 3, 57, -2147483649]", "7:21: the value of an event"),
    ("[-1, 0, 3, 57, 1]", "7:8: the seconds of an event should not be negative"),
    ("[0, -1, 3, 57, 1]", "7:11: the microseconds of an event should not be negative"),
    ("[0, 1000000, 3, 57, 1]", "7:11: the microseconds of an event should be less than a million"),
    ("[0, 0, -3, 57, 1]", "7:14: the type of an event"), ("[0, 0, 3, -57, 1]", "7:17: the code of an event"),
    ("[9223372036855, 0, 3, 57, 1]", "7:8: these are more seconds than can be counted"),
    ("[9223372036854775808, 0, 3, 57, 1]", "7:8: a whole number of 64 bits should be here"),
  ])
  func `events that have another form are refused at their place`(event: String, refusal: String) {
    let found = Recorded.refusal(head + "  events:\n  - evdev:\n    - \(event) # comment\n")
    #expect(found?.hasPrefix(refusal) == true, "\(found ?? "accepted")")
  }

  @Test(arguments: [
    ("53: [0]", "7:7: an axis should have a minimum and a maximum"), ("x: [0, 1]", "7:7: the number of an axis"),
    ("- [0, 1]", "7:7: the number of an axis"),
    ("53: [0, 2147483648, 0, 0, 0]", "7:15: the maximum should be a number"),
    ("53: 4", "7:11: a list of numbers in brackets"),
  ])
  func `axes that have another form are refused at their place`(axis: String, refusal: String) {
    let found = Recorded.refusal(head + "  evdev:\n    absinfo:\n      \(axis)\n" + events)
    #expect(found?.hasPrefix(refusal) == true, "\(found ?? "accepted")")
  }

  @Test func `a frame without its report is refused`() {
    let reason = "these events have no SYN_REPORT at their end, so that some are missing; record again"
    // The report of the first frame is line 11: four of the head, "events:", "- evdev:", and four events.
    var lines = (head + events).split(separator: "\n")
    #expect(lines.remove(at: 10).hasSuffix("SYN_REPORT"))
    #expect(Recorded.refusal(lines.joined(separator: "\n")) == "6:5: \(reason)")
    // At the end of the file, too.
    #expect(lines.removeLast().hasSuffix("SYN_REPORT"))
    let first = (head + events).split(separator: "\n").prefix(10).joined(separator: "\n")
    #expect(Recorded.refusal(first) == "6:5: \(reason)")
  }

  @Test func `any depth of what does not matter is passed over`() throws {
    let deep = (0..<2000).map { String(repeating: " ", count: 2 + $0) + "a:\n" }.joined()
    #expect(try Recorded.touches(head + deep + events) == touches)
  }
}

import GestureFiles
import Scrubbing
import Testing

/// The lines that evemu-record prints.
@Suite struct EvemuTests {
  private let touches = ["began 0.0 10.0 20.0", "ended 40.0"]
  private let misfit = "this line is none that 'evemu-record' prints"
  private let head = """
    # EVEMU 1.3
    # Kernel: 6.1.0
    # Supported events:
    #   Event type 3 (EV_ABS)
    N: A touch panel: 2
    I: 0018 06cb 0001 0100
    P: 02 00 00 00 00 00 00 00
    B: 00 0b 00 00 00 00 00 00 00
    A: 00 0 1023 0 0 12
    A: 35 0 99 0 0 12
    A: 36 0 199 0 0
    L: 00 0
    S: 00 0
    ################################
    #      Waiting for events      #
    ################################

    """
  /// As the tool prints them: `E: %lu.%06u %04x %04x %04d`, a tab, and a comment. 0x39, 0x35 and 0x36 are the contact's
  /// number and its place.
  private let tap = """
    E: 1.000000 0003 0039 0007\t# EV_ABS / ABS_MT_TRACKING_ID   7
    E: 1.000000 0003 0035 0010\t# EV_ABS / ABS_MT_POSITION_X    10
    E: 1.000000 0003 0036 0020\t# EV_ABS / ABS_MT_POSITION_Y    20
    E: 1.000000 0001 014a 0001\t# EV_KEY / BTN_TOUCH            1
    E: 1.000000 0000 0000 0000\t# ------------ SYN_REPORT (0) ---------- +0ms
    E: 1.040000 0003 0039 -001\t# EV_ABS / ABS_MT_TRACKING_ID   -1
    E: 1.040000 0001 014a 0000\t# EV_KEY / BTN_TOUCH            0
    E: 1.040000 0000 0000 0000\t# ------------ SYN_REPORT (0) ---------- +40ms

    """

  @Test func `a recording has the touches, as those of the other tools`() throws {
    #expect(try Recorded.touches(head + tap) == touches)
    #expect(try Recorded.touches(tap) == Recorded.touches(Recorded.libinput(Recorded.tap)))
    // Older versions write no zeros and no comments, and people write comments above.
    let plain = """
      # my drag
      N: panel

      E: 1.000000 0003 0039 7
      E: 1.000000 0003 0035 10
      E: 1.000000 0003 0036 20
      E: 1.000000 0000 0000 0
      E: 1.040000 0003 0039 -1
      E: 1.040000 0000 0000 0
      """
    #expect(try Recorded.touches(plain) == touches)
    #expect(try Recorded.touches(plain.replacing("\n", with: "\r\n")) == touches)
  }

  @Test func `the ranges of the axes are stretched over the screen`() throws {
    var settings = RecordingSettings()
    settings.screen = ScreenSize(width: 200, height: 600)
    // 10 of 100 units on 200 pixels, and 20 of 200 on 600.
    #expect(try Recorded.touches(head + tap, settings) == ["began 0.0 20.0 60.0", "ended 40.0"])
  }

  @Test func `a last line that is cut off counts for nothing`() throws {
    let next = "E: 1.080000 0003 0039 0008"
    for length in 0...next.count {
      #expect(try Recorded.touches(head + tap + next.prefix(length)) == touches)
    }
  }

  @Test(arguments: [
    "hello", "E:", "E: 1.000000", "E: 1.0000 0003 0039 0007", "E: 1.000000 3 39 7", "E: 1.000000 0003 0039",
    "E: 1.000000 0003 0039 seven", "E: 1.000000 0003 0039 7 7", "E: 1.000000 000g 0039 7", "E: -1.000000 0003 0039 7",
    "A: ", "A: 35 0", "A: 3x 0 1", "X: 1",
  ])
  func `other lines are refused`(line: String) {
    // The tap has 8 lines.
    #expect(Recorded.refusal(tap + line + "\n" + tap) == "9:1: \(misfit)")
  }

  @Test func `what cannot be is refused where it stands`() {
    #expect(Recorded.refusal(head) == "1:1: there are no touches in this recording")
    #expect(
      Recorded.refusal("N: a\nN: b\n" + tap)
        == "2:1: a second device starts here; record only the one whose touches count")
    // 2³¹ is one more than fits, behind 22 characters.
    #expect(
      Recorded.refusal("E: 1.000000 0003 0039 2147483648\n")
        == "1:23: this should be a number of 32 bits, not 2147483648")
    #expect(
      Recorded.refusal("E: 9223372036854.775808 0003 0039 7\n")
        == "1:4: these are more seconds than can be counted")
    #expect(Recorded.refusal(tap + tap)?.contains("time goes backwards") == true)
  }
}

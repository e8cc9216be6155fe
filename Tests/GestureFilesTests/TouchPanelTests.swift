import GestureFiles
import Testing

/// What the events of a panel mean, in both formats: Linux's multi-touch protocol, and simpler devices.
@Suite struct TouchPanelTests {
  /// The touches of frames, which both formats must agree about.
  private func touches(_ frames: Recorded.Frames) throws -> [String] {
    let printed = try Recorded.touches(Recorded.getevent(frames))
    #expect(try Recorded.touches(Recorded.getevent(frames, labels: false)) == printed)
    #expect(try Recorded.touches(Recorded.libinput(frames)) == printed)
    return printed
  }

  /// The line of getevent, without its column, and the reason.
  private func refusal(_ frames: Recorded.Frames) -> String? { Recorded.refusal(Recorded.getevent(frames)) }

  @Test func `a contact in a slot begins, moves and ends; time starts with the first touch`() throws {
    let frames: Recorded.Frames = [
      (5_000_000, ["ABS_MT_TRACKING_ID 3", "ABS_MT_POSITION_X 100", "ABS_MT_POSITION_Y 50", "BTN_TOUCH 1"]),
      (5_016_000, ["ABS_MT_POSITION_X 110"]),
      (5_032_500, ["ABS_MT_POSITION_Y 49", "ABS_MT_PRESSURE 9"]),
      (5_050_000, ["ABS_MT_TRACKING_ID -1", "BTN_TOUCH 0"]),
    ]
    // A coordinate that has not changed is not sent.
    #expect(
      try touches(frames) == ["began 0.0 100.0 50.0", "moved 16.0 110.0 50.0", "moved 32.5 110.0 49.0", "ended 50.0"])
  }

  @Test func `a frame that changes no place is no touch`() throws {
    var frames = Recorded.tap
    frames.insert((1_010_000, ["ABS_MT_PRESSURE 40"]), at: 1)
    frames.insert((1_020_000, []), at: 2)
    frames.insert((1_030_000, ["ABS_MT_POSITION_X 10"]), at: 3)
    #expect(try touches(frames) == ["began 0.0 10.0 20.0", "ended 40.0"])
  }

  @Test func `a slot keeps its place for the next stroke, and the range of numbers is 32 bits with a sign`() throws {
    let frames: Recorded.Frames =
      Recorded.tap + [
        (2_000_000, ["ABS_MT_TRACKING_ID 8", "ABS_MT_POSITION_X -5"]),
        (2_010_000, ["ABS_MT_POSITION_Y 2147483647", "ABS_MT_POSITION_X -2147483648"]),
        (2_020_000, ["ABS_MT_TRACKING_ID -1"]),
      ]
    #expect(
      try touches(frames) == [
        "began 0.0 10.0 20.0", "ended 40.0", "began 1000.0 -5.0 20.0", "moved 1010.0 -2147483648.0 2147483647.0",
        "ended 1020.0",
      ])
  }

  @Test func `another number in the same slot is another contact`() throws {
    var frames = Recorded.tap
    frames.insert((1_020_000, ["ABS_MT_TRACKING_ID 8", "ABS_MT_POSITION_X 11"]), at: 1)
    #expect(try touches(frames) == ["began 0.0 10.0 20.0", "ended 20.0", "began 20.0 11.0 20.0", "ended 40.0"])
  }

  @Test func `a contact that comes and goes within a frame is none`() throws {
    let frames: Recorded.Frames = [(1, ["ABS_MT_TRACKING_ID 1", "ABS_MT_TRACKING_ID -1"])] + Recorded.tap
    #expect(try touches(frames) == ["began 0.0 10.0 20.0", "ended 40.0"])
  }

  @Test func `a stroke that began before the recording is left out`() throws {
    let frames: Recorded.Frames =
      [(1, ["ABS_MT_POSITION_X 5", "ABS_MT_POSITION_Y 5"]), (2, ["ABS_MT_TRACKING_ID -1", "BTN_TOUCH 0"])]
      + Recorded.tap
    #expect(try touches(frames) == ["began 0.0 10.0 20.0", "ended 40.0"])
  }

  @Test func `a second finger is refused at its number`() {
    var frames = Recorded.tap
    frames.insert(
      (1_020_000, ["ABS_MT_SLOT 1", "ABS_MT_TRACKING_ID 8", "ABS_MT_POSITION_X 90", "ABS_MT_POSITION_Y 90"]), at: 1)
    // Five lines of the first frame, the slot, and then the number.
    let reason = "a second finger comes down while the first one is down; one is supported"
    #expect(refusal(frames) == "7:1: \(reason)")
    // Four lines above the events in this file, then "- evdev:" for both frames, and its events from column 7.
    #expect(Recorded.refusal(Recorded.libinput(frames)) == "15:7: \(reason)")
  }

  @Test func `two fingers that come down together are refused at the second one`() {
    let frames: Recorded.Frames = [
      (
        1,
        [
          "ABS_MT_SLOT 3", "ABS_MT_TRACKING_ID 8", "ABS_MT_POSITION_X 1", "ABS_MT_POSITION_Y 1", "ABS_MT_SLOT 4",
          "ABS_MT_TRACKING_ID 9", "ABS_MT_POSITION_X 2", "ABS_MT_POSITION_Y 2",
        ]
      )
    ]
    #expect(refusal(frames)?.hasPrefix("6:1: a second finger") == true)
  }

  @Test func `a finger in another slot may follow in the frame of a lift`() throws {
    var frames = Recorded.tap
    frames[1].events = [
      "ABS_MT_SLOT 1", "ABS_MT_TRACKING_ID 8", "ABS_MT_POSITION_X 30", "ABS_MT_POSITION_Y 40", "ABS_MT_SLOT 0",
      "ABS_MT_TRACKING_ID -1",
    ]
    frames.append((1_060_000, ["ABS_MT_SLOT 1", "ABS_MT_TRACKING_ID -1"]))
    #expect(try touches(frames) == ["began 0.0 10.0 20.0", "ended 40.0", "began 40.0 30.0 40.0", "ended 60.0"])
  }

  @Test(arguments: ["-1", "64", "2147483647"]) func `slots that no panel has are refused`(slot: String) {
    let frames: Recorded.Frames = [(1, ["ABS_MT_SLOT \(slot)"])]
    #expect(refusal(frames) == "1:1: a slot should be a number from 0 to 63, not \(slot)")
  }

  @Test func `a contact whose place is not known is refused`() {
    let frames: Recorded.Frames = [(1, ["ABS_MT_TRACKING_ID 8", "ABS_MT_POSITION_X 1"])]
    #expect(refusal(frames)?.hasPrefix("1:1: the finger's y is not known: ") == true)
    #expect(refusal([(1, ["ABS_MT_TRACKING_ID 8"])])?.hasPrefix("1:1: the finger's x is not known: ") == true)
  }

  @Test func `lost events are refused, unless there was no touch before and is none after`() {
    let lost = "events of the device were lost here (SYN_DROPPED), so that the touches are not known; record again"
    var frames = Recorded.tap
    frames.insert((1_020_000, ["SYN_DROPPED"]), at: 1)
    #expect(refusal(frames) == "6:1: \(lost)")
    #expect(refusal([(1, ["SYN_DROPPED"])] + Recorded.tap) == "1:1: \(lost)")
    #expect(refusal([(1, ["SYN_DROPPED"])]) == "1:1: there are no touches in this recording")
  }

  @Test func `time that goes backwards is refused at the frame`() {
    var frames = Recorded.tap
    frames[1].time = 999_999
    #expect(refusal(frames) == "6:1: time goes backwards: 0.999999 s comes after 1 s")
    frames[1].time = 1_000_000
    #expect(refusal(frames) == nil)
  }

  @Test func `a lost report joins two frames, and the last value counts`() throws {
    let text = Recorded.getevent([
      Recorded.tap[0], (1_010_000, ["ABS_MT_POSITION_X 11"]), (1_020_000, ["ABS_MT_POSITION_X 12"]), Recorded.tap[1],
    ])
    // The seventh line is the report of the second frame.
    var lines = text.split(separator: "\n")
    #expect(lines.remove(at: 6).contains("SYN_REPORT"))
    let joined = lines.joined(separator: "\n") + "\n"
    #expect(try Recorded.touches(joined) == ["began 0.0 10.0 20.0", "moved 20.0 12.0 20.0", "ended 40.0"])
  }

  @Test func `a contact that hovers is no touch`() throws {
    let frames: Recorded.Frames =
      [
        (
          900_000,
          ["ABS_MT_TRACKING_ID 7", "ABS_MT_POSITION_X 5", "ABS_MT_POSITION_Y 6", "ABS_MT_DISTANCE 3"]
        ),
        (1_000_000, ["ABS_MT_DISTANCE 0"]), (1_010_000, ["ABS_MT_DISTANCE 2"]), (1_020_000, ["ABS_MT_TRACKING_ID -1"]),
      ]
    #expect(try touches(frames) == ["began 0.0 5.0 6.0", "ended 10.0"])
  }
}

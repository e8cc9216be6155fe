import GestureFiles
import Testing

/// Panels of protocol A, and devices that know one place: pens, simple panels, and mice that point to places.
@Suite struct SimplePanelTests {
  private func touches(_ frames: Recorded.Frames) throws -> [String] {
    let printed = try Recorded.touches(Recorded.getevent(frames))
    #expect(try Recorded.touches(Recorded.libinput(frames)) == printed)
    return printed
  }

  private func packet(_ x: Int, _ y: Int) -> [String] {
    ["ABS_MT_POSITION_X \(x)", "ABS_MT_POSITION_Y \(y)", "SYN_MT_REPORT"]
  }

  // MARK: Protocol A

  @Test(arguments: [["SYN_MT_REPORT"], [], ["BTN_TOUCH 0", "SYN_MT_REPORT"], ["BTN_TOUCH 0"]])
  func `packets have all contacts of each frame, and one without a contact lifts`(lift: [String]) throws {
    let frames: Recorded.Frames = [
      (1000, ["BTN_TOUCH 1"] + packet(5, 6)), (2000, packet(5, 6)), (3000, packet(7, 6)), (4000, lift),
    ]
    #expect(try touches(frames) == ["began 0.0 5.0 6.0", "moved 2.0 7.0 6.0", "ended 3.0"])
  }

  @Test func `packets with numbers tell contacts apart`() throws {
    let frames: Recorded.Frames = [
      (1000, ["ABS_MT_TRACKING_ID 0"] + packet(5, 6)), (2000, ["ABS_MT_TRACKING_ID 1"] + packet(7, 6)),
      (3000, ["SYN_MT_REPORT"]),
    ]
    #expect(try touches(frames) == ["began 0.0 5.0 6.0", "ended 1.0", "began 1.0 7.0 6.0", "ended 2.0"])
  }

  @Test func `two packets in a frame are two fingers`() {
    let frames: Recorded.Frames = [
      (1000, ["ABS_MT_TRACKING_ID 0"] + packet(5, 6) + ["ABS_MT_TRACKING_ID 1"] + packet(7, 6))
    ]
    // At the report of the second one, the eighth line.
    #expect(Recorded.refusal(Recorded.getevent(frames))?.hasPrefix("8:1: a second finger comes down") == true)
    // Packets without numbers, too.
    let plain: Recorded.Frames = [(1000, packet(5, 6) + packet(7, 6))]
    #expect(Recorded.refusal(Recorded.getevent(plain))?.hasPrefix("6:1: a second finger comes down") == true)
  }

  @Test func `a packet that hovers is none, and has nothing to do with the next one`() throws {
    let frames: Recorded.Frames = [
      (1000, ["ABS_MT_DISTANCE 3"] + packet(1, 1) + packet(5, 6)), (2000, ["ABS_MT_DISTANCE 3"] + packet(1, 1)),
    ]
    #expect(try touches(frames) == ["began 0.0 5.0 6.0", "ended 1.0"])
  }

  // MARK: One place

  @Test func `a pen touches with its key, and hovers without`() throws {
    let frames: Recorded.Frames = [
      (1000, ["BTN_DIGI 1", "ABS_X 1", "ABS_Y 2"]), (2000, ["ABS_X 3"]), (3000, ["BTN_TOUCH 1"]), (4000, ["ABS_Y 4"]),
      (5000, ["BTN_TOUCH 0"]), (6000, ["ABS_X 9"]), (7000, ["BTN_DIGI 0"]),
    ]
    #expect(try touches(frames) == ["began 0.0 3.0 2.0", "moved 1.0 3.0 4.0", "ended 2.0"])
    let hover = Array(frames[..<2])
    #expect(Recorded.refusal(Recorded.getevent(hover)) == "1:1: there are no touches in this recording")
  }

  @Test func `a pen that hovers in a slot touches with its key only`() throws {
    let frames: Recorded.Frames = [
      (1000, ["BTN_DIGI 1", "ABS_MT_TRACKING_ID 1", "ABS_MT_POSITION_X 1", "ABS_MT_POSITION_Y 2"]),
      (2000, ["BTN_TOUCH 1"]), (3000, ["BTN_TOUCH 0"]), (4000, ["BTN_DIGI 0", "ABS_MT_TRACKING_ID -1"]),
    ]
    #expect(try touches(frames) == ["began 0.0 1.0 2.0", "ended 1.0"])
  }

  @Test func `a mouse that points to places touches with its left button`() throws {
    let frames: Recorded.Frames = [
      (1000, ["ABS_X 100", "ABS_Y 200"]), (2000, ["BTN_MOUSE 1"]), (3000, ["ABS_X 120"]), (4000, ["BTN_MOUSE 0"]),
    ]
    #expect(try touches(frames) == ["began 0.0 100.0 200.0", "moved 1.0 120.0 200.0", "ended 2.0"])
  }

  @Test func `a mouse that only moves by distances, and the button of a touch pad, are no touches`() throws {
    let mouse: Recorded.Frames = [(1000, ["REL_X 5"]), (2000, ["BTN_MOUSE 1"]), (3000, ["BTN_MOUSE 0"])]
    #expect(Recorded.refusal(Recorded.getevent(mouse)) == "1:1: there are no touches in this recording")
    var pad = Recorded.tap
    pad.insert((1_010_000, ["BTN_MOUSE 1", "ABS_X 10", "ABS_Y 20"]), at: 1)
    pad.append((1_050_000, ["BTN_MOUSE 0"]))
    #expect(try touches(pad) == ["began 0.0 10.0 20.0", "ended 40.0"])
  }

  @Test func `a simple panel that does not say its place is refused`() {
    #expect(
      Recorded.refusal(Recorded.getevent([(1, ["ABS_X 4", "BTN_TOUCH 1"])]))?.hasPrefix(
        "2:1: the finger's y is not known")
        == true)
  }

  // MARK: Devices

  @Test func `of several devices the only one with touches counts`() throws {
    let keys: Recorded.Frames = [(500_000, ["KEY_POWER 1"]), (600_000, ["KEY_POWER 0"])]
    let text = Recorded.getevent(keys, device: "/dev/input/event0") + Recorded.getevent(Recorded.tap)
    #expect(try Recorded.touches(text) == ["began 0.0 10.0 20.0", "ended 40.0"])
    let yaml = Recorded.libinput(keys) + "- node: /dev/input/event6\n" + Recorded.libinputEvents(Recorded.tap)
    #expect(try Recorded.touches(yaml) == ["began 0.0 10.0 20.0", "ended 40.0"])
  }

  @Test func `touches on two devices are refused at the second one`() {
    let reason = "a second device has touches, too; record only the one whose touches count"
    let text = Recorded.getevent(Recorded.tap) + Recorded.getevent(Recorded.tap, device: "/dev/input/event9")
    // The first device has eight lines: five and three.
    #expect(Recorded.refusal(text) == "9:1: \(reason)")
    // 6 lines before the first frame, which has 6 with its title, and 4 of the second; then 2 and "- evdev:".
    let yaml = Recorded.libinput(Recorded.tap) + "- node: /dev/input/event6\n" + Recorded.libinputEvents(Recorded.tap)
    #expect(Recorded.refusal(yaml) == "20:7: \(reason)")
  }

  @Test func `events of several devices may alternate`() throws {
    let one = Recorded.getevent(Recorded.tap).split(separator: "\n")
    let other = Recorded.getevent(
      [(1, ["KEY_POWER 1", "KEY_POWER 0"]), (2, ["KEY_POWER 1"])], device: "/dev/input/event0"
    )
    .split(separator: "\n")
    let text = zip(one, other).map { "\($0)\n\($1)\n" }.joined() + one.dropFirst(other.count).joined(separator: "\n")
    #expect(try Recorded.touches(text + "\n") == ["began 0.0 10.0 20.0", "ended 40.0"])
  }
}

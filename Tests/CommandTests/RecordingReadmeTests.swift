import Foundation
import TestSupport
import Testing

/// The part of the page about gestures recorded on devices, as it is typed there, with tools that print recordings.
@Suite struct RecordingReadmeTests {
  private func section() throws -> Substring {
    try Page.command("Gestures").section("Gestures recorded on devices")
  }

  /// A drag of four touches on a panel, as getevent prints it.
  private func phone(x: [Int], y: Int) -> String {
    var text = "add device 1: /dev/input/event2\n  name:     \"touchpanel\"\n  events:\n"
    text += "    ABS (0003): ABS_MT_POSITION_X     : value 0, min 0, max 1079, fuzz 0, flat 0, resolution 0\n"
    text += "               ABS_MT_POSITION_Y     : value 0, min 0, max 2399, fuzz 0, flat 0, resolution 0\n"
    func hex(_ number: Int) -> String {
      let digits = String(number, radix: 16)
      return String(repeating: "0", count: 8 - digits.count) + digits
    }
    let frames = [["0039 00000001", "0035 " + hex(x[0]), "0036 " + hex(y)], ["0035 " + hex(x[1])], ["0039 ffffffff"]]
    for (number, events) in frames.enumerated() {
      let time = "[      10.\(number)00000] /dev/input/event2: "
      for event in events { text += time + "0003 " + event + "\n" }
      text += time + "0000 0000 00000000\n"
    }
    return text
  }

  /// The same as libinput records it, on a panel of 4096 values.
  private func touch(x: [Int], y: Int) -> String {
    var text =
      "# libinput record\nversion: 1\nndevices: 1\ndevices:\n- node: /dev/input/event5\n  evdev:\n    absinfo:\n"
    text += "      53: [0, 4095, 0, 0, 12]\n      54: [0, 4095, 0, 0, 20]\n  events:\n"
    let frames = [[(57, 1), (53, x[0]), (54, y)], [(53, x[1])], [(57, -1)]]
    for (number, events) in frames.enumerated() {
      text += "  - evdev:\n"
      for (code, value) in events { text += "    - [  0, \(number)00000,   3,  \(code), \(value)]\n" }
      text += "    - [  0, \(number)00000,   0,   0,       0]\n"
    }
    return text
  }

  @Test func `the commands of the page do what it says`() throws {
    let bench = try Bench()
    try bench.copy(.h264Faststart, to: "v.mp4")
    let section = try section()
    let slider = try #require(section.split(separator: "```json\n").last?.split(separator: "```").first)
    try bench.write(String(slider), to: "slider.json")
    // The knob of a slider 379 points wide at x 16 is 31 wide: at a quarter its centre is at 16 + 15.5 + 348 / 4 = 118.5,
    // and y is 700 + 15.5. On 1080 pixels of 420 dpi that is pixel 311, and 250 pixels are 95.24 points, a quarter of 379
    // and a bit. On 1920 by 1080 pixels at one per point, 4096 values each: 253 · 1920 / 4096 = 118.6, 2714 · 1080 / 4096
    // = 715.6, and 203 values are 95.16 points. Both end behind the half of 2 s, in frame 25.
    try bench.write(phone(x: [311, 311 + 250], y: 1878), to: "phone")
    try bench.write(touch(x: [253, 253 + 203], y: 2714), to: "touch")
    try bench.makeFolder("bin")
    let tools = [
      ("adb", "[ \"$*\" = 'shell getevent -lt -v38' ] && cat phone"),
      ("libinput", "[ \"$1 $2 $4\" = 'record -o /dev/input/event5' ] && cp touch \"$3\""), ("sudo", "exec \"$@\""),
    ]
    for (name, script) in tools {
      try bench.write("#!/bin/sh\n\(script)\n", to: "bin/\(name)")
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o755], ofItemAtPath: bench.url("bin/\(name)").path(percentEncoded: false))
    }
    let lines = section.split(separator: "\n").filter { $0.hasPrefix("    ") }.map { String($0.dropFirst(4)) }
    func run(_ beginning: String, _ part: String = "") throws -> RunResult {
      let line = try #require(
        lines.first { $0.hasPrefix(beginning) && (part.isEmpty || $0.contains(part)) }, "\(beginning)")
      // What the command does is said behind it.
      let command = line.split(separator: "   ")[0]
      let result = try bench.shell("PATH=\"$PWD/bin:$PATH\"; \(command)")
      #expect(result.status == 0, "\(command): \(result.stderr)")
      return result
    }
    _ = try run("adb shell getevent")
    #expect(try bench.bytes("phone.txt") == bench.bytes("phone"))
    #expect(try run("framegrab", "--gesture phone.txt").lines == ["v-f000025.png"])
    #expect(try bench.number("v-f000025.png") == 25)
    _ = try run("sudo libinput record")
    let trace = try run("framegrab", "--gesture touch.yml")
    #expect(trace.lines.count == 3 && trace.lines.last?.contains(#""frame":25"#) == true, "\(trace.lines)")
  }
}

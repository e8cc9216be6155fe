import GestureFiles
import Scrubbing
import Testing
import Timeline

/// What a file is shows in how it starts, and a recording is no other gesture.
@Suite struct RecordingFormatTests {
  private let neither =
    "1:1: this is no gesture: a gesture is JSON, or what 'libinput record', 'evemu-record' or Android's 'getevent -lt' "
    + "prints"

  @Test(arguments: ["hello", "\n\n  GIF89a", "<svg>x", "- a: b", "---\n", "E: 0.0 0003 0039 1"])
  func `a file that is neither JSON nor a recording says what can be read`(text: String) {
    let refusal = Recorded.refusal(text)
    #expect(refusal == neither || text.hasPrefix("<") && refusal?.hasPrefix("1:1: ") == true, "\(refusal ?? "")")
  }

  @Test(arguments: ["{}", "[1.5]", "[ 1.123456]", "", " ", "true", "-1", "\"x\"", "\u{FEFF}{}", "# no comment", "null"])
  func `what looks like JSON is refused as JSON`(text: String) {
    let refusal = Recorded.refusal(text)
    #expect(refusal != nil && refusal != neither && refusal?.contains("recording") == false, "\(refusal ?? "")")
  }

  @Test func `a recording may be in what a shell of Windows writes, and behind what adb says`() throws {
    let text = Recorded.getevent(Recorded.tap)
    let plain = try Recorded.touches(text)
    func touches(_ bytes: [UInt8]) throws -> [String] {
      try GestureFile(parsing: bytes).touches.map { "\($0.phase) \($0.timeInMicroseconds)" }
    }
    let expected = try touches(Array(text.utf8))
    #expect(!plain.isEmpty && expected.count == plain.count)
    let low = text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    let high = text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    #expect(try touches([0xFF, 0xFE] + low) == expected)
    #expect(try touches([0xFE, 0xFF] + high) == expected)
    #expect(try touches([0xEF, 0xBB, 0xBF] + Array(text.utf8)) == expected)
    let daemon = "* daemon not running; starting now at tcp:5037\r\n* daemon started successfully\r\n"
    #expect(try touches(Array((daemon + text).utf8)) == expected)
    #expect(
      try touches([0xFF, 0xFE] + (daemon + text).utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }) == expected)
    // JSON stays what its reader takes, and half a unit is dropped.
    let json = #"{"version":1,"touches":[{"t":0,"phase":"began","x":1,"y":1},{"t":1,"phase":"ended"}]}"#
    #expect(throws: GestureFileError.self) { try GestureFile(parsing: [0xEF, 0xBB, 0xBF] + Array(json.utf8)) }
    #expect(throws: GestureFileError.self) { try GestureFile(parsing: [0xFF, 0xFE, 0x5B]) }
  }

  @Test func `comments may be above what libinput record writes`() throws {
    let text =
      "# my drag\n\n# on Tuesday\n"
      + Recorded.libinput(Recorded.tap).split(separator: "\n").dropFirst()
      .joined(separator: "\n")
    #expect(try Recorded.touches(text) == ["began 0.0 10.0 20.0", "ended 40.0"])
  }

  @Test(arguments: ["appId: com.example\n---\n- launchApp\n", "- swipe:\n    start: 10%, 50%\n    end: 90%, 50%\n"])
  func `a flow of Maestro is told from a recording`(text: String) {
    #expect(Recorded.refusal(text)?.contains("a flow of Maestro is a script") == true)
  }

  @Test func `a gesture in JSON has its own slider`() throws {
    let text = #"{"version":1,"touches":[{"t":0,"phase":"began","x":1,"y":1},{"t":1,"phase":"ended"}]}"#
    #expect(Recorded.refusal(" " + text) == nil)
    let reason = "this gesture has its own slider and is in points: leave --control, --screen and --density out"
    var settings = RecordingSettings()
    settings.density = Rational(2)
    #expect(Recorded.refusal(" " + text, settings) == "1:2: \(reason)")
    settings = RecordingSettings()
    settings.screen = ScreenSize(width: 1, height: 1)
    #expect(Recorded.refusal(text, settings) == "1:1: \(reason)")
    settings = RecordingSettings()
    settings.control = try ControlFile(parsing: Array(text.utf8))
    #expect(Recorded.refusal(text, settings) == "1:1: \(reason)")
  }

  @Test func `the slider's file has all but the touches`() throws {
    let text = #"{"version":1,"video":"v.mp4","output":"o.png","control":{"model":"obslider"},"touches":"unread"}"#
    var settings = RecordingSettings()
    settings.control = try ControlFile(parsing: Array(text.utf8))
    let file = try Recorded.file(Recorded.getevent(Recorded.tap), settings)
    #expect(file.video == "v.mp4" && file.output == "o.png" && file.control.model == .obslider)
    // Errors are at its values, and those of touches in the recording: the lift is line 6.
    #expect(file.refusal(at: .output, reason: "r").description == "1:39: /output: r")
    #expect(file.refusal(at: .range, reason: "r").description == "1:57: /control: r")
    #expect(file.refusal(at: .event(1), reason: "r").description == "6:1: r")
    #expect(file.refusal(at: .events, reason: "r").description == "1:1: r")
    #expect(file.refusal(at: .event(9), reason: "r").description == "1:1: r")
    for text in [
      #"{}"#, #"{"version":2}"#, #"{"version":1.00000000000000000001}"#, #"{"version":1,"contol":{}}"#,
      #"{"version":1,"control":{"model":"x"}}"#, "x",
    ] {
      #expect(throws: GestureFileError.self) { try ControlFile(parsing: Array(text.utf8)) }
    }
    for text in [#"{"version":1.0}"#, #"{"version":10e-1}"#] { _ = try ControlFile(parsing: Array(text.utf8)) }
  }

  @Test func `without a file the slider is the default one`() throws {
    let file = try Recorded.file(Recorded.getevent(Recorded.tap))
    let gesture = try gesture()
    #expect(file.control.model == gesture.control.model && file.control.geometry == gesture.control.geometry)
    #expect(file.control.value == nil && file.video == nil && file.output == nil)
    #expect(file.refusal(at: .range, reason: "r").description == "1:1: r")
  }

  @Test func `a finger that is never lifted is said at its last touch`() throws {
    let text = Recorded.getevent([Recorded.tap[0], (1_010_000, ["ABS_MT_POSITION_X 12"])])
    #expect(
      Recorded.refusal(text)
        == "6:1: the finger is never lifted after this; to take its last value, give --allow-unfinished")
  }
}

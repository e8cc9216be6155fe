import Foundation
import GestureFiles
import Scrubbing
import TestSupport
import Testing
import Timeline

/// The recordings of the repository: the same drag in every format, and what the tools leave of a file.
@Suite struct RecordingFixtureTests {
  /// All recordings; those whose panel has 4096 values on both axes fill a screen of 1024 by 2048 pixels.
  static let stretched = ["touchscreen.yml", "keyboard-and-touchscreen.yml", "pen.yml", "phone.txt"]
  static let plain = ["one-device.txt", "numbers.txt", "packets.txt"]

  static func bytes(_ name: String) throws -> [UInt8] { try Fixtures.bytes("recordings/\(name)") }

  static func settings(_ name: String, control: Bool = true) throws -> RecordingSettings {
    var settings = RecordingSettings()
    if control { settings.control = try ControlFile(parsing: try bytes("slider.json")) }
    settings.density = Rational(2)
    if stretched.contains(name) { settings.screen = ScreenSize(width: 1024, height: 2048) }
    return settings
  }

  @Test(arguments: stretched + plain) func `a recording has the touches of the same drag in JSON`(name: String) throws {
    let drag = try GestureFile(parsing: try Self.bytes("same-drag.json"))
    let recording = try GestureFile(parsing: try Self.bytes(name), recordedWith: try Self.settings(name))
    #expect(recording.events == drag.events)
    #expect(recording.unfinishedRefusal == nil)
    #expect(recording.control.value == drag.control.value && recording.control.geometry == drag.control.geometry)
    #expect(recording.video == nil && recording.output == nil)
  }

  @Test func `every recording is tested`() throws {
    let folder = Fixtures.folder.appending(path: "recordings").path(percentEncoded: false)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).filter { !$0.hasSuffix(".json") }
    #expect(names.sorted() == (Self.stretched + Self.plain).sorted())
  }

  @Test(arguments: stretched + plain) func `line ends may be those of other systems`(name: String) throws {
    let text = String(decoding: try Self.bytes(name), as: UTF8.self)
    let settings = try Self.settings(name)
    let events = try GestureFile(parsing: Array(text.utf8), recordedWith: settings).events
    for end in ["\r\n", "\r"] {
      let bytes = Array(text.replacing("\n", with: end).utf8)
      #expect(try GestureFile(parsing: bytes, recordedWith: settings).events == events)
    }
  }

  @Test(arguments: stretched + plain) func `a recording that is cut off anywhere has fewer touches or is refused`(
    name: String
  ) throws {
    let bytes = try Self.bytes(name)
    let settings = try Self.settings(name)
    let events = try GestureFile(parsing: bytes, recordedWith: settings).events
    // Every byte of one file of each kind; of the others, a part.
    let isWhole = ["touchscreen.yml", "phone.txt", "packets.txt"].contains(name)
    for count in stride(from: 0, to: bytes.count, by: isWhole ? 1 : 17) {
      do throws(GestureFileError) {
        let file = try GestureFile(parsing: Array(bytes[..<count]), recordedWith: settings)
        #expect(events.starts(with: file.events), "\(count) bytes")
        #expect(
          file.events.count == events.count || file.unfinishedRefusal?.reason.contains("never lifted") == true,
          "\(count) bytes")
      } catch {
        #expect(!error.reason.isEmpty && error.line >= 1 && error.column >= 1)
      }
    }
  }

  @Test func `changed recordings are read or refused and never trap`() throws {
    let files = try (Self.stretched + Self.plain).map { try Self.bytes($0) }
    var numbers = SeededNumbers(seed: 11)
    for _ in 0..<1500 {
      var bytes = files[numbers.below(files.count)]
      for _ in 0...numbers.below(3) {
        let place = numbers.below(bytes.count)
        switch numbers.below(4) {
        case 0: bytes[place] = UInt8(truncatingIfNeeded: numbers.next())
        case 1: bytes.remove(at: place)
        case 2: bytes.insert(Array(" -:[]{},#\n0f\"".utf8)[numbers.below(13)], at: place)
        default: bytes.removeSubrange(place..<min(bytes.count, place + 40))
        }
      }
      do throws(GestureFileError) {
        let file = try GestureFile(parsing: bytes, recordedWith: try Self.standard.get())
        #expect(!file.events.isEmpty)
        for (one, other) in zip(file.events, file.events.dropFirst()) {
          #expect(one.timeInMicroseconds <= other.timeInMicroseconds)
        }
      } catch {
        #expect(!error.reason.isEmpty && error.line >= 1 && error.column >= 1)
      }
    }
  }

  private static let standard = Result<RecordingSettings, GestureFileError>.success(RecordingSettings())

  // MARK: The screen

  @Test func `a panel's range is stretched over the screen, and its pixels are divided by the density`() throws {
    // 0...4095 on 1000 by 3000 pixels at 2.625 pixels per point: 704 · 1000 / 4096 / 2.625, 2460 · 3000 / 4096 / 2.625.
    var settings = RecordingSettings()
    settings.screen = ScreenSize(width: 1000, height: 3000)
    settings.density = Rational(420, 160)
    let touch = try #require(
      try GestureFile(parsing: try Self.bytes("phone.txt"), recordedWith: settings).touches.first)
    // As fractions: 704 · 1000 · 8 / (4096 · 21) = 5632000 / 86016, 2460 · 3000 · 8 / (4096 · 21).
    #expect(touch.location == Point(x: 5_632_000 / 86_016, y: 59_040_000 / 86_016))
  }

  @Test func `without a screen the panel's units are pixels, counted from its minimum`() throws {
    let yaml = """
      # libinput record
      version: 1
      devices:
      - node: /dev/input/event5
        evdev:
          absinfo:
            53: [10, 100, 0, 0, 0]
            54: [-20, 80, 0, 0, 0]

      """
    let text = yaml + Recorded.libinputEvents(Recorded.tap)
    #expect(try Recorded.touches(text) == ["began 0.0 0.0 40.0", "ended 40.0"])
    // 91 values on 182 pixels, 101 values on 303: (10 - 10) · 2 and (20 + 20) · 3.
    var settings = RecordingSettings()
    settings.screen = ScreenSize(width: 182, height: 303)
    #expect(try Recorded.touches(text, settings) == ["began 0.0 0.0 120.0", "ended 40.0"])
  }

  @Test func `a screen needs the ranges of the panel`() {
    var settings = RecordingSettings()
    settings.screen = ScreenSize(width: 1080, height: 2400)
    let reason = """
      1:1: this recording does not say the ranges of the panel's axes, which --screen needs; one of 'getevent -lt -v38' does
      """
    #expect(Recorded.refusal(Recorded.getevent(Recorded.tap), settings) == reason)
    #expect(Recorded.refusal(Recorded.libinput(Recorded.tap), settings) == reason)
    // A maximum of 0 says that the driver does not know it.
    let header = "add device 1: /dev/input/event2\n    ABS (0003): 0035  : value 0, min 0, max 0, fuzz 0\n"
    #expect(Recorded.refusal(header + Recorded.getevent(Recorded.tap), settings) == reason)
  }

  @Test func `events that name no device have the ranges of the only panel that is described`() throws {
    func header(_ device: String) -> String {
      """
      add device 1: \(device)
        events:
          ABS (0003): 0035  : value 0, min 0, max 99, fuzz 0, flat 0, resolution 0
                     0036  : value 0, min 0, max 99, fuzz 0, flat 0, resolution 0

      """
    }
    var settings = RecordingSettings()
    settings.screen = ScreenSize(width: 300, height: 200)
    let text = Recorded.getevent(Recorded.tap, device: "")
    #expect(
      try Recorded.touches(header("/dev/input/event1") + text, settings) == ["began 0.0 30.0 40.0", "ended 40.0"])
    let two = header("/dev/input/event1") + header("/dev/input/event2") + text
    #expect(Recorded.refusal(two, settings)?.contains("which --screen needs") == true)
  }

  @Test func `sides of a screen are 1 to 65 535 pixels`() {
    #expect(ScreenSize(width: 1, height: 65_535) != nil)
    for (width, height) in [(0, 1), (1, 0), (-1, 5), (65_536, 5), (5, Int.max)] {
      #expect(ScreenSize(width: width, height: height) == nil)
    }
  }
}

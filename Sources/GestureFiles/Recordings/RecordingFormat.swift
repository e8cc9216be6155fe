/// What a file that should be a gesture is, found by how it starts.
enum RecordingFormat {
  /// YAML of `libinput record`.
  case libinput
  /// Lines of `evemu-record`.
  case evemu
  /// Lines of Android's `getevent`.
  case getevent
  /// A flow of Maestro, which is a script and no recording.
  case maestro
  /// Something else that is no JSON either.
  case unknown

  /// The format of a file; nil for JSON, and for files about which the JSON reader gives the better error.
  init?(of source: [UInt8]) {
    var text = RecordingText(source)
    _ = text.takeBytes { $0 == 0x20 || $0 == 0x09 || RecordingText.endsLine($0) }
    text.skipDaemonLines()
    guard let first = text.byte else { return nil }
    switch first {
    case UInt8(ascii: "["):
      guard Self.startsWithTime(text) else { return nil }
      self = .getevent
    case UInt8(ascii: "#"):
      guard let format = Self.behindComments(text) else { return nil }
      self = format
    case UInt8(ascii: "/"), 0x41...0x5A, 0x61...0x7A:
      guard let format = Self.startingWithWord(text) else { return nil }
      self = format
    // "---" and "- swipe:"; a number in JSON has no space behind its sign.
    case UInt8(ascii: "-"):
      guard text.isNext("---") || text.isNext("- ") else { return nil }
      self = Self.isMaestro(text) ? .maestro : .unknown
    default: return nil
    }
  }

  /// A recording that a shell wrote in UTF-16 or with a byte order mark, in plain UTF-8; everything else as it is.
  static func plain(_ source: [UInt8]) -> [UInt8] {
    let text: [UInt8]
    switch source.prefix(3) {
    case [0xEF, 0xBB, 0xBF]: text = Array(source.dropFirst(3))
    case let mark where mark.starts(with: [0xFF, 0xFE]) || mark.starts(with: [0xFE, 0xFF]):
      let (low, high) = mark.first == 0xFF ? (0, 1) : (1, 0)
      let units = (1..<max(1, source.count / 2)).lazy.map { $0 * 2 }.map { place in
        UInt16(source[place + low]) | UInt16(source[place + high]) << 8
      }
      text = Array(String(decoding: units, as: UTF16.self).utf8)
    default: return source
    }
    // JSON is to be UTF-8 without a mark: its reader says so.
    guard let format = RecordingFormat(of: text), format.refusal == nil else { return source }
    return text
  }

  /// Whether a time as `[   4471.123456]` is next.
  private static func startsWithTime(_ text: RecordingText) -> Bool {
    var text = text
    text.position += 1
    text.skipSpaces()
    return text.takeTime() != nil && text.skip("] ")
  }

  /// Whether the name of a device or an event is next, as `E: 0.000001 0003 0039 0007`.
  private static func startsAsEvemu(_ text: RecordingText) -> Bool {
    var text = text
    return text.isNext("N: ") || text.skip("E: ") && text.takeTime() != nil
  }

  private static func behindComments(_ text: RecordingText) -> RecordingFormat? {
    if text.isNext("# libinput record") { return .libinput }
    if text.isNext("# EVEMU") { return .evemu }
    var text = text
    while text.byte == UInt8(ascii: "#") {
      _ = text.takeLine()
      _ = text.takeBytes { $0 == 0x20 || $0 == 0x09 || RecordingText.endsLine($0) }
    }
    return text.isNext("version:") ? .libinput : startsAsEvemu(text) ? .evemu : nil
  }

  private static func startingWithWord(_ text: RecordingText) -> RecordingFormat? {
    if text.isNext("version:") { return .libinput }
    if startsAsEvemu(text) { return .evemu }
    let starts: [StaticString] = [
      "add device ", "remove device ", "could not get ", "could not open ", "/dev/input/", "EV_",
    ]
    if starts.contains(where: text.isNext) { return .getevent }
    if isMaestro(text) { return .maestro }
    // JSON's own words, and numbers that are none.
    let words: [StaticString] = ["true", "false", "null", "NaN", "Infinity"]
    return words.contains(where: text.isNext) ? nil : .unknown
  }

  private static func isMaestro(_ text: RecordingText) -> Bool {
    text.isNext("appId:") || text.isNext("- swipe") || text.isNext("- launchApp")
  }

  /// Why a file of this format cannot be read; nil for a recording.
  var refusal: RecordingFault? {
    switch self {
    case .libinput, .evemu, .getevent: nil
    case .maestro:
      RecordingFault(
        0,
        "a flow of Maestro is a script and does not say which touches its swipes become; write the swipe as 'actions'")
    case .unknown:
      RecordingFault(
        0,
        "this is no gesture: a gesture is JSON, or what 'libinput record', 'evemu-record' or Android's 'getevent -lt' prints"
      )
    }
  }
}

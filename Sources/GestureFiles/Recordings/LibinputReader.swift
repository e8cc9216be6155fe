/// Reads what `libinput record` writes: a YAML file, version 1, of devices with their descriptions and events.
///
/// The format is that of the manual page libinput-record(1), which asks readers to ignore unknown keys.
struct LibinputReader {
  /// What an element is, by the keys around it.
  private enum Part {
    case file
    case devices
    case device
    case description
    case axes
    case events
    case frame
    case frameEvents
    case unknown
  }

  /// What the numbers of an event are.
  private static let eventParts = ["seconds", "microseconds", "type", "code", "value"]

  private var lines: LibinputLines
  /// The part that each open entry is, from the outermost one.
  private var parts: [Part] = []
  private var numbers: [LibinputLines.Number] = []
  private var hasVersion = false
  private var panel: TouchPanel
  private var axes = PanelAxes()
  private let mostTouches: Int
  /// The device that has touches.
  private var found: RecordedPanel?
  private var frameOffset = 0

  private init(_ source: [UInt8], mostTouches: Int) {
    lines = LibinputLines(source)
    panel = TouchPanel(mostTouches: mostTouches)
    self.mostTouches = mostTouches
  }

  /// Reads a recording.
  ///
  /// - Throws: The first fault; a file without touches is one, and so are touches on two devices.
  static func read(_ source: [UInt8], mostTouches: Int) throws(RecordingFault) -> RecordedPanel {
    var reader = LibinputReader(source, mostTouches: mostTouches)
    return try reader.read()
  }

  private mutating func read() throws(RecordingFault) -> RecordedPanel {
    while let entry = try lines.next() {
      let around = entry.depth == 0 ? .file : parts[entry.depth - 1]
      parts.removeSubrange(entry.depth...)
      parts.append(try takeEntry(entry, in: around))
    }
    guard hasVersion else {
      throw RecordingFault(0, "the key 'version' is missing, which 'libinput record' writes first")
    }
    try endDevice()
    guard let found else { throw RecordedPanel.noTouches }
    return found
  }

  /// Handles an entry; returns which part it is itself.
  private mutating func takeEntry(_ entry: LibinputLines.Entry, in part: Part) throws(RecordingFault) -> Part {
    switch part {
    case .file: return try takeTop(entry)
    case .devices:
      guard entry.key == nil else { return .unknown }
      try endDevice()
      return .device
    case .device: return isKey(entry, "evdev") ? .description : isKey(entry, "events") ? .events : .unknown
    case .description: return isKey(entry, "absinfo") ? .axes : .unknown
    case .axes: try takeAxis(entry)
    case .events: return entry.key == nil ? .frame : .unknown
    case .frame:
      guard isKey(entry, "evdev") else { return .unknown }
      try checkFrameEnd()
      frameOffset = entry.offset
      return .frameEvents
    case .frameEvents: try takeEvent(entry)
    case .unknown: break
    }
    return .unknown
  }

  private func isKey(_ entry: LibinputLines.Entry, _ name: StaticString) -> Bool {
    guard let key = entry.key else { return false }
    return name.withUTF8Buffer { $0.elementsEqual(lines.text.source[key]) }
  }

  private mutating func takeTop(_ entry: LibinputLines.Entry) throws(RecordingFault) -> Part {
    if isKey(entry, "version") {
      guard lines.text.integer(in: lines.takeWord()) == 1 else {
        throw RecordingFault(
          entry.offset, "this version is not known; this program reads version 1 of 'libinput record'")
      }
      hasVersion = true
    }
    guard isKey(entry, "devices") else { return .unknown }
    guard hasVersion else {
      throw RecordingFault(entry.offset, "the key 'version' is missing, which 'libinput record' writes first")
    }
    return .devices
  }

  /// A line of `absinfo`: the code, and minimum, maximum, fuzz, flat and resolution.
  private mutating func takeAxis(_ entry: LibinputLines.Entry) throws(RecordingFault) {
    guard let key = entry.key, let code = lines.text.integer(in: key) else {
      throw RecordingFault(entry.offset, "the number of an axis should be here")
    }
    let axis = InputMeaning(type: 3, code: code)
    guard [.x, .y, .contactX, .contactY].contains(axis) else { return }
    try lines.readNumbers(into: &numbers)
    guard numbers.count >= 2 else {
      throw RecordingFault(
        entry.offset, "an axis should have a minimum and a maximum: [min, max, fuzz, flat, resolution]")
    }
    axes.set(axis, minimum: try number(0, of: "the minimum"), maximum: try number(1, of: "the maximum"))
  }

  private func number(_ index: Int, of noun: String) throws(RecordingFault) -> Int32 {
    let number = numbers[index]
    guard let value = Int32(exactly: number.value) else {
      throw RecordingFault(number.offset, "\(noun) should be a number of 32 bits, not \(number.value)")
    }
    return value
  }

  /// An event: seconds, microseconds, type, code and value.
  private mutating func takeEvent(_ entry: LibinputLines.Entry) throws(RecordingFault) {
    let start = lines.text.position
    guard lines.text.byte == UInt8(ascii: "[") else {
      throw RecordingFault(entry.offset, "an event should be a list: [seconds, microseconds, type, code, value]")
    }
    try lines.readNumbers(into: &numbers)
    guard numbers.count == Self.eventParts.count else {
      throw RecordingFault(
        start, "an event should have five numbers, not \(numbers.count): [seconds, microseconds, type, code, value]")
    }
    for index in 0..<4 where numbers[index].value < 0 {
      throw RecordingFault(
        numbers[index].offset, "the \(Self.eventParts[index]) of an event should not be negative")
    }
    guard numbers[1].value < 1_000_000 else {
      throw RecordingFault(numbers[1].offset, "the microseconds of an event should be less than a million")
    }
    let (seconds, isLong) = numbers[0].value.multipliedReportingOverflow(by: 1_000_000)
    let (time, overflows) = seconds.addingReportingOverflow(numbers[1].value)
    guard !isLong, !overflows else {
      throw RecordingFault(numbers[0].offset, "these are more seconds than can be counted")
    }
    try panel.handle(
      PanelEvent(
        time: time, meaning: InputMeaning(type: numbers[2].value, code: numbers[3].value),
        value: try number(4, of: "the value of an event"), offset: start))
  }

  private func checkFrameEnd() throws(RecordingFault) {
    guard !panel.isInFrame else {
      throw RecordingFault(
        frameOffset, "these events have no SYN_REPORT at their end, so that some are missing; record again")
    }
  }

  private mutating func endDevice() throws(RecordingFault) {
    try checkFrameEnd()
    if let first = panel.touches.first {
      guard found == nil else { throw RecordedPanel.secondDevice(first.offset) }
      found = RecordedPanel(panel, axes)
    }
    panel = TouchPanel(mostTouches: mostTouches)
    axes = PanelAxes()
  }
}

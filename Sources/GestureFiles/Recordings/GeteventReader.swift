/// Reads what Android's `getevent -lt` or `getevent -t` prints: an event on each line, and descriptions of devices.
struct GeteventReader {
  /// The most devices; phones have twenty or so.
  private static let mostDevices = 256

  private struct Device {
    let name: ArraySlice<UInt8>
    var panel: TouchPanel
    var axes = PanelAxes()
  }

  private var text: RecordingText
  private let mostTouches: Int
  private var devices: [Device] = []
  /// The device whose events came last; they mostly follow each other.
  private var current = 0
  /// The device that the indented lines describe.
  private var described: Int?

  private init(_ source: [UInt8], mostTouches: Int) {
    text = RecordingText(source)
    self.mostTouches = mostTouches
  }

  /// Reads a recording.
  ///
  /// - Throws: The first fault; a file without touches is one, and so are touches on two devices.
  static func read(_ source: [UInt8], mostTouches: Int) throws(RecordingFault) -> RecordedPanel {
    var reader = GeteventReader(source, mostTouches: mostTouches)
    return try reader.read()
  }

  private mutating func read() throws(RecordingFault) -> RecordedPanel {
    _ = text.takeBytes { $0 == 0x20 || $0 == 0x09 || RecordingText.endsLine($0) }
    text.skipDaemonLines()
    while !text.isAtEnd {
      let start = text.position
      do throws(RecordingFault) {
        try takeLine()
      } catch {
        // The tool writes until it is stopped: the last line may be cut off, and then counts for nothing. A terminal
        // shows the key that stopped it there.
        text.position = start
        let line = text.takeLine()
        if text.source[line].suffix(2).elementsEqual("^C".utf8) {
          _ = text.takeBytes { $0 == UInt8(ascii: " ") || RecordingText.endsLine($0) }
        }
        guard text.isAtEnd, error.reason == GeteventLine.misfit else { throw error }
      }
      text.skipLineEnd()
    }
    let touched = devices.indices.filter { !devices[$0].panel.touches.isEmpty }
    guard let first = touched.first else { throw RecordedPanel.noTouches }
    guard touched.count == 1 else {
      let starts = touched.compactMap { devices[$0].panel.touches.first?.offset }.sorted()
      throw RecordedPanel.secondDevice(starts[1])
    }
    return RecordedPanel(devices[first].panel, axes(of: devices[first]))
  }

  /// The ranges of a device; events that do not name theirs belong to the only one that is described.
  private func axes(of device: Device) -> PanelAxes? {
    guard device.name.isEmpty else { return device.axes }
    let described = devices.filter { !$0.axes.isEmpty }
    return described.count == 1 ? described[0].axes : nil
  }

  private mutating func takeLine() throws(RecordingFault) {
    let start = text.position
    switch text.byte {
    case UInt8(ascii: "["): try takeEvent()
    case UInt8(ascii: " "), UInt8(ascii: "\t"): try takeDescription()
    case _ where text.isAtLineEnd: break
    case _ where text.skip("add device "):
      _ = text.takeBytes { (0x30...0x39).contains($0) }
      guard text.skip(": ") else { throw GeteventLine.fault(start) }
      described = try device(text.source[text.takeLine()], at: start)
    // Lines about devices that leave, or that cannot be opened.
    case _ where text.isNext("remove device ") || text.isNext("could not ") || text.isNext("Can't "):
      _ = text.takeLine()
    case _ where text.isNext("/dev/input/") || text.isNext("EV_"):
      throw RecordingFault(start, "this event has no time; record with 'getevent -lt'")
    default: throw GeteventLine.fault(start)
    }
  }

  private mutating func takeEvent() throws(RecordingFault) {
    let line = try GeteventLine(&text)
    current = try device(text.source[line.device], at: line.offset)
    guard let event = line.event else { return }
    try devices[current].panel.handle(event)
  }

  /// The number of a device with this name, which may be new.
  private mutating func device(_ name: ArraySlice<UInt8>, at offset: Int) throws(RecordingFault) -> Int {
    if devices.indices.contains(current), devices[current].name == name { return current }
    if let known = devices.firstIndex(where: { $0.name == name }) { return known }
    guard devices.count < Self.mostDevices else {
      throw RecordingFault(offset, "there are more than \(Self.mostDevices) devices", isLimit: true)
    }
    devices.append(Device(name: name, panel: TouchPanel(mostTouches: mostTouches)))
    return devices.count - 1
  }

  /// A line of a device's description; of interest are those of axes, such as
  /// `ABS_MT_POSITION_X     : value 0, min 0, max 1079, fuzz 0, flat 0, resolution 0`.
  private mutating func takeDescription() throws(RecordingFault) {
    let start = text.position
    guard let described else { throw GeteventLine.fault(start) }
    defer { _ = text.takeLine() }
    _ = text.takeBytes { $0 == 0x20 || $0 == 0x09 }
    if text.skip("ABS (0003):") { text.skipSpaces() }
    let word = text.takeBytes { $0 != 0x20 && $0 != 0x09 && !RecordingText.endsLine($0) }
    text.skipSpaces()
    guard text.skip(": value ") else { return }
    let code = RecordingText.integer(text.source[word], radix: 16)
    let axis = code.map { InputMeaning(type: 3, code: $0) } ?? InputMeaning(name: text.source[word])
    skipNumber()
    guard text.skip(", min "), let minimum = number(), text.skip(", max "), let maximum = number() else {
      throw RecordingFault(start, "this axis has no 'min' and 'max' that can be read")
    }
    devices[described].axes.set(axis, minimum: minimum, maximum: maximum)
  }

  private mutating func skipNumber() { _ = text.takeBytes { $0 == UInt8(ascii: "-") || (0x30...0x39).contains($0) } }

  private mutating func number() -> Int32? {
    let start = text.position
    skipNumber()
    return text.integer(in: start..<text.position).flatMap { Int32(exactly: $0) }
  }
}

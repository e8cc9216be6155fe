/// Reads what `evemu-record` writes: the description of one device, and an event on each line.
///
/// An event is `E: 1.000000 0003 0035 0010`: seconds, type and code of four hexadecimal digits, and a decimal value. The
/// range of an axis is `A: 35 0 1023 0 0 12`: its code, minimum, maximum, and more. What is behind # is a comment.
struct EvemuReader {
  private static let misfit = "this line is none that 'evemu-record' prints"

  private var text: RecordingText
  private var panel: TouchPanel
  private var axes = PanelAxes()
  private var isDescribed = false

  private init(_ source: [UInt8], mostTouches: Int) {
    text = RecordingText(source)
    panel = TouchPanel(mostTouches: mostTouches)
  }

  /// Reads a recording.
  ///
  /// - Throws: The first fault; a file without touches is one, and so is a second device.
  static func read(_ source: [UInt8], mostTouches: Int) throws(RecordingFault) -> RecordedPanel {
    var reader = EvemuReader(source, mostTouches: mostTouches)
    return try reader.read()
  }

  private mutating func read() throws(RecordingFault) -> RecordedPanel {
    while !text.isAtEnd {
      let start = text.position
      do throws(RecordingFault) {
        try takeLine(start)
      } catch {
        // The tool writes until it is stopped: the last line may be cut off, and then counts for nothing.
        _ = text.takeLine()
        guard text.isAtEnd, error.reason == Self.misfit else { throw error }
      }
      text.skipLineEnd()
    }
    guard !panel.touches.isEmpty else { throw RecordedPanel.noTouches }
    return RecordedPanel(panel, axes)
  }

  private mutating func takeLine(_ start: Int) throws(RecordingFault) {
    skipBlanks()
    if text.skip("E: ") {
      try takeEvent(start)
    } else if text.skip("A: ") {
      try takeAxis(start)
    } else if text.isNext("N:") {
      guard !isDescribed else {
        throw RecordingFault(start, "a second device starts here; record only the one whose touches count")
      }
      isDescribed = true
    } else {
      // Numbers of the device, and its properties, events, lights and switches.
      let passedOver: [StaticString] = ["#", "I:", "P:", "B:", "L:", "S:"]
      guard text.isAtLineEnd || passedOver.contains(where: text.isNext) else {
        throw RecordingFault(start, Self.misfit)
      }
    }
    _ = text.takeLine()
  }

  private mutating func takeEvent(_ start: Int) throws(RecordingFault) {
    guard let time = text.takeTime(), let type = hexadecimal(), let code = hexadecimal() else {
      throw RecordingFault(start, Self.misfit)
    }
    let value = try number(start)
    guard text.byte == UInt8(ascii: "#") || text.isAtLineEnd else { throw RecordingFault(start, Self.misfit) }
    try panel.handle(
      PanelEvent(
        time: try text.microseconds(in: time), meaning: InputMeaning(type: type, code: code), value: value,
        offset: start))
  }

  private mutating func takeAxis(_ start: Int) throws(RecordingFault) {
    guard let code = RecordingText.integer(text.source[word()], radix: 16) else {
      throw RecordingFault(start, Self.misfit)
    }
    axes.set(InputMeaning(type: 3, code: code), minimum: try number(start), maximum: try number(start))
  }

  // MARK: Words

  private mutating func skipBlanks() { _ = text.takeBytes { $0 == 0x20 || $0 == 0x09 } }

  /// The next word, with the blanks around it.
  private mutating func word() -> Range<Int> {
    skipBlanks()
    defer { skipBlanks() }
    return text.takeBytes { $0 != 0x20 && $0 != 0x09 && !RecordingText.endsLine($0) }
  }

  /// A type or a code; nil for anything else.
  private mutating func hexadecimal() -> Int64? {
    let word = word()
    return word.count == 4 ? RecordingText.integer(text.source[word], radix: 16) : nil
  }

  private mutating func number(_ start: Int) throws(RecordingFault) -> Int32 {
    let word = word()
    guard let number = text.integer(in: word) else { throw RecordingFault(start, Self.misfit) }
    guard let value = Int32(exactly: number) else {
      throw RecordingFault(word.lowerBound, "this should be a number of 32 bits, not \(number)")
    }
    return value
  }
}

/// A line of getevent with an event: `[   4471.123456] /dev/input/event2: EV_ABS       ABS_MT_SLOT          00000000`.
struct GeteventLine {
  /// The reason of a line that has another form.
  static let misfit = "this is not a line of 'getevent -lt'; record again with it"

  /// The error of a line that has another form.
  static func fault(_ offset: Int) -> RecordingFault { RecordingFault(offset, misfit) }

  /// The name of the device; empty if only one was asked for.
  let device: Range<Int>
  /// Nil for one of a kind that does not matter here.
  let event: PanelEvent?
  /// The byte at which the line starts.
  let offset: Int

  /// Reads a line up to its end.
  init(_ text: inout RecordingText) throws(RecordingFault) {
    offset = text.position
    let time = try Self.time(&text)
    var type = Self.word(&text)
    if text.source[type].first == UInt8(ascii: "/"), text.source[type].last == UInt8(ascii: ":") {
      device = type.lowerBound..<type.upperBound - 1
      type = Self.word(&text)
    } else {
      device = type.lowerBound..<type.lowerBound
    }
    let code = Self.word(&text)
    let value = Self.word(&text)
    // With -r, each report has a rate behind it.
    if text.skip("rate ") { _ = Self.word(&text) }
    guard !type.isEmpty, !code.isEmpty, !value.isEmpty, text.isAtLineEnd else { throw Self.fault(offset) }
    let meaning = try Self.meaning(text, type, code, offset)
    guard let number = Self.value(text.source[value]) else {
      guard meaning == .other, text.source[value].allSatisfy(Self.isName) else {
        // Values have eight digits, so that a line which is cut off shows.
        throw value.count < 8 && text.isAtEnd
          ? Self.fault(offset)
          : RecordingFault(
            value.lowerBound,
            "\(ScriptWords.quoted(text.source[value])) is no value of an event, which has eight hexadecimal digits")
      }
      event = nil
      return
    }
    event = PanelEvent(time: time, meaning: meaning, value: number, offset: offset)
  }

  /// The time in brackets, in microseconds.
  private static func time(_ text: inout RecordingText) throws(RecordingFault) -> Int64 {
    let offset = text.position
    text.position += 1
    text.skipSpaces()
    guard let time = text.takeTime(), text.skip("] ") else { throw fault(offset) }
    return try text.microseconds(in: time)
  }

  /// The next word, with the spaces behind it.
  private static func word(_ text: inout RecordingText) -> Range<Int> {
    let word = text.takeBytes { $0 != 0x20 && !RecordingText.endsLine($0) }
    text.skipSpaces()
    return word
  }

  private static func isName(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "_"): true
    default: false
    }
  }

  /// The meaning of type and code, which are names with `-l`, and otherwise or if they have no name four digits.
  private static func meaning(
    _ text: RecordingText, _ type: Range<Int>, _ code: Range<Int>, _ offset: Int
  ) throws(RecordingFault) -> InputMeaning {
    guard text.source[type].allSatisfy(isName), text.source[code].allSatisfy(isName) else { throw fault(offset) }
    if type.count == 4, let type = RecordingText.integer(text.source[type], radix: 16) {
      guard code.count == 4, let code = RecordingText.integer(text.source[code], radix: 16) else { return .other }
      return InputMeaning(type: type, code: code)
    }
    guard text.source[type].starts(with: "EV_".utf8) else { throw fault(offset) }
    return InputMeaning(name: text.source[code])
  }

  /// Eight hexadecimal digits as a number of 32 bits with a sign, or the name of a key's value.
  private static func value(_ word: ArraySlice<UInt8>) -> Int32? {
    if word.elementsEqual("DOWN".utf8) || word.elementsEqual("REPEAT".utf8) { return 1 }
    if word.elementsEqual("UP".utf8) { return 0 }
    guard word.count == 8, let number = RecordingText.integer(word, radix: 16) else { return nil }
    return Int32(truncatingIfNeeded: number)
  }
}

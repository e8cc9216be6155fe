/// A complete control sequence (`CSI … final`) or its single-shift form (`SS3 … final`), and what it means.
struct ControlSequence {
  /// All bytes between introducer and final byte, each 0x20 to 0x3F. The signs of negative numbers stand in the middle of
  /// the parameters, so intermediate bytes are not told apart.
  let middle: ArraySlice<UInt8>
  let final: UInt8

  /// The key, report or reply; nil for unknown sequences, among them those of keyboard protocols that are not asked for.
  var event: InputEvent? {
    switch middle.first.map(Unicode.Scalar.init) {
    case "<": mouse.map(InputEvent.mouse)
    case "?": privateReply.map(InputEvent.reply)
    case ">", "=": nil
    default: key.map(InputEvent.key) ?? reply.map(InputEvent.reply)
    }
  }

  /// The event of a sequence that began with `SS3`: keys only.
  var singleShiftKey: InputEvent? {
    if final == UInt8(ascii: "M"), middle.isEmpty { return .key(.enter) }
    guard final != UInt8(ascii: "~"), let numbers = Self.numbers(middle) else { return nil }
    // Old xterms write the modifiers alone, `SS3 2 D`.
    return letterKey(modifiers: numbers.last ?? 1).map(InputEvent.key)
  }

  private var key: Key? {
    guard let numbers = Self.numbers(middle), numbers.count <= 2 else { return nil }
    let modifiers = numbers.count == 2 ? numbers[1] : 1
    if final == UInt8(ascii: "~") {
      return modifiers == 1 ? numbers.first.flatMap(numberedKey) : nil
    }
    // `CSI 5 D` and the like do not exist: the first number of a letter's key is 1.
    return numbers.first ?? 1 == 1 ? letterKey(modifiers: modifiers) : nil
  }

  private func letterKey(modifiers: Int) -> Key? {
    switch (Unicode.Scalar(final), modifiers) {
    case ("A", 1): .up
    case ("B", 1): .down
    case ("C", 1...2): .right(isShifted: modifiers == 2)
    case ("D", 1...2): .left(isShifted: modifiers == 2)
    case ("H", 1): .home
    case ("F", 1): .end
    default: nil
    }
  }

  private func numberedKey(_ number: Int) -> Key? {
    switch number {
    case 1, 7: .home
    case 3: .delete
    case 4, 8: .end
    case 5: .pageUp
    case 6: .pageDown
    default: nil
    }
  }

  private var mouse: MouseReport? {
    guard let numbers = Self.numbers(middle.dropFirst()), numbers.count == 3,
      final == UInt8(ascii: "M") || final == UInt8(ascii: "m")
    else { return nil }
    return MouseReport(
      code: numbers[0], column: numbers[1], row: numbers[2], isRelease: final == UInt8(ascii: "m"))
  }

  private var reply: Reply? {
    guard let numbers = Self.numbers(middle) else { return nil }
    switch (Unicode.Scalar(final), numbers.count) {
    case ("R", 2): return .cursor(row: numbers[0], column: numbers[1])
    case ("t", 3): return numbers[0] == 6 ? .cellSize(height: numbers[1], width: numbers[2]) : nil
    case ("n", 1): return numbers[0] == 0 ? .ready : nil
    default: return nil
    }
  }

  private var privateReply: Reply? {
    let parameters = middle.dropFirst()
    if final == UInt8(ascii: "y") {
      guard parameters.last == UInt8(ascii: "$"), let numbers = Self.numbers(parameters.dropLast()), numbers.count == 2
      else { return nil }
      return .mode(numbers[0], state: numbers[1])
    }
    guard let numbers = Self.numbers(parameters) else { return nil }
    switch Unicode.Scalar(final) {
    case "c": return .attributes(numbers)
    case "S":
      return numbers.count >= 2 ? .graphics(item: numbers[0], status: numbers[1], values: Array(numbers[2...])) : nil
    default: return nil
    }
  }

  /// Whether `CSI 200 ~` came, after which pasted text follows.
  var beginsPaste: Bool { final == UInt8(ascii: "~") && middle.elementsEqual("200".utf8) }

  /// How many further bytes belong to the sequence: three to the oldest report of the mouse (`CSI M`), from terminals that
  /// do not know mode 1006; one to the function keys of Linux's console (`CSI [ A`).
  var bytesBehind: Int {
    guard middle.isEmpty else { return 0 }
    return final == UInt8(ascii: "M") ? 3 : final == UInt8(ascii: "[") ? 1 : 0
  }

  /// Decimal numbers with `;` between them, which may be negative; an empty place is 0, no bytes at all are no numbers.
  /// Nil for anything else and for numbers that do not fit.
  static func numbers(_ bytes: ArraySlice<UInt8>) -> [Int]? {
    if bytes.isEmpty { return [] }
    var numbers: [Int] = []
    for part in bytes.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false) {
      if part.isEmpty {
        numbers.append(0)
      } else if let number = Int(ScalarReader.text(part)), part.first != UInt8(ascii: "+") {
        numbers.append(number)
      } else {
        return nil
      }
    }
    return numbers
  }
}

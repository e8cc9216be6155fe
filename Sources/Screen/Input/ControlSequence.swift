/// A complete control sequence (`CSI … final`) or its single-shift form (`SS3 … final`), and what it means.
struct ControlSequence {
  /// All bytes between introducer and final byte, each 0x20 to 0x3F. Intermediate bytes are not separated from
  /// parameters, because a minus sign is one and stands among them.
  let middle: ArraySlice<UInt8>
  let final: UInt8

  /// The key, report or reply; nil for unknown sequences, such as those of keyboard protocols that are not turned on.
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
    // Old versions of xterm write only the modifiers, `SS3 2 D`.
    return letterKey(modifiers: numbers.last ?? 1).map(InputEvent.key)
  }

  private var key: Key? {
    guard let numbers = Self.numbers(middle), numbers.count <= 2 else { return nil }
    let modifiers = numbers.count == 2 ? numbers[1] : 1
    if final == UInt8(ascii: "~") {
      return modifiers == 1 ? numbers.first.flatMap(numberedKey) : nil
    }
    // A key named by a letter has 1 as its first number; `CSI 5 D` is not a key.
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

  /// How many more bytes belong to the sequence: three for a mouse report of the oldest format (`CSI M`), from
  /// terminals without mode 1006; one for a function key of the Linux console (`CSI [ A`).
  var bytesBehind: Int {
    guard middle.isEmpty else { return 0 }
    return final == UInt8(ascii: "M") ? 3 : final == UInt8(ascii: "[") ? 1 : 0
  }

  /// Decimal numbers separated by `;`, which may be negative; an empty field is 0, and no bytes give an empty list. Nil
  /// for anything else and for numbers that do not fit.
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

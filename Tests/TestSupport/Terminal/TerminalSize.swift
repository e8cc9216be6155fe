/// The size of a terminal's text area.
public struct TerminalSize: Hashable, Sendable {
  /// Cells in a row.
  public var columns: Int
  /// Rows.
  public var rows: Int
  /// Pixels.
  public var pixelWidth: Int
  /// Pixels.
  public var pixelHeight: Int
  /// Whether the kernel knows the pixels; otherwise programs have to ask the terminal.
  public var tellsPixels = true

  /// A size in cells of these pixels, by default 10 × 20; 0 × 0 for a terminal that does not know it either.
  public init(_ columns: Int, _ rows: Int, cellWidth: Int = 10, cellHeight: Int = 20) {
    (self.columns, self.rows) = (columns, rows)
    (pixelWidth, pixelHeight) = (columns * cellWidth, rows * cellHeight)
  }

  /// Pixels of a cell, across.
  public var cellWidth: Int { pixelWidth / max(columns, 1) }

  /// Pixels of a cell, down.
  public var cellHeight: Int { pixelHeight / max(rows, 1) }
}

/// What a program asks a terminal.
public enum TerminalQuery: Hashable, Sendable {
  /// `CSI > 0 q`: its name (XTVERSION).
  case name
  /// `APC G a=q … ST`: whether it knows kitty's pictures.
  case kitty(id: Int)
  /// `CSI ? 1016 $ p`: whether it reports the mouse in pixels (DECRQM).
  case pixelMouse
  /// `DCS $ q m ST`: how it writes now (DECRQSS).
  case setting(TerminalPen)
  /// `CSI 6 n`: where the cursor is (CPR).
  case cursor(row: Int, column: Int)
  /// `CSI 16 t`: the size of a cell in pixels.
  case cellSize
  /// `CSI ? 2 ; 1 ; 0 S`: the size of the largest sixel picture (XTSMGRAPHICS).
  case graphicsSize
  /// `CSI c`: what it can do (DA1).
  case attributes
  /// `CSI 5 n`: whether it is there (DSR).
  case ready

  /// The query of a sequence; nil if it is none of these.
  init?(_ body: String, _ end: Unicode.Scalar, _ page: TerminalPage) {
    switch (body, end) {
    case (">0", "q"): self = .name
    case ("?1016$", "p"): self = .pixelMouse
    case ("6", "n"): self = .cursor(row: page.row, column: page.column)
    case ("16", "t"): self = .cellSize
    case ("?2;1;0", "S"): self = .graphicsSize
    case ("", "c"): self = .attributes
    case ("5", "n"): self = .ready
    default: return nil
    }
  }
}

extension TerminalPen {
  /// Applies the parameters of `CSI … m`; a fault for others than 0, 7, 27, 39, 49 and the colours by 24 bits or number.
  mutating func apply(_ body: [UInt8]) throws(TerminalFault) {
    guard var numbers = SequenceNumbers.read(body)?[...] else { throw Self.fault(body) }
    while let first = numbers.popFirst() {
      switch first {
      case 0: self = TerminalPen()
      case 7: isReversed = true
      case 27: isReversed = false
      case 39: foreground = .standard
      case 49: background = .standard
      case 38: foreground = try Self.color(&numbers, body)
      case 48: background = try Self.color(&numbers, body)
      default: throw Self.fault(body)
      }
    }
  }

  private static func color(_ numbers: inout ArraySlice<Int>, _ body: [UInt8]) throws(TerminalFault) -> EmulatedColor {
    let count = numbers.first == 2 ? 4 : 2
    let values = numbers.prefix(count)
    guard values.count == count, values.allSatisfy({ $0 < 256 }), let kind = values.first, kind == 2 || kind == 5 else {
      throw fault(body)
    }
    numbers = numbers.dropFirst(count)
    let start = values.startIndex
    return count == 4
      ? .rgb(UInt8(values[start + 1]), UInt8(values[start + 2]), UInt8(values[start + 3]))
      : .indexed(UInt8(values[start + 1]))
  }

  private static func fault(_ body: [UInt8]) -> TerminalFault {
    TerminalFault("CSI \(String(decoding: body, as: UTF8.self))m")
  }
}

/// The numbers of a control sequence.
enum SequenceNumbers {
  /// Numbers below a million with semicolons between; nil for anything else, and for a number that is left out.
  static func read(_ body: [UInt8]) -> [Int]? {
    var numbers: [Int] = []
    var number: Int?
    for byte in body {
      if byte == 0x3B {
        guard let complete = number else { return nil }
        numbers.append(complete)
        number = nil
      } else {
        guard 0x30 <= byte, byte <= 0x39, (number ?? 0) < 100_000 else { return nil }
        number = (number ?? 0) * 10 + Int(byte - 0x30)
      }
    }
    guard let last = number else { return nil }
    return numbers + [last]
  }
}

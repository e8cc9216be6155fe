/// Reads sixels as the manual of DEC's VT340 describes them, with raster attributes and colours in percent.
struct SixelDecoder {
  struct Fault: Error {
    let text: String
  }

  private(set) var width = 0
  private(set) var height = 0
  /// Red, green and blue in percent of each pixel; nil for one that was not drawn.
  private(set) var pixels: [[Int]?] = []
  private(set) var definitions: [Int: [Int]] = [:]
  private var rest: ArraySlice<UInt8>
  private var color = -1
  private var column = 0
  private var row = 0

  init(_ bytes: [UInt8]) throws {
    let start = Array("\u{1B}P0;1;0q\"".utf8)
    guard bytes.starts(with: start), bytes.suffix(2).elementsEqual([0x1B, 0x5C]) else {
      throw Fault(text: "no sixel string")
    }
    rest = bytes.dropFirst(start.count).dropLast(2)
    let shape = numbers()
    guard shape.count == 4, shape[0] == 1, shape[1] == 1 else { throw Fault(text: "raster attributes \(shape)") }
    (width, height) = (shape[2], shape[3])
    pixels = Array(repeating: nil, count: width * height)
    while let byte = rest.popFirst() { try take(byte) }
  }

  private mutating func take(_ byte: UInt8) throws {
    switch byte {
    case UInt8(ascii: "#"):
      let parts = numbers()
      color = parts.first ?? -1
      if parts.count == 5, parts[1] == 2 { definitions[color] = Array(parts[2...]) }
      guard parts.count == 1 || parts.count == 5, definitions[color] != nil else { throw Fault(text: "color \(parts)") }
    case UInt8(ascii: "$"): column = 0
    case UInt8(ascii: "-"):
      column = 0
      row += 6
    case UInt8(ascii: "!"):
      let parts = numbers()
      guard parts.count == 1, let sixel = rest.popFirst() else { throw Fault(text: "a run without a sixel") }
      for _ in 0..<parts[0] { try draw(sixel) }
    default: try draw(byte)
    }
  }

  private mutating func draw(_ sixel: UInt8) throws {
    guard (0x3F...0x7E).contains(sixel) else { throw Fault(text: "byte \(sixel)") }
    for bit in 0..<6 where (sixel - 0x3F) >> UInt8(bit) & 1 == 1 {
      guard column < width, row + bit < height else { throw Fault(text: "outside: \(column), \(row + bit)") }
      let place = (row + bit) * width + column
      guard pixels[place] == nil else { throw Fault(text: "drawn twice: \(column), \(row + bit)") }
      pixels[place] = definitions[color]
    }
    column += 1
  }

  private mutating func numbers() -> [Int] {
    var numbers = [0]
    while let byte = rest.first {
      if (0x30...0x39).contains(byte) {
        numbers[numbers.count - 1] = numbers[numbers.count - 1] * 10 + Int(byte - 0x30)
      } else if byte == UInt8(ascii: ";") {
        numbers.append(0)
      } else {
        break
      }
      rest = rest.dropFirst()
    }
    return numbers
  }
}

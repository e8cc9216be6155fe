/// Reads the data of a sixel picture (DEC STD 070), strictly.
public struct SixelReader {
  private var bytes: ArraySlice<UInt8>
  private var palette: [Int: [UInt8]] = [:]
  private var color = 0
  private var (x, top) = (0, 0)
  private var (width, height) = (0, 0)
  private var samples: [UInt8] = []

  private init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }

  /// The picture of the bytes behind the `q`; pixels that no colour was given are transparent.
  ///
  /// Throws ``TerminalFault`` unless they start with raster attributes, keep within them, and use colours from 0 to
  /// 255 that they define as red, green and blue.
  public static func read(_ bytes: ArraySlice<UInt8>) throws(TerminalFault) -> DecodedPNG {
    var reader = SixelReader(bytes)
    try reader.start()
    while let byte = reader.bytes.popFirst() { try reader.take(byte) }
    guard let picture = DecodedPNG(width: reader.width, height: reader.height, samples: reader.samples) else {
      throw TerminalFault("sixel: a picture of no size")
    }
    return picture
  }

  private mutating func start() throws(TerminalFault) {
    guard bytes.popFirst() == UInt8(ascii: "\"") else { throw TerminalFault("sixel: no raster attributes") }
    let attributes = try numbers()
    guard attributes.count == 4, attributes[0] == attributes[1], attributes[0] > 0,
      (1...10_000).contains(attributes[2]),
      (1...10_000).contains(attributes[3])
    else { throw TerminalFault("sixel: raster attributes \(attributes)") }
    (width, height) = (attributes[2], attributes[3])
    samples = Array(repeating: 0, count: 4 * width * height)
  }

  private mutating func take(_ byte: UInt8) throws(TerminalFault) {
    switch byte {
    case UInt8(ascii: "#"): try chooseColor()
    case UInt8(ascii: "!"):
      let count = try numbers()
      guard count.count == 1, count[0] > 0, let next = bytes.popFirst() else {
        throw TerminalFault("sixel: a repetition \(count)")
      }
      try draw(next, count: count[0])
    case UInt8(ascii: "$"): x = 0
    case UInt8(ascii: "-"): (x, top) = (0, top + 6)
    default: try draw(byte, count: 1)
    }
  }

  private mutating func chooseColor() throws(TerminalFault) {
    let values = try numbers()
    guard let number = values.first, (0..<256).contains(number) else { throw TerminalFault("sixel: colour \(values)") }
    if values.count > 1 {
      guard values.count == 5, values[1] == 2, values[2...].allSatisfy({ (0...100).contains($0) }) else {
        throw TerminalFault("sixel: colour \(values) is not in per cent of red, green and blue")
      }
      palette[number] = values[2...].map { UInt8(($0 * 255 + 50) / 100) }
    }
    color = number
  }

  private mutating func draw(_ byte: UInt8, count: Int) throws(TerminalFault) {
    guard (0x3F...0x7E).contains(byte) else { throw TerminalFault("sixel: the byte \(byte)") }
    guard count <= width - x else { throw TerminalFault("sixel: a row is longer than \(width)") }
    let bits = byte - 0x3F
    if bits != 0 {
      guard let samples = palette[color] else { throw TerminalFault("sixel: colour \(color) is not defined") }
      for line in 0..<6 where bits >> UInt8(line) & 1 == 1 {
        guard top + line < height else { throw TerminalFault("sixel: more than \(height) lines") }
        for place in x..<x + count {
          let start = 4 * ((top + line) * width + place)
          (self.samples[start], self.samples[start + 1]) = (samples[0], samples[1])
          (self.samples[start + 2], self.samples[start + 3]) = (samples[2], 255)
        }
      }
    }
    x += count
  }

  /// Numbers with semicolons between them.
  private mutating func numbers() throws(TerminalFault) -> [Int] {
    var numbers = [0]
    while let byte = bytes.first, (0x30...0x39).contains(byte) || byte == UInt8(ascii: ";") {
      bytes.removeFirst()
      if byte == UInt8(ascii: ";") {
        numbers.append(0)
      } else {
        let last = numbers.count - 1
        numbers[last] = numbers[last] * 10 + Int(byte - 0x30)
        guard numbers[last] < 1_000_000 else { throw TerminalFault("sixel: a huge number") }
      }
    }
    return numbers
  }
}

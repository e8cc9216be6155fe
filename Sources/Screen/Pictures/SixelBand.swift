/// Up to six rows of a picture as sixels: one pass for each colour in them.
struct SixelBand {
  private let width: Int
  /// For each colour and column the rows that have it, a bit each: `[color * width + column]`.
  private var rows: [UInt8]
  /// The last column of each colour, or −1.
  private var last = [Int](repeating: -1, count: 256)

  init(width: Int) {
    self.width = width
    rows = Array(repeating: 0, count: 256 * width)
  }

  /// Writes the rows whose colours these are.
  mutating func draw(_ numbers: ArraySlice<UInt8>, _ output: inout TerminalBytes) {
    var place = numbers.startIndex
    var bit: UInt8 = 1
    while place < numbers.endIndex {
      for column in 0..<width {
        let number = Int(numbers[place + column])
        rows[number * width + column] |= bit
        last[number] = max(last[number], column)
      }
      place += width
      bit <<= 1
    }
    var isFirst = true
    for number in 0..<256 where last[number] >= 0 {
      // `$` goes back to the band's left edge.
      if !isFirst { output.add(byte: UInt8(ascii: "$")) }
      isFirst = false
      output.add(byte: UInt8(ascii: "#"))
      output.add(number: number)
      pass(number, &output)
      last[number] = -1
    }
  }

  private mutating func pass(_ number: Int, _ output: inout TerminalBytes) {
    let start = number * width
    let end = start + last[number] + 1
    var place = start
    while place < end {
      let sixel = rows[place]
      let first = place
      while place < end, rows[place] == sixel {
        rows[place] = 0
        place += 1
      }
      Self.writeRun(place - first, of: 0x3F + sixel, &output)
    }
  }

  /// `!count byte` where that is shorter than the bytes.
  private static func writeRun(_ count: Int, of byte: UInt8, _ output: inout TerminalBytes) {
    if count > 3 {
      output.add(byte: UInt8(ascii: "!"))
      output.add(number: count)
      output.add(byte: byte)
    } else {
      for _ in 0..<count { output.add(byte: byte) }
    }
  }
}

import TestSupport

/// Decompresses a zlib stream (RFC 1950 and 1951), independently of zlib.
struct Inflate {
  enum Fault: Error {
    case endsEarly, badHeader, badBlock, badCode, badDistance, badChecksum, trailingBytes
  }

  private let input: [UInt8]
  private var position = 2
  private var bitBuffer: UInt32 = 0
  private var bitCount = 0
  private(set) var output: [UInt8] = []
  /// How many blocks there are of each kind: stored, with fixed codes, with dynamic codes.
  private(set) var blocks = [0, 0, 0]
  /// The code lengths of the literal codes of all dynamic blocks.
  private(set) var codes: [[Int]] = []
  /// How often each symbol of a length, from 257 on, and each of a distance was used.
  private(set) var lengthUses = [Int](repeating: 0, count: 29)
  private(set) var distanceUses = [Int](repeating: 0, count: 30)

  static func bytes(_ stream: [UInt8], expecting count: Int) throws -> [UInt8] {
    try whole(stream, expecting: count).output
  }

  /// Reads the whole stream.
  static func whole(_ stream: [UInt8], expecting count: Int) throws -> Inflate {
    var inflate = try Inflate(stream)
    inflate.output.reserveCapacity(count)
    try inflate.run()
    return inflate
  }

  private init(_ stream: [UInt8]) throws {
    guard stream.count >= 6 else { throw Fault.endsEarly }
    // Method 8, no preset dictionary, and the check bits.
    guard stream[0] & 15 == 8, stream[1] & 32 == 0, (Int(stream[0]) << 8 | Int(stream[1])) % 31 == 0 else {
      throw Fault.badHeader
    }
    input = stream
  }

  private mutating func run() throws {
    var isLast = false
    while !isLast {
      isLast = try bits(1) == 1
      let kind = try bits(2)
      if kind < 3 { blocks[kind] += 1 }
      switch kind {
      case 0: try stored()
      case 1:
        let lengths = (0..<288).map { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 }
        try compressed(Code(lengths), Code([Int](repeating: 5, count: 30)))
      case 2: try dynamic()
      default: throw Fault.badBlock
      }
    }
    position -= bitCount / 8
    guard input.count - position >= 4 else { throw Fault.endsEarly }
    guard integer(input, at: position) == adler32(output) else { throw Fault.badChecksum }
    guard input.count - position == 4 else { throw Fault.trailingBytes }
  }

  private mutating func fill(_ count: Int) {
    while bitCount < count {
      let byte: UInt8 = position < input.count ? input[position] : 0
      bitBuffer |= UInt32(byte) << UInt32(bitCount)
      position += 1
      bitCount += 8
    }
  }

  private mutating func drop(_ count: Int) throws {
    bitBuffer >>= UInt32(count)
    bitCount -= count
    guard position - bitCount / 8 <= input.count else { throw Fault.endsEarly }
  }

  private mutating func bits(_ count: Int) throws -> Int {
    fill(count)
    let value = Int(bitBuffer & ((1 << UInt32(count)) - 1))
    try drop(count)
    return value
  }

  private mutating func symbol(_ code: Code) throws -> Int {
    fill(code.longest)
    let entry = code.table[Int(bitBuffer & ((1 << UInt32(code.longest)) - 1))]
    guard entry != 0 else { throw Fault.badCode }
    try drop(entry & 15)
    return entry >> 4
  }

  private mutating func stored() throws {
    try drop(bitCount % 8)
    let count = try bits(16)
    guard try bits(16) == ~count & 0xFFFF else { throw Fault.badBlock }
    for _ in 0..<count { output.append(UInt8(try bits(8))) }
  }

  private mutating func dynamic() throws {
    let literalCount = try bits(5) + 257
    let distanceCount = try bits(5) + 1
    let lengthCount = try bits(4) + 4
    var lengthLengths = [Int](repeating: 0, count: 19)
    for index in [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15].prefix(lengthCount) {
      lengthLengths[index] = try bits(3)
    }
    let lengthCode = Code(lengthLengths)
    var lengths: [Int] = []
    while lengths.count < literalCount + distanceCount {
      switch try symbol(lengthCode) {
      case 16:
        guard let last = lengths.last else { throw Fault.badCode }
        lengths += [Int](repeating: last, count: try bits(2) + 3)
      case 17: lengths += [Int](repeating: 0, count: try bits(3) + 3)
      case 18: lengths += [Int](repeating: 0, count: try bits(7) + 11)
      case let length: lengths.append(length)
      }
    }
    guard lengths.count == literalCount + distanceCount else { throw Fault.badCode }
    codes.append(Array(lengths[..<literalCount]))
    try compressed(Code(Array(lengths[..<literalCount])), Code(Array(lengths[literalCount...])))
  }

  private mutating func compressed(_ literals: Code, _ distances: Code) throws {
    while true {
      let symbol = try symbol(literals)
      if symbol < 256 {
        output.append(UInt8(symbol))
        continue
      }
      if symbol == 256 { return }
      guard symbol < 286 else { throw Fault.badCode }
      let length = try Self.lengthBase[symbol - 257] + bits(Self.lengthExtra[symbol - 257])
      let distanceSymbol = try self.symbol(distances)
      guard distanceSymbol < 30 else { throw Fault.badDistance }
      let extra = max(0, distanceSymbol / 2 - 1)
      let base = distanceSymbol < 2 ? distanceSymbol + 1 : (2 + distanceSymbol % 2) << extra + 1
      let distance = try base + bits(extra)
      guard distance <= output.count else { throw Fault.badDistance }
      lengthUses[symbol - 257] += 1
      distanceUses[distanceSymbol] += 1
      for _ in 0..<length { output.append(output[output.count - distance]) }
    }
  }

  private static let lengthExtra = (0..<29).map { $0 < 8 || $0 == 28 ? 0 : $0 / 4 - 1 }
  private static let lengthBase = [
    3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258,
  ]

  /// A canonical Huffman code as one table: an entry is symbol × 16 + length, 0 where there is no code word.
  private struct Code {
    var table: [Int]
    var longest: Int

    init(_ lengths: [Int]) {
      longest = max(1, lengths.max() ?? 0)
      table = [Int](repeating: 0, count: 1 << longest)
      var word = 0
      for length in 1...longest {
        for (symbol, itsLength) in lengths.enumerated() where itsLength == length {
          let reversed = (0..<length).reduce(0) { $0 << 1 | (word >> $1 & 1) }
          for index in stride(from: reversed, to: table.count, by: 1 << length) {
            table[index] = symbol << 4 | length
          }
          word += 1
        }
        word <<= 1
      }
    }
  }
}

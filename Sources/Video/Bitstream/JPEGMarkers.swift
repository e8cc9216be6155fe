/// The tables in a packet of Motion JPEG (ITU-T T.81, B.1.1.3).
struct JPEGMarkers {
  /// The tables that it defines before its picture: quantisation tables by their numbers, Huffman tables behind them.
  private(set) var tables: Set<Int> = []
  /// Whether it defines a quantisation table.
  var hasQuantisation: Bool { tables.contains { $0 < 16 } }

  /// Visits the segments up to the first scan.
  init(_ bytes: UnsafeRawBufferPointer) {
    var place = 0
    while place + 3 < bytes.count {
      guard bytes[place] == 0xFF else {
        place += 1
        continue
      }
      switch bytes[place + 1] {
      case 0xFF:
        place += 1
        continue
      // Markers without a length: the start of a picture, and others of no use here.
      case 0x00, 0x01, 0xD0...0xD9:
        place += 2
        continue
      case 0xDA: return
      default: break
      }
      let end = place + 2 + max(2, Int(bytes[place + 2]) << 8 | Int(bytes[place + 3]))
      read(bytes[min(place + 4, bytes.count)..<min(max(place + 4, end), bytes.count)], marker: bytes[place + 1])
      place = end
    }
  }

  /// Reads the numbers of the tables in a segment (B.2.4.1 and B.2.4.2).
  private mutating func read(_ segment: Slice<UnsafeRawBufferPointer>, marker: UInt8) {
    var rest = segment
    while marker == 0xDB || marker == 0xC4, let head = rest.first {
      if marker == 0xDB {
        tables.insert(Int(head & 15))
        rest = rest.dropFirst(head > 15 ? 129 : 65)
      } else {
        tables.insert(16 + Int(head & 31))
        rest = rest.dropFirst(17 + rest.dropFirst().prefix(16).reduce(0) { $0 + Int($1) })
      }
    }
  }
}

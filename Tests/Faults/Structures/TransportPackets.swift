/// The packets of an MPEG transport stream (ISO/IEC 13818-1), also with a time before each (M2TS).
enum TransportPackets {
  /// The bytes from packet to packet, and those before the first one; nil if it is no transport stream.
  static func layout(of bytes: [UInt8]) -> (stride: Int, offset: Int)? {
    for (stride, offset) in [(188, 0), (192, 4), (204, 0)] where bytes.count > offset + 3 * stride {
      if (0..<3).allSatisfy({ bytes[offset + $0 * stride] == 0x47 }) { return (stride, offset) }
    }
    return nil
  }

  /// The lengths of adaptation fields, tables, descriptors and packets of a stream, and the packets' identifiers.
  static func fields(of bytes: [UInt8]) -> [SizeField] {
    guard let (step, offset) = layout(of: bytes) else { return [] }
    return stride(from: offset, through: bytes.count - 188, by: step).flatMap { start -> [SizeField] in
      var fields = [SizeField(start + 1, .twelveBits), SizeField(start + 3, .big(1))]
      let control = bytes[start + 3] >> 4 & 3
      var place = start + 4
      if control & 2 != 0 {
        fields.append(SizeField(place, .big(1)))
        place += 1 + Int(bytes[place])
      }
      guard control & 1 != 0, bytes[start + 1] & 0x40 != 0, place + 12 < start + 188 else { return fields }
      if bytes[place] == 0, bytes[place + 1] == 0, bytes[place + 2] == 1 {
        // The length of the packet of the stream, that of its header, and the first bytes of its time.
        return fields + [SizeField(place + 4, .big(2)), SizeField(place + 8, .big(1)), SizeField(place + 9, .big(4))]
      }
      // A table: its length, and the length of its first descriptors.
      let table = place + 1 + Int(bytes[place])
      guard table + 14 < start + 188 else { return fields }
      return fields + [
        SizeField(place, .big(1)), SizeField(table + 1, .twelveBits), SizeField(table + 10, .twelveBits),
      ]
    }
  }
}

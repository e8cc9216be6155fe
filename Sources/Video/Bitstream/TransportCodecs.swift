import CFFmpeg

/// The codecs of a video in a transport stream as its program map tables state them (ISO/IEC 13818-1, 2.4.4.8): FFmpeg
/// takes all packets of a PID for those of the codec that it has in the first one.
struct TransportCodecs {
  private let identifier: Int
  private let read: MovieBoxes.Read
  private let size: Int64
  /// From one packet to the next.
  private let length: Int

  /// - Parameter identifier: the PID of the video.
  private init?(of identifier: Int, reading read: @escaping MovieBoxes.Read, size: Int64) {
    guard let length = TransportShape.size(ofPacketsIn: read(0, TransportShape.head)) else { return nil }
    (self.identifier, self.read, self.size, self.length) = (identifier, read, size, length)
  }

  /// Where a video's codec at the end of a file begins, if it is another one than at the beginning; nil if it is not, or if
  /// the tables do not tell.
  static func change(of identifier: Int, reading read: @escaping MovieBoxes.Read, size: Int64) -> Int64? {
    guard let codecs = Self(of: identifier, reading: read, size: size),
      let first = sizes.lazy.compactMap({ codecs.tables(from: 0, to: $0).first }).first,
      let last = sizes.lazy.compactMap({ codecs.tables(from: size - $0, to: size).last }).first,
      first.codec != last.codec
    else { return nil }
    // A table of the first codec is at the lower end; between the ends are all others that precede the one found last.
    var (low, high, other) = (first.place, last.place, last)
    while high - low > sizes[1] {
      let middle = low + (high - low) / 2
      switch codecs.tables(from: middle, to: min(high, middle + most)).first {
      case let found? where found.codec == first.codec: low = found.place
      case let found?: (high, other) = (found.place, found)
      case nil: high = middle
      }
    }
    return (codecs.tables(from: low, to: high).first { $0.codec != first.codec } ?? other).start
  }

  /// How many bytes may have a table, which comes each 0.1 s: up to some 2, 20 and 160 million bits a second.
  private static let sizes: [Int64] = [32 << 10, 256 << 10, most]
  private static let most: Int64 = 2 << 20

  /// A table that has the video.
  private struct Table {
    /// Its packet.
    let place: Int64
    /// The packet of the tables that come together with it.
    let start: Int64
    let codec: UInt8
  }

  /// The tables that have the video in a part of the file, in their order.
  private func tables(from first: Int64, to end: Int64) -> [Table] {
    let start = max(0, first)
    let bytes = read(start, Int(clamping: max(0, end - start)))
    guard let phase = TransportShape.phase(of: bytes[...], size: length) else { return [] }
    let lead = Int64(length - TransportShape.length == 4 ? 4 : 0)
    var (maps, tables): (Set<Int>, [Table]) = ([], [])
    var together: Int64?
    for offset in stride(from: phase, through: bytes.count - TransportShape.length, by: length) {
      let number = Int(bytes[offset + 1] & 0x1F) << 8 | Int(bytes[offset + 2])
      guard number < Self.leastOwn || maps.contains(number) else {
        together = nil
        continue
      }
      let place = start + Int64(offset) - lead
      together = together ?? max(0, place)
      guard let section = Self.section(bytes[offset..<offset + TransportShape.length]) else { continue }
      if number == 0 {
        maps.formUnion(Self.programs(section))
      } else if maps.contains(number), let codec = codec(section) {
        tables.append(Table(place: max(0, place), start: together ?? place, codec: codec))
      }
    }
    return tables
  }

  /// Lower PIDs have tables only (table 2-3).
  private static let leastOwn = 0x20

  /// The section that a packet holds completely (2.4.4), without its checksum, which must be right,
  /// and which holds already; nil for any other.
  private static func section(_ packet: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    packet.withUnsafeBytes { bytes in
      let packet = TransportPacket(bytes)
      guard packet.startsPacket, !packet.hasErrors, let pointer = packet.payload.first else { return nil }
      let rest = UnsafeRawBufferPointer(rebasing: packet.payload.dropFirst(1 + Int(pointer)))
      guard rest.count > 8 else { return nil }
      let count = 3 + Int(rest[1] & 0x0F) << 8 + Int(rest[2])
      guard count >= 12, count <= rest.count, rest[5] & 1 == 1,
        av_crc(av_crc_get_table(AV_CRC_32_IEEE), .max, rest.baseAddress, count) == 0
      else { return nil }
      return Array(rest[..<(count - 4)])[...]
    }
  }

  /// Where the maps of the programs are, by a program association section (2.4.4.3).
  private static func programs(_ section: ArraySlice<UInt8>) -> [Int] {
    guard section[0] == 0 else { return [] }
    return stride(from: 8, to: section.count - 3, by: 4).map { Int(section[$0 + 2] & 0x1F) << 8 | Int(section[$0 + 3]) }
  }

  /// The codec of the video in a program map section (2.4.4.8); nil if it is not there, or of a kind without a type of its
  /// own.
  private func codec(_ section: ArraySlice<UInt8>) -> UInt8? {
    guard section[0] == 2, section.count > 12 else { return nil }
    var place = 12 + Int(section[10] & 0x0F) << 8 + Int(section[11])
    while place + 5 <= section.count {
      if Int(section[place + 1] & 0x1F) << 8 | Int(section[place + 2]) == identifier {
        return Self.codecs[section[place]]
      }
      place += 5 + Int(section[place + 3] & 0x0F) << 8 + Int(section[place + 4])
    }
    return nil
  }

  /// The types of coded video, by what FFmpeg decodes alike.
  private static let codecs: [UInt8: UInt8] = [
    0x01: 0x02, 0x02: 0x02, 0x10: 0x10, 0x1B: 0x1B, 0x24: 0x24, 0x33: 0x33, 0xD1: 0xD1, 0xEA: 0xEA,
  ]
}

/// Reads the times of one elementary stream from pieces of a transport or program stream (ISO/IEC 13818-1), without a
/// demuxer.
struct StampReader {
  /// How the bytes are packed.
  private enum Packing {
    /// Transport packets of a fixed size with this identifier.
    case transport(size: Int, identifier: Int)
    /// Packs in which packets with this identifier follow one another (`stream_id`).
    case program(identifier: UInt8)
  }

  /// A time, and where the packet that has it starts.
  struct Stamp: Equatable {
    let place: Int
    /// When it is decoded, in ticks of 90 kHz, of which the file has the lowest 33 bits.
    let ticks: Int64
  }

  private let packing: Packing

  /// Reads the times of a transport stream.
  ///
  /// - Parameters:
  ///   - identifier: the packet identifier.
  ///   - head: some bytes of the file, by which the size of the packets is known.
  /// - Returns: nil if they are not recognised.
  init?(transport identifier: Int32, head: [UInt8]) {
    guard let size = TransportShape.sizes.first(where: { TransportShape.phase(of: head[...], size: $0) != nil }) else {
      return nil
    }
    packing = .transport(size: size, identifier: Int(identifier))
  }

  /// Reads the times of a program stream.
  ///
  /// - Parameter code: the start code of the stream's packets.
  /// - Returns: nil for a stream that is not video: the times of packets inside other streams cannot be read here.
  init?(program code: Int32) {
    guard (0x1E0...0x1EF).contains(code) else { return nil }
    packing = .program(identifier: UInt8(truncatingIfNeeded: code))
  }

  /// The first time in some bytes, which may start anywhere; nil if there is none.
  func first(in bytes: ArraySlice<UInt8>) -> Stamp? {
    switch packing {
    case .transport(let size, let identifier):
      guard let phase = TransportShape.phase(of: bytes, size: size) else { return nil }
      for place in stride(from: phase, through: bytes.endIndex - TransportShape.length, by: size) {
        guard bytes[place] == TransportShape.sync else { return nil }
        if let ticks = Self.ticks(inTransportPacket: bytes[place..<place + TransportShape.length], of: identifier) {
          return Stamp(place: place, ticks: ticks)
        }
      }
    case .program(let identifier):
      var place = bytes.startIndex
      while place <= bytes.endIndex - Self.longestHeader {
        guard bytes[place + 2] <= 1 else {
          place += 3
          continue
        }
        if bytes[place] == 0, bytes[place + 1] == 0, bytes[place + 2] == 1, bytes[place + 3] == identifier,
          let ticks = Self.ticks(inHeader: bytes[place..<place + Self.longestHeader])
        {
          return Stamp(place: place, ticks: ticks)
        }
        place += 1
      }
    }
    return nil
  }

  /// Where the first packet starts in some bytes, so that a demuxer that starts there loses none: the bytes between the
  /// packets of a Blu-ray disc may look like a packet.
  func packetStart(in bytes: ArraySlice<UInt8>) -> Int? {
    switch packing {
    case .transport(let size, _): TransportShape.phase(of: bytes, size: size)
    case .program: bytes.startIndex
    }
  }

  /// The time in a transport packet (2.4.3.2) in which a packet of the elementary stream starts.
  private static func ticks(inTransportPacket packet: ArraySlice<UInt8>, of identifier: Int) -> Int64? {
    let start = packet.startIndex
    let header = (Int(packet[start + 1]) << 8 | Int(packet[start + 2]), packet[start + 3])
    // It is whole, starts a packet, is of this stream, is not scrambled, and has a payload.
    guard header.0 & 0xC000 == 0x4000, header.0 & 0x1FFF == identifier, header.1 & 0xC0 == 0, header.1 & 0x10 != 0
    else {
      return nil
    }
    let payload = start + 4 + (header.1 & 0x20 == 0 ? 0 : 1 + Int(packet[start + 4]))
    guard payload + longestHeader <= packet.endIndex, holdsPictures(packet[payload + 3]) else { return nil }
    return ticks(inHeader: packet[payload...])
  }

  /// Whether a stream_id (table 2-22) is one of pictures: MPEG's own, private ones, extended ones.
  private static func holdsPictures(_ identifier: UInt8) -> Bool {
    (0xE0...0xEF).contains(identifier) || identifier == 0xBD || identifier == 0xFD
  }

  /// The time in the header of a packet (2.4.3.6): when it is decoded, or if that is not given, shown.
  private static func ticks(inHeader header: ArraySlice<UInt8>) -> Int64? {
    let start = header.startIndex
    guard header[start] == 0, header[start + 1] == 0, header[start + 2] == 1, header[start + 6] & 0xC0 == 0x80 else {
      return nil
    }
    let length = Int(header[start + 8])
    switch header[start + 7] >> 6 {
    case 2: return length >= 5 ? stamp(header[(start + 9)...]) : nil
    case 3: return length >= 10 ? stamp(header[(start + 14)...]) : nil
    default: return nil
    }
  }

  /// A time of 33 bits in five bytes, with a marker bit behind each part.
  private static func stamp(_ bytes: ArraySlice<UInt8>) -> Int64? {
    let part = bytes.prefix(5).map { Int64($0) }
    guard part[0] & 1 == 1, part[2] & 1 == 1, part[4] & 1 == 1 else { return nil }
    return (part[0] >> 1 & 7) << 30 | part[1] << 22 | (part[2] >> 1) << 15 | part[3] << 7 | part[4] >> 1
  }

  /// A packet's header up to the end of both times.
  private static let longestHeader = 19
}

import CFFmpeg

/// A palette or a decoder configuration in a packet: a container sends it once, where it changes.
struct PacketSideData: Equatable {
  let kind: AVPacketSideDataType
  let bytes: [UInt8]

  /// The most bytes that are kept: no codec has a larger configuration.
  static let mostBytes = 1 << 20

  static func all(of packet: borrowing Packet) -> [PacketSideData] {
    guard packet.pointer.pointee.side_data_elems > 0 else { return [] }
    var settings: [PacketSideData] = []
    for kind in [AV_PKT_DATA_PALETTE, AV_PKT_DATA_NEW_EXTRADATA] {
      var size = 0
      guard let data = av_packet_get_side_data(packet.pointer, kind, &size), (1...mostBytes).contains(size) else {
        continue
      }
      settings.append(PacketSideData(kind: kind, bytes: Array(UnsafeBufferPointer(start: data, count: size))))
    }
    return settings
  }

  /// Adds it to a packet that does not have its own (`av_packet_new_side_data`).
  func attach(to packet: borrowing Packet) {
    guard av_packet_get_side_data(packet.pointer, kind, nil) == nil,
      let data = av_packet_new_side_data(packet.pointer, kind, bytes.count)
    else { return }
    for (offset, byte) in bytes.enumerated() { data[offset] = byte }
  }
}

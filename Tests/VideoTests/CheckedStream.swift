import CFFmpeg
import Testing
@testable import Video

/// A packet with the bytes of a codec, as input of an order check.
struct CheckedPacket {
  let bytes: [UInt8]
  let presentation: Int64?
  /// If nil, one tick after the previous packet.
  var decode: Int64?
  private(set) var flags: Int32 = 0
  private(set) var isMissing = false

  init(_ bytes: [UInt8], at presentation: Int64?, decode: Int64? = nil) {
    self.bytes = bytes
    self.presentation = presentation
    self.decode = decode
  }

  var corrupt: CheckedPacket { with { $0.flags |= AV_PKT_FLAG_CORRUPT } }
  var discarded: CheckedPacket { with { $0.flags |= AV_PKT_FLAG_DISCARD } }
  /// Beyond the end of a file that is cut off.
  var missing: CheckedPacket { with { $0.isMissing = true } }

  private func with(_ change: (inout CheckedPacket) -> Void) -> CheckedPacket {
    var packet = self
    change(&packet)
    return packet
  }
}

/// A stream whose packets are processed like those of a file: their order is read, and checked.
struct CheckedStream {
  private let classifier: KeyframeClassifier
  private var orders: PictureOrderReader?
  private var check: OrderCheck
  private var clock: Int64 = 0

  /// - Parameter fall: ticks by which decode timestamps must fall to start anew.
  init(_ codec: AVCodecID, configuration: [UInt8] = [], fall: Int64 = 100) {
    classifier = withParameters(of: codec, configuration: configuration) { KeyframeClassifier($0) }
    orders = withParameters(of: codec, configuration: configuration) { PictureOrderReader($0) }
    check = withParameters(of: codec, configuration: configuration) { OrderCheck($0, fall: fall) }
  }

  /// The packets, by their positions, whose timestamps contradict those before them.
  static func contradictions(
    _ packets: [CheckedPacket], _ codec: AVCodecID, configuration: [UInt8] = [], fall: Int64 = 100
  ) throws -> [Int] {
    var stream = CheckedStream(codec, configuration: configuration, fall: fall)
    var found: [Int] = []
    for (place, packet) in packets.enumerated() {
      let isContradicted = try stream.isContradicted(by: packet)
      if isContradicted { found.append(place) }
    }
    return found
  }

  /// Whether all of the packets had a count (`OrderCheck.isCounted`).
  static func isCounted(_ packets: [CheckedPacket], _ codec: AVCodecID, configuration: [UInt8] = []) throws -> Bool {
    var stream = CheckedStream(codec, configuration: configuration)
    for packet in packets { _ = try stream.isContradicted(by: packet) }
    return stream.check.isCounted
  }

  /// The table of the packets.
  static func table(_ packets: [CheckedPacket], _ codec: AVCodecID, configuration: [UInt8] = []) throws -> PacketTable {
    var stream = CheckedStream(codec, configuration: configuration)
    var table = PacketTable(startsAtBeginning: true, orderCheck: stream.check)
    for packet in packets { table.append(try stream.record(of: packet)) }
    table.finish(isClean: true)
    table.arrange(jump: nil)
    return table
  }

  private mutating func isContradicted(by checked: CheckedPacket) throws -> Bool {
    check.isContradicted(by: try record(of: checked))
  }

  private mutating func record(of checked: CheckedPacket) throws -> PacketRecord {
    let packet = try Packet()
    try #require(av_new_packet(packet.pointer, Int32(checked.bytes.count)) == 0)
    for (index, byte) in checked.bytes.enumerated() { packet.pointer.pointee.data[index] = byte }
    clock = checked.decode ?? clock + 1
    packet.pointer.pointee.pts = checked.presentation ?? FG_NO_TIMESTAMP
    packet.pointer.pointee.dts = clock
    packet.pointer.pointee.flags = checked.flags
    let order = checked.isMissing ? nil : orders?.order(of: packet.bytes)
    return PacketRecord(packet, classifier: classifier, isMissing: checked.isMissing, order: order)
  }
}

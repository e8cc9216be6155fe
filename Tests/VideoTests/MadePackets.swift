import CFFmpeg
import Testing
import Timeline
@testable import Video

/// Passes the codec parameters of a stream, with the configuration of its container, to a body.
func withParameters<Result>(
  of codec: AVCodecID, configuration: [UInt8] = [], _ body: (AVCodecParameters) -> Result
) -> Result {
  var configuration = configuration
  return configuration.withUnsafeMutableBufferPointer { buffer in
    var parameters = AVCodecParameters()
    parameters.codec_id = codec
    parameters.extradata = buffer.baseAddress
    parameters.extradata_size = Int32(buffer.count)
    return body(parameters)
  }
}

/// A classifier as it is made for a stream of this codec, with the configuration record of its container.
func classifier(_ codec: AVCodecID, configuration: [UInt8] = []) -> KeyframeClassifier {
  withParameters(of: codec, configuration: configuration) { KeyframeClassifier($0) }
}

extension KeyframeClassifier {
  func traits(of bytes: [UInt8], isFlagged: Bool = false) -> Traits {
    bytes.withUnsafeBytes { traits(of: $0, isFlagged: isFlagged) }
  }
}

/// Puts `00 00 01` in front of each NAL unit.
func withStartCodes(_ units: [[UInt8]]) -> [UInt8] {
  units.flatMap { [0, 0, 1] + $0 }
}

/// Puts its length in front of each NAL unit, in this many bytes.
func withLengths(_ units: [[UInt8]], size: Int) -> [UInt8] {
  units.flatMap { unit in
    (0..<size).reversed().map { UInt8(truncatingIfNeeded: unit.count >> (8 * $0)) } + unit
  }
}

/// A packet like one from a demuxer, from which a record is made.
struct MadePacket {
  var presentation: Int64?
  var decode: Int64?
  var isKey = false
  var isDiscarded = false
  var isCorrupt = false
  var duration: Int64 = 0
  var position: Int64 = -1
  var field: CodedField?
  var startsFrame = false
  /// The NAL units of an HEVC packet; without them the packet is of SVQ1, whose keyframe flag is used.
  var hevc: [[UInt8]]?

  /// A packet shown at a tick; decoded at the same one unless `decode` is given.
  init(_ presentation: Int64?, decode: Int64? = nil, key: Bool = false, duration: Int64 = 0) {
    self.presentation = presentation
    self.decode = decode ?? presentation
    isKey = key
    self.duration = duration
  }

  /// An HEVC picture of one slice whose NAL unit is of this type (ITU-T H.265, 7.3.1.2).
  init(_ presentation: Int64, hevcType type: UInt8) {
    self.init(presentation)
    hevc = [[type << 1, 1, 0x80]]
  }

  var discarded: MadePacket {
    var packet = self
    packet.isDiscarded = true
    return packet
  }

  func at(_ position: Int64) -> MadePacket {
    var packet = self
    packet.position = position
    return packet
  }

  func record() throws -> PacketRecord {
    let packet = try Packet()
    // A packet without bytes would not be a picture.
    let bytes = hevc.map(withStartCodes) ?? [0]
    try #require(av_new_packet(packet.pointer, Int32(bytes.count)) == 0)
    for (index, byte) in bytes.enumerated() { packet.pointer.pointee.data[index] = byte }
    packet.pointer.pointee.pts = presentation ?? FG_NO_TIMESTAMP
    packet.pointer.pointee.dts = decode ?? FG_NO_TIMESTAMP
    packet.pointer.pointee.duration = duration
    packet.pointer.pointee.pos = position
    var flags: Int32 = 0
    if isKey { flags |= AV_PKT_FLAG_KEY }
    if isDiscarded { flags |= AV_PKT_FLAG_DISCARD }
    if isCorrupt { flags |= AV_PKT_FLAG_CORRUPT }
    packet.pointer.pointee.flags = flags
    return PacketRecord(
      packet, classifier: classifier(hevc == nil ? AV_CODEC_ID_SVQ1 : AV_CODEC_ID_HEVC), field: field,
      startsFrame: startsFrame)
  }
}

/// The table of packets in the order of the file.
func table(
  _ packets: [MadePacket], startsAtBeginning: Bool = true, isComplete: Bool = true,
  jump: (back: Int64, forward: Int64)? = nil
) throws -> PacketTable {
  var table = PacketTable(startsAtBeginning: startsAtBeginning)
  for packet in packets { table.append(try packet.record()) }
  if isComplete { table.finish(isClean: true) }
  table.arrange(jump: jump)
  return table
}

/// The time base of these seconds per tick.
func tick(_ numerator: Int64, _ denominator: Int64) throws -> TimeBase {
  try #require(TimeBase(numerator, denominator))
}

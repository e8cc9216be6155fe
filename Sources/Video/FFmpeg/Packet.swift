import CFFmpeg

/// One packet's storage, reused for each packet that is read; freed by `av_packet_free`.
struct Packet: ~Copyable {
  let pointer: UnsafeMutablePointer<AVPacket>

  init() throws(VideoError) {
    guard let pointer = av_packet_alloc() else { throw VideoError("reading packets", .limit(.memory)) }
    self.pointer = pointer
  }

  deinit {
    var pointer: UnsafeMutablePointer<AVPacket>? = pointer
    av_packet_free(&pointer)
  }

  /// Another packet of the same bytes (`av_packet_clone`).
  init(copying other: borrowing Packet) throws(VideoError) {
    guard let pointer = av_packet_clone(other.pointer) else { throw VideoError("reading packets", .limit(.memory)) }
    self.pointer = pointer
  }

  /// Removes ranges of its bytes, given in ascending order (`av_packet_make_writable`, `av_shrink_packet`).
  func cut(_ ranges: [Range<Int>]) throws(VideoError) {
    guard av_packet_make_writable(pointer) >= 0 else { throw VideoError("decoding", .limit(.memory)) }
    let bytes = UnsafeMutableRawBufferPointer(start: pointer.pointee.data, count: bytes.count)
    var (end, next) = (0, 0)
    for range in ranges + [bytes.count..<bytes.count] where range.lowerBound >= next && range.upperBound <= bytes.count
    {
      let kept = UnsafeRawBufferPointer(rebasing: bytes[next..<range.lowerBound])
      UnsafeMutableRawBufferPointer(rebasing: bytes[end...]).copyMemory(from: kept)
      end += range.lowerBound - next
      next = range.upperBound
    }
    av_shrink_packet(pointer, Int32(clamping: end))
  }

  /// Adds bytes of ones behind a slice of HEVC, if one is its last unit (`av_grow_packet`).
  func lengthen() throws(VideoError) {
    let count = bytes.count
    let last = bytes.indices.dropLast(3).last { bytes[$0...].starts(with: [0, 0, 1]) }
    guard let last, bytes[last + 3] >> 1 & 63 < 32 else { return }
    guard av_grow_packet(pointer, Self.addedBytes) >= 0 else { throw VideoError("decoding", .limit(.memory)) }
    memset(pointer.pointee.data + count, 0xFF, Int(Self.addedBytes))
  }

  private static let addedBytes: Int32 = 64

  /// Marks it as one that lacks bytes, or takes that back (`AV_PKT_FLAG_CORRUPT`).
  func mark(asBroken isBroken: Bool) {
    if isBroken { pointer.pointee.flags |= AV_PKT_FLAG_CORRUPT } else { pointer.pointee.flags &= ~AV_PKT_FLAG_CORRUPT }
  }

  /// Drops what the packet holds (`av_packet_unref`); its storage stays.
  func clear() { av_packet_unref(pointer) }

  /// Takes what another packet holds (`av_packet_move_ref`).
  func take(from other: borrowing Packet) {
    clear()
    av_packet_move_ref(pointer, other.pointer)
  }

  var bytes: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: pointer.pointee.data, count: Int(max(0, pointer.pointee.size)))
  }

  /// Whether the container calls it a keyframe (`AV_PKT_FLAG_KEY`).
  var isKeyframe: Bool { pointer.pointee.flags & AV_PKT_FLAG_KEY != 0 }

  /// Whether its bytes are encrypted by Common Encryption (ISO/IEC 23001-7).
  var isEncrypted: Bool { av_packet_get_side_data(pointer, AV_PKT_DATA_ENCRYPTION_INFO, nil) != nil }

  /// Whether the container's table lists it as a keyframe (`avformat_index_get_entry_from_timestamp`).
  func isListedKeyframe(of stream: UnsafeMutablePointer<AVStream>) -> Bool {
    let time = pointer.pointee.dts
    guard time != FG_NO_TIMESTAMP,
      let entry = avformat_index_get_entry_from_timestamp(stream, time, AVSEEK_FLAG_ANY)?.pointee
    else { return false }
    return entry.timestamp == time && entry.flags & AVINDEX_KEYFRAME != 0
  }

  /// The coded picture of the alpha plane that Matroska stores with a packet (RFC 9559, BlockAdditional): an ID of 8
  /// bytes, which is 1, and the picture; nil without one.
  var alphaPlane: UnsafeRawBufferPointer? {
    var size = 0
    guard let data = av_packet_get_side_data(pointer, AV_PKT_DATA_MATROSKA_BLOCKADDITIONAL, &size), size > 8 else {
      return nil
    }
    let bytes = UnsafeRawBufferPointer(start: data, count: size)
    guard bytes[..<8].elementsEqual([0, 0, 0, 0, 0, 0, 0, 1]) else { return nil }
    return UnsafeRawBufferPointer(rebasing: bytes[8...])
  }
}

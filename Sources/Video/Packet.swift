import CFFmpeg

/// One packet's storage, used again for each packet that is read; freed by `av_packet_free`.
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

  /// Drops what the packet holds (`av_packet_unref`); its storage stays.
  func clear() { av_packet_unref(pointer) }

  var bytes: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: pointer.pointee.data, count: Int(max(0, pointer.pointee.size)))
  }
}

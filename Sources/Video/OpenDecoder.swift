import CFFmpeg

/// A decoder that is kept from one run to the next, and the depth of reordering that it was opened for.
final class OpenDecoder {
  let decoder: Decoder
  let depth: Int
  let threads: Int32

  init(_ decoder: consuming Decoder, depth: Int, threads: Int32) {
    self.threads = threads
    self.decoder = decoder
    self.depth = depth
  }
}

extension PacketReader {
  /// Opens a new decoder for the chosen stream.
  func makeDecoder(reorderDepth: Int, threads: Int32, limits: Limits) throws(VideoError) -> Decoder {
    guard let stream, let parameters = stream.pointee.codecpar else {
      throw VideoError("opening the decoder", .noVideoStream)
    }
    return try Decoder(
      parameters, timeBase: stream.pointee.time_base, alphaMode: demuxer.hasAlphaMode(streamIndex),
      reorderDepth: reorderDepth, threads: threads, limits: limits)
  }
}

import CFFmpeg
import Timeline

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

extension FrameFinder {
  /// Starting threads and keeping more pictures costs what decoding a few does; it pays from some forty on.
  static func threads(for frames: [Int], from start: Int, in table: borrowing PacketTable) -> Int32 {
    let last = frames.map { table.presentationOrder[$0] }.max() ?? start
    return last - start < 48 ? 1 : OngoingDecode.threads
  }

  /// Frames per second as the coded stream has it, once something was decoded; nil where it says nothing.
  var codedRate: Rational? { decoding?.decoder.frameRate }

  /// The decoder in use, or a new one if that was opened for another depth of reordering, or other threads, or if it does
  /// not forget what it decoded before.
  ///
  /// - Parameter isPrimed: whether decoding starts somewhere else than at the first keyframe.
  func openDecoder(depth: Int, threads: Int32 = 1, isPrimed: Bool = true) throws(VideoError) -> OpenDecoder {
    if let decoding, decoding.depth == depth, decoding.threads == threads, decoding.decoder.forgets {
      return decoding
    }
    let opened = OpenDecoder(
      try makeDecoder(depth: depth, threads: threads, isPrimed: isPrimed), depth: depth, threads: threads)
    decoding = opened
    return opened
  }

  func makeDecoder(depth: Int, threads: Int32, isPrimed: Bool) throws(VideoError) -> Decoder {
    let decoder = try reader.makeDecoder(reorderDepth: depth, threads: threads, limits: limits)
    if isPrimed { try (reader.primer ?? primer)?.prime(decoder) }
    return decoder
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
      reorderDepth: reorderDepth, threads: threads, limits: limits, journal: journal)
  }
}

import CFFmpeg

/// A decoder that is kept from one run to the next, with the reorder depth for which it was opened.
final class OpenDecoder {
  let decoder: Decoder
  let depth: Int
  let threads: Int32
  /// Whether nothing was decoded with it yet.
  var isFresh = true

  init(_ decoder: consuming Decoder, depth: Int, threads: Int32) {
    self.threads = threads
    self.decoder = decoder
    self.depth = depth
  }
}

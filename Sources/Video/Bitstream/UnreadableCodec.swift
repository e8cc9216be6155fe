/// What FFmpeg opens, but cannot decode, or takes for something else.
enum UnreadableCodec {
  /// Whether it is a WebP file with an animation, which FFmpeg's decoder does not support (RFC 9649, 2.7: a VP8X chunk
  /// with the animation bit).
  static func isAnimatedWebP(reading read: MovieBoxes.Read) -> Bool {
    let head = read(0, 21)
    return head.count == 21 && head[..<4].elementsEqual("RIFF".utf8) && head[8..<16].elementsEqual("WEBPVP8X".utf8)
      && head[20] & 2 != 0
  }

  /// The codec that the first tag of the video of an FLV file names by four letters (enhanced RTMP); nil if it is an
  /// ordinary one. FFmpeg reads them since version 6.1.
  static func ofEnhancedFLV(reading read: MovieBoxes.Read) -> String? {
    // The header of 9 bytes, and the length of the tag before, 0.
    var place: Int64 = 13
    for _ in 0..<mostTags {
      let head = read(place, 16)
      guard head.count == 16 else { return nil }
      if head[0] & 0x1F == 9 {
        guard head[11] & 0x80 != 0, head[12..<16].allSatisfy({ (0x20..<0x7F).contains($0) }) else { return nil }
        return String(decoding: head[12..<16], as: UTF8.self)
      }
      place += 15 + head[1..<4].reduce(Int64(0)) { $0 << 8 | Int64($1) }
    }
    return nil
  }

  /// More tags than precede the first one of a video.
  private static let mostTags = 256
}

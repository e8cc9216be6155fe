import CFFmpeg
public import Timeline

/// Whether the pictures that packets promise can be had at all.
extension VideoFile {
  /// The whole timeline, of a stream that this FFmpeg can decode.
  ///
  /// - Throws: `VideoError`: `noDecoder`, `refusedByDecoder`, `encrypted`, `noFrames` when not one of the first keyframes
  ///   gives a picture, and as `timeline` does.
  public func decodableTimeline() throws(VideoError) -> FrameTable {
    while true {
      let timeline = try timeline(.whole)
      let revision = revision
      try requireDecodable(timeline)
      // A picture may show that the timeline is another one.
      if self.revision == revision { return timeline }
    }
  }

  /// How many keyframes are tried before a stream is given up: damage may have spoilt some of them.
  private static let mostTries = 8

  private func requireDecodable(_ timeline: FrameTable) throws(VideoError) {
    if isEncrypted { throw VideoError("decoding", .encrypted) }
    _ = try finder.openDecoder(depth: finder.countingDepth)
    // What was counted has been decoded.
    guard !isCounted else { return }
    var isFound = false
    // An edit list may hide the keyframe of the first frame.
    let keyframes = timeline.frames.indices.lazy.filter { timeline.frames[$0].isKeyframe && $0 > 0 }
    for place in [0] + keyframes.prefix(Self.mostTries) where timeline.frames[place].isDecodable {
      deadline.restart()
      _ = try pictures(of: [place], in: .main) { _, _ in isFound = true }
      if isFound || isCounted { return }
    }
    throw VideoError("decoding", .noFrames)
  }
}

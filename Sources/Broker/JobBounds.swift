package import FrameGrabbing

/// The most that a job may hand over, known beforehand: a worker that was taken over would not stop by itself.
package struct JobBounds {
  /// What a job finds besides pictures.
  package enum Show: Hashable, Sendable {
    /// A description of the video.
    case description
    /// All frames.
    case timeline
    /// Small pictures of at most so many frames.
    case thumbnails
    /// The seeks of a replay.
    case seeks
  }

  /// The most frames.
  let mostFrames: Int
  /// How many moments there are, if each gives one frame or one failure; nil if some may give several.
  let moments: Int?
  /// Whether the first failure ends the job.
  let stopsAtFailure: Bool
  /// The names of moments that may be in file names.
  let names: MomentNames
  /// Whether nothing is decoded, and whether pictures are only examined.
  let isDryRun: Bool
  let isOnlyExamined: Bool
  /// What it hands over besides pictures.
  let shows: Set<Show>
  /// The bytes of the video.
  let byteCount: Int64

  /// The bounds of a job.
  ///
  /// - Parameters:
  ///   - moments: The frames that are wanted; nil for a job that reports none.
  ///   - options: How they are written.
  ///   - shows: What else is wanted.
  ///   - byteCount: The bytes of the video: no video has more frames than bytes.
  package init(moments: [Moment]?, _ options: GrabOptions, shows: Set<Show> = [], byteCount: Int64) {
    // Evenly spaced moments may give the same frame several times.
    let most = options.choice.repeatsFrames ? 1 << 40 : max(1, Int(clamping: byteCount))
    mostFrames = moments.map { $0.mostFrames(atMost: most) } ?? (shows.contains(.seeks) ? most : 0)
    // Joined pictures may fail as a whole, with one error.
    self.moments = moments.flatMap {
      options.joinsPictures || $0.contains(where: \.mayGiveSeveral) ? nil : $0.count
    }
    stopsAtFailure = options.stopsAtFailure
    names = MomentNames(moments ?? [])
    isDryRun = options.isDryRun
    if case .nowhere = options.output.destination { isOnlyExamined = true } else { isOnlyExamined = false }
    (self.shows, self.byteCount) = (shows, byteCount)
  }
}

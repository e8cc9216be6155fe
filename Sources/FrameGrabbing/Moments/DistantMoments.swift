import Timeline
import Video

/// Moments of a long video that lie far apart, each looked up where it is.
struct DistantMoments: MomentResolver {
  let lookup: FrameLookup

  /// So far apart, in seconds, moments have a keyframe between them more often than not.
  private static let leastStep = Rational(10)
  /// Each place that is looked up is remembered.
  private static let mostMoments: Int64 = 1000
  /// Packets that are read to look up a moment, on the average, before the whole timeline is read instead: a video with
  /// few keyframes is cheaper to read once.
  private static let mostPackets = 1000
  /// How many moments' packets may be read before the average counts.
  private static let patience = 16

  /// The frames of a series over the whole video, each once; nil where only the whole timeline tells them, or tells them
  /// sooner.
  ///
  /// - Throws: `GrabError` for a limit that is reached. Whatever else is in the way, the whole timeline tells better.
  func frames(of moment: Moment) throws(GrabError) -> FoundFrames.FrameSet? {
    guard lookup.options.span == TimeSpan(), lookup.looksAround, !lookup.knowsTimecode, !lookup.movesFrames else {
      return nil
    }
    switch moment.kind {
    case .every(let step) where step >= Self.leastStep: break
    case .count: break
    default: return nil
    }
    do throws(VideoError) {
      return try series(of: moment).map { .scattered($0) }
    } catch {
      if case .limit = error.fault { throw GrabError(lookup.path, .video(error)) }
      return nil
    }
  }

  private func series(of moment: Moment) throws(VideoError) -> [PlannedFrame]? {
    let video = lookup.video
    guard let end = try video.distantEnd(), let series = moment.series(from: .zero, to: end),
      series.step >= Self.leastStep, series.count <= Self.mostMoments
    else { return nil }
    // The head of the timeline is known, and is not to grow: that would be done again for each moment.
    let head = try video.timeline(.throughFrame(0)).count
    var frames: [PlannedFrame] = []
    for number in 0..<series.count {
      guard let time = series.time(number) else { return nil }
      let part = try video.lookUp(around: time)
      let allowed = Self.mostPackets * (Int(number) + Self.patience)
      guard part.stretch != .main || part.table.count == head, video.lookedUpPackets <= allowed,
        let found = try? part.table.resolve(.time(time), nearest: lookup.options.isNearest, bounds: .clamp),
        let frame = try? lookup.planned(
          PlannedFrame.Asking(series.text(number), .time(time), resolved: time), found.index, part)
      else { return nil }
      if frame.timestamp != frames.last?.timestamp { frames.append(frame) }
    }
    return frames
  }
}

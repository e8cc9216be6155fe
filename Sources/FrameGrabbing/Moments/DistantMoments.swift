import Timeline
import Video

/// Moments of a long video that lie far apart, each looked up where it is.
extension GrabPlan {
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
  func scattered(_ moment: Moment) throws -> FoundFrames.FrameSet? {
    guard options.span == TimeSpan(), looksAround, !knowsTimecode, !movesFrames else { return nil }
    switch moment.kind {
    case .every(let step) where step >= Self.leastStep: break
    case .count: break
    default: return nil
    }
    defer { video.deadline.restart() }
    guard let end = try video.distantEnd(), let series = moment.series(from: .zero, to: end),
      series.step >= Self.leastStep, series.count <= Self.mostMoments
    else { return nil }
    // The head of the timeline is known, and is not to grow: that would be done again for each moment.
    let head = try video.timeline(.throughFrame(0)).count
    var frames: [PlannedFrame] = []
    for number in 0..<series.count {
      video.deadline.restart()
      guard let time = series.time(number) else { return nil }
      let (table, stretch) = try video.neighbourhood(of: time)
      let allowed = Self.mostPackets * (Int(number) + Self.patience)
      guard stretch != .main || table.count == head, video.lookedUpPackets <= allowed else { return nil }
      let index = try table.resolve(.time(time), nearest: options.isNearest, bounds: .clamp).index
      let asking = PlannedFrame.Asking(series.text(number), .time(time), resolved: time)
      let frame = try planned(asking, index, table, stretch)
      if frame.timestamp != frames.last?.timestamp { frames.append(frame) }
    }
    return .scattered(frames)
  }
}

import Timeline
import Video

/// Moments of a long video that are far apart, each looked up from the packets around it.
struct DistantMoments: MomentResolver {
  let lookup: FrameLookup

  /// Moments this far apart, in seconds, usually have a keyframe between them.
  private static let leastStep = Rational(10)
  /// The most moments, since every lookup is kept in memory.
  private static let mostMoments: Int64 = 1000
  /// The average number of packets read per lookup above which the whole timeline is read instead: a video with
  /// few keyframes is cheaper to read once.
  private static let mostPackets = 1000
  /// How many moments are looked up before the average is checked.
  private static let patience = 16

  /// The frames of a series over the whole video, each once; nil if only the whole timeline gives them, or gives them
  /// faster.
  ///
  /// - Throws: `GrabError` for a limit that is reached. For any other error the whole timeline is tried instead.
  func frames(of moment: Moment) throws(GrabError) -> FoundFrames.FrameSet? {
    guard lookup.options.choice.span == TimeSpan(), lookup.looksAround, !lookup.knowsTimecode, !lookup.movesFrames
    else {
      return nil
    }
    switch moment.kind {
    case .every(let step) where step >= Self.leastStep: break
    case .count: break
    default: return nil
    }
    do throws(VideoError) {
      return try series(of: moment).map { .scattered($0, of: $1) }
    } catch {
      if case .limit = error.fault { throw GrabError(lookup.path, .video(error)) }
      return nil
    }
  }

  private func series(of moment: Moment) throws(VideoError) -> ([PlannedFrame], TimeSeries)? {
    let video = lookup.video
    guard let end = try video.distantEnd(),
      let series = moment.series(from: .zero, to: end, inMiddles: lookup.options.pixels.sheet != nil),
      series.step >= Self.leastStep, series.count <= Self.mostMoments
    else { return nil }
    // While the known beginning does not grow, each moment is looked up by seeking, and nothing is read twice.
    let head = try video.timeline(.throughFrame(0)).count
    var frames: [PlannedFrame] = []
    for number in 0..<series.count {
      guard let time = series.time(number) else { return nil }
      let part = try video.lookUp(around: time)
      let allowed = Self.mostPackets * (Int(number) + Self.patience)
      guard part.stretch != .main || part.table.count == head, video.lookedUpPackets <= allowed,
        let found = try? part.table.resolve(.time(time), nearest: lookup.options.choice.isNearest, bounds: .clamp),
        let frame = try? lookup.planned(
          PlannedFrame.Asking(series.text(number), .time(time), resolved: time), found.index, part)
      else { return nil }
      if frame.timestamp != frames.last?.timestamp || lookup.options.choice.repeatsFrames { frames.append(frame) }
    }
    return (frames, series)
  }
}

import Files
import Timeline
import Video

/// Turns requested moments into frames of one video.
struct GrabPlan {
  private let lookup: FrameLookup
  private let single: SingleMoments

  /// Prepares for the moments of one run over a video that was opened under this name.
  ///
  /// - Parameter looksAround: Whether moments may be looked up from the packets around them, and not only in the
  ///   timeline from the first frame on.
  init(_ video: VideoFile, path: Path, options: GrabOptions, looksAround: Bool = true) {
    lookup = FrameLookup(video, path: path, options: options, looksAround: looksAround)
    single = SingleMoments(lookup: lookup)
  }

  /// Resolves each moment independently: a failure of one does not affect the others.
  func resolve(_ moments: [Moment]) -> FoundFrames {
    if moments.count == 1, let alone = Self.result({ () throws(GrabError) in try distant(moments[0]) }) {
      return FoundFrames(sets: [alone], main: nil)
    }
    do throws(VideoError) {
      try lookup.read(for: moments)
    } catch {
      let failure = GrabError(lookup.path, .video(error))
      return FoundFrames(sets: moments.map { _ in .failure(failure) }, main: nil)
    }
    let resolvers: [any MomentResolver] = [single, SpannedMoments(lookup: lookup)]
    let sets = moments.map { moment in
      Self.result { () throws(GrabError) in
        for resolver in resolvers { if let frames = try resolver.frames(of: moment) { return frames } }
        return nil
      } ?? .success(.listed([]))
    }
    return FoundFrames(sets: sets, main: lookup.main)
  }

  private func distant(_ moment: Moment) throws(GrabError) -> FoundFrames.FrameSet? {
    try DistantMoments(lookup: lookup).frames(of: moment)
  }

  private static func result(
    _ body: () throws(GrabError) -> FoundFrames.FrameSet?
  ) -> Result<FoundFrames.FrameSet, GrabError>? {
    do throws(GrabError) {
      return try body().map { .success($0) }
    } catch {
      return .failure(error)
    }
  }

  /// Everything about one of a moment's frames.
  func frame(_ position: Int, in frames: FoundFrames.FrameSet, of moment: Moment) throws(GrabError) -> PlannedFrame {
    switch frames {
    case .single(let frame): return frame
    case .scattered(let frames):
      guard frames.indices.contains(position) else { throw lookup.fault(.outOfRange, moment.text, nil) }
      return frames[position]
    case .times(let list, _): return try single.frame(ofTime: position, in: list)
    case .cutShort(let frames, let error):
      guard position < frames.count else { throw error }
      return try frame(position, in: frames, of: moment)
    case .spaced, .listed:
      guard let place = frames.mainPlace(position) else { throw lookup.fault(.outOfRange, moment.text, nil) }
      return try lookup.planned(PlannedFrame.Asking(moment.text), place, try lookup.known())
    case .series(let series, let numbers, _):
      guard numbers.indices.contains(position), let time = series.time(numbers[position]) else {
        throw lookup.fault(.tooFine, moment.text, nil)
      }
      let text = series.text(numbers[position])
      guard let place = frames.mainPlace(position) else { return try single.frame(at: .time(time), text) }
      return try lookup.planned(PlannedFrame.Asking(text, .time(time), resolved: time), place, try lookup.known())
    }
  }

  /// Why a frame that was found before is unavailable.
  func fault(_ error: MomentError, _ text: String) -> GrabError { lookup.fault(error, text, nil) }
}

import Files
import Timeline
import Video

/// Turns requested moments into frames of one video.
struct GrabPlan {
  let lookup: FrameLookup
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
      } ?? .success(.listed([], from: nil))
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
    case .scattered(let frames, _):
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

  // MARK: Pieces of the timeline

  /// Where the piece of a moment's frame begins, in seconds from t = 0: in a series at the part's start, else at the
  /// moment or the frame's start; nil for a frame that is not in the video.
  ///
  /// - Parameter end: the end of the last part: a moment there, or behind it, gives the last frame, from its own start on.
  func pieceStart(
    _ position: Int, in frames: FoundFrames.FrameSet, of moment: Moment, before end: Rational
  ) -> Rational? {
    func start(_ place: Int) -> Rational? { try? lookup.known().table.time(ofFrame: place) }
    switch frames {
    case .single(let frame): return frame.pieceStart(before: end)
    case .times(let list, _): return (try? single.frame(ofTime: position, in: list))?.pieceStart(before: end)
    case .series(let series, let numbers, _):
      return numbers.indices.contains(position) ? series.border(numbers[position]) : nil
    case .scattered(_, let series): return series.border(Int64(position))
    case .spaced(let first, _, let step): return start(first + position * step)
    case .listed(let places, let origins): return start((origins ?? places)[position])
    case .cutShort(let frames, _):
      return position < frames.count ? pieceStart(position, in: frames, of: moment, before: end) : nil
    }
  }

  /// Where the part of a frame in a series ends, in seconds from t = 0; nil for other moments.
  func partEnd(_ position: Int, in frames: FoundFrames.FrameSet) -> Rational? {
    switch frames {
    case .series(let series, let numbers, _):
      numbers.indices.contains(position) ? series.border(numbers[position] + 1) : nil
    case .scattered(_, let series): series.border(Int64(position) + 1)
    case .cutShort(let frames, _): partEnd(position, in: frames)
    case .single, .times, .spaced, .listed: nil
    }
  }

  /// The end of the last piece, in seconds from t = 0, and the end that the container states, if the piece ends the
  /// video.
  func lastEnd(of found: FoundFrames) throws(GrabError) -> (end: Rational, statedEnd: Rational?) {
    let span = lookup.options.choice.span
    let stated = span.to == nil ? lookup.video.statedEnd : nil
    for case .success(let frames) in found.sets {
      switch frames {
      case .series(let series, _, _), .scattered(_, let series):
        if let end = series.border(series.count) { return (end, stated) }
      default: break
      }
    }
    if span.to != nil {
      let bounds = lookup.options.choice.bounds
      let (times, _) = try lookup.ask("--to") { table throws(MomentError) in try table.times(of: span, bounds: bounds) }
      return (times.to, nil)
    }
    return (try lookup.videoEnd(), stated)
  }

  /// Why a frame that was found before is unavailable.
  func fault(_ error: MomentError, _ text: String) -> GrabError { lookup.fault(error, text, nil) }
}

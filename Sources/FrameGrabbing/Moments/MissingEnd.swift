import Timeline
import Video

/// Errors for moments at missing frames of a file that is cut off.
extension FrameLookup {
  /// Refuses a moment in the gap of such a file, even with `--clamp` and `--nearest`, which would give the frame before
  /// it.
  func refuseMissingPart(
    _ time: TimeSpecification, _ resolution: FrameTable.Resolution, _ text: String, _ part: TimelinePart
  ) throws(GrabError) {
    switch time {
    case .frame(let index): try refuseMissing(index, text, part.table)
    case .timecode: break
    case .start, .time, .ticks, .percent, .beforeEnd, .end:
      guard let asked = resolution.asked else { return }
      // If the full length is unknown, the end is that of the last frame in the file.
      if asked == part.table.end, !part.table.lacksEnd, time.needsWholeTimeline { return }
      try refuseMissingPart(asked, resolution.index, text, part)
    }
  }

  /// The same for an index: one after the last frame, one behind a gap, and any that is counted from a missing end.
  func refuseMissing(_ index: Int64, _ text: String, _ table: FrameTable) throws(GrabError) {
    let isBeyond = index < 0 ? table.lacksEnd : index >= Int64(table.count)
    guard table.isComplete, video.isCutOff else { return }
    if isBeyond { throw endsEarly(text, table) }
    let place = index < 0 ? Int64(table.count) + index : index
    if let before = frameBeforeGap(in: table), place > before {
      throw endsEarly(text, table, lacking: table.time(ofFrame: before))
    }
  }

  /// The same for a time in seconds from t = 0 that selected the frame at this position.
  func refuseMissingPart(_ asked: Rational, _ place: Int, _ text: String, _ part: TimelinePart) throws(GrabError) {
    let table = part.table
    if table.isComplete, video.isCutOff, let end = table.end, asked > end { throw endsEarly(text, try whole().table) }
    guard let tick = asked.adding(table.origin).flatMap({ table.timeBase.lastTick(atOrBefore: $0) }),
      video.endsBefore(tick: tick, frame: place, in: table, of: part.stretch)
    else { return }
    // The error has the frame's index, which only the whole timeline gives.
    throw endsEarly(text, try whole().table, lacking: asked)
  }

  /// Refuses a time for which the frame with the nearest start may be the first one that is missing.
  func refuseNearerMissing(
    _ resolution: FrameTable.Resolution, _ text: String, _ table: FrameTable
  ) throws(GrabError) {
    guard table.isComplete, resolution.index == table.count - 1, let asked = resolution.asked,
      let (start, end) = table.interval(ofFrame: resolution.index), let way = asked.subtracting(start),
      let rest = end.subtracting(asked), way > rest, video.isCutOff
    else { return }
    throw endsEarly(text, try whole().table)
  }

  /// The error that the moment is after the last frame of a file that is cut off.
  ///
  /// - Parameter time: the moment in seconds from t = 0, if a frame may be missing there before the last one.
  func endsEarly(_ text: String, _ timeline: FrameTable, lacking time: Rational? = nil) -> GrabError {
    let part = timeline.lastDecodable.map {
      VideoError.Fault.cutOff(CutOffPart(timeline, lastFrame: $0, lacking: time))
    }
    return GrabError(path, .video(VideoError("finding \(text)", part ?? video.lackOfPictures)))
  }

  /// The error of a moment that is not in the video; in a file that is cut off it says so, instead of "past the end".
  func fault(_ error: MomentError, _ text: String, _ timeline: FrameTable?) -> GrabError {
    switch error {
    case .pastEnd, .noSuchFrame:
      if video.isCutOff, let timeline { return endsEarly(text, timeline) }
    case .timecodeOutside(let asked, _, let last) where asked.isLater(than: last):
      if video.isCutOff, let timeline { return endsEarly(text, timeline) }
    case .outOfRange, .noEnd:
      if let timeline, timeline.lacksEnd { return endsEarly(text, timeline) }
    default: break
    }
    return GrabError(path, .moment(error, asked: text))
  }
}

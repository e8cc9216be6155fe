import GestureFiles
import Timeline
import Video

/// Moments that name their frames one by one: a time, indexes, a gesture, the times of a list.
struct SingleMoments: MomentResolver {
  let lookup: FrameLookup

  func frames(of moment: Moment) throws(GrabError) -> FoundFrames.FrameSet? {
    switch moment.kind {
    case .time(let time): .single(try frame(at: time, moment.text, name: moment.name))
    case .frames(let selection): try indexed(selection, moment.text)
    case .gesture(let gesture): .single(try end(of: gesture, moment.text))
    case .times(let list): .times(list, places: try places(of: list))
    // Chapters were replaced by moments of their own: here the video has none.
    case .chapters: throw lookup.fault(.noChapters, moment.text, nil)
    case .every, .count, .all, .keyframes: nil
    }
  }

  /// The frame at a time, moved as the options say.
  func frame(
    at time: TimeSpecification, _ text: String, name: String? = nil
  ) throws(GrabError) -> PlannedFrame {
    let (isNearest, bounds) = (lookup.options.choice.isNearest, lookup.options.choice.bounds)
    var part = try lookup.frames(around: time)
    let resolution: FrameTable.Resolution
    do throws(MomentError) {
      resolution = try part.table.resolve(lookup.counted(time, in: part), nearest: isNearest, bounds: bounds)
    } catch {
      // Only the whole timeline gives the last frame's index and shows whether the moment is really outside.
      part = try lookup.whole()
      do throws(MomentError) {
        resolution = try part.table.resolve(time, nearest: isNearest, bounds: bounds)
      } catch {
        throw lookup.fault(error, text, part.table)
      }
    }
    try lookup.refuseMissingPart(time, resolution, text, part)
    if isNearest { try lookup.refuseNearerMissing(resolution, text, part.table) }
    let asking = PlannedFrame.Asking(
      text, time, resolved: resolution.asked, name: name, place: part.table.time(ofFrame: resolution.index))
    guard lookup.movesFrames else { return try lookup.planned(asking, resolution.index, part) }
    if lookup.options.choice.step == 0,
      let place = lookup.snapped(resolution.index, resolution.asked, in: part)
    {
      return try lookup.planned(asking, place, part)
    }
    var place = resolution.index
    if part.stretch != .main {
      place = try lookup.whole().table.frameIndex(onScreenAtTick: part.table.frames[place].tick)
    }
    return try lookup.planned(asking, try lookup.moved(place, resolution.asked, text), try lookup.known())
  }

  /// The frame at one of the times of a list.
  func frame(ofTime number: Int, in list: TimeList) throws(GrabError) -> PlannedFrame {
    guard let time = list.time(number) else { throw lookup.fault(.outOfRange, list.text(number), nil) }
    return try frame(at: time, list.text(number), name: list.name(number))
  }

  private func indexed(_ selection: FrameSelection, _ text: String) throws(GrabError) -> FoundFrames.FrameSet {
    let bounds = lookup.options.choice.bounds
    let (indexes, part) = try lookup.ask(text) { table throws(MomentError) in
      try table.indices(of: selection, bounds: bounds)
    }
    for index in [selection.first, selection.last] { try lookup.refuseMissing(index, text, part.table) }
    guard let first = indexes.first(where: { _ in true }) else { return .listed([], from: nil) }
    guard lookup.movesFrames else {
      return .spaced(first: first, count: indexes.underestimatedCount, step: Int(clamping: selection.step))
    }
    var places: [Int] = []
    for index in indexes { places.append(try lookup.moved(index, nil, text)) }
    return .listed(places, from: Array(indexes))
  }

  /// The frame at which a gesture ends.
  private func end(of gesture: Gesture, _ text: String) throws(GrabError) -> PlannedFrame {
    let timeline = try lookup.whole().table
    var rehearsal = try GestureRehearsal(gesture, in: timeline)
    let value = try rehearsal.play { _ in }
    guard let found = rehearsal.frame(at: value) else { throw lookup.fault(.outOfRange, text, timeline) }
    let time = rehearsal.time(ofTick: found.tick)
    let asking = PlannedFrame.Asking(text, time: time, gestureModel: gesture.file.control.title)
    return try lookup.planned(asking, try lookup.moved(found.index, time, text), try lookup.known())
  }

  /// The frames at the times of a list; one that fails is reported in its turn.
  private func places(of list: TimeList) throws(GrabError) -> FramePlaces {
    _ = try lookup.whole()
    return FramePlaces((0..<list.count).lazy.map { number in (try? frame(ofTime: number, in: list))?.place })
  }
}

import Color
import Timeline
import Video

/// Replacement of blank pictures by later ones.
extension GrabLedger {
  /// Finds a later picture for each moment whose own is blank; a moment without one keeps its own.
  ///
  /// - Parameter goesOn: Called after each picture; returns whether to continue.
  func moveBlanks(_ goesOn: () -> Bool, _ report: Report) {
    let requests = blanks.sorted()
    blanks = []
    // Moments close to each other share these answers, since they look at the same frames.
    var judged: [Int64: Bool] = [:]
    for request in requests where goesOn() {
      do throws(GrabError) {
        let frame = try frame(request)
        let set = try frames.found.sets[request.moment].get()
        let end = frames.sheets == nil ? nil : frame.tile?.piece?.to ?? frames.plan.partEnd(request.position, in: set)
        var search = BlankSearch(lookup: frames.plan.lookup, own: frame, end: end, judged: judged)
        let move = try blaming(frames.input, GrabError.Fault.video) { () throws(VideoError) in try search.move(goesOn) }
        replace(request, by: move)
        judged = search.judged
      } catch {
        settle(request, .failure(error), report)
      }
    }
  }
}

/// The search for the first picture after a moment that is not blank.
private struct BlankSearch {
  let lookup: FrameLookup
  /// The frame of the moment.
  let own: PlannedFrame
  /// Where the moment's piece of the timeline ends; nil if it has none.
  let end: Rational?
  /// For each timestamp, whether its picture cannot be used: it is blank or damaged.
  private(set) var judged: [Int64: Bool]

  /// How long after the first picture that is not blank to take one: a fade starts dark.
  private static let distance = Rational(1)

  mutating func move(_ goesOn: () -> Bool) throws(VideoError) -> BlankMove {
    guard let length = lookup.options.choice.skipsBlank, let limit = own.momentPlace?.adding(length) else {
      return BlankMove(frame: nil)
    }
    let part = try lookup.video.lookUp(.throughTime(limit))
    let table = part.table
    func isInside(_ time: Rational) -> Bool { time <= limit && end.map { time < $0 } ?? true }
    let first = table.frameIndex(onScreenAtTick: own.tick) + 1
    let places = (first..<max(first, table.count)).prefix { table.time(ofFrame: $0).map(isInside) ?? false }
    guard let shown = try firstShown(of: places.filter { table.frames[$0].isDecodable }, part, goesOn) else {
      // In a file that is cut off, the picture may be among those that are missing.
      if table.isComplete, lookup.video.isCutOff, let last = table.lastDecodable,
        let reach = table.interval(ofFrame: last)?.end, isInside(reach)
      {
        throw VideoError("finding \(own.asked)", .cutOff(CutOffPart(table, lastFrame: last)))
      }
      return BlankMove(frame: nil)
    }
    if let later = table.time(ofFrame: shown)?.adding(Self.distance), isInside(later),
      let place = try? table.resolve(.time(later), bounds: .refuse).index, place > shown,
      (try? lookup.refuseMissingPart(later, place, own.asked, part)) != nil,
      try firstShown(of: [place], part, goesOn) != nil
    {
      return BlankMove(frame: (place, part))
    }
    return BlankMove(frame: (shown, part))
  }

  /// The first of these frames whose picture is neither blank nor damaged.
  private mutating func firstShown(
    of places: [Int], _ part: TimelinePart, _ goesOn: () -> Bool
  ) throws(VideoError) -> Int? {
    let ticks = places.map { part.table.frames[$0].timestamp }
    let known = ticks.firstIndex { judged[$0] == false } ?? places.count
    let unknown = places.indices.filter { $0 < known && judged[ticks[$0]] == nil }
    var (shown, found): (Int?, [Int64: Bool]) = (nil, [:])
    do throws(VideoError) {
      _ = try lookup.video.pictures(of: unknown.map { part.reference(to: places[$0]) }) {
        frame, picture throws(VideoError) in
        let isNone = picture.isDamaged || (try? picture.isBlank()) ?? true
        found[part.table.frames[frame.place].timestamp] = isNone
        if !isNone { shown = frame.place }
        guard shown == nil, goesOn() else { throw VideoError("looking for a picture", .abandoned) }
      }
    } catch {
      guard error.fault == .abandoned else { throw error }
    }
    judged.merge(found) { $1 }
    return shown ?? (known < places.count ? places[known] : nil)
  }
}

import Color
import Timeline
import Video

/// Frames that are given in place of blank ones.
extension GrabLedger {
  /// Looks for another picture for each moment whose own was blank, and gives its own to those that have none.
  ///
  /// - Parameter goesOn: Called after each picture; returns whether to continue.
  func moveBlanks(_ goesOn: () -> Bool, _ report: Report) {
    let requests = blanks.sorted()
    blanks = []
    for request in requests where goesOn() {
      do throws(GrabError) {
        let frame = try frame(request)
        let set = try found.sets[request.moment].get()
        let end = sheets == nil ? nil : frame.tile?.piece?.to ?? plan.partEnd(request.position, in: set)
        let search = BlankSearch(lookup: plan.lookup, own: frame, end: end)
        moves[request] = try blaming(input, GrabError.Fault.video) { () throws(VideoError) in try search.move(goesOn) }
      } catch {
        settle(request, .failure(error), report)
      }
    }
  }
}

/// A look for the first picture after a moment that is not blank.
private struct BlankSearch {
  let lookup: FrameLookup
  /// The frame of the moment.
  let own: PlannedFrame
  /// Where the moment's piece of the timeline ends; nil if it has none.
  let end: Rational?

  /// How far the frame that is given is behind the first one that is not blank, since that is dark at the start of a fade.
  private static let distance = Rational(1)

  func move(_ goesOn: () -> Bool) throws(VideoError) -> BlankMove {
    guard let length = lookup.options.choice.skipsBlank, let limit = own.momentPlace?.adding(length) else {
      return BlankMove(frame: nil)
    }
    let part = try lookup.video.lookUp(.throughTime(limit))
    let table = part.table
    func isInside(_ time: Rational) -> Bool { time <= limit && end.map { time < $0 } ?? true }
    let first = table.frameIndex(onScreenAtTick: own.tick) + 1
    let places = (first..<max(first, table.count)).prefix { table.time(ofFrame: $0).map(isInside) ?? false }
    guard let shown = try firstShown(of: places.filter { table.frames[$0].isDecodable }, part, goesOn) else {
      return BlankMove(frame: nil)
    }
    if let later = table.time(ofFrame: shown)?.adding(Self.distance), isInside(later),
      let place = try? table.resolve(.time(later), bounds: .refuse).index, place > shown,
      (try? lookup.refuseHole(later, place, own.asked, part)) != nil, try firstShown(of: [place], part, goesOn) != nil
    {
      return BlankMove(frame: (place, part))
    }
    return BlankMove(frame: (shown, part))
  }

  /// The first of these frames whose picture is not blank.
  private func firstShown(
    of places: [Int], _ part: TimelinePart, _ goesOn: () -> Bool
  ) throws(VideoError) -> Int? {
    var shown: Int?
    do throws(VideoError) {
      _ = try lookup.video.pictures(of: places.map(part.reference)) { frame, picture throws(VideoError) in
        if (try? picture.isBlank()) == false { shown = frame.place }
        guard shown == nil, goesOn() else { throw VideoError("looking for a picture", .abandoned) }
      }
    } catch {
      guard error.fault == .abandoned else { throw error }
    }
    return shown
  }
}

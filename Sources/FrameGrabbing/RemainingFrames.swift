import Timeline
import Video

/// The frames of a run that have no result yet.
extension GrabLedger {
  /// The frames without a result; with `inTurn`, only as many as decoding gives in request order.
  func batch(inTurn: Bool = false) -> Batch {
    var batch = Batch()
    var last: FrameReference?
    let window = window()
    let first = max(next, firstOpen)
    moments: for moment in frames.found.sets.indices.dropFirst(first.moment) {
      guard case .success(let set) = frames.found.sets[moment] else { continue }
      for position in (moment == first.moment ? min(first.position, set.count) : 0)..<set.count {
        let request = AskedFrame(moment: moment, position: position)
        guard isOpen(request), let frame = frames.reference(request) else { continue }
        if let sheets = frames.sheets, let window {
          guard let cell = sheets.cell(frames.number(request)), window.contains(cell) else {
            if sheets.isInOrder { break moments }
            continue
          }
        }
        if inTurn, let last, !frame.isBeside(last) || frame.place < last.place { break moments }
        batch.add(frame, for: request)
        last = frame
      }
    }
    batch.sort()
    return batch
  }

  /// The cells of the sheets that are made next; nil without sheets.
  private func window() -> Range<Int>? {
    guard let sheets = frames.sheets else { return nil }
    var first: Int?
    search: for moment in frames.found.sets.indices.dropFirst(firstOpen.moment) {
      guard case .success(let set) = frames.found.sets[moment] else { continue }
      for position in (moment == firstOpen.moment ? firstOpen.position : 0)..<set.count {
        let request = AskedFrame(moment: moment, position: position)
        guard isOpen(request), let cell = sheets.cell(frames.number(request)), cell < first ?? .max,
          frames.found.reference(request) != nil
        else { continue }
        first = cell
        if sheets.isInOrder {
          firstOpen = request
          break search
        }
      }
    }
    return first.map(sheets.window)
  }
}

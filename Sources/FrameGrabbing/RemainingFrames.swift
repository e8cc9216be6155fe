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
    moments: for moment in found.sets.indices.dropFirst(first.moment) {
      guard case .success(let frames) = found.sets[moment] else { continue }
      for position in (moment == first.moment ? min(first.position, frames.count) : 0)..<frames.count {
        let request = AskedFrame(moment: moment, position: position)
        guard isOpen(request), let frame = reference(request) else { continue }
        if let sheets, let window {
          guard let cell = sheets.cell(number(request)), window.contains(cell) else {
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

  /// Why a frame cannot be found.
  func lookUpFault(_ request: AskedFrame) -> GrabError {
    do throws(GrabError) {
      return plan.fault(.outOfRange, try frame(request).asked)
    } catch {
      return error.asked(moments[request.moment].text)
    }
  }

  /// The number of a request among all.
  private func number(_ request: AskedFrame) -> Int { starts[request.moment] + request.position }

  /// The cells of the sheets that are made next; nil without sheets.
  private func window() -> Range<Int>? {
    guard let sheets else { return nil }
    var first: Int?
    search: for moment in found.sets.indices.dropFirst(firstOpen.moment) {
      guard case .success(let frames) = found.sets[moment] else { continue }
      for position in (moment == firstOpen.moment ? firstOpen.position : 0)..<frames.count {
        let request = AskedFrame(moment: moment, position: position)
        guard isOpen(request), let cell = sheets.cell(number(request)), cell < first ?? .max,
          found.reference(request) != nil
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

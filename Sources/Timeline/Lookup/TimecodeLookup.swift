/// The look-up of a frame by timecode.
struct TimecodeLookup {
  private let table: FrameTable
  private var count: Int { table.count }

  init(in table: FrameTable) { self.table = table }

  func frameIndex(of timecode: Timecode, bounds: Bounds) throws(MomentError) -> Int {
    guard let duration = table.constantFrameDuration, let rate = Rational(1).divided(by: duration) else {
      throw .variableFrameRate
    }
    // A video without a start timecode starts at midnight, in the counting of the requested timecode.
    let start = table.timecodeStart ?? Timecode(isDropFrame: timecode.isDropFrame)
    let startCount = try table.timecodeStart?.frameCount(rate: rate) ?? 0
    guard start.isDropFrame == timecode.isDropFrame else { throw .otherCounting(timecode, start: start) }
    let place = try timecode.frameCount(rate: rate) - startCount
    if place >= 0, place < count { return Int(place) }
    guard table.isComplete else { throw .notReadThatFar }
    let framesPerDay = try Timecode.lastOfDay(rate: rate, isDropFrame: start.isDropFrame) + 1
    // The labels continue after midnight if the video does.
    if place < 0, place + framesPerDay < count { return Int(place + framesPerDay) }
    if bounds == .clamp { return place < 0 ? 0 : count - 1 }
    let last = try Timecode(
      frameCount: startCount + Int64(count - 1), rate: rate, dropFrame: start.isDropFrame)
    throw .timecodeOutside(timecode, first: start, last: last)
  }
}

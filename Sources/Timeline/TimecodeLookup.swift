extension FrameTable {
  /// The timecode of frame `index`, counted from the file's own start or from midnight.
  ///
  /// `nil` when there is no such frame, the frame rate is not constant, or the file's own timecode cannot exist at it.
  public func timecode(ofFrame index: Int) -> Timecode? {
    guard frames.indices.contains(index), let duration = constantFrameDuration,
      let rate = Rational(1).divided(by: duration)
    else { return nil }
    let start = timecodeStart ?? Timecode(isDropFrame: false)
    return try? Timecode(
      frameCount: start.frameCount(rate: rate) + Int64(index), rate: rate, dropFrame: start.isDropFrame)
  }

  /// The frame that a timecode names.
  func frameIndex(of timecode: Timecode, bounds: Bounds) throws(MomentError) -> Int {
    guard let duration = constantFrameDuration, let rate = Rational(1).divided(by: duration) else {
      throw .variableFrameRate
    }
    // Without one of its own, a video starts at midnight in whichever counting is asked.
    let start = timecodeStart ?? Timecode(isDropFrame: timecode.isDropFrame)
    let startCount = try start.frameCount(rate: rate)
    guard start.isDropFrame == timecode.isDropFrame else { throw .otherCounting(timecode, start: start) }
    let place = try timecode.frameCount(rate: rate) - startCount
    if place >= 0, place < count { return Int(place) }
    guard isComplete else { throw .notReadThatFar }
    let framesPerDay = try Timecode.lastOfDay(rate: rate, isDropFrame: start.isDropFrame) + 1
    // The labels go on after midnight, when the video does.
    if place < 0, place + framesPerDay < count { return Int(place + framesPerDay) }
    if bounds == .clamp { return place < 0 ? 0 : count - 1 }
    let last = try Timecode(
      frameCount: startCount + Int64(count - 1), rate: rate, dropFrame: start.isDropFrame)
    throw .timecodeOutside(timecode, first: start, last: last)
  }
}

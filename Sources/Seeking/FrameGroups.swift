/// The frames of a video in groups, each of a keyframe and the frames behind it up to the next keyframe.
struct FrameGroups: Sendable {
  /// How many frames there are, 0 or more.
  let frameCount: Int

  /// The first frame of each group, ascending; the first of them is frame 0, whether it was named a keyframe or not.
  let starts: [Int]

  /// Makes groups; keyframes out of range are ignored, and so is their order.
  init(frameCount: Int, keyframes: [Int]) {
    self.frameCount = max(0, frameCount)
    let count = self.frameCount
    var starts = count > 0 ? [0] : []
    for frame in keyframes.sorted() where frame < count {
      if let last = starts.last, last < frame { starts.append(frame) }
    }
    self.starts = starts
  }

  /// Whether there is a frame of this index.
  func contains(_ frame: Int) -> Bool { frame >= 0 && frame < frameCount }

  /// The frame nearest to an index; 0 if there are no frames.
  func clamped(_ frame: Int) -> Int { max(0, min(frame, frameCount - 1)) }

  /// The frames of the group that a frame is in; empty if there is no such frame.
  func group(of frame: Int) -> Range<Int> {
    guard contains(frame) else { return 0..<0 }
    let behind = starts.firstPlace { start in start > frame }
    return starts[max(0, behind - 1)]..<(behind < starts.count ? starts[behind] : frameCount)
  }

  /// The frame where decoding has to start so that `frame` comes out: `place`, where the decoder stands, if no keyframe
  /// lies between the two, else the keyframe of the frame's group.
  func start(for frame: Int, decoderAt place: Int?) -> Int {
    let keyframe = group(of: frame).lowerBound
    guard let place, place > keyframe, place <= frame else { return keyframe }
    return place
  }

  /// The first keyframe that passes a test, in an order from coarse to fine: the first of the video, the middle one,
  /// those at the quarters, and so on.
  func firstKeyframe(where fits: (Int) -> Bool) -> Int? {
    guard let first = starts.first else { return nil }
    if fits(first) { return first }
    var step = 1
    while step < starts.count { step *= 2 }
    while step > 1 {
      for index in stride(from: step / 2, to: starts.count, by: step) where fits(starts[index]) {
        return starts[index]
      }
      step /= 2
    }
    return nil
  }
}

extension [Int] {
  /// The first index whose element passes a test that all elements behind it pass as well; the count if none does.
  func firstPlace(where passes: (Int) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = low + (high - low) / 2
      if passes(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

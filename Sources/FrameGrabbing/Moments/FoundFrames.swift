import Timeline
import Video

/// One requested frame, ordered by request: the moment's number, and the frame's position in that moment.
struct AskedFrame: Hashable, Comparable, Sendable {
  var moment: Int
  var position: Int

  static func < (left: AskedFrame, right: AskedFrame) -> Bool {
    (left.moment, left.position) < (right.moment, right.position)
  }
}

/// The frames of all moments of a run, as positions only, since there may be hours of video.
struct FoundFrames {
  /// The frames of one moment.
  indirect enum FrameSet {
    /// One frame, found in any list.
    case single(PlannedFrame)
    /// Frames by index at equal distances.
    case spaced(first: Int, count: Int, step: Int)
    /// Frames by index, and the frames that they were moved from; nil if they were not moved.
    case listed([Int], from: [Int]?)
    /// Frames by index, and the number of the moment that each belongs to.
    case series(TimeSeries, numbers: [Int64], places: FramePlaces)
    /// Frames of a series, found in any list, a thousand at most.
    case scattered([PlannedFrame], of: TimeSeries)
    /// Frames up to the missing end of a file, and one error for all that should follow.
    case cutShort(FoundFrames.FrameSet, GrabError)
    /// Frames by index for the times of a list, in its order.
    case times(TimeList, places: FramePlaces)
  }

  /// For each moment its frames, or the error.
  let sets: [Result<FrameSet, GrabError>]
  /// The timeline from the first frame on, as far as it was read; nil where no frame was found by its index.
  let main: TimelinePart?

  /// For each moment, how many frames were requested before it.
  let starts: [Int]
  /// How many frames were requested, including those that cannot be found.
  let count: Int

  /// Makes it of the frames of each moment.
  init(sets: [Result<FrameSet, GrabError>], main: TimelinePart?) {
    (self.sets, self.main) = (sets, main)
    var starts: [Int] = []
    var sum = 0
    for set in sets {
      starts.append(sum)
      if case .success(let frames) = set { sum += frames.count } else { sum += 1 }
    }
    (self.starts, count) = (starts, sum)
  }

  /// That count without the frames after the end of a file that is cut off, which are reported together.
  var pictureCount: Int {
    count - sets.count { if case .success(.cutShort) = $0 { true } else { false } }
  }

  /// The reference of a request's frame; nil if it cannot be found.
  func reference(_ request: AskedFrame) -> FrameReference? {
    guard sets.indices.contains(request.moment), case .success(let frames) = sets[request.moment] else { return nil }
    if let frame = frames.planned(request.position) { return frame.reference }
    return frames.mainPlace(request.position).flatMap { main?.reference(to: $0) }
  }

  /// All requests whose frames were found, in request order.
  func forEach(_ body: (AskedFrame, FrameReference) throws(GrabError) -> Void) throws(GrabError) {
    for (moment, set) in sets.enumerated() {
      guard case .success(let frames) = set else { continue }
      for position in 0..<frames.count {
        let request = AskedFrame(moment: moment, position: position)
        if let reference = reference(request) { try body(request, reference) }
      }
    }
  }
}

extension FoundFrames.FrameSet {
  var count: Int {
    switch self {
    case .single: 1
    case .spaced(_, let count, _): count
    case .scattered(let frames, _): frames.count
    case .cutShort(let frames, _): frames.count + 1
    case .listed(let places, _): places.count
    case .series(_, _, let places), .times(_, let places): places.count
    }
  }

  /// The complete facts of a frame, if they were kept; nil for one that is found by its index.
  fileprivate func planned(_ position: Int) -> PlannedFrame? {
    switch self {
    case .single(let frame): position == 0 ? frame : nil
    case .scattered(let frames, _): frames.indices.contains(position) ? frames[position] : nil
    case .cutShort(let frames, _): frames.planned(position)
    case .spaced, .listed, .series, .times: nil
    }
  }

  /// The index of a frame that was found by index; nil for others, and for a missing one.
  func mainPlace(_ position: Int) -> Int? {
    guard (0..<count).contains(position) else { return nil }
    switch self {
    case .single, .scattered: return nil
    case .cutShort(let frames, _): return frames.mainPlace(position)
    case .spaced(let first, _, let step): return first + position * step
    case .listed(let places, _): return places[position]
    case .series(_, _, let places), .times(_, let places): return places[position]
    }
  }

  /// Whether any of them cannot be found.
  var hasFailures: Bool {
    switch self {
    case .single, .scattered, .spaced, .listed: false
    case .cutShort: true
    case .series(_, _, let places), .times(_, let places): places.hasFailures
    }
  }
}

import Timeline
import Video

/// One frame that was asked for, in the order of asking: the moment's number, and the frame's among those of the moment.
struct Target: Hashable, Comparable, Sendable {
  var moment: Int
  var position: Int

  static func < (left: Target, right: Target) -> Bool {
    (left.moment, left.position) < (right.moment, right.position)
  }
}

/// What the moments of a run came to: of each frame no more than its place, since there may be as many as hours of video
/// have.
struct FoundFrames {
  /// The frames of one moment.
  indirect enum FrameSet {
    /// One frame, wherever it was found.
    case single(PlannedFrame)
    /// Frames of the main stretch at equal distances.
    case spaced(first: Int, count: Int, step: Int)
    /// Frames of the main stretch.
    case listed([Int])
    /// Frames of the main stretch, and the number of the moment that each belongs to; −1 for a moment that fails.
    case series(TimeSeries, numbers: [Int64], places: [Int])
    /// Frames wherever they were found, a thousand at most.
    case scattered([PlannedFrame])
    /// Frames up to the end of a file that is cut off, and why those behind it cannot be had: one more that fails.
    case cutShort(FoundFrames.FrameSet, GrabError)
    /// Frames of the main stretch for the times of a list, in its order; −1 for a time that fails.
    case times(TimeList, places: [Int])
  }

  /// For each moment its frames, or why it has none.
  var runs: [Result<FrameSet, GrabError>]

  /// How many frames were asked for, those included that cannot be found.
  var count: Int {
    runs.reduce(0) { sum, run in
      switch run {
      case .success(let run): sum + run.count
      case .failure: sum + 1
      }
    }
  }

  /// The same without the frames behind the end of a file that is cut off, which are told of together.
  var pictureCount: Int {
    count - runs.count { if case .success(.cutShort) = $0 { true } else { false } }
  }

  /// All targets that were found, in the order of asking.
  func forEach(_ body: (Target, Stretch, Int) throws(GrabError) -> Void) throws(GrabError) {
    for (moment, run) in runs.enumerated() {
      guard case .success(let run) = run else { continue }
      for position in 0..<run.count {
        guard let place = run.place(position) else { continue }
        try body(Target(moment: moment, position: position), run.stretch(position), place)
      }
    }
  }
}

extension FoundFrames.FrameSet {
  var count: Int {
    switch self {
    case .single: 1
    case .spaced(_, let count, _): count
    case .scattered(let frames): frames.count
    case .cutShort(let run, _): run.count + 1
    case .listed(let places), .series(_, _, let places), .times(_, let places): places.count
    }
  }

  func stretch(_ position: Int) -> Stretch {
    switch self {
    case .single(let frame): frame.stretch
    case .scattered(let frames): frames.indices.contains(position) ? frames[position].stretch : .main
    case .cutShort(let run, _): run.stretch(position)
    case .spaced, .listed, .series, .times: .main
    }
  }

  func place(_ position: Int) -> Int? {
    guard (0..<count).contains(position) else { return nil }
    switch self {
    case .single(let frame): return frame.place
    case .scattered(let frames): return frames[position].place
    case .cutShort(let run, _): return run.place(position)
    case .spaced(let first, _, let step): return first + position * step
    case .listed(let places): return places[position]
    case .series(_, _, let places), .times(_, let places): return places[position] < 0 ? nil : places[position]
    }
  }

  var hasFailures: Bool {
    switch self {
    case .single, .scattered, .spaced, .listed: false
    case .cutShort: true
    case .series(_, _, let places), .times(_, let places): places.contains { $0 < 0 }
    }
  }
}

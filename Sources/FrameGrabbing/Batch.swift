import Timeline
import Video

/// The frames of a run that have no result yet, each once, and the requests that each is for.
struct Batch {
  private struct Wish {
    let frame: FrameReference
    let request: AskedFrame
  }

  /// The lists of frames, in the order in which they were first requested.
  private var lists: [[Wish]] = []
  private var numbers: [Stretch: Int] = [:]

  /// Adds a frame for a request; call it in request order.
  mutating func add(_ frame: FrameReference, for request: AskedFrame) {
    let number = numbers[frame.stretch] ?? lists.count
    if number == lists.count {
      lists.append([])
      numbers[frame.stretch] = number
    }
    lists[number].append(Wish(frame: frame, request: request))
  }

  /// Sorts the frames of each list by position, and requests for the same frame in request order; call it after the last
  /// `add`.
  mutating func sort() {
    for number in lists.indices {
      lists[number].sort { ($0.frame.place, $0.request) < ($1.frame.place, $1.request) }
    }
  }

  /// The frames, each once: list after list, in each by position.
  var frames: [FrameReference] {
    var frames: [FrameReference] = []
    for list in lists {
      for wish in list where wish.frame != frames.last { frames.append(wish.frame) }
    }
    return frames
  }

  /// The requests for a frame, in request order.
  func requests(for frame: FrameReference) -> [AskedFrame] {
    guard let number = numbers[frame.stretch] else { return [] }
    let list = lists[number]
    let first = list.partitioningIndex(where: { $0.frame.place >= frame.place })
    return list[first...].prefix { $0.frame == frame }.map(\.request)
  }
}

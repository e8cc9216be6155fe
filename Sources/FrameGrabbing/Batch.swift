import Timeline
import Video

/// The frames of a run that have no result yet, each once, and the requests that each is for.
struct Batch {
  private struct Wish {
    let frame: FrameReference
    let request: Request
  }

  private var wishes: [Wish] = []

  mutating func add(_ frame: FrameReference, for request: Request) {
    wishes.append(Wish(frame: frame, request: request))
  }

  /// Sorts the frames by position, and requests for the same frame in request order; call it after the last `add`.
  mutating func sort() {
    wishes.sort { $0.frame == $1.frame ? $0.request < $1.request : $0.frame < $1.frame }
  }

  /// The frames, each once, grouped by timeline and ascending.
  var frames: [FrameReference] {
    var frames: [FrameReference] = []
    for wish in wishes where wish.frame != frames.last { frames.append(wish.frame) }
    return frames
  }

  /// The requests for a frame, in request order.
  func requests(for frame: FrameReference) -> [Request] {
    let first = wishes.partitioningIndex(where: { $0.frame >= frame })
    return wishes[first...].prefix { $0.frame == frame }.map(\.request)
  }
}

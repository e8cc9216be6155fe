import Seeking

/// A decoder that does one run at a time, a frame a step; its reports wait in a queue until they are taken.
struct ModelDecoder {
  enum Report: Hashable {
    case came(Int)
    case ended(Follower.RunEnd)
  }

  /// Frames at which a run fails, and frames that are passed without a picture.
  var damaged: Set<Int> = []
  var missing: Set<Int> = []

  private(set) var reports: [Report] = []
  private(set) var decodedFrames = 0

  /// The frame that is decoded next.
  private var place: Int?

  /// The frame behind the last one that came out; nil if the decoder has to start at a keyframe.
  private(set) var behindLastPicture: Int?

  private(set) var isRunning = false
  private var last = 0
  private var isAbandoned = false

  mutating func start(from first: Int, to last: Int) {
    (place, self.last, isRunning, isAbandoned) = (first, last, true, false)
  }

  mutating func redirect(to frame: Int) {
    if isRunning { last = frame }
  }

  mutating func abandon() {
    if isRunning { isAbandoned = true }
  }

  /// Decodes one frame, or ends the run.
  mutating func step() {
    guard isRunning, let frame = place else { return }
    guard !isAbandoned else { return end(.abandoned) }
    guard frame <= last else { return end(.done) }
    guard !damaged.contains(frame) else {
      end(.failed)
      (place, behindLastPicture) = (nil, nil)
      return
    }
    decodedFrames += 1
    place = frame + 1
    guard !missing.contains(frame) else { return }
    behindLastPicture = frame + 1
    reports.append(.came(frame))
  }

  /// The oldest report, which is taken out of the queue.
  mutating func takeReport() -> Report? {
    reports.isEmpty ? nil : reports.removeFirst()
  }

  private mutating func end(_ end: Follower.RunEnd) {
    isRunning = false
    reports.append(.ended(end))
  }
}

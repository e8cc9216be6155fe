/// A run of a decoder that is in flight: it hands out the pictures of all frames from one to another, in order.
struct DecodingRun: Sendable {
  /// What it is for.
  enum Purpose: Hashable, Sendable {
    /// To reach the wanted frame.
    case following
    /// To keep more pictures of the group that starts at this frame while the user pauses.
    case filling(group: Int)
  }

  var purpose: Purpose

  /// The last frame to decode.
  var last: Int

  /// The frame that comes out next, if none is skipped.
  private(set) var next: Int

  /// Whether it has handed out a picture.
  private(set) var hasHandedOut = false

  /// Whether it kept a picture that was not kept before.
  var hasKept = false

  /// Whether it was told to end.
  var isAbandoned = false

  /// Whether it decodes another timeline than the present one.
  var isObsolete = false

  init(_ purpose: Purpose, from first: Int, to last: Int) {
    self.purpose = purpose
    self.last = last
    next = first
  }

  var isFilling: Bool { purpose != .following }

  /// Whether the last frame has been handed out, so that the run ends by itself.
  var isAtEnd: Bool { next > last }

  /// Notes that the picture of a frame was handed out.
  mutating func handOut(_ frame: Int) {
    hasHandedOut = true
    next = frame + 1
  }

  /// Whether the run can go on to a frame: it has not passed it, and no keyframe lies between.
  func reaches(_ frame: Int, in groups: FrameGroups) -> Bool {
    frame >= next && groups.group(of: frame).lowerBound <= next
  }
}

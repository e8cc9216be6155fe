public import Timeline

/// What names one frame of an open video: its place in a list of frames, and the timeline that the list is of.
///
/// A timeline may turn out to be another one while pictures are decoded. A reference from before does not name a frame
/// any more; ``VideoFile/isCurrent(_:)`` tells, and the frame has to be looked up again.
public struct FrameReference: Hashable, Sendable {
  /// The frame's place in its list, from 0 on.
  public let place: Int
  /// The number of the list around a moment; −1 for the list from the first frame on. Small numbers, since hours of
  /// video have hundreds of thousands of references.
  private let window: Int32
  private let shortRevision: Int32

  init(_ place: Int, in stretch: Stretch, revision: Int) {
    self.place = place
    shortRevision = Int32(truncatingIfNeeded: revision)
    switch stretch {
    case .main: window = -1
    case .window(let number): window = Int32(clamping: number)
    }
  }

  /// Which list the place refers to.
  public var stretch: Stretch { window < 0 ? .main : .window(Int(window)) }

  /// Whether both refer to the same list of frames.
  public func isBeside(_ other: FrameReference) -> Bool {
    (window, shortRevision) == (other.window, other.shortRevision)
  }

  func isOf(revision: Int) -> Bool { shortRevision == Int32(truncatingIfNeeded: revision) }
}

extension FrameReference: Comparable {
  /// First the list from the first frame on, then those around moments as they were looked up; in each by place.
  public static func < (left: FrameReference, right: FrameReference) -> Bool {
    (left.window, left.place) < (right.window, right.place)
  }
}

/// Frames that were looked up together, and what names each of them in the open video.
public struct TimelinePart: Sendable {
  /// The frames.
  public let table: FrameTable
  /// What list they are: from the first frame on, or around a moment.
  public let stretch: Stretch
  private let revision: Int

  /// Brings a list of frames together with what names it.
  ///
  /// - Parameter revision: How often the timeline had turned out to be another one when they were looked up.
  public init(_ table: FrameTable, _ stretch: Stretch = .main, revision: Int = 0) {
    (self.table, self.stretch, self.revision) = (table, stretch, revision)
  }

  /// What names the frame in this place.
  public func reference(to place: Int) -> FrameReference { FrameReference(place, in: stretch, revision: revision) }
}

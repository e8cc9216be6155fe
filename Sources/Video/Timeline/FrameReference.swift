public import Timeline

/// A reference to one frame of an open video: its position in a list of frames, and the version of the timeline that
/// the list belongs to.
///
/// The timeline may change while pictures are decoded. An older reference then no longer identifies a frame;
/// ``VideoFile/isCurrent(_:)`` checks this, and the frame has to be looked up again.
public struct FrameReference: Hashable, Sendable {
  /// The frame's position in its list, from 0 on.
  public let place: Int
  /// The number of the list around a moment; −1 for the list from the first frame on. Small integers, since a long
  /// video has hundreds of thousands of references.
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

  /// The list that the position refers to.
  public var stretch: Stretch { window < 0 ? .main : .window(Int(window)) }

  /// Whether both refer to the same list of frames.
  public func isBeside(_ other: FrameReference) -> Bool {
    (window, shortRevision) == (other.window, other.shortRevision)
  }

  func isOf(revision: Int) -> Bool { shortRevision == Int32(truncatingIfNeeded: revision) }
}

/// Frames that were looked up together, with the data for their references.
public struct TimelinePart: Sendable {
  /// The frames.
  public let table: FrameTable
  /// The kind of list: from the first frame on, or around a moment.
  public let stretch: Stretch
  private let revision: Int

  /// Combines a list of frames with the data for their references; `revision` is how often the timeline had changed
  /// when they were looked up.
  public init(_ table: FrameTable, _ stretch: Stretch = .main, revision: Int = 0) {
    (self.table, self.stretch, self.revision) = (table, stretch, revision)
  }

  /// The reference to the frame at this position.
  public func reference(to place: Int) -> FrameReference { FrameReference(place, in: stretch, revision: revision) }
}

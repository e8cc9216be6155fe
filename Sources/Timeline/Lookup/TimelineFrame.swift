/// One frame's position on the timeline.
public struct TimelineFrame: Hashable, Sendable {
  /// The presentation timestamp in ticks, as stored in the file.
  public let timestamp: Int64
  /// The position on the continuous timeline in ticks; equal to the timestamp unless the file's timestamps jump.
  public let tick: Int64
  /// 0-based number among the frames of the same timestamp.
  public let ordinal: Int
  /// The duration given by its packet, in ticks; 0 when the file has none.
  public let duration: Int64
  /// Whether the packet is a keyframe.
  public let isKeyframe: Bool
  /// False when it is known that it cannot be decoded: it is damaged, or missing from the file.
  public let isDecodable: Bool

  /// Makes a frame; the timestamp, tick and duration are in ticks of the table's time base.
  public init(
    timestamp: Int64, tick: Int64, ordinal: Int, duration: Int64, isKeyframe: Bool, isDecodable: Bool = true
  ) {
    self.timestamp = timestamp
    self.tick = tick
    self.ordinal = ordinal
    self.duration = duration
    self.isKeyframe = isKeyframe
    self.isDecodable = isDecodable
  }
}

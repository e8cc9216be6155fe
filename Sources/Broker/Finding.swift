package import FrameGrabbing
package import Seeking

/// What a job has found out in a video, for the broker to print or to draw.
package enum Finding {
  /// A description of the video for people or machines, as UTF-8; a long one comes in parts.
  case description([UInt8])
  /// All frames.
  case timeline(PackedTimeline)
  /// Seeks that a replay has performed, in order.
  case seeks([SeekRecord])
  /// The end of a replay.
  case summary(SeekSummary)
  /// A small picture of a frame.
  case thumbnail(Thumbnail, frame: Int)
}

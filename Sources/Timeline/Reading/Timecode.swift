/// A timecode label of hours, minutes, seconds and frames (SMPTE ST 12-1).
public struct Timecode: Hashable, Sendable {
  /// 0 to 23.
  public let hours: Int
  /// 0 to 59.
  public let minutes: Int
  /// 0 to 59.
  public let seconds: Int
  /// 0-based frame of the second, 0 to 999; whether a second has so many depends on the frame rate.
  public let frames: Int
  /// Whether labels are skipped to keep up with the clock at 29.97 and 59.94 frames per second.
  public let isDropFrame: Bool

  /// Makes a label, or `nil` when a field is outside its range at every frame rate.
  public init?(hours: Int, minutes: Int, seconds: Int, frames: Int, isDropFrame: Bool) {
    guard 0..<24 ~= hours, 0..<60 ~= minutes, 0..<60 ~= seconds, 0..<1000 ~= frames else { return nil }
    self.hours = hours
    self.minutes = minutes
    self.seconds = seconds
    self.frames = frames
    self.isDropFrame = isDropFrame
  }

  /// Whether the label comes after another one on the same day.
  public func isLater(than other: Timecode) -> Bool {
    (hours, minutes, seconds, frames) > (other.hours, other.minutes, other.seconds, other.frames)
  }

  /// Midnight.
  init(isDropFrame: Bool) {
    (hours, minutes, seconds, frames) = (0, 0, 0, 0)
    self.isDropFrame = isDropFrame
  }
}

extension Timecode: CustomStringConvertible {
  /// The label as `00:01:02:15`, or `00:01:02;15` for drop-frame.
  public var description: String {
    let fields = [hours, minutes, seconds].map { $0.padded(to: 2) }.joined(separator: ":")
    return fields + (isDropFrame ? ";" : ":") + frames.padded(to: 2)
  }
}

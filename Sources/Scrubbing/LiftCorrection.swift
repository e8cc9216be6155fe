/// AHKSlider's correction on lift: a value that was held shortly before the finger lifted is restored.
public struct LiftCorrection: Hashable, Sendable {
  /// A value counts as held if it did not change for more than this, in microseconds, 0 or more.
  public let holdMicroseconds: Int64

  /// The held value is restored if it is less than this away, in points of the control's frame, 0 or more.
  public let distance: Double

  /// Makes a correction, by default AHKSlider's 0.05 s and 12 points; a configuration checks it.
  public init(holdMicroseconds: Int64 = 50_000, distance: Double = 12) {
    self.holdMicroseconds = holdMicroseconds
    self.distance = distance
  }
}

/// A log of how long a drag's values were held; it keeps only the newest value that was held long enough.
struct LiftLog: Hashable, Sendable {
  struct Held: Hashable, Sendable {
    let value: Double
    let microseconds: Int64
  }

  private let holdMicroseconds: Int64
  private var value: Double
  private var start: Int64
  private(set) var newestHeld: Held?

  init(holdMicroseconds: Int64, value: Double, time: Int64) {
    self.holdMicroseconds = holdMicroseconds
    self.value = value
    start = time
  }

  /// Ends the newest entry; `time` minus the start of the stroke has to fit in Int64.
  mutating func close(at time: Int64) {
    let duration = time - start
    guard duration > holdMicroseconds else { return }
    newestHeld = Held(value: value, microseconds: duration)
  }

  /// Ends the newest entry and starts another one, even if the value is the same.
  mutating func append(_ value: Double, at time: Int64) {
    close(at: time)
    self.value = value
    start = time
  }
}

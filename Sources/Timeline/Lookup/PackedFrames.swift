/// Frames that are nothing but a tick and a keyframe flag, in one number each.
public struct PackedFrames: Sendable {
  private let numbers: ArraySlice<UInt64>
  private let base: Int64
  private let shift: UInt64

  /// Frames in ascending order of their ticks, each tick once.
  ///
  /// The bits of a number from `shift` (1 to 63) on are the ticks from `base` to the frame's; the lowest bit is set for
  /// a keyframe. What the bits in between hold does not matter.
  public init(_ numbers: ArraySlice<UInt64>, from base: Int64 = 0, shift: UInt64 = 1) {
    (self.numbers, self.base, self.shift) = (numbers, base, shift)
  }

  var count: Int { numbers.count }

  func tick(_ place: Int) -> Int64 { base &+ Int64(numbers[numbers.startIndex + place] >> shift) }

  func isKeyframe(_ place: Int) -> Bool { numbers[numbers.startIndex + place] & 1 == 1 }
}

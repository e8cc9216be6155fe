/// The decode timestamps of a stretch of packets, which rise until the clock starts anew.
///
/// A timestamp that falls by more than a second starts anew, and so does one that falls at a keyframe to the beginning of
/// the stretch, or before it: a short piece with a clock of its own is followed by another. Any other is a stray one.
struct DecodeClock {
  /// A stretch of fewer packets may begin with a stray timestamp.
  private static let fewest = 8

  /// The latest decode timestamp.
  private(set) var last: Int64?
  private var first: Int64?
  private var count = 0

  /// Takes the next packet; returns whether the clock starts anew at it.
  ///
  /// - Parameters:
  ///   - isStart: whether decoding may start at it.
  ///   - jump: more ticks back than the first of these are no stray fall, and more forward than the second no pause.
  mutating func startsAnew(at decode: Int64?, isStart: Bool, jump: (back: Int64, forward: Int64)) -> Bool {
    guard let decode else { return false }
    defer { last = decode }
    count += 1
    guard let last, let first else {
      first = decode
      return false
    }
    let (step, overflow) = decode.subtractingReportingOverflow(last)
    let isShort = isStart && decode <= first && decode < last && count > Self.fewest
    guard isShort || overflow || step < -jump.back || step > jump.forward else { return false }
    (self.first, count) = (decode, 1)
    return true
  }
}

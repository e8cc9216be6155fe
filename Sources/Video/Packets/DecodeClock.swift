/// The decode timestamps of a stretch of packets, which rise until the clock starts anew.
///
/// A timestamp that falls by more than a second starts anew. So does one that falls at a keyframe to the beginning of the
/// stretch, or before it: a short piece with a clock of its own is followed by another. So does a keyframe below some
/// packets that would be shown before an earlier one, which no keyframe is: recordings that overlap were joined, or one
/// that was cut within a group. And so does a keyframe that would be shown before everything in the stretch, whatever its
/// decode timestamp: FFmpeg makes those of raw streams up, and is a packet late. Any other is a stray one.
///
/// One that rises by much more than pictures last starts anew, too, unless a picture that was sent before is shown there: then
/// the stream pauses.
struct DecodeClock {
  /// A stretch of fewer packets may begin with a stray timestamp.
  private static let fewest = 8

  /// The latest decode timestamp.
  private(set) var last: Int64?
  private var first: Int64?
  /// The latest presentation timestamp.
  private var latest: Int64?
  private var earliest: Int64?
  private var count = 0
  private var highest = HighestTimestamps()

  /// Takes the next packet; returns whether the clock starts anew at it.
  ///
  /// - Parameters:
  ///   - presentation: when its picture is shown.
  ///   - isStart: whether decoding may start at it.
  ///   - jump: more ticks back than the first of these are no stray fall, and more forward than the second no pause.
  mutating func startsAnew(
    at decode: Int64?, shown presentation: Int64?, isStart: Bool, jump: (back: Int64, forward: Int64)
  ) -> Bool {
    guard let decode else { return false }
    defer {
      last = decode
      highest.note(decode)
      latest = [latest, presentation].compactMap(\.self).max()
      earliest = [earliest, presentation].compactMap(\.self).min()
    }
    count += 1
    if isStart, count > Self.fewest, let presentation, let earliest, let latest, presentation <= earliest,
      presentation < latest
    {
      self = DecodeClock()
      return true
    }
    guard let last, let first else {
      first = decode
      return false
    }
    let (step, overflow) = decode.subtractingReportingOverflow(last)
    let isEarlier = presentation.map { $0 <= latest ?? $0 - 1 } ?? false
    // Decode timestamps lag behind: where pictures are reordered, the first ones after a pause were sent before it.
    // Of as many pauses as pictures that any codec reorders; one further ahead is a stray one.
    let ahead = latest.map { $0.subtractingReportingOverflow(decode).partialValue } ?? -1
    let isPause = ahead >= 0 && ahead / 16 <= step
    let isShort =
      isStart && count > Self.fewest && (step < 0 && decode <= first || isEarlier && highest.areAbove(decode))
    guard isShort || overflow || step < -jump.back || step > jump.forward && !isPause else { return false }
    (self.first, count, latest, earliest, highest) = (decode, 1, nil, nil, HighestTimestamps())
    return true
  }
}

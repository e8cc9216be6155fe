/// The decode timestamps of a stretch of packets, which rise until the clock starts anew.
///
/// A timestamp that falls by more than a second starts anew. So does one that falls at a keyframe to the beginning of the
/// stretch, or before it: a short piece with a clock of its own is followed by another. And so does one that falls by some
/// pictures at a keyframe that would be shown before an earlier packet, which no keyframe is: recordings that overlap were
/// joined. A keyframe that would be shown before everything in the stretch starts anew, whatever its decode timestamp:
/// FFmpeg makes those of raw streams up, and is a packet late. Any other is a stray one.
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
    let falls = isStart && step < 0 && count > Self.fewest
    let isEarlier = presentation.map { $0 <= latest ?? $0 - 1 } ?? false
    let isShort = falls && (decode <= first || isEarlier && isFar(step, since: first, last))
    guard isShort || overflow || step < -jump.back || step > jump.forward else { return false }
    (self.first, count, latest, earliest) = (decode, 1, nil, nil)
    return true
  }

  /// Whether a timestamp falls by more than a few pictures of a stretch: careless writers exchange neighbours.
  private func isFar(_ step: Int64, since first: Int64, _ last: Int64) -> Bool {
    let (length, isBeyond) = last.subtractingReportingOverflow(first)
    let (fall, overflows) = step.multipliedReportingOverflow(by: -Int64(count - 2))
    return !isBeyond && !overflows && length > 0 && fall / length >= Self.fewestBack
  }

  /// So many pictures are no exchange of neighbours.
  private static let fewestBack: Int64 = 4
}

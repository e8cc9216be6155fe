/// Counts the decode timestamps of a container's table that follow the one before by a tick at most.
///
/// Programs that join films without decoding them let a piece begin before the last one has ended. What then goes back
/// is moved behind the timestamp before it, by a tick (the message of `ffmpeg` is "Non-monotonous DTS"): such times say
/// nothing of the order of the pictures, and behind a join that begins in the middle of a sequence decoders leave
/// pictures out (ITU-T H.264, C.4.5.3). Only the packets themselves show which.
struct SqueezedTimes {
  private var last = Int64.min
  private var (count, squeezed) = (0, 0)

  /// Notes the decode timestamp of the next packet.
  mutating func note(_ timestamp: Int64) {
    if count > 0, timestamp <= last || timestamp &- 1 == last { squeezed += 1 }
    count += 1
    last = timestamp
  }

  /// Whether there are such timestamps, and it is not that a picture lasts no longer than a tick.
  var areSome: Bool { squeezed > 0 && squeezed <= count / 2 }
}

/// Finds where a recording goes on within a group of pictures that another one began, by a clock that falls at a picture
/// that is no start: they were cut and joined without decoding. What follows up to the next start is predicted from
/// pictures of the other recording, and most decoders do not notice.
struct GroupJoints {
  private var highest = HighestTimestamps()

  /// Whether the next packet begins such a part.
  mutating func begin(with record: PacketRecord) -> Bool {
    begin(at: record.decode, isStart: record.isStart, lasting: record.duration)
  }

  /// The same of a packet by its decode timestamp.
  ///
  /// - Parameter duration: how long its picture lasts; 0 if that is not known.
  mutating func begin(at decode: Int64?, isStart: Bool, lasting duration: Int64) -> Bool {
    guard let decode else { return false }
    defer { highest.note(decode) }
    guard highest.areAbove(decode) || highest.isFarAbove(decode, pictureOf: duration) else { return false }
    highest = HighestTimestamps()
    return !isStart
  }
}

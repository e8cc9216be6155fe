/// Finds where a recording goes on within a group of pictures that another one began, by a clock that falls at a picture
/// that is no start: they were cut and joined without decoding. What follows up to the next start is predicted from
/// pictures of the other recording, and most decoders do not notice.
struct GroupJoints {
  private var highest = HighestTimestamps()

  /// Whether the next packet begins such a part.
  mutating func begin(with record: PacketRecord) -> Bool {
    guard let decode = record.decode else { return false }
    defer { highest.note(decode) }
    guard highest.areAbove(decode) || highest.isFarAbove(decode, pictureOf: record.duration) else { return false }
    highest = HighestTimestamps()
    return !record.isStart
  }
}

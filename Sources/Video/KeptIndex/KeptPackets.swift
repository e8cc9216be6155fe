import Packing

/// The packets that an earlier run stored, from a position in the stream on.
final class KeptPackets: PacketSource {
  /// The number of all of them, including those before the position.
  let count: Int
  /// Whether the stream ends after them.
  let isEnded: Bool
  /// Whether their bytes turned out to be invalid.
  private(set) var isBroken = false
  private let cursor: RecordCursor

  init(_ cursor: RecordCursor, count: Int, isEnded: Bool) {
    self.cursor = cursor
    self.count = count
    self.isEnded = isEnded
  }

  /// The next one; nil after the last one.
  func next() -> PacketRecord? {
    do throws(VarintError) {
      return try cursor.next()
    } catch {
      isBroken = true
      return nil
    }
  }
}

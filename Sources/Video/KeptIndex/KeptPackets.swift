/// The packets that an earlier run kept, from a place in the stream on.
final class KeptPackets: PacketSource {
  /// All of them, those before the place as well.
  let count: Int
  /// Whether the stream ends behind them.
  let isEnded: Bool
  /// Whether they turned out to be none.
  private(set) var isBroken = false
  private let cursor: RecordCursor

  init(_ cursor: RecordCursor, count: Int, isEnded: Bool) {
    self.cursor = cursor
    self.count = count
    self.isEnded = isEnded
  }

  /// The next one, nil behind the last one.
  func next() -> PacketRecord? {
    do throws(VarintError) {
      return try cursor.next()
    } catch {
      isBroken = true
      return nil
    }
  }
}

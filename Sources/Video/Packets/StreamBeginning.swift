/// The first packet of a stream, if it is no proven start but its picture is intra.
struct StreamBeginning {
  private var isAwaited = true
  private var first: PacketRecord?

  /// Marks the packet that the stream begins with if it holds an intra picture, also when it is read again.
  mutating func note(_ record: inout PacketRecord, isIntra: @autoclosure () -> Bool) {
    if isAwaited, !record.isCleanStart, isIntra() { first = record }
    isAwaited = false
    if let first, record.isSame(as: first), record.position >= 0 { record.becomeBeginning() }
  }

  /// The next packet is not the first one.
  mutating func leave() { isAwaited = false }
}

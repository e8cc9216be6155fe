/// Checks that a decoder puts out what a packet table promises: every frame, in the order of presentation.
///
/// A timestamp alone does not prove a picture where packets carry wrong ones, or where some of them give no picture: then
/// what comes out before it is not what should, and that shows here before a wrong picture is handed out.
struct OutputOrder {
  private var next: Int

  /// - Parameter place: the first frame that is expected, in presentation order.
  init(from place: Int) {
    next = place
  }

  /// Whether a picture with this timestamp is the one that is due; what is due next moves on behind it.
  mutating func follows(_ timestamp: Int64, in table: PacketTable) -> Bool {
    let isDue = table.timestamp(ofFrame: next) == timestamp
    while let due = table.timestamp(ofFrame: next), due < timestamp { next += 1 }
    if table.timestamp(ofFrame: next) == timestamp { next += 1 }
    return isDue
  }
}

import Timeline

/// Finds the packet whose picture order count is damaged, where counts contradict the timestamps.
///
/// Careless converters exchange the timestamps of pictures, and the counts then still follow each other without a gap.
/// A damaged count is missing among the others, at the place that the picture's timestamp gives it.
struct DamagedOrder {
  /// The packets around the contradiction.
  private let records: ArraySlice<PacketRecord>
  private let check: OrderCheck

  /// Packets before and after the contradiction that are looked at.
  static let reach = 2 * OrderCheck.windowSize
  /// With more contradictions, it is not the damage of single packets.
  static let most = 2 * OrderCheck.windowSize

  /// - Parameter check: one that has seen no packet.
  init(_ records: [PacketRecord], around doubt: Int, check: OrderCheck) {
    self.records = records[max(0, doubt - Self.reach)..<min(records.count, doubt + Self.reach)]
    self.check = check
  }

  /// The damaged packet among the contradicted one and those it was compared with; nil if it is not damage.
  func packet(at doubt: Int) -> Int? {
    // A picture that damage makes one between others, or the reverse, contradicts those before it. One that begins a
    // group is shown before the last one of another part if that one lasts into its own.
    if check.isAnchored { return !records[doubt].isStart && isDamaged(doubt) ? doubt : nil }
    return (max(records.startIndex, doubt - OrderCheck.windowSize)...doubt).reversed().first { isDamaged($0) }
  }

  /// Whether nothing contradicts the timestamps without this packet, and its count is missing among the others.
  private func isDamaged(_ number: Int) -> Bool {
    guard let timestamp = records[number].presentation, let places = places(without: number) else { return false }
    let next = places.partitioningIndex { $0.timestamp >= timestamp }
    let steps = zip(places, places.dropFirst()).map { $1.place - $0.place }
    // Equal timestamps are in no order.
    guard let least = steps.filter({ $0 > 0 }).min() else { return false }
    if next > 0, next < places.count, steps[next - 1] < OrderCheck.step / 2 {
      return places[next].timestamp > timestamp && steps[next - 1] >= 2 * least
    }
    // Nothing of its sequence is shown before or after it, so that no gap is seen: it must not be between others.
    guard let own = place(of: number) else { return false }
    let others = places.map(\.place).filter { abs($0 - own) < OrderCheck.step / 2 }
    return others.contains(own) || others.allSatisfy { $0 > own } || others.allSatisfy { $0 < own }
  }

  /// The positions of the other pictures by their timestamps; nil if they contradict each other.
  private func places(without number: Int) -> [(timestamp: Int64, place: Int64)]? {
    var check = check
    var places: [(timestamp: Int64, place: Int64)] = []
    for (other, record) in zip(records.indices, records) {
      if other == number {
        if record.order?.startsAnew ?? false { check.beginSequence() }
        continue
      }
      if check.isContradicted(by: record) || check.isRepeated { return nil }
      if let timestamp = record.presentation, let place = check.place { places.append((timestamp, place)) }
    }
    return places.sorted { $0.timestamp < $1.timestamp }
  }

  private func place(of number: Int) -> Int64? {
    var check = check
    for record in records[...number] { _ = check.isContradicted(by: record) }
    return check.place
  }
}

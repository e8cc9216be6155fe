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
  /// Contradictions that are nearer to each other have one cause: one damaged count contradicts several pictures around it.
  private static let nearness = 4
  /// With more contradictions, it is not the damage of single packets.
  static let most = 2 * OrderCheck.windowSize

  /// - Parameter check: one that has seen no packet.
  init(_ records: [PacketRecord], around doubt: Int, check: OrderCheck) {
    self.records = records[max(0, doubt - Self.reach)..<min(records.count, doubt + Self.reach)]
    self.check = check
  }

  /// A packet whose count is damaged.
  struct Damage {
    let packet: Int
    /// Whether its picture resets the count nevertheless.
    let isReset: Bool
    /// The next packet that contradicts others without this one, or the end of those that were looked at.
    let end: Int
  }

  /// The damaged packet among the contradicted one and those it was compared with; nil if it is not damage.
  func damage(at doubt: Int) -> Damage? {
    // A picture that damage makes one between others, or the reverse, contradicts those before it. One that begins a
    // group is shown before the last one of another part if that one lasts into its own.
    if check.isAnchored {
      let found = records[doubt].isStart ? nil : damage(of: doubt, at: doubt, isReset: false)
      return found.map(isExchanged) ?? true ? nil : found
    }
    var found: Damage?
    for number in (max(records.startIndex, doubt - OrderCheck.windowSize)...doubt).reversed() {
      // A damaged type may make a picture one that resets the count.
      for isReset in records[number].order?.startsAnew ?? false ? [true, false] : [false] {
        guard let damage = damage(of: number, at: doubt, isReset: isReset) else { continue }
        if found.map({ $0.end < damage.end }) ?? true { found = damage }
      }
    }
    guard let found, found.end < records.endIndex, isExchanged(found) else { return found }
    return nil
  }

  /// Whether the next contradiction is not there if this packet and another one exchange their timestamps: then a
  /// converter did that.
  private func isExchanged(_ damage: Damage) -> Bool {
    let own = records[damage.packet]
    return records.indices.contains { other in
      guard let before = own.presentation, let timestamp = records[other].presentation, timestamp != before else {
        return false
      }
      var check = check
      return !records.indices.prefix { $0 <= damage.end }.contains { number in
        let record = records[number]
        let shown = number == other ? before : number == damage.packet ? timestamp : record.presentation
        return check.isContradicted(by: record, shown: shown) || check.isRepeated
      }
    }
  }

  /// The damage if nothing before, and nothing near, contradicts the timestamps without this packet, and its count is
  /// missing among the others.
  private func damage(of number: Int, at doubt: Int, isReset: Bool) -> Damage? {
    guard let timestamp = records[number].presentation,
      let (places, end) = places(without: number, behind: doubt, isReset)
    else { return nil }
    let damage = Damage(packet: number, isReset: isReset, end: end)
    let next = places.partitioningIndex { $0.timestamp >= timestamp }
    let steps = zip(places, places.dropFirst()).map { $1.place - $0.place }
    // Equal timestamps are in no order.
    guard let least = steps.filter({ $0 > 0 }).min() else { return nil }
    if next > 0, next < places.count, steps[next - 1] < OrderCheck.step / 2 {
      return places[next].timestamp > timestamp && steps[next - 1] >= 2 * least ? damage : nil
    }
    // Nothing of its sequence is shown before or after it, so that no gap is seen: it must not be between others.
    guard let own = place(of: number) else { return nil }
    let others = places.map(\.place).filter { abs($0 - own) < OrderCheck.step / 2 }
    let isApart = others.contains(own) || others.allSatisfy { $0 > own } || others.allSatisfy { $0 < own }
    return isApart ? damage : nil
  }

  /// The positions of the other pictures by their timestamps, up to the next contradiction; nil if that is near.
  private func places(
    without number: Int, behind doubt: Int, _ isReset: Bool
  ) -> (places: [(timestamp: Int64, place: Int64)], end: Int)? {
    var check = check
    var places: [(timestamp: Int64, place: Int64)] = []
    var end = records.endIndex
    for (other, record) in zip(records.indices, records) {
      if other == number {
        if isReset { check.beginSequence() }
        continue
      }
      if check.isContradicted(by: record) || check.isRepeated {
        guard other - doubt >= Self.nearness else { return nil }
        end = other
        break
      }
      if let timestamp = record.presentation, let place = check.place { places.append((timestamp, place)) }
    }
    return (places.sorted { $0.timestamp < $1.timestamp }, end)
  }

  private func place(of number: Int) -> Int64? {
    var check = check
    for record in records[...number] { _ = check.isContradicted(by: record) }
    return check.place
  }
}

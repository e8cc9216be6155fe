/// Splits frames that are missing after a damaged packet: those that it may have damaged, and those to be decoded
/// without it.
///
/// So whether a frame counts as damaged does not depend on which other frames are wanted.
struct DamageSplit {
  private(set) var damaged: [Int] = []
  /// Groups that are decoded again, each on its own.
  private(set) var apart: [[Int]] = []

  /// - Parameter closure: what the frames are predicted from, as far as the packets are understood; nil if unknown.
  init(_ missing: [Int], damagedAt packet: Int, in table: borrowing PacketTable, closure: ReferenceClosure?) {
    if let closure {
      // A packet may hold several frames: pictures that do not depend on the damaged one of them may be intact.
      let masks = closure.dependence(on: packet)
      var groups: [UInt32?: [Int]] = [:]
      for frame in missing {
        let place = table.presentationOrder[frame] - packet
        groups[masks.indices.contains(place) ? masks[place] : nil, default: []].append(frame)
      }
      if groups.count > 1 { apart = groups.values.sorted { $0[0] < $1[0] } } else { damaged = missing }
      return
    }
    // If no picture depends on the damaged one, only that one is lost.
    damaged = missing
    guard table.records[packet].traits.contains(.unreferenced),
      let place = missing.firstIndex(where: { table.presentationOrder[$0] == packet })
    else { return }
    let own = damaged.remove(at: place)
    (damaged, apart) = ([own], damaged.isEmpty ? [] : [damaged])
  }
}

/// Frames that a run did not reach because a packet is damaged: those that it may have damaged, and those that are tried
/// without it.
///
/// So whether a frame counts as damaged does not depend on which others are wanted.
struct DamageSplit {
  private(set) var damaged: [Int] = []
  /// Each is tried on its own.
  private(set) var apart: [[Int]] = []

  /// - Parameter closure: what frames are predicted from, up to the last packet that is understood.
  init(_ missing: [Int], damagedAt packet: Int, in table: borrowing PacketTable, closure: ReferenceClosure?) {
    if let closure {
      // Frames of a packet that are predicted from other parts of the damaged one may be intact.
      let masks = closure.dependence(on: packet)
      var groups: [UInt32?: [Int]] = [:]
      for frame in missing {
        let place = table.presentationOrder[frame] - packet
        groups[masks.indices.contains(place) ? masks[place] : nil, default: []].append(frame)
      }
      if groups.count > 1 { apart = groups.values.sorted { $0[0] < $1[0] } } else { damaged = missing }
      return
    }
    // A damaged picture that no other depends on costs itself only.
    damaged = missing
    guard table.records[packet].traits.contains(.unreferenced),
      let place = missing.firstIndex(where: { table.presentationOrder[$0] == packet })
    else { return }
    let own = damaged.remove(at: place)
    (damaged, apart) = ([own], damaged.isEmpty ? [] : [damaged])
  }
}

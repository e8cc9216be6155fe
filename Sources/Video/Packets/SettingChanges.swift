import CFFmpeg
import Timeline

/// The positions in a stream where palettes and decoder configurations change.
struct SettingChanges {
  private var changes: [(index: Int, setting: PacketSideData)] = []
  private var latest: [UInt32: PacketSideData] = [:]

  /// Whether there are no changes.
  var isEmpty: Bool { changes.isEmpty }

  /// Adds the next packet's side data, and returns the changed part: some containers repeat a palette with every
  /// packet.
  mutating func note(_ settings: [PacketSideData], at index: Int) -> [PacketSideData] {
    let changed = settings.filter { latest[$0.kind.rawValue] != $0 }
    for setting in changed {
      latest[setting.kind.rawValue] = setting
      changes.append((index, setting))
    }
    return changed
  }

  /// The side data in effect at a packet.
  func settings(at index: Int) -> [PacketSideData] {
    let behind = changes.partitioningIndex(where: { $0.index > index })
    var found: [PacketSideData] = []
    for change in changes[..<behind].reversed() where !found.contains(where: { $0.kind == change.setting.kind }) {
      found.append(change.setting)
      // There may be as many changes as frames.
      if found.count == latest.count { break }
    }
    return found
  }
}

import CFFmpeg
import Timeline

/// Where palettes and decoder configurations change on the way through a stream.
struct SettingChanges {
  private var changes: [(index: Int, setting: PacketSideData)] = []
  private var latest: [UInt32: PacketSideData] = [:]

  /// Whether packets bring none at all.
  var isEmpty: Bool { changes.isEmpty }

  /// Takes what the next packet brings, and returns what of it is new: some containers repeat a palette with every packet.
  mutating func note(_ settings: [PacketSideData], at index: Int) -> [PacketSideData] {
    let changed = settings.filter { latest[$0.kind.rawValue] != $0 }
    for setting in changed {
      latest[setting.kind.rawValue] = setting
      changes.append((index, setting))
    }
    return changed
  }

  /// What holds at a packet.
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

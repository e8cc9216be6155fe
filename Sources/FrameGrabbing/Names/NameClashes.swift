import Files

/// Names that more than one frame of a run would have, found without keeping them all.
struct NameClashes {
  private struct Entry {
    let hash: Int
    let target: Target
  }

  private var entries: [Entry] = []

  mutating func add(_ path: Path, of target: Target) {
    entries.append(Entry(hash: path.hashValue, target: target))
  }

  /// The names that several targets share, each of them for one and the same frame.
  ///
  /// - Parameter frame: Gives the frame of a target once more, with its name.
  /// - Throws: `GrabError` when two different frames have one name.
  mutating func shared(
    _ frame: (Target) throws(GrabError) -> PlannedFrame
  ) throws(GrabError) -> Set<Path> {
    entries.sort { ($0.hash, $0.target) < ($1.hash, $1.target) }
    var shared: Set<Path> = []
    // Hashes come in another order in every run: of all clashes the first in the order of asking is told.
    var clash: (target: Target, name: Path)?
    var rest = entries[...]
    while let first = rest.first {
      let group = rest.prefix { $0.hash == first.hash }
      rest = rest.dropFirst(group.count)
      guard group.count > 1 else { continue }
      // Names that differ have one hash only by accident.
      var owners: [Path: PlannedFrame] = [:]
      for entry in group {
        let frame = try frame(entry.target)
        guard let output = frame.output else { continue }
        guard let owner = owners.updateValue(frame, forKey: output) else { continue }
        shared.insert(output)
        if !isSame(owner, frame), clash.map({ entry.target < $0.target }) ?? true { clash = (entry.target, output) }
      }
    }
    if let clash { throw GrabError(clash.name, .sameOutput) }
    return shared
  }

  /// The same frame may be known from two stretches of the file; then its timestamp tells.
  private func isSame(_ one: PlannedFrame, _ other: PlannedFrame) -> Bool {
    one.identity == other.identity || one.stretch != other.stretch && one.timestamp == other.timestamp
  }
}

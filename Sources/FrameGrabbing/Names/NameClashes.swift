import Files

/// Finds names that more than one frame of a run would have, without keeping them all.
struct NameClashes {
  private struct Entry {
    let hash: Int
    let request: AskedFrame
  }

  private var entries: [Entry] = []

  mutating func note(_ path: Path, of request: AskedFrame) {
    entries.append(Entry(hash: path.hashValue, request: request))
  }

  /// The names that several requests share, each name for one frame.
  ///
  /// - Parameter frame: Gives the frame of a request once more, with its name.
  /// - Throws: `GrabError` when two different frames have one name.
  mutating func shared(
    _ frame: (AskedFrame) throws(GrabError) -> PlannedFrame
  ) throws(GrabError) -> Set<Path> {
    entries.sort { ($0.hash, $0.request) < ($1.hash, $1.request) }
    var shared: Set<Path> = []
    // Hashes differ from run to run, so of all clashes the first in request order is reported.
    var clash: (request: AskedFrame, name: Path)?
    var rest = entries[...]
    while let first = rest.first {
      let group = rest.prefix { $0.hash == first.hash }
      rest = rest.dropFirst(group.count)
      guard group.count > 1 else { continue }
      // Equal hashes mostly mean equal names; the names decide.
      var owners: [Path: PlannedFrame] = [:]
      for entry in group {
        let frame = try frame(entry.request)
        guard let output = frame.output else { continue }
        guard let owner = owners.updateValue(frame, forKey: output) else { continue }
        shared.insert(output)
        if !owner.isSamePicture(as: frame), clash.map({ entry.request < $0.request }) ?? true {
          clash = (entry.request, output)
        }
      }
    }
    if let clash { throw GrabError(clash.name, .sameOutput) }
    return shared
  }
}

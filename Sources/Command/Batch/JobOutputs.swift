import Files
import FrameGrabbing

/// Finds jobs that may have the same output, with a few bytes for each: 32 bits of a hash of the name, in a hash table.
///
/// Equal marks do not prove equal names, so the jobs must be read again: among a million different names, about a
/// hundred pairs have equal marks.
struct OutputMarks {
  /// The mark of the output at each place; 0 for none.
  private var marks: [UInt32] = []
  /// The hash table of places: each in the first free slot from its mark on; -1 is free, and the count is a power of 2.
  private var slots = [Int32](repeating: -1, count: 1024)
  private var count = 0

  /// The places whose outputs have the same mark, in ascending order.
  func places(of output: Path) -> [Int] {
    let mark = Self.mark(output)
    var places: [Int] = []
    var slot = Int(mark) & (slots.count - 1)
    while slots[slot] >= 0 {
      let place = Int(slots[slot])
      if marks[place] == mark { places.append(place) }
      slot = (slot + 1) & (slots.count - 1)
    }
    return places
  }

  /// Adds the output at a place; places must be added in ascending order.
  mutating func insert(_ output: Path, at place: Int) {
    let mark = Self.mark(output)
    while marks.count < place { marks.append(0) }
    marks.append(mark)
    count += 1
    if count > slots.count / 4 * 3 { grow() }
    insert(place, mark)
  }

  private mutating func insert(_ place: Int, _ mark: UInt32) {
    var slot = Int(mark) & (slots.count - 1)
    while slots[slot] >= 0 { slot = (slot + 1) & (slots.count - 1) }
    slots[slot] = Int32(place)
  }

  private mutating func grow() {
    slots = [Int32](repeating: -1, count: 2 * slots.count)
    for (place, mark) in marks.enumerated() where mark != 0 && place < marks.count - 1 { insert(place, mark) }
  }

  /// 32 bits of a hash that differs from run to run, so that names with equal ones cannot be prepared; never 0.
  private static func mark(_ output: Path) -> UInt32 { max(1, UInt32(truncatingIfNeeded: output.hashValue)) }
}

/// How a resumed run handles existing outputs: it replaces only those that were cut off.
struct ResumedOutputs {
  private let settings: BatchSettings
  private let journal: Journal

  init(_ settings: BatchSettings, _ journal: Journal) {
    (self.settings, self.journal) = (settings, journal)
  }

  /// Sets how the outputs of a job are handled if they exist; without `--resume` and with `-y` nothing changes.
  func setPolicies(of named: inout NamedGrab, _ inputs: Inputs) {
    guard settings.resuming != nil, named.options.output.policy != .overwrite else { return }
    let skips = named.options.output.policy == .skip
    if !skips { named.options.output.policy = .adopt(as: .created) }
    for output in earlier(named, inputs)?.outputs ?? [] {
      guard let count = output.byteCount, output.published != .skipped else { continue }
      named.options.output.policies[output.path] = .repair(
        EarlierOutput(byteCount: count, published: output.published, skipsOthers: skips))
    }
  }

  /// The earlier line about the job, else that with its number if the video is the same: a job or video that was
  /// changed may still give the bytes that were cut off.
  private func earlier(_ named: NamedGrab, _ inputs: Inputs) -> JournalRecord? {
    if let key = settings.key(of: named, inputs, named.video.lastingIdentity),
      let record = journal.record(of: key)
    {
      return record
    }
    let record = journal.record(ofJob: inputs.request.number)
    return record?.video == named.path ? record : nil
  }
}

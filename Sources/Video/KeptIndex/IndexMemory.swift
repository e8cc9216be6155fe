import Files

/// What earlier runs found out about an open file, for this run to use, and what this one finds out, for the next.
///
/// A class, since a timeline and its video share it. Nothing is looked for until something is asked.
final class IndexMemory {
  private let cache: IndexCache
  private let key: IndexKey
  /// The packets at the beginning as this run read them; an index that has others is not this file's.
  private let head: [PacketRecord]
  private var looked: KeptIndex??
  private var cursor: RecordCursor?
  /// What this run found out.
  private var found = KeptIndex()
  /// Whether anything of an earlier run was used, and whether it then turned out not to fit the file.
  private(set) var isUsed = false
  private(set) var isDiscarded = false

  init(_ cache: IndexCache, _ key: IndexKey, head: [PacketRecord]) {
    self.cache = cache
    self.key = key
    self.head = head
  }

  /// The index of an earlier run, nil when there is none or when it does not begin as the file does.
  private var kept: KeptIndex? {
    if let looked { return looked }
    guard key.isSettled, let loaded = cache.load(key) else {
      looked = .some(nil)
      return nil
    }
    guard begins(loaded) else {
      discard()
      return nil
    }
    looked = loaded
    return loaded
  }

  /// Whether an index has the packets at the beginning of the file.
  private func begins(_ index: KeptIndex) -> Bool {
    let cursor = RecordCursor(index.records)
    for record in head {
      guard let kept = try? cursor.next(), record.agrees(with: kept) else { return false }
    }
    return true
  }

  // MARK: Asking

  /// The packets behind so many of them; nil when it is not known how the stream goes on.
  func packets(behind count: Int) -> KeptPackets? {
    guard let kept, kept.records.count > count || kept.records.count == count && kept.isEnded else { return nil }
    if (cursor?.index ?? .max) > count { cursor = RecordCursor(kept.records) }
    guard let cursor else { return nil }
    while cursor.index < count {
      guard (try? cursor.next()) != nil else { return nil }
    }
    isUsed = true
    return KeptPackets(cursor, count: kept.records.count, isEnded: kept.isEnded)
  }

  /// Which of these frames, which precede the first keyframe, are not shown; nil when that is not known.
  func hidden(among leading: [Int]) -> [Int]? {
    guard let known = kept?.hiddenLeading, known.allSatisfy(leading.contains) else { return nil }
    isUsed = true
    return known
  }

  /// Whether a picture comes of a packet that the container calls broken; nil when that is not known.
  func isShown(_ packet: Int) -> Bool? {
    guard let known = kept?.isShown[packet] else { return nil }
    isUsed = true
    return known
  }

  /// All pictures from a packet on, nil when nobody counted them.
  func counted(from first: Int) -> KeptIndex.Counted? {
    guard let counted = kept?.counted, counted.first == first else { return nil }
    isUsed = true
    return counted
  }

  // MARK: Telling

  /// What was kept does not fit the file: it is removed, and forgotten with all that came of it.
  func discard() {
    cache.remove(key)
    (looked, cursor) = (.some(nil), nil)
    found = KeptIndex()
    isDiscarded = true
  }

  func note(hiddenLeading frames: [Int]) { found.hiddenLeading = frames }

  func note(_ packet: Int, isShown: Bool) { found.isShown[packet] = isShown }

  func note(_ counted: KeptIndex.Counted) { found.counted = counted }

  /// Keeps what both this run and those before it found out, if that is more than what is kept already.
  ///
  /// - Parameters:
  ///   - records: the packets from the first on, as they were read.
  ///   - isEnded: whether the stream ends behind them.
  ///   - file: the open file, which must be what it was when it was opened.
  func keep(_ records: [PacketRecord], isEnded: Bool, of file: borrowing InputFile) -> IndexKeeping {
    let before = looked ?? nil
    var index = found
    if let before, before.records.count >= records.count, before.isEnded || !isEnded {
      (index.records, index.isEnded) = (before.records, before.isEnded)
    } else {
      (index.records, index.isEnded) = (PackedRecords(records), isEnded)
    }
    if let before {
      index.hiddenLeading = index.hiddenLeading ?? before.hiddenLeading
      index.isShown.merge(before.isShown) { new, _ in new }
      index.counted = index.counted ?? before.counted
    }
    guard index.isWorthwhile, index.saysMore(than: before) else { return .nothingNew }
    guard key.isSettled else { return .tooYoung }
    do throws(FileError) {
      guard try file.currentIdentity() == file.identity else { return .changed }
      return try cache.store(index, for: key).map { .kept(bytes: $0) } ?? .tooLarge
    } catch {
      return .failed(error)
    }
  }
}

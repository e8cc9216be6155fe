import Files

/// Results of earlier runs about an open file, and the results of this run to be stored for the next.
///
/// A class, since a timeline and its video share it. Nothing is loaded until it is needed.
final class IndexMemory {
  private let indexes: any IndexStore
  private let key: IndexKey
  /// The packets at the beginning as this run read them; an index with other ones does not belong to this file.
  private let head: [PacketRecord]
  private var looked: KeptIndex??
  private var cursor: RecordCursor?
  /// The results of this run.
  private var found = KeptIndex()
  /// Whether anything of an earlier run was used, and whether it then turned out not to match the file.
  private(set) var isUsed = false
  private(set) var isDiscarded = false

  init(_ indexes: any IndexStore, _ key: IndexKey, head: [PacketRecord]) {
    self.indexes = indexes
    self.key = key
    self.head = head
  }

  /// The index of an earlier run; nil when there is none or when its beginning does not match the file.
  private var kept: KeptIndex? {
    if let looked { return looked }
    guard key.isSettled, let packed = indexes.load(key) else {
      looked = .some(nil)
      return nil
    }
    guard let loaded = try? KeptIndex(packed: packed), begins(loaded) else {
      discard()
      return nil
    }
    looked = loaded
    return loaded
  }

  /// Whether an index starts with the packets at the beginning of the file.
  private func begins(_ index: KeptIndex) -> Bool {
    let cursor = RecordCursor(index.records)
    for record in head {
      guard let kept = try? cursor.next(), record.agrees(with: kept) else { return false }
    }
    return true
  }

  // MARK: Reading

  /// The packets after the first `count`; nil when they are not known.
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

  /// The packets that gave no picture.
  var hiddenPackets: [Int] { kept?.isShown.filter { !$0.value }.map(\.key) ?? [] }

  /// Whether a packet that the container calls broken gives a picture; nil when that is not known.
  func isShown(_ packet: Int) -> Bool? {
    guard let known = kept?.isShown[packet] else { return nil }
    isUsed = true
    return known
  }

  /// All pictures from a packet on; nil if they were not counted.
  func counted(from first: Int) -> KeptIndex.Counted? {
    guard let counted = kept?.counted, counted.first == first else { return nil }
    isUsed = true
    return counted
  }

  // MARK: Writing

  /// Removes an index that does not match the file, and forgets all results from it.
  func discard() {
    indexes.remove(key)
    (looked, cursor) = (.some(nil), nil)
    found = KeptIndex()
    isDiscarded = true
  }

  func note(hiddenLeading frames: [Int]) { found.hiddenLeading = frames }

  func note(_ packet: Int, isShown: Bool) { found.isShown[packet] = isShown }

  func note(_ counted: KeptIndex.Counted) { found.counted = counted }

  /// Stores the results of this run and those before it, if that is more than what is stored already.
  ///
  /// - Parameters:
  ///   - records: the packets from the first on, as they were read.
  ///   - isEnded: whether the stream ends after them.
  ///   - file: the open file, which must be unchanged since it was opened.
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
    } catch {
      return .failed(error)
    }
    return indexes.store(index.packed(), for: key)
  }
}
